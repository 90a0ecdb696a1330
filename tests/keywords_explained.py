#!/usr/bin/env python3
"""What 'cantrip explain KEYWORD' shows for every keyword ability of CR 702: its declaration, its rule, and two cards that have it.
Prints what is missing."""
import glob
import os
import re
import subprocess
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIRST, LAST = 2, 136
# Keywords of CR 702 for which there are fewer than two cards, and why.
FEW = {
    "702.63": "Lymph Sliver alone", "702.64": "Arcanum Wings alone", "702.66": "Darksteel Garrison alone", "702.67": "Frenzy Sliver alone",
    "702.68": "Bitter Ordeal alone", "702.70": "Fleshwrither alone",
    "702.93": "with one of its cards every first draw is asked about, so that they are cards of tests (tests/rules/miracle.card)",
}


def declared():
    """Rule -> the names of its keywords, as they are declared."""
    rules = {}
    for path in sorted(glob.glob("cardscripts/rules/*.card")):
        number = None
        for row in re.finditer(r"^keyword\s+(.+?)( marker)?(?: kind of \w+)?( on [^{\n]*?)?\s*(?:\{|(?=//)|$)(?:\s*// CR (702\.\d+))?", open(path, encoding="utf-8").read(), re.M):
            number = row[4] or number
            words = [w for w in re.sub(r"\[.*?\]", "", row[1]).split()]
            while words and (words[0].isupper() or ":" in words[0]):
                words.pop(0)
            name = []
            for w in words:
                if w.isupper() or ":" in w:
                    break
                name.append(w)
            while len(name) > 1 and name[-1] in ("from", "for", "of", "onto", "with"):
                name.pop()
            rules.setdefault(number, []).append(" ".join(name))
    return rules


def main():
    wrong, rules = [], declared()
    for n in range(FIRST, LAST + 1):
        rule = f"702.{n}"
        cards, shown = set(), False
        for name in rules.get(rule, []):
            run = subprocess.run(["build/cantrip", "explain", *name.split()], capture_output=True, text=True)
            if run.returncode or "keyword" not in run.stdout:
                wrong.append(f"{rule}: 'explain {name}' says nothing: {run.stderr.strip()[:80]}")
                continue
            shown |= f"CR {rule}" in run.stdout
            cards |= set(re.findall(r'^(?:card|split|back|flip|meld) "([^"]+)"', run.stdout, re.M))
        if rule not in rules:
            wrong.append(f"{rule}: not declared")
        elif not shown:
            wrong.append(f"{rule}: the rule is not shown ({', '.join(rules[rule])})")
        if len(cards) < 2 - (rule in FEW) and rule != "702.93":
            wrong.append(f"{rule}: {len(cards)} cards ({', '.join(rules.get(rule, []))})")
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{LAST - FIRST + 1} keywords explained, {len(wrong)} mistakes")
    return wrong != []


if __name__ == "__main__":
    sys.exit(main())
