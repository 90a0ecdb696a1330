#!/usr/bin/env bash
# Formatting: what was formatted stays as it is, keeps its comments, and plays like before. Text for players: the
# golden cards.
set -u
cd "$(dirname "$0")/.."
cantrip=./build/cantrip
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
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
comments() { cat "$@" | grep -oE '//.*' | sed 's/ *$//' | sort; }

mkdir -p "$folder/cardscripts"
cp -r cardscripts/rules cardscripts/cards "$folder/cardscripts"
cp -r tests/rules "$folder/tests"
$cantrip fmt "$folder/cardscripts/cards" "$folder/tests" >"$folder/log" 2>&1
verdict "fmt complains" "$(grep -v '\.card$' "$folder/log")"
verdict "fmt changes what it has written" "$($cantrip fmt --check "$folder/cardscripts/cards" "$folder/tests" 2>&1)"
verdict "fmt loses comments" "$(diff <(comments cardscripts/cards/*.card tests/rules/*.card) \
    <(comments "$folder"/cardscripts/cards/*.card "$folder"/tests/*.card))"
verdict "formatted cards play otherwise" "$(diff \
    <($cantrip test tests/rules | tail -n 1) <($cantrip test --cards "$folder/cardscripts" "$folder/tests" | tail -n 1))"
printf 'card "Odd"   {1}{G}  creature Bear 2/2 {\n  // first\n\n\n      flying ,trample // behind\n\n  {T} :   draw   a card\n}\n' >"$folder/odd.card"
printf 'card "Odd" {1}{G} creature Bear 2/2 {\n    // first\n\n    flying, trample   // behind\n\n    {T}: draw a card\n}\n' >"$folder/want.card"
$cantrip fmt "$folder/odd.card" >/dev/null
verdict "spaces and lines" "$(diff "$folder/odd.card" "$folder/want.card")"
verdict "--check changes files" "$(printf 'card "Odd"  {1} artifact\n' >"$folder/odd.card"
    $cantrip fmt --check "$folder/odd.card" >/dev/null && echo "and finds nothing"
    grep -L 'Odd"  {1}' "$folder/odd.card")"
verdict "cards as players read them" "$(diff <($cantrip text cardscripts/cards/golden.card) tests/meaning/golden_text.txt)"
verdict "one card by name" "$(diff <($cantrip text 'Soul Warden') <(printf '%s\n' 'Soul Warden {W}' 'Creature — Human Cleric' \
    'Whenever another creature enters the battlefield, you gain 1 life.' '1/1'))"

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
