#!/usr/bin/env python3
"""Which keyword abilities of CR 702 have C of their own, and why. A keyword has it where its declaration says 'marker', or where a
native exists for it alone; all others are said in the language. The page docs/keywords.md is written from here.

    tests/keywords_in_c.py            checks: markers and natives are those of the tables below, the page is as it should be
    tests/keywords_in_c.py --write    writes the page

With a new marker, or a native that one keyword alone needs, comes a row below that says why."""
import glob
import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "docs/keywords.md"
LEAST_WITHOUT_MARKER, LEAST_OF_OTHERS = 125, 110
FIRST, LAST = 2, 136

# Rule -> why the rules machine knows the word.
MARKERS = {
    "702.5": "what an Aura can be attached to is asked by targets, by entering and by state-based actions (CR 303.4)",
    "702.16": "damage, enchanting, blocking and targeting ask it (CR 702.16b to f)",
    "702.19": "how damage may be assigned among blockers and what is attacked (CR 702.19b)",
    "702.21": "attackers are declared as bands, and who assigns damage changes (CR 702.21c to j)",
    "702.25": "what is phased out is treated as though it did not exist (CR 702.25b): every look at the battlefield",
    "702.32": "whether something was kicked is a fact of the spell, its copies and what it becomes; cards ask for it as 'kicked'",
    "702.36": "it is cast as another object, and turned up as a special action (CR 702.36c, e)",
    "702.101": "both halves are cast as one spell, as a face that the compiler joins (CR 708.3)",
    "702.126": "a half that is cast from a graveyard alone, as a face of its own (CR 708.3)",
    "702.131": "another player is asked while mana is paid (CR 702.131a)",
}
# Rule -> natives and forms that nothing but this keyword uses: the way in which they are said is open to every declaration.
NATIVES = {
    "702.2": ("is always lethal", "a trait: counted where damage is assigned and in state-based actions (CR 702.2b, c)"),
    "702.4": ("deals combat damage again", "a trait: it deals damage in both combat damage steps (CR 702.4b)"),
    "702.12": ("can't be destroyed", "a trait: destruction and lethal damage pass it over (CR 702.12b)"),
    "702.15": ("causes its controller to gain that much life", "a trait: the damage itself gains life, as part of its result (CR 119.3f)"),
    "702.28": ("cycle", "that something was cycled is another event than that it was discarded"),
    "702.41": ("to choose all", "a cost that is decided together with the modes (CR 702.41a)"),
    "702.46": ("may_splice", "parts of another card are followed as parts of the spell (CR 702.46a)"),
    "702.89": ("to players is dealt as poison counters", "a trait: the result of damage to players is another (CR 119.3b)"),
    "702.93": ("as you draw this", "done before anybody else knows which card was drawn (CR 702.93a)"),
    "702.94": ("pair", "two creatures are partners as long as both stay (CR 702.94b, e)"),
    "702.95": ("says each instead of target", "the text is read a second time (CR 702.95a)"),
    "702.102": ("may_cast_as_aura", "it is cast as an Aura, which the compiler makes a face of (CR 702.102a)"),
    "702.119": ("for each mode beyond the first", "a cost for each mode beyond the first, while modes are chosen (CR 601.2b)"),
}
# Rule -> what it says of itself, and who else says it: other keywords and real cards, whose names are looked for in cardscripts.
SHARED = {
    "702.7": ("deals combat damage early", ["double strike"]),
    "702.8": ("may be cast any time an instant could be cast", ["Armor of Thorns"]),
    "702.10": ("can attack at once; can be tapped for its abilities at once", ["Instill Energy", "Thousand-Year Elixir"]),
    "702.20": ("attacking doesn't cause it to tap", ["Johan"]),
    "702.47": ("sacrifice a permanent to pay less by its mana cost", ["emerge"]),
    "702.54": ("exile a card bound to a permanent", ["cipher"]),
    "702.72": ("is every creature type", ["Mistform Ultimus"]),
    "702.79": ("damage dealt by it to creatures is dealt as -1/-1 counters", ["infect", "Everlasting Torment"]),
    "702.98": ("exile a card bound to a permanent; what gave this", ["haunt"]),
    "702.105": ("if this begins the game in the command zone", ["double agenda"]),
    "702.118": ("sacrifice a permanent to pay less by its mana value", ["offering"]),
    "702.121": ("a cost of any number of things that have enough in all", ["Phyrexian Dreadnought"]),
}


