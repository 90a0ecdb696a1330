#!/usr/bin/env bash
# The command at a terminal: games that are told, games that are played by a person, decks as people write them, journals.
set -u
cd "$(dirname "$0")/.."
passed=0 failed=0
t=build/terminal
rm -rf $t && mkdir -p $t
cantrip=$PWD/build/cantrip
check() { # title, command...
    local title=$1
    shift
    if "$@" >$t/log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$title:"
        tail -n 12 $t/log
    fi
}
says() { grep -qF -- "$1" "$2" || { echo "no '$1' in"; tail -n 30 "$2"; return 1; }; }
person() { # lines: what is typed; the rest: options
    printf '%b' "$1" | COLUMNS=${WIDTH:-80} "$cantrip" play --human --seed 4 "${@:2}" >$t/out 2>&1
}

# A story, and the same one from its journal.
$cantrip play --seed 3 --journal $t/game.txt >$t/story
check "two sensible players end a game" says " wins: " $t/story
check "the story is the same a second time" bash -c "$cantrip play --seed 3 | cmp - $t/story"
check "nobody harms himself" bash -c "! grep -E 'player ([12]) casts (Lightning Bolt|Char|Volcanic Hammer|Burst Lightning).*-> player \1' $t/story"
check "chance plays on" bash -c "$cantrip play --random --seed 3 | grep -q ' wins: '"
$cantrip replay $t/game.txt >$t/again
check "a journal tells the same game" bash -c "diff <(grep -c damage $t/story) <(grep -c damage $t/again)"
check "a table in the middle" bash -c "$cantrip replay $t/game.txt --at 40 | grep -q 'entry 40 of'"
head -c 3000 $t/game.txt >$t/cut.txt
check "a journal that was cut recovers" bash -c "! $cantrip replay $t/cut.txt >$t/out 2>&1 && grep -q 'the line is not whole; the [0-9]* entries before it are whole' $t/out"
sed '30s/answer [0-9]/answer 7/' $t/game.txt >$t/bad.txt
check "a journal that was changed is noticed" bash -c "! $cantrip replay $t/bad.txt >$t/out 2>&1 && grep -q 'bad.txt:30: the line is damaged' $t/out"

check "what is done several times is said once" bash -c "! uniq -d $t/story | grep -q triggers"
check "targets are sensible" bash -c "for s in 5 6 7; do $cantrip play --seed \$s merfolk red-deck-wins; done | grep -vE 'turn|life' | grep -cE 'player ([12]) casts (Lightning Bolt|Volcanic Hammer|Burst Lightning|Incinerate).*-> player \1' | grep -qx 0"

# Several players, and who sits where.
$cantrip play --players 4 --teams 2 --seed 2 --json >$t/teams.json
check "a team wins" python3 -c "import json; g = json.load(open('$t/teams.json')); assert len(g['decks']) == 4 and g['result']['over']"
check "three decks are three players" bash -c "$cantrip play red-deck-wins knights merfolk --random --seed 2 | grep -q 'player 3, merfolk: 20 life'"
check "a limit of turns" bash -c "$cantrip play --turns 6 --seed 2 --players 3 | grep -q 'a draw after'"
check "one player is none" bash -c "! $cantrip play --players 1 2>$t/out && grep -q '2 to 31 players' $t/out"
check "a seat that is not there" bash -c "! $cantrip play --human --seat 3 2>$t/out && grep -q 'from 1 to 2' $t/out"
check "teams that do not fit" bash -c "! $cantrip play --players 5 --teams 2 2>$t/out && grep -q 'cannot sit so' $t/out"
printf '1\nq\n' | COLUMNS=60 $cantrip play --human --seat 3 --players 5 --seed 4 >$t/out 2>&1
check "the third of five" says "player 3 (you), merfolk: 20 life" $t/out
check "all others are there" bash -c "for n in 1 2 4 5; do grep -q \"^player \$n, \" $t/out || exit 1; done"
check "nothing is wider than the terminal" bash -c "! sed 's/.*help > //' $t/out | grep -E '.{61}'"
printf '1\nconcede\n' | $cantrip play --human --players 3 --seed 4 --random >$t/out 2>&1
check "the others go on" says " wins: " $t/out

