#!/usr/bin/env python3
"""A corpus of one-sentence cards, each with a test whose expectations come from a model of the board.

    corpus.py [--cantrip build/cantrip] [--out FOLDER] [--only CLASS] [--quiet] [--show NAME] [--all]
              [--max-wrong PERCENT] [--max-refused PERCENT]

Writes FOLDER/CLASS-NN.card, lets the compiler check them and plays the tests. A card is *right* when its test
passes, *wrong* when it compiles and does something else (or compiles though it must be refused), *refused* when
the compiler does not take it. Exit code 0 when both shares are within their limits, else 1.
"""
import argparse
import concurrent.futures
import importlib
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)

from model import pool_source  # noqa: E402  (the folder is on the path only now)

MODULES = ['subjects', 'possessors', 'events', 'watchers', 'negation', 'lastknown', 'costs', 'names', 'scope', 'durations',
           'targets', 'amounts', 'conditions', 'each', 'crossed', 'others', 'unless', 'together', 'crossed_acts', 'crossed_more',
           'crossed_each', 'apiece', 'topics', 'named', 'each_own', 'other_of_two', 'who_did_not', 'wanted', 'pronouns', 'refusals']
CHUNK = 120
TIMEOUT_S = 20


def all_cases(only=None, whole=False):
    """Of a table with a share, every so manyth card, unless all are wanted."""
    cases, counts = [], {}
    for module in MODULES:
        for table in importlib.import_module('sentences.' + module).tables():
            cases += table.cases if whole else table.cases[::getattr(table, 'share', 1)]
    for c in cases:
        counts[c.group] = counts.get(c.group, 0) + 1
        c.name = '%s %03d' % (c.group, counts[c.group])
    return [c for c in cases if only is None or c.group.startswith(only)]


def unknown_rules(cases):
    """Citations of rules that the edition does not have."""
    with open(os.path.join(ROOT, 'docs', 'rule_numbers.txt'), encoding='utf8') as f:
        known = set(f.read().split())
    return sorted({rule for c in cases for rule in c.cites.split(', ')} - known)


