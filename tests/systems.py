#!/usr/bin/env python3
"""Every system of docs/systems.md has at least twelve cards, each is declared and stands in a test; 120 in all."""
import glob
import re
import sys

LEAST, ALL = 12, 120


def declared_and_tested():
    cards, tests = set(), ""
    for path in glob.glob("cardscripts/cards/*.card") + glob.glob("tests/rules/*.card"):
        text = open(path, encoding="utf-8").read()
        cards.update(re.findall(r'^(?:card|back|flip|split) "([^"]+)"', text, re.M))
        tests += "".join(re.findall(r'^test ".*?^}', text, re.M | re.S))
    return cards, set(re.findall(r'"([^"\n]+)"', tests))


def names(cell, cards):
    """Names with commas in them stand as they are: the longest that is a card counts."""
    parts, out = re.split(r"[,;] ", cell), []
    while parts:
        for n in (3, 2, 1):
            name = ", ".join(parts[:n])
            if name in cards or n == 1:
                out.append(name)
                del parts[:n]
                break
    return out


def main():
    cards, tested = declared_and_tested()
    mistakes, seen = [], set()
    for line in open("docs/systems.md", encoding="utf-8"):
        row = re.match(r"\| ([^|]+) \| ([^|]+) \|$", line)
        if not row or row[1] == "system":
            continue
        of = names(row[2].strip(), cards)
        if len(of) < LEAST:
            mistakes.append(f"{row[1]}: {len(of)} cards")
        for name in of:
            if name in seen:
                mistakes.append(f"{name}: twice")
            elif name not in cards:
                mistakes.append(f"{name}: no such card")
            elif name not in tested:
                mistakes.append(f"{name}: in no test")
            seen.add(name)
    if len(seen) < ALL:
        mistakes.append(f"{len(seen)} cards in all")
    print("\n".join(mistakes + [f"{len(seen)} cards show the systems, {len(mistakes)} mistakes"]))
    return mistakes != []


sys.exit(main())