# A person.
person ''
check "the input ends" says "the game is left unfinished" $t/out
person 'q\n'
check "a person leaves" says "the game is left unfinished" $t/out
person '1\n?\ntext lightning bolt\ntext bogus\nfoo\n99\n1 2\n\x01\x02\n-3\nlog\ntable\ngraveyard\nexile\nstack\nq\n'
check "help" says "take back" <(sed 's/back to what/take back/' $t/out)
check "the text of a card" says "Lightning Bolt deals 3 damage to any target." $t/out
check "no such card" says "there is no card 'bogus'" $t/out
check "words that are no option" says "'foo' is none of these" $t/out
check "a number that is no option" says "the numbers are those before the options" $t/out
check "too many numbers" says "2 options were chosen: it must be 1" $t/out
person '1\nwhy\nwhy volcanic\nwhy mount\nvolc\ntext volc\nplay mount\nmount\nq\n'
check "why something cannot be cast" says "Volcanic Hammer: you cannot pay for it: {1}{R}" $t/out
check "a card is meant by a part of its name" says "deals 3 damage to any target." $t/out
check "why there is no second land" says "Mountain: you have played a land this turn" $t/out
check "why what" says "why what? why NAME" $t/out
person '1\nplay mount\nundo\nq\n'
person '1\nplay mount\nlightning\nplayer 2\nq\n'
check "the whole of an option is that one" says "Lightning Bolt deals 3 damage to player 2 (17 life)" $t/out
person '1\nplay mount\nundo\nq\n'
check "words of an option" says "player 1 plays Mountain" $t/out
check "undo" says "taken back" $t/out
person '1\nconcede\n'
check "concede" says "player 2 wins" $t/out
person "$(printf 'x%.0s' $(seq 2000))\nq\n"
check "a line that is too long" says "that is too long" $t/out
WIDTH=40 person '1\nq\n'
check "a narrow terminal" bash -c "! sed 's/.*help > //' $t/out | grep -E '.{41}'"
person '1\nplay mount\nnext\nnext\nnext\nnext\nnext\nnext\nq\n'
check "passing until something is done to you" bash -c "! grep -q 'none of these' $t/out"

# Decks.
cat >$t/deck.txt <<'TEXT'
// a comment
Deck
4x lightning bolt (M19) 123
3 MOGG FANATIC # a note
20 Mountain [RIX] *F*
Incinerate

Sideboard
2 No Such Card
TEXT
check "a deck as people write it" bash -c "$cantrip sim $t/deck.txt knights --games 2 >/dev/null"
echo '4 Lightning Blot' >$t/bad_deck.txt
check "a card that is meant" bash -c "! $cantrip sim $t/bad_deck.txt knights 2>$t/out; grep -q \"bad_deck.txt:1: there is no card 'Lightning Blot'; did you mean 'Lightning Bolt'?\" $t/out"
printf 'card "My Own Imp" {R} creature Imp 3/1 {\n    haste\n}\n' >$t/my.card
check "a card of one's own on top of the others" bash -c "$cantrip play 'knights+20 My Own Imp+10 Mountain' merfolk --cards $t/my.card --random | grep -q 'My Own Imp'"

# The command.
printf 'card   "A"  {R} instant {\nyou gain 1 life\n}\n' >$t/unformed.card
check "what is meant by a verb" bash -c "! $cantrip tset 2>$t/out; grep -q \"did you mean 'test'\" $t/out"
check "a version" bash -c "$cantrip --version | grep -qE '^cantrip [0-9]+\.[0-9]+\.[0-9]+$'"
check "help for a verb" bash -c "$cantrip help play | grep -q -- --human && ! $cantrip help nothing"
check "completion" bash -c "eval \"\$($cantrip completion bash)\" && COMP_WORDS=(cantrip pl) COMP_CWORD=1 && _cantrip && [ \"\${COMPREPLY[*]}\" = play ]"
if command -v zsh >/dev/null; then
    check "completion in zsh" bash -c "[ -n \"\$(PATH=$PWD/build:\$PATH zsh -fc 'eval \"\$(cantrip completion zsh)\"; print \$_comps[cantrip]')\" ]"
