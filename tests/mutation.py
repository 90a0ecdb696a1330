#!/usr/bin/env python3
"""How good are the tests? Breaks the rules machine at random places and counts what the tests notice.

    tests/mutation.py [--count 300] [--seed 1] [--keep DIR] [--files GLOB] [--jobs 1] [--again] [--only K,K] [--quick SECONDS] [--programs NAMES]

All mutants of a run are compiled at once, into a copy of the tree: each site becomes
`(MUTANT(k) ? broken : as it is)`, and the environment (CANTRIP_MUTANT=k) says which one is broken. What does not compile
is left out. Each mutant is then given to the programs of tests/run that come to its place, the fast ones first, until one
fails, crashes or takes much longer. A place that no program comes to is a survivor like others. What work
is said to cost (rt_spend) is broken nowhere: it is an estimate, and that long work is paid for at all is what tests of limits ask. With --keep the copy stays:
`CANTRIP_MUTANT=7 DIR/build-checked/cantrip test` tries mutant 7 with the tests of the present folder. Survivors that change
nothing stand in docs/equivalent-mutants.tsv, with the reason, and do not count.
"""
import argparse
import bisect
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<pp>^\#(?:[^\n\\]|\\.)*)
  | (?P<str>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<num>(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*)
  | (?P<id>[A-Za-z_]\w*)
  | (?P<op>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)
LEVEL = {"*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, "<=": 7, ">": 7, ">=": 7, "==": 6, "!=": 6,
         "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1, "?": 0, ":": 0}
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
OTHER = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
         "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "&": ("|",), "|": ("&",), "<<": (">>",), ">>": ("<<",),
         "%": ("/",), "*": ("+",), "^": ("&",), "/": ("*",),
         "+=": ("-=",), "-=": ("+=",), "|=": ("&=",), "&=": ("|=",)}
OPEN, CLOSE = {"(", "[", "{"}, {")", "]", "}"}
NO_EXPRESSION = {"return", "goto", "break", "continue", "if", "for", "while", "switch", "do", "case", "default", "typedef",
                 "static", "const", "struct", "enum", "union", "else", "int", "char", "void", "unsigned", "_Static_assert"}
NO_VALUE = {"return", "case", "else", "do", "sizeof"}
CHECKS = {"CANTRIP_ASSERT", "RT_CHECK_AGAIN", "_Static_assert"} # these look at the tree; they are no part of it
ESTIMATES = {"rt_spend", "rt_spend_inside"} # how much work is paid for is an estimate: no number is the right one
SHARED_ZONES = {"VM_ZONE_BATTLEFIELD", "VM_ZONE_STACK", "VM_ZONE_COMMAND"} # whose they are is not looked at
TYPE = re.compile(r"(const\s+)?(struct\s+)?(unsigned|int|char|void|size_t|u?int\d+_t|(rt|vm|base|cantrip)_\w+)[\s*]*(const)?$")


class Site:
    """One way to break one place: [start, end) of a file is `good`, or the text `bad`."""

    def __init__(self, path, start, end, kind, bad, statement=False):
        self.path, self.start, self.end, self.kind, self.bad, self.statement = path, start, end, kind, bad, statement
        self.number, self.line, self.last = 0, 0, 0


class Source:
    """The tokens of a file, and the sites in its functions."""

    def __init__(self, root, path):
        self.path = path
        with open(os.path.join(root, path), encoding="utf-8") as f:
            self.text = f.read()
        self.at = [m for m in TOKEN.finditer(self.text) if m.lastgroup not in ("skip", "pp")]
        self.tok = [m.group() for m in self.at]
        self.kind = [m.lastgroup for m in self.at]
        self.lines = [m.start() for m in re.finditer(r"^", self.text, flags=re.M)]
        self.pair = self.brackets()
        self.sites = []
        for first, last in self.functions():
            self.find(first, last)

    def brackets(self):
        pair, stack = {}, []
        for i, t in enumerate(self.tok):
            if t in OPEN and self.kind[i] == "op":
                stack.append(i)
            elif t in CLOSE and self.kind[i] == "op":
                pair[stack[-1]], pair[i] = i, stack[-1]
                stack.pop()
        return pair

    def functions(self):
        i = 0
        while i < len(self.tok):
            if self.tok[i] == "{":
                if self.tok[i - 1] == ")":
                    yield i, self.pair[i]
                i = self.pair[i]
            i += 1

    def between(self, i, j): # the text of tokens i to j
        return self.text[self.at[i].start():self.at[j].end()]

    def is_cast(self, i): # of the ')' at i
        return bool(TYPE.match(self.between(self.pair[i] + 1, i - 1))) if self.pair[i] + 1 < i else False

    def is_prefix(self, i): # is the operator at i one of a single operand?
        t, before = self.tok[i], self.tok[i - 1]
        if t in ("!", "~"):
            return True
        if t == "*" and self.kind[i - 1] == "id" and re.match(r"(rt|vm|base|cantrip|u?int\d+)_\w+$|char$|void$", before):
            return True # a declaration
        if before in (")", "]"):
            return before == ")" and self.is_cast(i - 1)
        return self.kind[i - 1] == "op" or before in ("return", "case")

    def stops(self, i, level):
        t = self.tok[i]
        if self.kind[i] == "id":
            return t in ("return", "case", "else", "do", "sizeof") and t != "sizeof"
        if self.kind[i] != "op":
            return False
        if t in (";", ",", "{", "}") or t in ASSIGN:
            return True
        return t in LEVEL and LEVEL[t] < level and not self.is_prefix(i)

    def left(self, i, level): # the first token of what stands left of the operator at i
        j = i - 1
        while True:
            if self.tok[j] in CLOSE and self.kind[j] == "op" and self.tok[j] != "}":
                if self.tok[self.pair[j] - 1] in ("if", "for", "while", "switch"):
                    return j + 1
                j = self.pair[j] - 1
            elif (self.tok[j] in OPEN and self.kind[j] == "op") or self.stops(j, level):
                return j + 1
            else:
                j -= 1

    def right(self, i, level): # the last token of what stands right of it
        j = i + 1
        while True:
            t = self.tok[j]
            if t in ("(", "[", "{") and self.kind[j] == "op":
                if t == "{" and self.tok[j - 1] != ")":
                    return j - 1
                j = self.pair[j] + 1
            elif (t in CLOSE and self.kind[j] == "op") or (j > i + 1 and self.stops(j, level + 1)) or t == ";":
                return j - 1
            else:
                j += 1

    def add(self, i, j, kind, bad, statement=False):
        if j >= i:
            self.sites.append(Site(self.path, self.at[i].start(), self.at[j].end(), kind, bad, statement))

    def binary(self, i):
        t = self.tok[i]
        level = LEVEL.get(t, 1)
        a, b = self.left(i, level), self.right(i, -1 if t in ASSIGN else level) # what is assigned goes on behind a '?'
        if a >= i or b <= i:
            return
        for other in OTHER[t]:
            bad = f"({self.between(a, i - 1)}) {other} ({self.between(i + 1, b)})"
            self.add(a, b, f"{t} is {other}", bad)

    def operand_after(self, i): # the last token of the operand behind a prefix operator
        j = i + 1
        while self.tok[j] in ("!", "*", "&", "~", "-") or (self.tok[j] == "(" and self.is_cast(self.pair[j])):
            j = self.pair[j] + 1 if self.tok[j] == "(" else j + 1
        j = self.pair[j] if self.tok[j] == "(" else j
        while self.tok[j + 1] in (".", "->", "(", "["):
            j = self.pair[j + 1] if self.tok[j + 1] in ("(", "[") else j + 2
        return j

    def operand_before(self, i):
        j = i - 1
        while True:
            if self.tok[j] in (")", "]"):
                j = self.pair[j] - 1
                if self.kind[j] != "id" and self.tok[j] not in (")", "]"):
                    return j + 1
            elif self.tok[j - 1] in (".", "->"):
                j -= 2
            else:
                return j

    def steps(self, i): # ++ and --
        t, other = self.tok[i], "--" if self.tok[i] == "++" else "++"
        if self.kind[i - 1] == "id" or self.tok[i - 1] in (")", "]"):
            a = self.operand_before(i)
            self.add(a, i, f"{t} is {other}", self.between(a, i - 1) + other)
        else:
            b = self.operand_after(i)
            self.add(i, b, f"{t} is {other}", other + self.between(i + 1, b))

    def number(self, i):
        t = self.tok[i]
        if t == "0" and self.tok[i - 2] in SHARED_ZONES:
            return
        if self.tok[i - 1] == "[" and self.is_declaration(i - 3) and self.tok[i - 3] not in NO_VALUE: # more room changes nothing
            return
        if t == "1" and self.tok[i - 1] in ("return", ":", "?", "="): # a truth: two would be as true
            self.add(i, i, "1 is 0", "0")
        else:
            self.add(i, i, f"{t} is one more", f"({t} + 1)")

    def branch(self, i):
        if self.tok[i] == "?":
            a, b = self.left(i, 1), i - 1 # of several the one that stands in front of this
        else:
            a, b = i + 2, self.pair[i + 1] - 1
        self.add(a, b, f"{self.tok[i]}: the opposite", f"!({self.between(a, b)})")

    def statement(self, i):
        if self.tok[i] in NO_EXPRESSION - {"return", "break", "continue"}:
            return
        end = i
        while self.tok[end] != ";":
            if self.tok[end] in CLOSE:
                return # the inside of a table
            end = self.pair[end] + 1 if self.tok[end] in OPEN else end + 1
        if self.tok[i] == "return":
            if end == i + 1:
                self.add(i, end, "statement left out", "", True)
                return
            value = self.between(i + 1, end - 1)
            if value in ("0", "NULL"): # it gives that already
                return
            logical = any(t in ("!", "&&", "||", "<", ">", "<=", ">=", "==", "!=") for t in self.tok[i + 1:end])
            self.add(i + 1, end - 1, "gives the opposite" if logical else "gives 0", f"!({value})" if logical else "0")
        elif self.tok[i] in ("break", "continue"):
            self.add(i, end, "statement left out", "", True)
        elif not self.is_declaration(i):
            self.add(i, end, "statement left out", "", True)

    def is_declaration(self, i):
        if self.kind[i] != "id":
            return False
        j = i + 1
        while self.tok[j] == "*" or self.tok[j] == "const":
            j += 1
        return self.kind[j] == "id"

    def begins_statement(self, i):
        before = self.tok[i - 1]
        if before in (";", "{", "}", "else", "do"):
            return True
        if before == ":":
            return self.tok[i - 3] in ("case",) or self.tok[i - 2] == "default"
        return before == ")" and self.tok[self.pair[i - 1] - 1] in ("if", "for", "while", "switch")

    def in_for(self, i, stack): # inside the brackets of a for
        return bool(stack) and self.tok[stack[-1]] == "(" and self.tok[stack[-1] - 1] == "for"

    def find(self, first, last):
        stack, i = [], first
        while i <= last:
            t, kind = self.tok[i], self.kind[i]
            if t in CHECKS or t in ESTIMATES:
                i = self.pair[i + 1] + 1
                continue
            if kind == "op" and t in OPEN:
                stack.append(i)
            elif kind == "op" and t in CLOSE:
                stack.pop()
            elif kind == "num":
                self.number(i)
            elif t in ("if", "while") and self.tok[i + 1] == "(" or t == "?":
                self.branch(i)
            elif t in ("++", "--"):
                self.steps(i)
            elif t == "!":
                b = self.operand_after(i)
                self.add(i, b, "! left out", f"!!({self.between(i + 1, b)})")
            elif kind == "op" and t in OTHER and not self.is_prefix(i):
                self.binary(i)
            if i > first and t not in ("{", "}", ";") and self.begins_statement(i) and not self.in_for(i, stack):
                self.statement(i)
            i += 1

    def render(self, sites, start=0, end=None):
        """The text with these sites in it; one inside another stands in what is not broken."""
        end = len(self.text) if end is None else end
        out, at = [], start
        for s in sorted((s for s in sites if start <= s.start and s.end <= end), key=lambda s: (s.start, -s.end)):
            if s.start < at:
                continue # inside one that is done
            inner = [x for x in sites if x is not s and s.start <= x.start and x.end <= s.end
                     and (x.end - x.start < s.end - s.start or x.number > s.number)]
            good = self.render(inner, s.start, s.end)
            out.append(self.text[at:s.start])
            flat = re.sub(r"//[^\n]*", "", s.bad).replace("\n", " ")
            out.append(f"{{ if (!MUTANT({s.number})) {{ {good} }} }}" if s.statement
                       else f"(MUTANT({s.number}) ? ({flat}) : ({good}))")
            at = s.end
        return "".join(out) + self.text[at:end]

    def line_of(self, offset):
        return bisect.bisect_right(self.lines, offset)


SWITCH_H = """#pragma once
extern int cantrip_mutant;
extern unsigned char cantrip_mutant_seen[];
#define MUTANT(k) (cantrip_mutant_seen[k] = 1, cantrip_mutant == (k))
"""
SWITCH_C = """#include "base/mutant.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
enum { SIZE = %d };
int cantrip_mutant;
_Alignas(4096) unsigned char cantrip_mutant_seen[SIZE];
/* What is come to is written into a file that all processes share, however they end. */
__attribute__((constructor)) static void begin(void)
{
    const char *k = getenv("CANTRIP_MUTANT"), *path = getenv("CANTRIP_SEEN");
    cantrip_mutant = k ? atoi(k) : 0;
    const int f = path ? open(path, O_RDWR) : -1;
    if (f >= 0)
        mmap(cantrip_mutant_seen, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, f, 0);
}
"""


def options():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--files", default="")
    p.add_argument("--keep", default="")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--only", default="", help="of a kept folder: only these mutants, nothing is built")
    p.add_argument("--again", action="store_true", help="of a kept folder: all its mutants, nothing is built")
    p.add_argument("--programs", default="", help="only programs whose name has this in it (a regular expression)")
    p.add_argument("--quick", type=float, default=0, help="only programs that take less than so many seconds")
    return p.parse_args()


def rank(seed, sources, every):
    """Who is taken first: by what the places say, not by where they stand, so that a change elsewhere leaves the choice as it is."""
    met, ranks = collections.Counter(), {}
    for s in every:
        s.line, s.last = sources[s.path].line_of(s.start), sources[s.path].line_of(s.end - 1)
        said = sources[s.path].text[sources[s.path].lines[s.line - 1]:].split("\n", 1)[0].strip()
        name = f"{seed}\t{os.path.basename(s.path)}\t{s.kind}\t{said}"
        ranks[s] = hashlib.sha256(f"{name}\t{met[name]}".encode()).hexdigest()
        met[name] += 1
    return ranks


def choose(o, tree):
    paths = sorted(glob.glob("runtime/**/*.c", root_dir=tree, recursive=True) + glob.glob("vm/**/*.c", root_dir=tree, recursive=True))
    if o.files:
        paths = [p for p in paths if re.search(o.files, p)]
    sources = {p: Source(tree, p) for p in paths}
    every = [s for p in paths for s in sources[p].sites]
    ranks = rank(o.seed, sources, every)
    chosen = sorted(every, key=ranks.get)[:o.count + o.count // 4 + 5]
    for k, s in enumerate(chosen):
        s.number = k + 1
    print(f"{len(every)} places in {len(paths)} files", flush=True)
    return sources, chosen


def seen_size(most):
    return (most // 4096 + 1) * 4096


def write(tree, sources, live, most):
    for path, source in sources.items():
        text = source.render([s for s in live if s.path == path])
        text = f'#include "base/mutant.h"\n#line 1 "{os.path.join(tree, path)}"\n' + text
        where = os.path.join(tree, path)
        with open(where, encoding="utf-8") as f:
            if f.read() == text:
                continue
        with open(where, "w", encoding="utf-8") as f:
            f.write(text)
    with open(os.path.join(tree, "base/mutant.h"), "w", encoding="utf-8") as f:
        f.write(SWITCH_H)
    with open(os.path.join(tree, "base/mutant.c"), "w", encoding="utf-8") as f:
        f.write(SWITCH_C % seen_size(most))


def compile_all(tree, sources, chosen):
    """Both builds; what does not compile is taken out of `chosen`."""
    live = list(chosen)
    folders = {"build": ["-DCANTRIP_TESTS=ON", "-DCANTRIP_MUTATE=ON"],
               "build-checked": ["-DCANTRIP_CHECKED=ON", "-DCANTRIP_MUTATE=ON"]}
    write(tree, sources, live, len(chosen))
    for folder, more in folders.items():
        subprocess.run(["cmake", "-S", tree, "-B", os.path.join(tree, folder), "-G", "Ninja", "-DCMAKE_C_FLAGS=-w", *more],
                       check=True, stdout=subprocess.DEVNULL)
        while True:
            r = subprocess.run(["ninja", "-k", "0", "-C", os.path.join(tree, folder)], capture_output=True, text=True)
            if r.returncode == 0:
                break
            wrong = set()
            for path, line in re.findall(r"((?:runtime|vm)/[\w/]+\.c):(\d+):\d+: error:", r.stdout):
                here = [s for s in live if s.path == path and s.line <= int(line) <= s.last]
                wrong.update(sorted(here, key=lambda s: s.end - s.start)[:1])
            if not wrong:
                sys.exit(r.stdout[-3000:])
            live = [s for s in live if s not in wrong]
            print(f"{len(chosen) - len(live)} do not compile", flush=True)
            write(tree, sources, live, len(chosen))
    return live


def programs(tree):
    """What tests/run runs, as far as the rules machine and the verifier take part: name, command."""
    checked, plain = "./build-checked/cantrip", "./build/cantrip"
    # the checked build looks at ten thousand things again and again: what is about limits takes more memory than is allowed here
    steps = [("rules and cards", f"{plain} test"),
             ("from the other seat", f"{plain} test --seat 2"),
             ("checked rules and cards", f"{checked} test cardscripts/cards build/rules")]
    for t in sorted(glob.glob(os.path.join(tree, "build/unit_*"))):
        if os.access(t, os.X_OK) and os.path.isfile(t):
            steps.append((os.path.basename(t), "./build/" + os.path.basename(t)))
    same = "a=$({0} --json) && b=$({0} {1} --json) && [ \"${{a##*digest}}\" = \"${{b##*digest}}\" ]"
    for pair in ("red-deck-wins knights", "knights merfolk", "red-deck-wins merfolk"):
        steps.append((f"games {pair}", same.format(f"{plain} sim {pair} --games 300", "--clone-every 50")))
        steps.append((f"checked games {pair}", f"{checked} sim {pair} --games 60"))
    for table in ("3", "4 --teams 2", "4 --teams 2 --shared", "5 --range 1 --attack left", "6 --attack one"):
        game = f"{plain} sim --players {table} red-deck-wins knights merfolk --concede 200 --games 60"
        steps.append((f"games of {table}", f"{game} --journals >/dev/null && " + same.format(game, "--clone-every 20")))
    steps += [
        ("checked games of 4", f"{checked} sim --players 4 red-deck-wins knights merfolk --games 30 --concede 150"),
        ("why", f"{plain} test --filter 'Humility comes last' --why Humility | grep -q 'CR 613.3b, Humility: 4/4 becomes 1/1' && "
                f"{plain} test --filter 'Pacifism forbids both' --why 'Grizzly Bears' | grep -q 'Pacifism: can.t attack'"),
        ("mistakes", "tests/mistakes.sh"), ("pinned meanings", "python3 tests/meaning/pinned.py"),
        ("examples in the documentation", "tests/doc_examples.sh"), ("terminal", "tests/terminal.sh"),
        ("what is asked", "[ \"$(printf '1\\nq\\n' | ./build/cantrip play --human --seed 1 | grep -c 'play Mountain')\" = 1 ]"),
        ("a pack that imports", "d=$(mktemp -d) && ./build/cantrip build cardscripts/rules -o $d/r.ctp && "
            "./build/cantrip build cardscripts/cards --import $d/r.ctp -o $d/c.ctp && ./build/cantrip dis $d/c.ctp $d/r.ctp >/dev/null && "
            "! ./build/cantrip dis $d/c.ctp 2>$d/log && grep -q V60 $d/log && "
            "./build/cantrip build cardscripts/cards -o $d/a.ctp && ! ./build/cantrip dis $d/c.ctp $d/a.ctp 2>/dev/null"),
        ("packs played together", "tests/linked.sh"),
        ("pinned positions", "python3 tests/pinned_games.py --positions"),
        ("pinned tables", "python3 tests/pinned_games.py --tables"),
        ("very deep", "python3 tests/deep.py --depth 3 60"),
        ("twin worlds", "./build/twin 10 1 build/a.ctp"),
        ("broken packs", "./build-checked/mutate_packs 10 1 build/mutate-*.ctp"),
        ("forged saves", "./build-checked/mutate_saves 10 1 build/a.ctp"),
        ("calls in any order", "./build-checked/mutate_calls 10 1 build/a.ctp"),
    ]
    return steps


def limits(cpu):
    def set_them():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 2))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.setpgid(0, 0)
    return set_them


def run(tree, command, mutant, wall, cpu, seen=None):
    """Whether the program passes, and why not."""
    env = dict(os.environ, CANTRIP_MUTANT=str(mutant))
    if seen:
        env["CANTRIP_SEEN"] = seen
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen(["bash", "-c", command], cwd=tree, env=env, stdin=subprocess.DEVNULL, stdout=out,
                             stderr=subprocess.STDOUT, preexec_fn=limits(cpu))
        try:
            code = p.wait(timeout=wall)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, 9)
            p.wait()
            return False, "too long"
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    counted = re.findall(r"^\d+ passed, (\d+) failed", text, flags=re.M)
    bad = code != 0 or (counted and counted[-1] != "0")
    return not bad, ((re.search(r"^FAIL.*|.*\[  FAILED  \].*|.*assert.*", text, flags=re.M) or [f"exit {code}"])[0][:140] if bad else "")


