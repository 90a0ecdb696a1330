#!/usr/bin/env bash
# What is installed can be used: exactly the symbols of tests/host/exports.txt, no writable globals, headers that stand
# alone, and docs/examples/host.c as C17 and C++17, shared and static, by pkg-config and by the CMake package.
# --update writes the list of symbols.
set -eu
cd "$(dirname "$0")/.."
top=$PWD root=$PWD/build/installed
rm -rf "$root"
cmake --install build --prefix "$root" >build/install.log
lib=$(dirname "$(find "$root" -name libcantrip.so)")

exported() { # library
    nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}
for name in cantrip cantrip_compiler; do
    exported "$lib/lib$name.so" | sed "s/^/$name /"
done >build/exports.txt
[ "${1:-}" = --update ] && cp build/exports.txt tests/host/exports.txt
diff tests/host/exports.txt build/exports.txt || { echo "exported symbols are not those of tests/host/exports.txt"; exit 1; }
grep -vE '^[a-z_]+ cantrip_' build/exports.txt && { echo "exported without the prefix"; exit 1; }

# The static libraries show the same symbols, and nothing has writable globals. (Sanitizers bring some of their own.)
for name in cantrip cantrip_compiler; do
    nm -g --defined-only "$lib/lib$name.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort | sed "s/^/$name /"
done | diff build/exports.txt - || { echo "the static libraries show other symbols"; exit 1; }
for name in cantrip cantrip_compiler; do
    nm --defined-only "$lib/lib$name.a" 2>/dev/null | awk '$2 ~ /^[BbCDGgSs]$/ || ($2 == "d" && $3 !~ /^(DW|\.)/)' >build/globals.txt || true
    objdump -h "$lib/lib$name.a" | awk '$2 ~ /^\.(data|bss)$/ && $3 !~ /^0+$/ { print $2, $3 }' >>build/globals.writable
    [ ! -s build/globals.writable ] || { echo "lib$name has writable globals:"; cat build/globals.writable build/globals.txt; rm build/globals.writable; exit 1; }
    rm -f build/globals.writable
done
objdump -p "$lib/libcantrip.so" | grep -q 'SONAME *libcantrip.so.[0-9]' || { echo "no SONAME"; exit 1; }

for header in "$root"/include/cantrip/*.h; do
    echo "#include \"cantrip/$(basename "$header")\"" >build/header.c
    gcc -std=c17 -Wall -Wextra -Werror -pedantic -I"$root/include" -fsyntax-only build/header.c
    g++ -std=c++17 -Wall -Wextra -Werror -I"$root/include" -fsyntax-only -x c++ build/header.c
done

export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
cards=$(pkg-config --variable=cards cantrip)/cards.ctp
flags=$(pkg-config --cflags --libs cantrip)
[ "$(pkg-config --modversion cantrip)" = "$(sed -nE 's/.*VERSION_STRING "(.*)"/\1/p' include/cantrip/api.h)" ]
gcc -std=c17 -Wall -Wextra -Werror docs/examples/host.c $flags -o build/host_c
g++ -std=c++17 -Wall -Wextra -Werror -x c++ docs/examples/host.c $flags -o build/host_cpp
gcc -std=c17 docs/examples/host.c -I"$root/include" "$lib/libcantrip.a" -o build/host_static
first=$(build/host_c "$cards")
[ -n "$first" ] && [ "$(build/host_cpp "$cards")" = "$first" ] && [ "$(build/host_static "$cards")" = "$first" ]

# At most 60 lines and 15 functions.
[ "$(wc -l <docs/examples/host.c)" -le 65 ] || { echo "the example grows"; exit 1; }
[ "$(grep -oE 'cantrip_[a-z]+_[a-z_]+ *\(' docs/examples/host.c | sort -u | wc -l)" -le 15 ] || { echo "too many functions"; exit 1; }

rm -rf build/consumer && mkdir build/consumer
cat >build/consumer/CMakeLists.txt <<TEXT
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(cantrip 0.9 REQUIRED)
add_executable(host $top/docs/examples/host.c)
target_link_libraries(host PRIVATE cantrip::cantrip)
TEXT
cmake -S build/consumer -B build/consumer/b -DCMAKE_PREFIX_PATH="$root" >build/consumer/log
cmake --build build/consumer/b >>build/consumer/log
[ "$(build/consumer/b/host "$cards")" = "$first" ]
(cd / && "$root/bin/cantrip" sim knights merfolk --games 1 >/dev/null)
echo "installed: $(wc -l <build/exports.txt) exported symbols"
