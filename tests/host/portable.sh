#!/usr/bin/env bash
# The same games, hashes and journals on every kind of machine that can be built for and run here: another compiler, 32 bits,
# the other order of bytes (gcc-12-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static), WebAssembly (clang lld wasi-libc
# libclang-rt-dev-wasm32 nodejs). What is missing is left out, and said. usage: portable.sh [games]
set -eu
cd "$(dirname "$0")/../.."
games=${1:-20} at=build/portable
mkdir -p $at
sources="tests/host/portable.c base/*.c vm/*.c vm/abi/*.c runtime/*/*.c"
flags="-std=c17 -O1 -I. -Iinclude"
build/cantrip build cardscripts/cards -o $at/cards.ctp >/dev/null
gcc $flags $sources -o $at/here
$at/here $at/cards.ctp games "$games" >$at/want
$at/here $at/cards.ctp write 77 $at/journal.txt >$at/replayed
bad=0
compare() { # name, command...
    local name=$1
    shift
    if "$@" games "$games" | diff $at/want - >$at/diff && "$@" read "$journal" | diff $at/replayed - >>$at/diff; then
        echo "$name: $games games and a journal, the same"
    else
        echo "$name: it differs"; head -5 $at/diff; bad=1
    fi
}
journal=$at/journal.txt
if command -v clang >/dev/null && clang $flags $sources -o $at/clang; then
    compare clang $at/clang $at/cards.ctp
else echo "clang: left out"; fi
if gcc -m32 $flags $sources -o $at/m32 2>$at/log && $at/m32; [ $? = 2 ]; then
    compare "32 bits" $at/m32 $at/cards.ctp
else echo "32 bits: left out"; fi
if command -v s390x-linux-gnu-gcc-12 >/dev/null && command -v qemu-s390x-static >/dev/null; then
    s390x-linux-gnu-gcc-12 $flags -static $sources -o $at/s390x
    compare "s390x, highest byte first" qemu-s390x-static $at/s390x $at/cards.ctp
else echo "s390x: left out"; fi
if command -v node >/dev/null && [ -d /usr/include/wasm32-wasi ] && command -v wasm-ld >/dev/null; then
    clang --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi $flags $sources -o $at/portable.wasm \
        -Wl,-z,stack-size=4194304
    journal=/journal.txt
    compare WebAssembly node --no-warnings tests/host/wasi.mjs $at/portable.wasm $at /cards.ctp
else echo "WebAssembly: left out"; fi
exit $bad
