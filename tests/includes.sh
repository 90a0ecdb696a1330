#!/usr/bin/env bash
# The dependency order: vm -> base; compiler -> base, vm/abi, vm/pack.h (row types); runtime -> base, vm;
# public headers -> themselves. Compiler and runtime never include each other.
# Inside the compiler each layer includes itself and earlier ones: syntax, vocabulary, meaning, lower, pack, view, driver.
# So do the rooms of the runtime, in the order below. Whoever calls a later room says so here, file by file.
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
check include 'cantrip/'

# Each folder of a list includes itself and the earlier ones, and what stands in the list of exceptions.
in_order() { # top folder, folders in order, allowed everywhere, exceptions 'FILE: PATH'; sets `allowed`
    local folder all file line rest path
    allowed=$3
    for folder in $2; do
        allowed="$allowed|$1/$folder/"
        [ "$1/$folder" != compiler/view ] || allowed="$allowed|cantrip/compiler\.h" # what is to be seen
        all=$(includes "$1/$folder")
        [ -n "$all" ] || { echo "$1/$folder: no includes were found, so nothing is checked"; bad=1; }
        while IFS=: read -r file line rest; do
            path=${rest#*\"} path=${path%\"*}
            grep -qE "^($allowed)" <<<"$path" && continue
            grep -qxF "$file: $path" <<<"$4" && continue
            echo "$file:$line: $folder includes $path, which comes later"
            bad=1
        done <<<"$all"
    done
    while IFS=: read -r file path; do
        includes "$file" | grep -qF "\"${path# }\"" || { echo "tests/includes.sh: $file needs $path no longer"; bad=1; }
    done <<<"$4"
}
layers='syntax vocabulary meaning lower pack view'
shared='base/|vm/abi/|vm/pack\.h|compiler/diag\.h|compiler/diag_codes\.def'
# Rows that an earlier layer takes from a later one. A line here that no file needs any more is a mistake.
borrowed='compiler/syntax/lines.c: compiler/vocabulary/decl_kinds.def'
in_order compiler "$layers" "$shared|grammar\.tab\.h" "$borrowed"
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

# The rooms of the runtime. The header of a room says what others may touch, and reaches the rooms before it.
rooms='library state ask objects query layers events pay cast combat turn natives host views search'
# Calls to later rooms: the rules are recursive (to pay is to do something, and what happens can be a cost). Each line is a
# place where one has to look in both directions; one that no file needs any more is a mistake.
later='runtime/ask/decide.c: runtime/events/events.h
runtime/ask/tell.c: runtime/views/view.h
runtime/events/block_numbers.c: runtime/combat/combat.h
runtime/events/event_apply.c: runtime/turn/turn.h
runtime/events/events.c: runtime/turn/turn.h
runtime/events/meld.c: runtime/natives/natives.h
runtime/events/phasing.c: runtime/combat/combat.h
runtime/events/replacements.c: runtime/turn/turn.h
runtime/events/triggers.c: runtime/cast/cast.h
runtime/events/unseen.c: runtime/cast/cast.h
runtime/layers/copy.c: runtime/cast/cast.h
runtime/layers/durations.c: runtime/events/events.h
runtime/layers/layers.c: runtime/combat/combat.h
runtime/layers/permissions.c: runtime/cast/cast.h
runtime/layers/preview.c: runtime/events/events.h
runtime/layers/rules_of.c: runtime/natives/natives.h
runtime/objects/faces.c: runtime/cast/cast.h
runtime/objects/idle.c: runtime/cast/cast.h
runtime/objects/idle.c: runtime/pay/mana.h
runtime/objects/numbers.c: runtime/layers/layers.h
runtime/objects/objects.c: runtime/events/events.h
runtime/objects/players.c: runtime/layers/layers.h
runtime/pay/mana_sources.c: runtime/cast/cast.h
runtime/pay/mana_spend.c: runtime/turn/turn.h
runtime/pay/can_pay.c: runtime/cast/cast.h
runtime/pay/pay.c: runtime/cast/cast.h
runtime/pay/pay.c: runtime/turn/turn.h
runtime/pay/pay_mana.c: runtime/cast/cast.h
runtime/pay/pay_ways.c: runtime/cast/cast.h
runtime/query/beside.c: runtime/layers/layers.h
runtime/query/contexts.c: runtime/cast/cast.h
runtime/query/links.c: runtime/layers/layers.h
runtime/query/paid.c: runtime/cast/cast.h
runtime/query/past.c: runtime/events/events.h
runtime/query/properties.c: runtime/layers/layers.h
runtime/query/select.c: runtime/layers/layers.h
runtime/query/world.c: runtime/turn/turn.h
runtime/turn/flow.c: runtime/natives/natives.h'
in_order runtime "$rooms" 'base/|vm/|cantrip/' "$later"
for f in $(cd runtime && find . -type f | sed 's|^\./||'); do
    case " $rooms " in *" ${f%%/*} "*) ;; *)
        echo "runtime/$f: in no room"
        bad=1
        ;;
    esac
done
exit $bad
