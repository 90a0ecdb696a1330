#!/usr/bin/env python3
"""Sentences whose meaning is pinned: every sentence of pinned/*.txt is read, and its tree must be the one written there.

    pinned.py [--cantrip build/cantrip] [--update] [FILE...]

A file holds groups ('== title'), cards ('instant: sentence'; behind '+' stands a further sentence of the same card,
behind '|' a further line of the same sentence) and below every sentence its tree, indented by four. --update writes the
trees that there are now; read them before they are committed. The closing line counts sentences.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEADS = {'instant': '{0} instant', 'sorcery': '{0} sorcery', 'creature': '{0} creature Bear 2/2', 'enchantment': '{0} enchantment',
         'aura': '{0} enchantment Aura', 'artifact': '{0} artifact', 'land': 'land', 'saga': '{0} enchantment Saga',
         'x': '{X} instant', 'planeswalker': '{0} planeswalker Jace loyalty 3', 'star': '{0} creature Bear */*'}


class Sentence:
    def __init__(self, kind, text, number):
        self.kind, self.lines, self.number = kind, [text], number  # kind: None = of the card before
        self.tree, self.found = [], None


def parse(path):
    """The file's lines: plain strings, and sentences with their trees."""
    parts, last = [], None
    for number, line in enumerate(open(path, encoding='utf8').read().split('\n'), 1):
        kind, colon, rest = line.partition(': ')
        if line.startswith('    '):
            last.tree.append(line[4:])
        elif line.startswith('| '):
            last.lines.append(line[2:])
        elif line.startswith('+ '):
            last = Sentence(None, line[2:], number)
            parts.append(last)
        elif colon and kind in HEADS:
            last = Sentence(kind, rest, number)
            parts.append(last)
        elif not line or line.startswith(('==', '#')):
            parts.append(line)
        else:
            sys.exit('%s:%d: what is this? %s' % (path, number, line))
    return parts


def source(sentences):
    out = []
    for i, s in enumerate(sentences):
        if s.kind:
            if i:
                out.append('}')
            out.append('card "%d" %s {' % (i, HEADS[s.kind]))
        out += ['    ' + line for line in s.lines]
    return '\n'.join(out + ['}', ''])


def find_trees(cantrip, sentences):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'pinned.card')
        with open(path, 'w', encoding='utf8') as f:
            f.write(source(sentences))
        p = subprocess.run([cantrip, 'check', '--meaning', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    trees = []
    for line in p.stdout.decode('utf8').split('\n'):
        if line.startswith('    '):
            trees[-1].append(line[4:])
        elif line.startswith('  '):
            trees.append([])
    if len(trees) != len(sentences):
        sys.exit('%d sentences, but %d trees' % (len(sentences), len(trees)))
    for s, tree in zip(sentences, trees):
        s.found = tree


def write(path, parts):
    with open(path, 'w', encoding='utf8') as f:
        lines = []
        for p in parts:
            if isinstance(p, str):
                lines.append(p)
                continue
            lines.append(('%s: ' % p.kind if p.kind else '+ ') + p.lines[0])
            lines += ['| ' + line for line in p.lines[1:]]
            lines += ['    ' + line for line in p.found]
        f.write('\n'.join(lines))


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--cantrip', default='build/cantrip')
    a.add_argument('--update', action='store_true')
    a.add_argument('files', nargs='*')
    o = a.parse_args()
    passed = failed = 0
    for path in o.files or sorted(glob.glob(os.path.join(HERE, 'pinned', '*.txt'))):
        parts = parse(path)
        sentences = [p for p in parts if isinstance(p, Sentence)]
        find_trees(o.cantrip, sentences)
        if o.update:
            write(path, parts)
        for s in sentences:
            same = o.update or s.tree == s.found
            passed, failed = passed + same, failed + (not same)
            if not same:
                print('%s:%d: %s\n  is pinned as\n    %s\n  and is read as\n    %s' % (
                    os.path.relpath(path), s.number, s.lines[0], '\n    '.join(s.tree), '\n    '.join(s.found)))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
