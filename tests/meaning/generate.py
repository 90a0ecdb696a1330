#!/usr/bin/env python3
"""Cards out of the declared frames: valid ones, and near misses. Attacks what is promised of every input.

    generate.py [--cantrip build/cantrip] [--count 2000] [--seed 1] [--refused N] [--out FOLDER]

Reads the frames of cardscripts/rules/*.card, fills their slots with phrases of the slot's type, puts the sentences into cards
and mutates every third card at the level of words. Batches of cards are checked and built, the packs are verified.
A *finding* is a crash, a message that speaks of the verifier, a pack that is refused, or check and build that do not agree;
it is printed with the smallest card that shows it. Exit code 0 without findings, else 1. The same seed makes the same cards.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from writer import ROOT, Writer, read_frames

BATCH = 200
TIMEOUT_S = 60


def mutate(rng, lines, words):
    """One to three words of the lines behind the first are deleted, doubled, swapped, put in; or the rest is cut off."""
    body = [re.split(r'( +)', s) for s in lines]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(1, len(body)) if rng.randrange(10) else 0
        s = [i for i, w in enumerate(body[at]) if w.strip()]
        if not s or (at == 0 and len(s) < 3):
            continue
        i = rng.choice(s if at else s[2:])
        how = rng.randrange(6)
        if how == 0:
            body[at][i] = ''
        elif how == 1:
            body[at][i] += ' ' + body[at][i]
        elif how == 2:
            k = rng.choice(s if at else s[2:])
            body[at][i], body[at][k] = body[at][k], body[at][i]
        elif how == 3:
            body[at][i] = rng.choice(words) + ' ' + body[at][i]
        elif how == 4:
            body[at][i] = rng.choice(words)
        elif rng.randrange(4) == 0 and at:
            del body[at][i:]
        else:
            body[at][i] = rng.choice((',', ':', '{', '}', '"x"', '{X}', '+1/+1', '(', '7', '-', '=', "'s"))
    return [''.join(s) for s in body]


class Compiler:
    def __init__(self, cantrip, folder):
        self.cantrip, self.folder = cantrip, folder
        self.path, self.pack = os.path.join(folder, 'batch.card'), os.path.join(folder, 'batch.ctp')

    def run(self, *args):
        try:
            p = subprocess.run([self.cantrip, *args], capture_output=True, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return 'hangs', '', ''
        return p.returncode, p.stdout.decode('utf8', 'replace'), p.stderr.decode('utf8', 'replace')

    @staticmethod
    def bad(code, out, err):
        text = out + err
        if code == 'hangs' or code < 0 or code > 1 or 'Sanitizer' in err or 'runtime error' in err:
            return 'exit %s of %s' % (code, (re.findall(r'(?:ERROR: |runtime error: |rule )[^\n]*', err) or [err[-200:].strip()])[0])
        found = re.search(r'\bV\d\d\b[^\n]*|[^\n]*verifier[^\n]*|[^\n]*internal[^\n]*', text)
        return found.group(0) if found else None

    def try_cards(self, cards):
        """(finding or None, lines with a mistake: [(line, code, message)])"""
        with open(self.path, 'w', encoding='utf8') as f:
            f.write('\n'.join('\n'.join(c) for c in cards) + '\n')
        code, out, err = self.run('check', self.path, '--json')
        why = self.bad(code, out, err)
        if why:
            return 'check: ' + why, []
        mistakes = []
        for line in out.splitlines():
            d = json.loads(line)
            mistakes.append((d.get('line', 0), d['code'], d['message']))
            if not d.get('line'):
                return 'check: a message without a place: ' + d['message'], []
        if code == 1 and not mistakes:
            return 'check: refused without a message', []
        if mistakes:
            return None, mistakes
        code, out, err = self.run('build', self.path, '-o', self.pack)
        if code:
            return 'build: ' + (self.bad(code, out, err) or 'does not agree with check: ' + err[-200:]), []
        code, out, err = self.run('dis', self.pack)
        return ('pack: ' + (self.bad(code, out, err) or err[-200:]), []) if code else (None, [])

    def views(self, cards):
        with open(self.path, 'w', encoding='utf8') as f:
            f.write('\n'.join('\n'.join(c) for c in cards) + '\n')
        why = self.bad(*self.run('check', self.path, '--meaning'))
        return 'check --meaning: ' + why if why else None


def smallest(bad, cards):
    """The fewest cards, then the fewest lines, that still show a finding."""
    size = len(cards)
    while size >= 1:
        i = 0
        while i < len(cards) and len(cards) > 1:
            fewer = cards[:i] + cards[i + size:]
            if fewer and bad(fewer):
                cards = fewer
            else:
                i += size
        size //= 2
    for n in range(len(cards)):
        i = 1
        while i < len(cards[n]) - 1:
            fewer = cards[n][:i] + cards[n][i + 1:]
            if bad(cards[:n] + [fewer] + cards[n + 1:]):
                cards[n] = fewer
            else:
                i += 1
    return cards


class Run:
    def __init__(self, compiler):
        self.c = compiler
        self.codes, self.samples = collections.Counter(), collections.defaultdict(list)
        self.accepted, self.accepted_plain, self.findings = 0, 0, {}

    def finding(self, why, cards, bad):
        cards = smallest(bad, cards)
        why = (bad(cards) or why)
        key = re.sub(r'\d+|0x[0-9a-f]+|/\S+', '#', why)
        if key not in self.findings:
            self.findings[key] = (why, cards)
            print('FINDING: %s\n    %s\n' % (why, '\n    '.join('\n'.join('\n'.join(c) for c in cards).split('\n'))), flush=True)
        return cards

    def without(self, cards, why, bad):
        """The cards without those that show a finding."""
        left = list(cards)
        for _ in range(20):
            shown = [c for c in left if bad([c])]
            if not shown:  # no card alone: the batch is given up
                self.finding(why, left, bad)
                return []
            self.finding(why, shown[:1], bad)
            for c in shown[1:6]:
                self.finding(why, [c], bad)
            left = [c for c in left if c not in shown]
            if not bad(left):
                return left
        return []

    def batch(self, cards, plain):
        """cards: lists of lines; plain: the names of those that are not mutated."""
        alone = lambda some: self.c.views(some)  # noqa: E731
        if (why := self.c.views(cards)):
            self.without(cards, why, alone)
        left = list(cards)
        while left:
            why, mistakes = self.c.try_cards(left)
            if why:
                left = self.without(left, why, lambda some: self.c.try_cards(some)[0])
                continue
            if not mistakes:
                break
            owner = [i for i, c in enumerate(left) for _ in '\n'.join(c).split('\n')]
            refused = {}
            for line, code, message in mistakes:
                opened = re.search(r'the block of line (\d+) is still open', message)
                line = int(opened.group(1)) if opened else line
                i = owner[min(max(line, 1), len(owner)) - 1]
                if i not in refused and i - 1 not in refused:  # what is open above may be the card's mistake
                    refused[i] = code
                    self.codes[code] += 1
                    if id(left[i]) in plain:
                        self.samples[code].append((message, '\n'.join(left[i]).split('\n')[min(max(line, 1), len(owner)) - 1 - owner.index(i)]))
            left = [c for i, c in enumerate(left) if i not in refused]
        self.accepted += len(left)
        self.accepted_plain += sum(1 for c in left if id(c) in plain)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--cantrip', default=os.path.join(ROOT, 'build', 'cantrip'))
    p.add_argument('--count', type=int, default=2000)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--out', help='where the batches are written (a temporary folder)')
    p.add_argument('--refused', type=int, default=0, metavar='N', help='show N refused sentences of each code, of cards that are not mutated')
    args = p.parse_args()
    frames, words = read_frames()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.out or temporary
        os.makedirs(folder, exist_ok=True)
        run = Run(Compiler(args.cantrip, folder))
        writer, made, plain_made = Writer(rng, frames), 0, 0
        while made < args.count:
            cards, plain = [], set()
            for _ in range(min(BATCH, args.count - made)):
                lines = writer.card('G%d' % made)
                if made % 3 == 2:
                    lines = mutate(rng, lines, words)
                else:
                    plain.add(id(lines))
                cards.append(lines)
                made += 1
            plain_made += len(plain)
            run.batch([c for c in cards if id(c) in plain], plain)
            run.batch([c for c in cards if id(c) not in plain], plain)
            if sys.stderr.isatty():
                print('\r%d of %d cards, %d findings' % (made, args.count, len(run.findings)), end='', file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for code, samples in sorted(run.samples.items()):
        for message, line in samples[:args.refused]:
            print('%s %s\n    %s' % (code, message, line.strip()))
    print('%d cards made, %d accepted; of %d that are not mutated %d are accepted (%d%%)' %
          (made, run.accepted, plain_made, run.accepted_plain, 100 * run.accepted_plain // max(plain_made, 1)))
    print('refused: ' + ', '.join('%s %d' % c for c in run.codes.most_common()))
    print('%d findings' % len(run.findings))
    return 1 if run.findings else 0


if __name__ == '__main__':
    sys.exit(main())
