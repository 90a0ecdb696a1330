#!/usr/bin/env python3
"""Declarations of modders that leave out what their native is about: a message, never a crash.

Each declaration with a native of cardscripts/rules is written anew under words of its own: without operands, with one alone, with all
but one, and in the other order; each is then used by a card. The compiler has to end with 0 or 1. Operands of other types than the
native's are not tried: docs/decisions.md says what becomes of them.
Closes with 'N passed, N failed'.

    python3 tests/fuzz/declarations.py [--cantrip build/cantrip] [--only NATIVE]
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAID = {  # how an operand of the type can be said, twice
    'abilities': ['flying'], 'card': ['a creature card'], 'cards': ['a card'], 'change': ['+1/+1'], 'color': ['red'],
    'condition': ['you control a creature'], 'control': ['your control'], 'cost': ['{2}'], 'counters': ['a +1/+1 counter'],
    'creature': ['target creature', 'each creature'], 'description': ['creature', 'red'], 'designation': ['monarch'],
    'effect': ['{ draw a card }'], 'keyword': ['flying'], 'mana': ['{R}'], 'number': ['2', 'X'], 'object': ['this', 'target creature'],
    'options': ['"a" or "b"'], 'permanent': ['target creature', 'this'], 'player': ['you', 'target player'], 'possessor': ['your'],
    'qualities': ['a 2/2 red creature'], 'quality': ['red'], 'quantity': ['two creatures'], 'recipient': ['any target'], 'size': ['2/2'],
    'spell': ['target spell'], 'step': ['your upkeep'], 'subtype': ['Goblin'], 'their': ['their'], 'thing': ['target creature', 'you'],
    'tokens': ['a 1/1 red Goblin creature token'], 'turn': ['your turn'], 'word': ['legendary'], 'zone': ['your hand', 'exile']}
USED = {'action': '{R} sorcery { %s }', 'amount': '{R} sorcery { you gain %s life }', 'rule': '{R} artifact { %s }',
        'condition': '{R} artifact { when this enters, if %s: draw a card }', 'cost': '{R} artifact { %s: draw a card }',
        'duration': '{R} sorcery { %s: target creature gets +1/+1 }', 'event': '{R} artifact { whenever %s: draw a card }'}


def declarations():
    found = set()
    for path in (ROOT / 'cardscripts' / 'rules').glob('*.card'):
        for line in path.read_text().splitlines():
            m = re.match(r'(%s)\s(.*?)\bnative ([a-z_]+)' % '|'.join(USED), line)
            if m:
                found.add((m[1], m[3], tuple(re.findall(r'([A-Z_]+):([a-z]+)', m[2]))))
    return sorted(found)


def variants(operands):
    yield ()
    yield operands
    yield operands[::-1]
    for o in operands:
        yield (o,)
        yield tuple(x for x in operands if x != o)


def letters(k):
    return chr(97 + k % 26) + chr(97 + k // 26 % 26)


def scripts(kind, native, operands):
    """Of each variant: the declaration, and cards that use it."""
    for k, variant in enumerate(sorted(set(variants(operands)))):
        verb = 'conjure' + letters(k)
        pattern = ' '.join('w%s %s:%s' % (letters(j), name, of) for j, (name, of) in enumerate(variant))
        text = '%s %s %s native %s\n' % (kind, verb, pattern, native)
        for way in range(2 if variant else 1):
            said = [SAID.get(of, ['2'])[min(way, len(SAID.get(of, ['2'])) - 1)] for _, of in variant]
            use = ' '.join([verb] + ['w%s %s' % (letters(j), s) for j, s in enumerate(said)])
            text += 'card "C %d %d" %s\n' % (k, way, USED[kind] % use)
        yield text


def ends_well(cantrip, text):
    with tempfile.NamedTemporaryFile('w', suffix='.card') as f:
        f.write(text)
        f.flush()
        try:
            r = subprocess.run([cantrip, 'check', f.name], capture_output=True, text=True, timeout=120, cwd=ROOT)
        except subprocess.TimeoutExpired:
            return False
    return r.returncode in (0, 1) and 'must be true' not in r.stderr and 'Sanitizer' not in r.stderr


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--cantrip', default=str(ROOT / 'build' / 'cantrip'))
    a.add_argument('--only', default='')
    o = a.parse_args()
    cantrip = str(pathlib.Path(o.cantrip).resolve())
    asked = [d for d in declarations() if o.only in d[1]]

    def one(declaration):
        texts = list(scripts(*declaration))
        if ends_well(cantrip, ''.join(texts)):
            return []
        return [t for t in texts if not ends_well(cantrip, t)] or [''.join(texts)]

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for bad in pool.map(one, asked):
            failed += bool(bad)
            for text in bad:
                print('the compiler does not end with a message:\n' + text)
    print('%d passed, %d failed' % (len(asked) - failed, failed))
    return failed != 0


if __name__ == '__main__':
    raise SystemExit(main())
