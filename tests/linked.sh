#!/usr/bin/env bash
# CLAIM: packs that know nothing of each other are played together. What each declares for itself stays apart from what the other
# declares, though both have given it the same numbers; what they share is one thing; in whatever order they are given. What
# does not go together is refused, with the reason.
set -u
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0
cantrip=./build/cantrip
check() { # title, command...
    local title=$1
    shift
    if "$@" >"$dir/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$title:"
        tail -20 "$dir/log"
    fi
}
build() { # name, imports..., reads tests/linked or $dir
    local name=$1 from=tests/linked/$1.card imports=() one
    shift
    [ -f "$from" ] || from=$dir/$name.card
    for one in "$@"; do imports+=(--import "$dir/$one.ctp"); done
    $cantrip build "$from" "${imports[@]}" -o "$dir/$name.ctp"
}
refused() { # rule, words of the message, packs...
    local rule=$1 words=$2
    shift 2
    ! $cantrip dis "${@/#/$dir/}" >/dev/null 2>"$dir/why" && grep -q "$rule" "$dir/why" && grep -q "$words" "$dir/why" || {
        cat "$dir/why"
        return 1
    }
}

check "the words of the rules are a pack" $cantrip build cardscripts/rules -o "$dir/rules.ctp"
check "one pack" build gardens rules
check "another, that knows nothing of it" build engines rules
check "a third, that imports both" build beyond rules gardens engines
for order in "beyond gardens engines rules" "engines beyond rules gardens" "rules gardens beyond engines"; do
    packs=()
    for one in $order; do packs+=("$dir/$one.ctp"); done
    check "played together: $order" bash -c "
        $cantrip test ${packs[*]} >'$dir/out' 2>&1 || { cat '$dir/out'; exit 1; }
        grep -qE '^[1-9][0-9]* passed, 0 failed' '$dir/out'"
done

# Games with cards of all three: from clones and from journals they come out as they did.
for deck in 1 2; do
    printf '%s\n' "20 Rose Bed" "5 Shears" "5 Walled Garden" "5 Weed" "15 Little Piston" "5 Valve" "5 Boiler" \
        "5 Greenhouse" "5 Any Kind" "5 Count It" >"$dir/$deck.txt"
done
packs="$dir/beyond.ctp $dir/gardens.ctp $dir/engines.ctp $dir/rules.ctp"
check "random games, their journals and clones" bash -c "
    games='sim $dir/1.txt $dir/2.txt --games 60 --json --cards $packs'
    a=\$($cantrip \$games --journals) || { echo \"\$a\"; exit 1; }
    b=\$($cantrip \$games --clone-every 7) || exit 1
    [ -n \"\$a\" ] && [ \"\$(echo \"\$a\" | sed 's/.*digest//')\" = \"\$(echo \"\$b\" | sed 's/.*digest//')\" ]"

# Every number changed: the same words, declared in another order and behind others, come first; all tests go as before.
mkdir -p "$dir/turned/rules" "$dir/turned/cards"
printf '%s\n' "subtype Zig, Zag of creature" "subtype Zug of land" "counter zeal, zest" "designation zealous" "supertype zippy" \
    "type zone_like" | sed 's/zone_like/zither/' >"$dir/turned/rules/00.card"
n=99
for file in cardscripts/rules/*.card; do
    cp "$file" "$dir/turned/rules/$n-$(basename "$file")"
    n=$((n - 1))
done
printf '%s\n' 'card "Zealot" {2} zippy creature Zig 2/2 {' '    when this enters: put a zest counter on this' \
    '    as this enters: choose a color as hue' '}' >"$dir/turned.card"
check "the same words with other numbers" $cantrip build "$dir/turned.card" --cards "$dir/turned" -o "$dir/turned.ctp"
check "all cards and tests" $cantrip build cardscripts/cards tests/rules -o "$dir/all.ctp"
check "every test with every number changed" $cantrip test "$dir/turned.ctp" "$dir/all.ctp"
for pair in "red-deck-wins knights" "knights merfolk"; do
    check "as many decisions and turns: $pair" bash -c "
        a=\$($cantrip sim $pair --games 40 --json --cards $dir/all.ctp) || exit 1
        b=\$($cantrip sim $pair --games 40 --json --cards $dir/turned.ctp $dir/all.ctp) || exit 1
        [ -n \"\$a\" ] && [ \"\${a%%, \\\"seconds*}\" = \"\${b%%, \\\"seconds*}\" ]"
done

check "an import that is missing" refused V60 'imports the pack "gardens.ctp"' beyond.ctp engines.ctp rules.ctp
check "another pack than the one that was imported" refused V60 rules.ctp engines.ctp gardens.ctp
printf '%s\n' 'card "Rose Bed" {1} artifact' >"$dir/again.card"
check "a pack with a card that another has" build again rules
check "two cards of one name" refused V63 'two of the packs have a card "Rose Bed"' gardens.ctp again.ctp rules.ctp
printf '%s\n' 'subtype Piston of land' 'card "Oil Field" land Piston' >"$dir/other.card"
check "a pack with another meaning of a word" build other rules
check "two meanings of a word" refused V64 'different things by "Piston"' engines.ctp other.ctp rules.ctp
for pack in many more; do
    {
        printf 'subtype %s' "${pack^}a"
        for i in {a..l}{a..j}; do printf ', %s' "${pack^}$i"; done
        printf ' of creature\ncard "%s" {1} artifact\n' "$pack"
    } >"$dir/$pack.card"
    check "a pack with many subtypes" build $pack rules
done
check "more subtypes than there can be" refused V64 'too many words together' many.ctp more.ctp rules.ctp
check "the same pack twice is one" $cantrip dis "$dir/gardens.ctp" "$dir/gardens.ctp" "$dir/rules.ctp"
check "packs and card files are not mixed" bash -c "
    ! $cantrip test '$dir/rules.ctp' tests/linked/gardens.card 2>'$dir/why' && grep -q 'do not go together' '$dir/why'"

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
