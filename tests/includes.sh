#!/usr/bin/env bash
# The dependency order: vm -> base; compiler -> base, vm/abi, vm/pack.h (row types); runtime -> base, vm;
# public headers -> themselves. Compiler and runtime never include each other.
# Inside the compiler each layer includes itself and earlier ones: syntax, vocabulary, meaning, lower, pack, view, driver.
set -eu
cd "$(dirname "$0")/.."
bad=0
includes() { # folder or file: its lines '#include "..."'
    grep -rnE '^ *#include "' "$1" --include='*.c' --include='*.h' --include='*.l' --include='*.y' --include='*.def' || true
}
check() { # folder or file, allowed pattern
    local all found
    all=$(includes "$1")
    [ -n "$all" ] || { echo "$1: no includes were found, so nothing is checked"; bad=1; }
    found=$(grep -vE "#include \"($2)" <<<"$all" || true)
    [ -z "$found" ] || { echo "not allowed in $1:"; echo "$found"; bad=1; }
}
check base 'base/'
check vm 'base/|vm/'
check runtime 'base/|runtime/|vm/|cantrip/'
check include 'cantrip/'

layers='syntax vocabulary meaning lower pack view'
shared='base/|vm/abi/|vm/pack\.h|compiler/diag\.h|compiler/diag_codes\.def'
allowed="$shared|grammar\.tab\.h"
# Rows that an earlier layer takes from a later one. A line here that no file needs any more is a mistake.
borrowed='compiler/syntax/lines.c: compiler/vocabulary/decl_kinds.def'
for layer in $layers; do
    allowed="$allowed|compiler/$layer/"
    [ "$layer" != view ] || allowed="$allowed|cantrip/compiler\.h" # what is to be seen
    all=$(includes "compiler/$layer")
    [ -n "$all" ] || { echo "compiler/$layer: no includes were found, so nothing is checked"; bad=1; }
    while IFS=: read -r file line rest; do
        path=${rest#*\"} path=${path%\"*}
        grep -qE "^($allowed)" <<<"$path" && continue
        grep -qxF "$file: $path" <<<"$borrowed" && continue
        echo "$file:$line: $layer includes $path, which comes later"
        bad=1
    done <<<"$all"
done
while IFS=: read -r file path; do
    includes "$file" | grep -qF "\"${path# }\"" || { echo "tests/includes.sh: $file needs $path no longer"; bad=1; }
done <<<"$borrowed"
check compiler/diag.c "$shared"
check compiler/diag.h "$shared"
check compiler/explain.c "$allowed|compiler/explain\.h"
check compiler/explain.h "$allowed|cantrip/compiler\.h"
check compiler/driver.c "$allowed|compiler/explain\.h|cantrip/compiler\.h"

# Every file of the compiler belongs to a layer, or is one of those checked above.
for f in $(cd compiler && find . -type f | sed 's|^\./||'); do
    case " $layers " in *" ${f%%/*} "*) continue ;; esac
    case "$f" in diag.c | diag.h | diag_codes.def | driver.c | explain.c | explain.h) ;; *)
        echo "compiler/$f: in no layer"
        bad=1
        ;;
    esac
done
exit $bad