class Compiler:
    """Runs the product's own command over chunks of cards."""

    def __init__(self, cantrip, folder):
        self.cantrip, self.folder = cantrip, folder
        self.pool = os.path.join(folder, 'board.card')
        with open(self.pool, 'w', encoding='utf8') as f:
            f.write(pool_source())

    def call(self, verb, paths):
        """(exit code, output); a command that does not end counts as one that failed without a word."""
        try:
            p = subprocess.run([self.cantrip, verb, '--json', self.pool] + paths, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return None, ''
        return p.returncode, p.stdout.decode('utf8', 'replace')

    def write(self, path, cases):
        """The cards of a chunk; for every line the case that it belongs to, and whether it is the test."""
        owners, text = [None], ''
        with open(path, 'w', encoding='utf8') as f:
            for c in cases:
                for is_test, part in ((False, c.card()), (True, c.test())):
                    owners += [(c, is_test)] * part.count('\n')
                    text += part
            f.write(text)
        return owners

    def accepted(self, path, cases):
        """Those that compile. What the compiler says of the others is kept with them.

        A mistake can hide others, so what is left is checked until nothing is said any more; and it can be
        blamed on the next card, so whoever is blamed is heard alone.
        """
        alone = []
        while cases:
            owners = self.write(path, cases)
            code, output = self.call('check', [path])
            if code == 0:
                break
            bad = self.blamed(output, path, owners)
            if len(cases) == 1:
                cases[0].refusal = bad.get(cases[0], 'refused with exit code %s and no diagnostic of it' % code)
                return alone
            if not bad:
                half = len(cases) // 2
                return alone + self.accepted(path, cases[:half]) + self.accepted(path, cases[half:])
            cases = [c for c in cases if c not in bad]
            for c in bad:
                alone += self.accepted(path, [c])
        return cases + alone

    def blamed(self, output, path, owners):
        """The cases on whose lines the diagnostics are, with the first of each."""
        bad = {}
        for line in output.splitlines():
            try:
                d = json.loads(line)
            except ValueError:
                continue
            at = d.get('line', 0)
            if os.path.basename(d.get('file', '')) != os.path.basename(path) or not 0 < at < len(owners):
                continue
            c, is_test = owners[at]
            bad.setdefault(c, '%s%s %s' % ('in its test: ' if is_test else '', d.get('code', ''), d.get('message', '')))
        return bad

    def play(self, path, cases):
        """Plays the tests of what was accepted; a pack that the verifier refuses is looked for by halves."""
        if not cases:
            return
        self.write(path, cases)
        code, output = self.call('test', [path])
        try:
            results = {t['name']: t for t in json.loads(output)['tests']}
        except (ValueError, KeyError):
            results = None
        if results is None:
            if len(cases) == 1:
                cases[0].refusal = 'its pack is not accepted: exit code %s' % code
                return
            half = len(cases) // 2
            self.play(path, cases[:half])
            self.play(path, cases[half:])
            return
        for c in cases:
            t = results.get(c.name, {'passed': False, 'report': 'no result'})
            c.passed = t['passed']
            c.report = self.explain(path, t.get('report', ''))

    def explain(self, path, report):
        """The first line of a report, with the line of the test that it is about."""
        head = report.split('\n')[0]
        at = head.split(':')
        if len(at) < 3 or not at[1].isdigit():
            return head
        with open(path, encoding='utf8') as f:
            line = f.read().split('\n')[int(at[1]) - 1].strip()
        return '%s: %s' % (head.split('failed: ', 1)[-1], line)

    def run(self, chunk):
        path, cases = chunk
        refusable = [c for c in cases if c.script is None]
        playable = [c for c in cases if c.script is not None]
        good = self.accepted(path, refusable) + self.accepted(path, playable)
        self.play(path, [c for c in good if c.script is not None])
        self.write(path, cases)


def verdict(c):
    """right, wrong or refused."""
    refused = c.refusal is not None
    if c.script is None:
        return 'right' if refused else 'wrong'
    return 'refused' if refused else 'right' if c.passed else 'wrong'


def reason(c):
    if c.refusal is not None:
        return c.refusal
    return 'accepted, must be refused' if c.script is None else c.report


def report(cases, show):
    """The table by class; the shares of wrong and refused cards in per cent."""
    groups = list(dict.fromkeys(c.group for c in cases))
    total = {'right': 0, 'wrong': 0, 'refused': 0}
    rows = []
    for g in groups:
        count = {v: sum(verdict(c) == v for c in cases if c.group == g) for v in total}
        rows.append((g, count))
        for v in total:
            total[v] += count[v]
    for what in ('wrong', 'refused') if show else ():
        for c in cases:
            if verdict(c) == what:
                print('%-8s %-16s %s\n%s%s' % (what, c.name, c.text.replace('\n', ' / '), ' ' * 26, reason(c)))
    print('%-16s %6s %6s %8s' % ('class', 'right', 'wrong', 'refused'))
    for g, n in rows:
        print('%-16s %6d %6d %8d' % (g, n['right'], n['wrong'], n['refused']))
    share = {v: 100.0 * total[v] / max(1, len(cases)) for v in total}
    print('%d cards: %d right (%.1f %%), %d wrong (%.1f %%), %d refused (%.1f %%)' % (
        len(cases), total['right'], share['right'], total['wrong'], share['wrong'], total['refused'], share['refused']))
    return share


def options():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--cantrip', default=os.path.join(ROOT, 'build', 'cantrip'))
    a.add_argument('--out', help='where the cards are written (default: a temporary folder)')
    a.add_argument('--only', metavar='CLASS', help='classes whose name begins so')
    a.add_argument('--all', action='store_true', help='the whole of the tables of which a part is tried otherwise')
    a.add_argument('--quiet', action='store_true', help='no list of the wrong and refused ones')
    a.add_argument('--show', metavar='NAME', help='print one card with its test, and run nothing')
    a.add_argument('--jobs', type=int, default=2)
    a.add_argument('--max-wrong', type=float, default=100.0, metavar='PERCENT')
    a.add_argument('--max-refused', type=float, default=100.0, metavar='PERCENT')
    return a.parse_args()


def chunks(cases, folder):
    for g in dict.fromkeys(c.group for c in cases):
        mine = [c for c in cases if c.group == g]
        for i in range(0, len(mine), CHUNK):
            yield os.path.join(folder, '%s-%02d.card' % (g.replace(' ', '_'), i // CHUNK + 1)), mine[i:i + CHUNK]


def main():
    o = options()
    cases = all_cases(o.only, o.all)
    if o.show:
        print(''.join(c.card() + c.test() for c in cases if c.name == o.show), end='')
        return 0
    unknown = unknown_rules(cases)
    if unknown:
        print('no such rules: ' + ', '.join(unknown))
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder = o.out or temporary
        os.makedirs(folder, exist_ok=True)
        compiler = Compiler(o.cantrip, folder)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            list(pool.map(compiler.run, chunks(cases, folder)))
    share = report(cases, not o.quiet)
    return int(share['wrong'] > o.max_wrong or share['refused'] > o.max_refused)


if __name__ == '__main__':
    sys.exit(main())
