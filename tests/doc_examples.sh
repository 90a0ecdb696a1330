#!/usr/bin/env bash
# Compiles every ```card block of the documentation, and every ```c block as a program.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/doc && mkdir -p build/doc
for f in README.md docs/*.md; do
    awk -v base="build/doc/$(basename "$f" .md)" '
        /^```card$/ { n++; out = base "_" n ".card"; next }
        /^```c$/ { n++; out = base "_" n ".c"; next }
        /^```/ { out = ""; next }
        out { print > out }' "$f"
done
for f in build/doc/*.card; do
    ./build/cantrip test "$f" >build/doc/log 2>&1 || { echo "$f"; cat build/doc/log; exit 1; }
done
for f in build/doc/*.c; do
    [ -e "$f" ] || continue
    gcc -std=c17 -Wall -Werror -Iinclude -o build/doc/a.out "$f" build/libcantrip_compiler.a build/libcantrip.a || { echo "$f"; exit 1; }
    ./build/cantrip build cardscripts/cards -o build/doc/cards.ctp >/dev/null
    (cd build/doc && ./a.out)
done