def declarations():
    """Rule -> [(pattern, has a marker)], and the text of all declarations."""
    rules, texts = {}, []
    for path in sorted(glob.glob("cardscripts/rules/*.card")):
        text, number = open(path, encoding="utf-8").read(), None
        texts.append(text)
        for row in re.finditer(r"^keyword\s+(.+?)( marker)?(?: kind of \w+)?( on [^{\n]*?)?\s*(?:\{|(?=//)|$)(?:\s*// CR (702\.\d+))?", text, re.M):
            number = row[4] or number
            if not row[1].startswith("additional cost"):
                rules.setdefault(number, []).append((row[1], bool(row[2])))
    return rules, "\n".join(texts)


def order(rule):
    return int(rule.split(".")[1])


def page(rules, marked):
    every = LAST - FIRST + 1
    own = [r for r in NATIVES if r not in marked]
    out = ["# Keywords in C", "",
           f"Written by `tests/keywords_in_c.py`. Of the {every} keyword abilities of CR 702 {every - len(marked)} are declared without a marker; of",
           f"these {every - len(marked) - len(own)} use only what other declarations and cards use as well. A keyword of a modder's can use all of it.", "",
           "## Known to the rules machine by a marker", "", "| rule | keyword | why |", "|---|---|---|"]
    for rule in sorted(marked, key=order):
        out.append(f"| {rule} | {rules[rule][0][0]} | {MARKERS[rule]} |")
    out += ["", "## In the language, with something that nothing else uses yet", "", "| rule | keyword | what | why |", "|---|---|---|---|"]
    for rule in sorted(own, key=order):
        out.append(f"| {rule} | {rules[rule][0][0]} | `{NATIVES[rule][0]}` | {NATIVES[rule][1]} |")
    out += ["", "## In the language, with something that few others use", "", "| rule | keyword | what | who else |", "|---|---|---|---|"]
    for rule in sorted(SHARED, key=order):
        out.append(f"| {rule} | {rules[rule][0][0]} | {SHARED[rule][0]} | {', '.join(SHARED[rule][1])} |")
    return "\n".join(out) + "\n"


def main():
    rules, text = declarations()
    marked = {r for r, all_of in rules.items() if any(m for _, m in all_of)}
    wrong = [f"702.{n}: not declared" for n in range(FIRST, LAST + 1) if f"702.{n}" not in rules]
    wrong += [f"{r}: a marker, and nothing says why" for r in sorted(marked - set(MARKERS), key=order)]
    wrong += [f"{r}: has no marker any more" for r in sorted(set(MARKERS) - marked, key=order)]
    wrong += [f"{r}: '{name}' is nowhere in cardscripts/rules" for r, (name, _) in NATIVES.items() if name not in text]
    cards = "\n".join(open(p, encoding="utf-8").read() for p in sorted(glob.glob("cardscripts/cards/*.card")))
    keywords = {re.split(r" [A-Z]{2,}| N\b", name)[0].strip() for every in rules.values() for name, _ in every} | {"offering"}
    wrong += [f"{r}: '{other}' is neither a keyword nor a card"
              for r, (_, others) in SHARED.items() for other in others if other not in keywords and f'card "{other}"' not in cards]
    without = LAST - FIRST + 1 - len(marked)
    if without < LEAST_WITHOUT_MARKER:
        wrong.append(f"only {without} keywords have no marker")
    if without - len([r for r in NATIVES if r not in marked]) < LEAST_OF_OTHERS:
        wrong.append("too few keywords use only what others use as well")
    if not wrong:
        said = page(rules, marked)
        if "--write" in sys.argv:
            open(PAGE, "w", encoding="utf-8").write(said)
        elif not os.path.exists(PAGE) or open(PAGE, encoding="utf-8").read() != said:
            wrong.append(f"{PAGE} is not what tests/keywords_in_c.py --write makes of it")
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{without} of {LAST - FIRST + 1} keywords have no marker, {without - len([r for r in NATIVES if r not in marked])} no native of their own either")
    return wrong != []


if __name__ == "__main__":
    sys.exit(main())
