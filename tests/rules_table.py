#!/usr/bin/env python3
"""The table of rules (docs/rules.tsv): what each says in a few words, and where it is: in the code, in the
declarations, in tests.

    tests/rules_table.py            checks; says how many rules stand where
    tests/rules_table.py --write    writes where each rule is into docs/rules.tsv anew; the words stay
    tests/rules_table.py --of 613   prints the rules of a section

Checked are: every number that code, declarations or tests cite exists; a test that cites a rule expects something; no
rule is said to be untestable and tested; every rule has its words. Where a rule is may be older than the code."""
import collections
import glob
import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = "docs/rules.tsv"
NUMBER = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")


def key(number):
    section, rest = number.split(".")
    digits = re.match(r"\d+", rest).group()
    return int(section), int(digits), rest[len(digits):]


def lines(path):
    with open(path, encoding="utf-8") as f:
        return f.read().split("\n")


def numbers():
    return [n for n in lines("docs/rule_numbers.txt") if re.fullmatch(r"\d+\.\d+[a-z]?", n)]


def untestable():
    found, why = {}, ""
    for line in lines("docs/rules-not-testable.md"):
        if line.startswith("## "):
            why = line[3:]
        elif re.match(r"\d+\.\d", line):
            found.update((n, why) for n in NUMBER.findall(line))
    return found


def code():
    """Rule -> files that cite it as `CR 613.7a`, or in a row of a table."""
    found = collections.defaultdict(set)
    for pattern in ("base/*.[ch]", "cli/*.[ch]", "compiler/**/*.[chyl]", "compiler/**/*.def", "vm/**/*.[ch]",
                    "vm/**/*.def", "runtime/*/*.[ch]", "runtime/*/*.def", "include/**/*.h", "include/**/*.def"):
        for path in glob.glob(pattern, recursive=True):
            for line in lines(path):
                for cited in re.findall(r"CR ((?:[1-9]\d\d\.\d+[a-z]?(?:, | to | and |-)?)+)", line):
                    for n in NUMBER.findall(cited):
                        found[n].add(path)
    return found


def frames():
    found = collections.defaultdict(set)
    for path in glob.glob("cardscripts/rules/*.card"):
        for line in lines(path):
            for cited in re.findall(r"CR ((?:[1-9]\d\d\.\d+[a-z]?(?:, | to | and |-)?)+)", line):
                for n in NUMBER.findall(cited):
                    found[n].add(os.path.basename(path)[:-5])
    return found


def tests():
    """Rule -> how many tests cite it; and the tests that expect nothing."""
    found, idle = collections.defaultdict(list), []
    for path in sorted(glob.glob("tests/rules/*.card") + glob.glob("cardscripts/cards/*.card")):
        name, cites, expects, at = None, [], 0, 0
        for i, line in enumerate(lines(path) + ["}"], 1):
            head = re.match(r'test "((?:[^"\\]|\\.)*)"(.*)', line)
            if head:
                name, cites, expects, at = head.group(1), NUMBER.findall(head.group(2)), 0, i
            elif name and line.startswith("}"):
                for n in cites:
                    found[n].append(os.path.basename(path)[:-5])
                if cites and not expects:
                    idle.append(f"{path}:{at}: {name}")
                name = None
            elif name and re.match(r"\s+expect\b", line):
                expects += 1
    return found, idle


def table():
    rows = collections.OrderedDict()
    for line in lines(TABLE)[1:]:
        if line:
            n, words, *where = line.split("\t")
            rows[n] = (words, where)
    return rows


def where(n, why, in_code, in_frames, in_tests):
    at = collections.Counter(in_tests.get(n, []))
    return ["not testable: " + why[n] if n in why else "tested" if at else "missing",
            " ".join(sorted(in_code.get(n, []))), " ".join(sorted(in_frames.get(n, []))),
            " ".join(f"{f}({c})" for f, c in sorted(at.items()))]


def main():
    known, why, in_code, in_frames = numbers(), untestable(), code(), frames()
    in_tests, idle = tests()
    rows, wrong = table(), []
    for what, cited in (("code", in_code), ("declarations", in_frames), ("tests", in_tests), ("the page", why)):
        wrong += [f"{what}: there is no rule {n} ({' '.join(sorted(set(cited[n])))[:80]})" if what != "the page" else
                  f"{what}: there is no rule {n}" for n in sorted(cited, key=key) if n not in set(known)]
    wrong += [f"nothing is expected: {t}" for t in idle]
    wrong += [f"{n} is tested, and said to be untestable" for n in why if n in in_tests]
    wrong += [f"{TABLE}: {n} has no words" for n in known if not rows.get(n, ("",))[0]]
    wrong += [f"{TABLE}: there is no rule {n}" for n in rows if n not in set(known)]
    if "--of" in sys.argv:
        section = sys.argv[sys.argv.index("--of") + 1]
        for n in known:
            if n.split(".")[0] == section:
                print("\t".join([n, rows.get(n, ("",))[0]] + where(n, why, in_code, in_frames, in_tests)))
    if "--write" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as f:
            f.write("rule\tsays\tstate\tcode\tdeclarations\ttests\n")
            for n in sorted(known, key=key):
                f.write("\t".join([n, rows.get(n, ("",))[0]] + where(n, why, in_code, in_frames, in_tests)) + "\n")
    for w in wrong:
        print(w)
    print(f"{len(known)} rules: {sum(n in in_tests for n in known)} cited by tests, {len(why)} not testable, "
          f"{sum(n in in_code for n in known)} cited in the code, {sum(n in in_frames for n in known)} in declarations; "
          f"{len(wrong)} mistakes")
    return 1 if wrong else 0


sys.exit(main())
