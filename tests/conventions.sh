#!/usr/bin/env bash
# What docs/conventions.md promises and a program can check. Prints what is wrong; the closing line counts
# the checks.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
verdict() { # title, complaints, what was looked at: a check of nothing fails
    if [ -z "$3" ]; then
        failed=$((failed + 1))
        printf '%s:\n  there was nothing to check\n' "$1"
    elif [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n%s\n' "$1" "$2"
    fi
}
files() { find . -path './build*' -prune -o -path './.git' -prune -o -type f \( "$@" \) -print | sed 's|^\./||' | sort; }
c_files=$(files -name '*.c')
sources=$(files -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.y' -o -name '*.l')
[ -n "$c_files" ] || { echo "no sources were found"; exit 1; }

# Functions have at most 70 lines. The exceptions are one switch or one list of cases from top to bottom.
exceptions=' answer run apply_to rt_event_mask one_step cc_explain cc_describe_add_atom m_read_operand '
verdict "functions of more than 70 lines" "$(for f in $c_files; do
    awk -v file="$f" -v exceptions="$exceptions" '
        /^[a-zA-Z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^{$/ { start = NR; fn = name }
        /^}$/ { if (start && NR - start > 71 && index(exceptions, " " fn " ") == 0)
                    print "  " file ": " fn " has " NR - start - 1 " lines"
                start = 0 }' "$f"
done)" "$c_files"

# No list of a fixed length that something in play could outgrow. Registers, masks of subtypes and the state of the
# random generator have their length from what they are.
verdict "lists of a fixed length that nobody has looked at" "$(python3 tests/fixed_lists.py)" "$c_files"

# Each system of the rules is shown by real cards.
verdict "systems and their cards" "$(python3 tests/systems.py | grep -v ' 0 mistakes$')" docs/systems.md

# What is compared byte by byte, and saved, has no bytes that nobody sets.
verdict "holes in the rows of the state" "$(echo '#include "runtime/state/state.h"' |
    gcc -std=c17 -Wpadded -I. -Iinclude -x c -c - -o /dev/null 2>&1 | grep -E "state.h.*padding" | sed 's/^/  /')" runtime/state/state.h

# Every citation names a rule that exists in the edition.
known=$(grep -v '^#' docs/rule_numbers.txt)
cited=$({
    grep -ohE 'CR [0-9]{3}\.[0-9]+[a-z]?' $sources | cut -c4-
    grep -hE '^test .* cites ' tests/rules/*.card | grep -oE '\b[0-9]{3}\.[0-9]+[a-z]?\b'
} | sort -u)
verdict "citations of rules that do not exist" "$(grep -vxFf <(echo "$known") <<<"$cited" | sed 's/^/  /')" "$cited"

# Every row of a table is used: no modification, marker or event that nothing carries out.
rows() { sed -nE "s/^($1)\([0-9]+, ([A-Za-z_]+).*/\2/p" "$2"; }
compiler_c=$(files -path './compiler/*' -name '*.c')
# 'KIND NAME' for every 'native NAME' that a declaration of the rules names
named=$(sed -nE 's/^([a-z]+) .* native ([a-z_]+)( .*)?$/\1 \2/p' cardscripts/rules/*.card | sort -u)
# A modification is known to the compiler if code of it makes one. A row {"name", NULL, VM_MOD_X} of a table makes one
# only if a rule of cardscripts/rules says 'native name'.
makes() { # modification
    local by
    by=$(grep -hE "\bVM_MOD_$1\b" $compiler_c | sed -E 's|/\*.*||' | grep -E "\bVM_MOD_$1\b") || return 1
    while IFS= read -r line; do
        [[ $line =~ ^[[:space:]]*\{\"([a-z_]+)\",\ NULL, ]] || return 0
        grep -qxF "rule ${BASH_REMATCH[1]}" <<<"$named" && return 0
    done <<<"$by"
    return 1
}
mods=$(rows 'MOD|CHANGE' vm/abi/mods.def)
verdict "rows of mods.def that runtime or compiler does not know" "$(for m in $mods; do
    grep -qE "VM_MOD_$m\b" runtime/*/*.c || echo "  $m: runtime"
    makes "$m" || grep -qE "(VM_MOD_|RULE\(\"[^\"]*\", )$m\b" tests/unit/*.c || echo "  $m: compiler"
done)" "$mods"
# what a trait says of several by a '*' at the end
shapes=$(sed -nE 's/^TRAIT\("([a-z_]+\*)", .*/\1/p' compiler/vocabulary/traits.def | paste -sd'|')
verdict "natives that declarations name and nothing carries out" "$(while read -r kind name; do
    case "$kind" in
    event | amount) rows EVENT vm/abi/events.def | grep -qxF "$name" && continue ;;
    action | cost) rows NATIVE vm/abi/natives.def | grep -qxF "$name" && continue ;;
    rule) grep -qE "^TRAIT\([0-9]+, [A-Z_]+, \"$name\"\)" vm/abi/vocab.def && continue ;;
    esac
    [ "$kind" != event ] && grep -qF "\"$name\"" $compiler_c compiler/vocabulary/traits.def && continue
    [[ $name =~ ^(${shapes//\*/.*})$ ]] && continue
    echo "  $kind ... native $name"
done <<<"$named")" "$named"
# The first words of the tables of natives in the compiler: each is named by a declaration.
table() { sed -nE '/^\} NATIVES\[\]/,/\};/p' "$1" | grep -oE '\{"[a-z_]+"' | tr -d '{"'; }
tables=$(for pair in rule:rules condition:conditions testing:tests; do
    table "compiler/lower/${pair#*:}.c" | sed "s/^/${pair%:*} /"
done)
verdict "natives of the compiler that no declaration names" "$(grep -vxFf <(echo "$named") <<<"$tables" | sed 's/^/  /')" "$tables"
# What natives take is said of natives that there are.
taken=$(sed -nE 's/^TAKES\(([A-Z]+), "([a-z_]+)".*/\L\1 \2/p' compiler/vocabulary/takes.def | sort -u)
events=$(rows EVENT vm/abi/events.def)
verdict "natives of takes.def that no declaration names" "$(grep -vxFf <(echo "$named"; sed 's/^/event /' <<<"$events") <<<"$taken" | sed 's/^/  /')" "$taken"
verdict "rows of events.def that never happen" "$(for e in $events; do
    grep -qE "BIT\($e\)" runtime/events/triggers.c || echo "  $e"
done)" "$events"
markers=$(sed -nE 's/^MARKER\([0-9]+, [A-Z_]+, "([a-z ]+)"\).*/\1/p' vm/abi/vocab.def)
verdict "markers that no keyword declares" "$(while read -r m; do
    grep -qE "^keyword $m( .*)? marker" cardscripts/rules/*.card || echo "  $m"
done <<<"$markers")" "$markers"
traits=$(sed -nE 's/^TRAIT\([0-9]+, [A-Z_]+, "([a-z_]+)"\).*/\1/p' vm/abi/vocab.def)
verdict "traits that no rule names" "$(while read -r t; do
    grep -qE "^rule .* native $t\b" cardscripts/rules/*.card || echo "  $t"
done <<<"$traits")" "$traits"

# Every native stands in the code of cards and tests; every opcode, too, or in a unit test that assembles it.
rm -f build/all.ctp build/all.dis
./build/cantrip build cardscripts/cards tests/rules -o build/all.ctp >/dev/null &&
    ./build/cantrip dis build/all.ctp >build/all.dis
[ -s build/all.dis ] || { echo "the cards do not compile"; exit 1; }
natives=$(rows NATIVE vm/abi/natives.def)
verdict "natives that no card or test uses" "$(for n in $natives; do
    grep -qE "NATIVE .* $n\$" build/all.dis || echo "  $n"
done)" "$natives"
opcodes=$(sed -nE 's/^OP\(0x[0-9A-F]+, ([A-Z_]+),.*/\1/p' vm/abi/opcodes.def)
verdict "opcodes that no card or test uses" "$(for op in $opcodes; do
    grep -qE "^ +[0-9]+  $op +[0-9]" build/all.dis || grep -qE "\bI\($op\b" tests/unit/*.c || echo "  $op"
done)" "$opcodes"

# Every diagnostic is shown by a card that makes the mistake, or checked in tests/unit.
diagnostics=$(sed -nE 's/^DIAG\(([0-9]+), ([A-Z_]+),.*/\1 \2/p' compiler/diag_codes.def)
verdict "diagnostics that no test shows" "$(while read -r n name; do
    grep -qE "expect E0*$n at" tests/scripts/err/*.card || grep -qE "\bE?0*$n\b" tests/unit/test_sources.c || echo "  E0$n $name"
done <<<"$diagnostics")" "$diagnostics"

# The gate is small, and what is relied on is looked at in builds that check.
verdict "the verifier has more than 1,500 lines" "$(cat vm/verifier*.c | awk 'END { if (NR > 1500) print "  " NR }')" "$c_files"
verdict "fewer than 20 assertions in 1,000 lines" "$(for d in vm runtime; do
    find $d -name '*.c' -print0 | xargs -0 cat | awk -v d=$d '/CANTRIP_ASSERT/ { n++ } END { if (n * 50 < NR) print "  " d ": " n " in " NR " lines" }'
done)" "$c_files"

# No unfinished business, and one word per thing.
verdict "TODO, FIXME, XXX or HACK" "$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' $sources | sed 's/^/  /')" "$sources"
verdict "'the opponent' in C" "$(grep -nE '1 - (p|player|you)\b|player \^ 1' $sources | sed 's/^/  /')" "$sources"

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
