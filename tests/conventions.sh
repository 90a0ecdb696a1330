#!/usr/bin/env bash
# What docs/conventions.md promises and a program can check. Prints what is wrong; the closing line counts
# the checks.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
verdict() { # title, complaints
    if [ -z "$2" ]; then
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
exceptions=' rt_world vm_run apply_to rt_event_mask one_step cc_explain '
verdict "functions of more than 70 lines" "$(for f in $c_files; do
    awk -v file="$f" -v exceptions="$exceptions" '
        /^[a-zA-Z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^{$/ { start = NR; fn = name }
        /^}$/ { if (start && NR - start > 71 && index(exceptions, " " fn " ") == 0)
                    print "  " file ": " fn " has " NR - start - 1 " lines"
                start = 0 }' "$f"
done)"

# No list of a fixed length that something in play could outgrow. Registers, masks of subtypes and the state of the
# random generator have their length from what they are.
verdict "short lists in the rules machine" "$(grep -nE '^ +(rt_[a-z]+|u?int(16|32|64)_t) .*\b[a-z_]+\[[0-9]{2,}\]' runtime/*.c |
    grep -vE '^runtime/random.c' | sed 's/^/  /')"

# What is compared byte by byte, and saved, has no bytes that nobody sets.
verdict "holes in the rows of the state" "$(echo '#include "runtime/state.h"' |
    gcc -std=c17 -Wpadded -I. -Iinclude -x c -c - -o /dev/null 2>&1 | grep -E "state.h.*padding" | sed 's/^/  /')"

# Every citation names a rule that exists in the edition.
known=$(grep -v '^#' docs/rule_numbers.txt)
verdict "citations of rules that do not exist" "$({
    grep -ohE 'CR [0-9]{3}\.[0-9]+[a-z]?' $sources | cut -c4-
    grep -hE '^test .* cites ' tests/rules/*.card | grep -oE '\b[0-9]{3}\.[0-9]+[a-z]?\b'
} | sort -u | grep -vxFf <(echo "$known") | sed 's/^/  /')"

# Every row of a table is used: no modification, marker or event that nothing carries out.
rows() { sed -nE "s/^$1\([0-9]+, ([A-Za-z_]+).*/\1/p" "$2"; }
verdict "rows of mods.def that runtime or compiler does not know" "$(for m in $(rows MOD vm/abi/mods.def); do
    grep -qE "VM_MOD_$m\b" runtime/*.c || echo "  $m: runtime"
    grep -qE "(VM_MOD_|RULE\(\"[^\"]*\", )$m\b" compiler/*.c tests/unit/*.c || echo "  $m: compiler"
done)"
verdict "rows of events.def that never happen" "$(for e in $(rows EVENT vm/abi/events.def); do
    grep -qE "BIT\($e\)" runtime/triggers.c || echo "  $e"
done)"
keywords=$(sed -nE 's/^keyword ([a-z ]+) .*marker.*/\1/p; s/^keyword ([a-z ]+) marker.*/\1/p' cardscripts/rules/*.card)
verdict "markers that no keyword declares" "$(sed -nE 's/^MARKER\([0-9]+, [A-Z_]+, "([a-z ]+)"\)/\1/p' vm/abi/vocab.def |
    while read -r m; do grep -qE "^keyword $m .*marker" cardscripts/rules/*.card || echo "  $m"; done)"

# Every native and every opcode stands in the code of cards and tests, or in a unit test that assembles it.
./build/cantrip build cardscripts/cards tests/rules -o build/all.ctp >/dev/null &&
    ./build/cantrip dis build/all.ctp >build/all.dis
verdict "natives that no card or test uses" "$(for n in $(rows NATIVE vm/abi/natives.def); do
    grep -qE "NATIVE .* $n\$" build/all.dis || grep -qE "CALL\($n\b" tests/unit/*.c || echo "  $n"
done)"
verdict "opcodes that no card or test uses" "$(sed -nE 's/^OP\(0x[0-9A-F]+, ([A-Z_]+),.*/\1/p' vm/abi/opcodes.def |
    while read -r op; do
        grep -qE "^ +[0-9]+  $op +[0-9]" build/all.dis || grep -qE "\bI\($op\b" tests/unit/*.c || echo "  $op"
    done)"

# Every diagnostic is shown by a card that makes the mistake, or checked in tests/unit.
verdict "diagnostics that no test shows" "$(sed -nE 's/^DIAG\(([0-9]+), ([A-Z_]+),.*/\1 \2/p' compiler/diag_codes.def |
    while read -r n name; do
        grep -qE "expect E0*$n at" tests/scripts/err/*.card || grep -qE "\bE?0*$n\b" tests/unit/test_sources.c || echo "  E0$n $name"
    done)"

# No unfinished business, and one word per thing.
verdict "TODO, FIXME, XXX or HACK" "$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' $sources | sed 's/^/  /')"
verdict "'the opponent' in C" "$(grep -nE '1 - (p|player|you)\b|player \^ 1' $sources | sed 's/^/  /')"

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
