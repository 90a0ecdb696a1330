#!/usr/bin/env bash
# The dependency order: vm -> base; compiler -> base, vm/abi, vm/pack.h (row types); runtime -> base, vm;
# public headers -> themselves. Compiler and runtime never include each other.
set -eu
cd "$(dirname "$0")/.."
bad=0
check() { # folder, allowed pattern
    local found
    found=$(grep -rnE '^#include "' "$1" --include='*.c' --include='*.h' --include='*.l' --include='*.y' | grep -vE "#include \"($2)" || true)
    [ -z "$found" ] || { echo "not allowed in $1:"; echo "$found"; bad=1; }
}
check base 'base/'
check vm 'base/|vm/'
check compiler 'base/|compiler/|vm/abi/|vm/pack\.h|cantrip/compiler\.h|grammar\.tab\.h'
check runtime 'base/|runtime/|vm/|cantrip/'
check include 'cantrip/'
exit $bad