def measure(tree, steps, most, longest):
    """Of each program: how long it takes, and the places that it comes to."""
    measured = []
    for name, command in steps:
        handle, seen = tempfile.mkstemp()
        os.write(handle, bytes(seen_size(most)))
        os.close(handle)
        began = time.time()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        fine, why = run(tree, command, 0, 900, int(longest + 1) if longest else 900, seen)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = time.time() - began
        cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
        with open(seen, "rb") as f:
            places = {i for i, byte in enumerate(f.read()) if byte}
        os.remove(seen)
        if not fine:
            print(f"left out, for it fails without a mutant: {name}: {why}", flush=True)
            continue
        if longest and took > 10 * longest: # it waits
            continue
        measured.append((took, cpu, name, command, places))
    measured.sort(key=lambda m: (m[2] not in ("rules and cards", "from the other seat"), m[1]))
    for m in measured:
        print(f"  {m[1]:6.2f} s {m[2]}: comes to {len(m[4])}", flush=True)
    return measured


def judge(tree, measured, site):
    come = [m for m in measured if site.number in m[4]]
    for took, cpu, name, command, _ in come:
        fine, why = run(tree, command, site.number, 30 + 30 * took, int(5 + 6 * cpu))
        if not fine:
            return f"{name}: {why}"
    return "" if come else None


