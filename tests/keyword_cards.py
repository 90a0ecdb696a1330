#!/usr/bin/env python3
"""Every keyword action of CR 701 and every keyword ability of CR 702 has at least two real cards, each in two tests.

A keyword ability is what cardscripts/rules declares with its rule ('keyword fading N { // CR 702.31'); a declaration without one
belongs to the rule above it. A card counts where its text has the keyword as a line of its own or gives it to something, and
where two tests that cite a rule of the keyword name the card: one in which it happens, one in which it must not.

The cards with miracle stand in tests/rules/miracle.card, where it is said why.

    tests/keyword_cards.py            what is below two, and whether that is nothing
    tests/keyword_cards.py --all      every keyword with its cards and their number of tests
"""
import glob
import re
import sys

LEAST_CARDS, LEAST_TESTS = 2, 2
# Of games that are not played (CR 901, 904, 905) or of no real card (701.40).
NOT_PLAYED = {"701.23", "701.24", "701.25", "701.40"}
# Keywords that a single card has been printed with until January 2019.
SINGLE = {"702.63", "702.64", "702.66", "702.67", "702.68", "702.70"}
NO_CARD = {"snow plainswalk", "snow islandwalk", "snow mountainwalk"} # variants that no card has been printed with
# Actions are said in many frames: the words that a card says them with.
ACTIONS = {
    "701.2": r"T\}[^\n]*: \w+|sacrifice this: \w+", "701.3": r"attach|equip|fortify|enchant", "701.4": r"cast", "701.5": r"counter (target|that|it|the|all)",
    "701.6": r"creates?", "701.7": r"destroys?", "701.8": r"discards?", "701.9": r"double", "701.10": r"exchange",
    "701.11": r"exiles?", "701.12": r"fights?", "701.13": r"plays?", "701.14": r"regenerat\w+", "701.15": r"reveals?",
    "701.16": r"sacrifices?", "701.17": r"scry|scries", "701.18": r"search(es)?", "701.19": r"shuffles?",
    "701.20": r"(un)?taps?", "701.21": r"fateseal", "701.22": r"clash", "701.26": r"proliferate", "701.27": r"transforms?",
    "701.28": r"detain", "701.29": r"populate", "701.30": r"monstrosity", "701.31": r"votes?", "701.32": r"bolster",
    "701.33": r"manifest", "701.34": r"support", "701.35": r"investigate", "701.36": r"meld", "701.37": r"goad",
    "701.38": r"exert", "701.39": r"explores?", "701.41": r"surveil", "701.42": r"adapt",
}


def declared():
    """rule -> what it is called, the patterns of its keywords."""
    rules = {}
    for path in sorted(glob.glob("cardscripts/rules/*.card")):
        text = open(path, encoding="utf-8").read()
        number = None
        for row in re.finditer(r"^keyword\s+(.+?)( marker)?(?: kind of \w+)?( on [^{\n]*?)?\s*(?:\{|(?=//)|$)(?:\s*// CR (702\.\d+))?", text, re.M):
            number = row[4] or number
            words = re.sub(r"\[.*?\]", "", row[1]).split()
            if words[:2] == ["additional", "cost"]:
                number = None
                continue
            pattern = r" ".join(r"\S+?" if w[0].isupper() else re.escape(w) for w in words if w not in ("N", "COST", "DOES:block"))
            pattern = re.sub(r"( \\S\+\?)+$", "", pattern)
            called = " ".join(words)
            assert number, f"{path}: keyword {called} has no rule"
            rules.setdefault(number, []).append((called, pattern))
    return rules


def blocks(text, heads):
    """(name, text) of all declarations of a kind, with what belongs to them."""
    for part in re.split(r"^(?=\S)", text, flags=re.M):
        head = re.match(rf'(?:{heads}) "([^"]+)"', part)
        if head:
            yield head[1], part


def cards():
    """name -> (text, names in tests)."""
    found = {}
    for path in sorted(glob.glob("cardscripts/cards/*.card")) + ["tests/rules/miracle.card"]:
        last, text = None, re.sub(r"//(?! ).*|// .*", "", open(path, encoding="utf-8").read())
        for part in re.split(r"^(?=(?:card|back|flip|split|test) \")", text, flags=re.M):
            head = re.match(r'(card|back|flip|split) "([^"]+)"', part)
            if not head:
                continue
            if head[1] == "card":
                last = head[2]
                found[last] = (part, {last})
            else:
                before, names = found[last]
                found[last] = (before + part, names | {head[2], f"{last} // {head[2]}"})
    return found


def tests():
    """The rules a test cites, the names it says."""
    for path in glob.glob("tests/rules/*.card") + glob.glob("cardscripts/cards/*.card"):
        for row in re.finditer(r'^test "[^"\n]*"([^{]*)\{(.*?)^\}', open(path, encoding="utf-8").read(), re.M | re.S):
            yield set(re.findall(r"\d+\.\d+", row[1])), set(re.findall(r'"([^"\n]+)"', row[2]))


def has_keyword(pattern):
    own = rf"^\s*(?:[a-z][^:\n]*, )?{pattern}(?![\w-])[^\n]*$"
    given = rf"\b(?:has|have|gains?|with|is)\b[^\n]*?\b{pattern}(?![\w-])"
    return re.compile(f"{own}|{given}", re.M)


def counted(rules, all_cards, all_tests):
    for number in sorted(rules, key=lambda n: [int(x) for x in n.split(".")]):
        called = [name for name, _ in rules[number]]
        matches = [pattern for _, pattern in rules[number]]
        of = {}
        for name, (text, names) in all_cards.items():
            body = text.partition("{\n")[2] if "{\n" in text else text.rpartition("{ ")[2]
            if any(m.search(body) for m in matches):
                of[name] = sum(number in cites and bool(names & said) for cites, said in all_tests)
        yield number, called, of


def main():
    rules = declared()
    rules = {n: [(c, has_keyword(p)) for c, p in patterns] for n, patterns in rules.items()}
    for number, words in ACTIONS.items():
        rules[number] = [(words, re.compile(rf"\b(?:{words})\b"))]
    below, whole = 0, 0
    for number, called, of in counted(rules, cards(), list(tests())):
        if number in NOT_PLAYED:
            continue
        enough = [name for name, n in of.items() if n >= LEAST_TESTS]
        good = len(enough) >= (1 if number in SINGLE else LEAST_CARDS)
        whole += good
        below += not good
        if "--all" in sys.argv or not good:
            best = sorted(of.items(), key=lambda row: -row[1])[:6]
            print(f"{number} {called[0]}: {len(of)} cards, {len(enough)} tested twice: " + ", ".join(f"{c} {n}" for c, n in best))
    for number, patterns in rules.items():
        for called, match in patterns if number.startswith("702") else []:
            if called not in NO_CARD and not any(match.search(text.partition("\n")[2] or text) for text, _ in cards().values()):
                below += 1
                print(f"{number} {called}: no card has it")
    for n in range(2, 137):
        number = f"702.{n}"
        if number not in rules and number not in NOT_PLAYED:
            below += 1
            print(f"{number}: not declared")
    print(f"{whole} keywords have {LEAST_CARDS} cards that stand in {LEAST_TESTS} tests of it, {below} have not")
    return below != 0


if __name__ == "__main__":
    sys.exit(main())