fi
check "no option is completed twice" bash -c "! $cantrip completion bash | grep -E ' (--[a-z-]+) .*\1 '"
check "an option of another verb" bash -c "! $cantrip dis --games 3 x 2>$t/out; grep -q 'no option --games here' $t/out"
printf 'card "Bad" {R} instant {\n    frobnicate\n}\n' >$t/wrong.card
json() { # key, command...: what is printed is JSON, line by line or as a whole, and has the key
    "$cantrip" "${@:2}" 2>$t/err | python3 -c '
import json, sys
text = sys.stdin.read()
try:
    objects = [json.loads(text)]
except ValueError:
    objects = [json.loads(line) for line in text.splitlines()]
sys.exit(not objects or any(sys.argv[1] not in o for o in objects))' "$1"
}
check "JSON: check" json code check $t/wrong.card --json
check "JSON: build" json bytes build $t/my.card -o $t/my.ctp --json
check "JSON: build, mistakes" json code build $t/wrong.card -o $t/my.ctp --json
check "JSON: dis" json lines dis $t/my.ctp --json
check "JSON: text" json text text Opt --json
check "JSON: explain" json text explain haste --json
check "a card explained" bash -c "$cantrip explain Lightning Bolt >$t/out && grep -q 'deals 3 damage to any target' $t/out && grep -q \"action 'THIS deal\" $t/out"
check "JSON: explain a card" json means explain Lightning Bolt --json
check "JSON: explain a code" json text explain E0201 --json
check "JSON: fmt" json changed fmt --check $t/unformed.card --json
check "JSON: test" json tests test --filter Shock --json
check "JSON: sim" json digest sim knights merfolk --games 2 --json
check "JSON: play" json events play --random --seed 3 --json
check "JSON: replay" json events replay $t/game.txt --json
check "JSON: replay, the table" json table replay $t/game.txt --at 30 --json
check "JSON: replay, what is wrong" json message replay $t/bad.txt --json
check "check -" bash -c "$cantrip check - <$t/my.card | grep -q '1 cards'"
check "no colours where they are not wanted" bash -c "! NO_COLOR=1 script -qec '$cantrip play --random --seed 1' /dev/null | grep -q \$'\x1b\[3'"
cp $t/my.card $t/watched.card
$cantrip check --watch $t/watched.card >$t/watch 2>&1 &
watcher=$!
sleep 0.8
echo 'card "A" {' >>$t/watched.card
sleep 1.2
kill $watcher
check "check --watch" bash -c "grep -q '1 cards' $t/watch && grep -q 'error' $t/watch"
check "journals of many games" bash -c "$cantrip sim red-deck-wins merfolk --games 40 --journals >/dev/null"
cp $t/unformed.card $t/kept.card
check "a file that cannot be written stays as it was" bash -c "trap '' XFSZ; ! (ulimit -f 0; $cantrip fmt $t/kept.card 2>/dev/null) && cmp $t/kept.card $t/unformed.card"
check "a pack that cannot be written whole is not there" bash -c "trap '' XFSZ; ! (ulimit -f 4; $cantrip build cardscripts/cards -o $t/part.ctp 2>/dev/null) && ! ls $t/part.ctp* 2>/dev/null"
check "what cannot be printed is an exit" bash -c "! $cantrip play --random >/dev/full 2>/dev/null && ! $cantrip text Opt >/dev/full 2>/dev/null"
# Where the cut falls between two lines nothing is broken off: the game is unfinished.
check "a journal that is cut anywhere is whole up to there" bash -c "trap '' XFSZ; for n in 1 2 3 4 6; do ! (ulimit -f \$n; $cantrip play --random --seed 3 --journal $t/cut.txt >/dev/null 2>&1) || exit 1; said='entries before it are whole'; [ -n \"\$(tail -c 1 $t/cut.txt)\" ] || said='left unfinished'; $cantrip replay $t/cut.txt 2>&1 | grep -q \"\$said\" || exit 1; done"
check "a journal that cannot be written" bash -c "! $cantrip play --random --journal /dev/full >/dev/null 2>$t/out; grep -q 'cannot write /dev/full' $t/out"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