def stop_at_first(tree):
    """`cantrip test` of the copy ends with the first test that fails: nobody asks for the others."""
    path = os.path.join(tree, "cli/test.c")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    line = "p->state[i] = cli_test_run(p->lib, i, p->o, &p->report[i]) ? 1 : 2;"
    if line not in text:
        sys.exit("cli/test.c has another form: mend stop_at_first")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(line, line + """
        if (getenv("CANTRIP_MUTANT") && p->state[i] == 2) {
            printf("FAIL %s\\n", cantrip_test_at(p->lib, i).name);
            fflush(stdout);
            _exit(1);
        }"""))


def copy_tree(to, only=""):
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"], check=True,
                           capture_output=True, text=True).stdout.split("\n")
    for name in names:
        if name and re.match(only, name) and os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(to, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(to, name))


def make(o, tree):
    """Builds the mutants into a copy of the tree, and writes down which there are."""
    sources, chosen = choose(o, ROOT)
    copy_tree(tree)
    stop_at_first(tree)
    live = compile_all(tree, sources, chosen)[:o.count]
    for s in live:
        lines = sources[s.path].text.split("\n")
        s.said, s.before = lines[s.line - 1].strip(), lines[s.line - 2].strip()
    with open(os.path.join(tree, "mutants.json"), "w", encoding="utf-8") as f:
        json.dump([{k: getattr(s, k) for k in ("number", "path", "line", "kind", "said", "before")} for s in live], f, indent=0)


