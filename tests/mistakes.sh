#!/usr/bin/env bash
# Every file in tests/scripts/err holds mistakes and says which answers it expects:
#     // expect E0201 at 3:5
# All answers of the compiler must be expected, and all expectations must be answered. Each test of tests/scripts/fail has to
# fail, with what its head says:
#     test "..." cites 508.1c { // fails: this creature does not attack
cd "$(dirname "$0")/.."
passed=0
failed=0
for f in tests/scripts/err/*.card; do
    want=$(sed -nE 's|.*// expect (E[0-9]+) at ([0-9]+:[0-9]+).*|\2 \1|p' "$f" | sort)
    got=$(./build/cantrip check "$f" --json 2>&1 | sed -nE 's|.*"line": ([0-9]+), "column": ([0-9]+), "code": "(E[0-9]+)".*|\1:\2 \3|p' | sort)
    if [ -n "$want" ] && [ "$want" = "$got" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$f: expected [$(echo $want)], got [$(echo $got)]"
    fi
done
for f in tests/scripts/ok/*.card; do
    [ -e "$f" ] || continue
    if ./build/cantrip check "$f" >/dev/null 2>build/ok.log; then passed=$((passed + 1)); else failed=$((failed + 1)); cat build/ok.log; fi
done
for f in tests/scripts/fail/*.card; do
    ./build/cantrip test cardscripts/cards "$f" >build/fail.log 2>&1
    while IFS= read -r line; do
        name=$(sed -E 's|^[0-9]+:test "([^"]*)".*|\1|' <<<"$line")
        if grep -F ": test \"$name\" failed: " build/fail.log | grep -qF -- "${line##*// fails: }"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$f:${line%%:*}: '$name' does not fail with '${line##*// fails: }'"
        fi
    done < <(grep -n '^test ' "$f")
done
echo "$passed passed, $failed failed"
