#!/usr/bin/env python3
"""A word more changes nothing that could be said without it.

    words.py [--cantrip build/cantrip] [--part N/M] [--only TEXT] [--sources PATH...]

Takes one word (or one frame) of the vocabulary away, reads all cards, and reads them with the whole vocabulary: every
sentence that had a meaning without the word must have the same meaning with it. A frame may take sentences over from a
more general one, which is what it is for, and so may a keyword from a verb of its name and a noun from a frame that
spells it out; no other sentence may change. --part 2/7 takes each seventh word,
beginning with the second.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LISTS = {'counter', 'subtype', 'type', 'supertype', 'color'}


def declarations(text):
    """(first line, last line + 1) of each declaration: it begins in the first column."""
    lines = text.split('\n')
    starts = [i for i, line in enumerate(lines) if re.match(r'[a-z]', line)]
    for k, first in enumerate(starts):
        end = starts[k + 1] if k + 1 < len(starts) else len(lines)
        while end > first + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith('//')):
            end -= 1
        yield first, end


def members(line):
    """The words that a list declares, with their places in the line."""
    head = re.match(r'[a-z]+ ', line).end()
    tail = re.search(r' of [a-z ]+$| *//.*$', line)
    body = line[head:tail.start() if tail else len(line)]
    return head, [m.strip() for m in body.split(',')], line[tail.start():] if tail else ''


def without(text, first, end, member=None):
    lines = text.split('\n')
    if member is None:
        return '\n'.join(lines[:first] + lines[end:])
    head, words, tail = members(lines[first])
    words = [w for w in words if w != member]
    lines[first] = lines[first][:head] + ', '.join(words) + tail if words else ''
    return '\n'.join(lines)


def everything(rules):
    for path in sorted(rules.glob('*.card')):
        if path.name == 'tests.card':
            continue  # what tests can say is no part of any card
        text = path.read_text()
        lines = text.split('\n')
        for first, end in declarations(text):
            kind = lines[first].split(' ')[0]
            if kind in LISTS and end == first + 1:
                for m in members(lines[first])[1]:
                    yield path.name, first, end, m
            else:
                yield path.name, first, end, None


def printed(line):
    """A frame as trees name it: without the types of its operands, what can be left out, its forms, its native and what it means."""
    pattern = re.sub(r' (native [a-z_]+|\{.*|\(.*|//.*)$', '', line.split(' ', 1)[1]).split(' native ')[0].split(' means ')[0]
    pattern = re.sub(r' ?\([^)]*\)', '', pattern)
    pattern = re.sub(r' \[[^\]]*\]', '', pattern)
    return re.sub(r'([A-Z_]+):[a-z]+', r'\1', pattern).strip()


def meanings(cantrip, cards, sources):
    out = subprocess.run([cantrip, 'check', '--meaning', '--cards', str(cards)] + sources, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, timeout=120)
    if out.returncode not in (0, 1):
        return None, out.stderr
    found, card, said = {}, '', None
    for line in out.stdout.split('\n'):
        if not line.startswith(' '):
            card, said = line, None
        elif not line.startswith('   '):
            said = (card, line)
            found[said] = []
        elif said:
            found[said].append(line)
    return found, ''


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--cantrip', default='build/cantrip')
    ap.add_argument('--part', default='1/1')
    ap.add_argument('--only', default='')
    ap.add_argument('--sources', nargs='*', default=['cardscripts/cards', 'tests/rules'])
    o = ap.parse_args()
    rules = pathlib.Path('cardscripts/rules')
    part, parts = map(int, o.part.split('/'))
    whole, error = meanings(o.cantrip, 'cardscripts', o.sources)
    if not whole:
        sys.exit('the cards cannot be read: ' + error)
    heads = {}  # a card without its type line is another card
    for source in o.sources:
        for path in pathlib.Path(source).rglob('*.card'):
            for m in re.finditer(r'^(?:card|flip|split|back|meld) ("[^"]*")([^{\n]*(?:\{[^ {}]*\}[^{\n]*)*)', path.read_text(), re.M):
                heads.setdefault('card ' + m[1], set()).update(re.findall(r'[A-Za-z-]+', m[2]))

    def head(card):  # of a split card: of both halves
        return set().union(*(heads.get('card "%s"' % name, ()) for name in card[5:].strip('"').split(' // ')))

    todo = [t for i, t in enumerate(everything(rules)) if i % parts == part - 1]
    todo = [t for t in todo if o.only in (t[3] or (rules / t[0]).read_text().split('\n')[t[1]])]

    def one(task):
        name, first, end, member = task
        text = (rules / name).read_text()
        with tempfile.TemporaryDirectory() as tmp:
            cards = pathlib.Path(tmp)
            shutil.copytree(rules, cards / 'rules')
            (cards / 'cards').mkdir()
            (cards / 'rules' / name).write_text(without(text, first, end, member))
            small, error = meanings(o.cantrip, cards, o.sources)
        lines = text.split('\n')
        said = member or (lines[first] if ' ' in lines[first] else lines[first] + ' ' + lines[first + 1].strip())
        frame = None if member else printed(said)
        kind = said.split(' ')[0]
        if kind == 'noun':
            taken = [' %s]' % w for w in re.sub(r' ?\([^)]*\)', '', said.split(' ', 1)[1]).split(', ')]
        else:
            taken = ['keywords: ' + frame] if kind == 'keyword' else ["'%s'" % frame] if frame else []
        if small is None:
            return 0, ['%s: it ends badly: %s' % (said, error[:300])]
        bad, same = [], 0
        for key, tree in small.items():
            if any('cannot be read' in line for line in tree[:1]) or key not in whole:
                continue
            if member and member.split(' ')[0] in head(key[0]) or any('?' in line for line in tree):
                continue
            same += 1
            if tree != whole[key] and not any(t in line for t in taken for line in whole[key]):
                bad.append('%s\n  changes %s\n%s\n    without it:\n%s\n    with it:\n%s' %
                           (said, key[0], key[1], '\n'.join(tree), '\n'.join(whole[key])))
        return same, bad

    sentences = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for same, bad in pool.map(one, todo):
            sentences += same
            failed += bool(bad)
            for b in bad[:1]:
                print(b)
    print('%d words left out, %d sentences read without them' % (len(todo), sentences))
    print('%d passed, %d failed' % (len(todo) - failed, failed))
    sys.exit(failed != 0)


main()