def prepare(o, tree):
    """The mutants that are asked for, ready to be run; the tests are those of the present tree."""
    if not o.again and not o.only:
        make(o, tree)
    else:
        copy_tree(tree, "tests/|cardscripts/")
        subprocess.run(["ninja", "-C", os.path.join(tree, "build")], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(os.path.join(tree, "build/rules"), ignore_errors=True)
    shutil.copytree(os.path.join(tree, "tests/rules"), os.path.join(tree, "build/rules"), ignore=lambda *_: {"limits.card"})
    subprocess.run(["bash", "-c", "./build/cantrip build cardscripts/cards -o build/a.ctp >/dev/null; for f in cardscripts/cards/*.card; do "
                    "./build/cantrip build $f -o build/mutate-$(basename $f .card).ctp >/dev/null; done"], cwd=tree, check=True)
    with open(os.path.join(tree, "mutants.json"), encoding="utf-8") as f:
        live = [argparse.Namespace(**m) for m in json.load(f)]
    wanted = {int(k) for k in o.only.split(",")} if o.only else {s.number for s in live}
    return [s for s in live if s.number in wanted]


def known_equivalent():
    """Those of docs/equivalent-mutants.tsv: (file, change, line) to the reason. Where others say the same, the line before stands
    in front of it."""
    with open(os.path.join(ROOT, "docs/equivalent-mutants.tsv"), encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
    return {tuple(row[:3]): row[3] for row in rows}


def report(killed, survivors):
    print()
    known = known_equivalent()
    why = {s.number: known.get((os.path.basename(s.path), s.kind, s.said)) or known.get((os.path.basename(s.path), s.kind, f"{s.before} {s.said}"))
           for s, _ in survivors}
    for s, _ in survivors:
        if why[s.number]:
            print(f"EQUIVALENT {s.number} {s.path}:{s.line}: {s.kind}: {why[s.number]}")
    survivors = [x for x in survivors if not why[x[0].number]]
    for s, unseen in survivors:
        print(f"SURVIVED {s.number} {s.path}:{s.line}: {s.kind}{' (nothing comes here)' if unseen else ''}: {s.said}")
    n = len(killed) + len(survivors)
    print(f"{len(killed)} of {n} mutants that are none of docs/equivalent-mutants.tsv are killed: {100 * len(killed) / max(1, n):.1f} %")
    return 0 if len(killed) >= 0.95 * n else 1


def main():
    o = options()
    os.nice(10)
    tree = os.path.abspath(o.keep) if o.keep else tempfile.mkdtemp(prefix="mutation-")
    os.environ["CCACHE_BASEDIR"], os.environ["CCACHE_NOHASHDIR"] = tree, "1"
    live = prepare(o, tree)
    steps = [step for step in programs(tree) if re.search(o.programs, step[0])]
    measured = measure(tree, steps, max(s.number for s in live), o.quick)
    killed, survivors, began = [], [], time.time()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for s, how in zip(live, pool.map(lambda s: judge(tree, measured, s), live)):
            if how:
                killed.append(s)
            else:
                survivors.append((s, how is None))
            said = how if how else "SURVIVED" if how == "" else "SURVIVED, nothing comes here"
            print(f"[{len(killed) + len(survivors)}/{len(live)} {time.time() - began:.0f} s] {s.number} {s.path}:{s.line} {s.kind}: {said}",
                  flush=True)
    code = report(killed, survivors)
    if not o.keep:
        shutil.rmtree(tree)
    return code


if __name__ == "__main__":
    sys.exit(main())
