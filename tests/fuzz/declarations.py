#!/usr/bin/env python3
"""Declarations of modders that give their native something else than it takes: a message, never a crash.

Each declaration with a native of cardscripts/rules is written anew under words of its own: as it is; with each operand left out,
in [ ], twice, under another name, of every other type, as a thing of the one who acts; with two operands in each other's place and
under each other's name; in the other order; alone. Each is used by cards. What has no mistakes is compiled together, so that its
pack is verified. The compiler has to end with 0 or 1, and what is missing has to be told where it is declared.
Closes with 'N passed, N failed'.

    python3 tests/fuzz/declarations.py [--cantrip build/cantrip] [--only NATIVE] [--part 3/50]

--part: of all ways to write them, each fiftieth from the third on.
"""
import argparse
import concurrent.futures
import itertools
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAID = {  # how an operand of the type can be said
    'abilities': ['flying'], 'block': ['{ draw a card }'], 'card': ['a creature card', 'target card in your graveyard', 'this'], 'cards': ['"Shock"'],
    'change': ['+1/+1'], 'choice': ['a color', 'a creature'], 'color': ['red'], 'condition': ['you control a creature'],
    'control': ['your control', "its owner's control"], 'cost': ['{2}', 'sacrifice a creature'],
    'counters': ['a +1/+1 counter', 'two charge counters'], 'creature': ['target creature', 'this', 'creatures you control'],
    'description': ['creatures', 'red spells'], 'designation': ['monstrous', 'monarch'], 'effect': ['an effect'], 'flag': [''],
    'keyword': ['flying'], 'mana': ['{R}', '{R}{G}'], 'number': ['2', 'X'], 'object': ['this', 'target creature', 'creatures you control'],
    'options': ['death or torture'], 'permanent': ['target creature', 'this', 'creatures you control'], 'player': ['you', 'a player', 'each opponent'],
    'possessor': ['your', "target creature's"], 'qualities': ['a 2/2 red creature'], 'quality': ['red'],
    'quantity': ['two or more', '2'], 'recipient': ['any target', 'you'], 'size': ['2/2'], 'spell': ['target spell', 'creature spells', 'a spell'],
    'step': ['your upkeep', 'combat'], 'subtype': ['Goblin'], 'thing': ['target creature', 'you', 'this'],
    'tokens': ['a 1/1 red Goblin creature token'], 'turn': ['your turn'], 'word': ['red', 'Elf'], 'zone': ['your hand', 'exile']}
USED = {'action': '{R} sorcery { %s }', 'amount': '{R} sorcery { you gain %s life }', 'rule': '{R} artifact { %s }',
        'condition': '{R} artifact { when this enters, if %s: draw a card }', 'cost': '{R} artifact { %s: draw a card }',
        'duration': '{R} sorcery { target creature gets +1/+1 %s }', 'event': '{R} artifact { whenever %s: draw a card }'}
REFERENCES = ('card', 'creature', 'object', 'permanent', 'player', 'possessor', 'recipient', 'spell', 'thing')
MANY = ('you', 'all creatures', 'creatures you control', 'each of them')
BATCH = 40


def declarations():
    """(kind, native, operands): (name, type, their, in [ ], in front)."""
    found, types = set(), {}
    lines = [l for p in sorted((ROOT / 'cardscripts' / 'rules').glob('*.card')) for l in p.read_text().splitlines()]
    for line in lines:
        m = re.match(r'operand (.*) (\w+)$', line)
        for name in re.split(r',\s*', m[1]) if m else ():
            types[name] = m[2]
    for line in lines:
        m = re.match(r'(%s|testing)\s(.*?)\bnative ([a-z_]+)' % '|'.join(USED), line)
        if not m:
            continue
        operands = []
        for o in re.finditer(r'(?<![A-Za-z])([A-Z][A-Z_0-9]*)(?::(their )?([a-z]+))?(?![a-z])', m[2]):
            before = m[2][:o.start()]
            operands.append((o[1], o[3] or types[o[1]], bool(o[2]), before.count('[') > before.count(']'), not before.strip()))
        found.add((m[1], m[3], tuple(operands)))
    return sorted(found)


def with_one(operands, i, **other):
    name, of, their, option, front = operands[i]
    o = (other.get('name', name), other.get('of', of), other.get('their', their), other.get('option', option), other.get('front', front))
    return operands[:i] + (o,) + operands[i + 1:]


def variants(operands):
    yield operands
    yield ()
    yield operands[::-1]
    yield tuple(o[:4] + (False,) for o in operands)
    for i, o in enumerate(operands):
        yield (o,)
        yield operands[:i] + operands[i + 1:]
        yield operands[:i + 1] + (o[:4] + (False,),) + operands[i + 1:]
        yield with_one(operands, i, name='WHATEVER')
        yield with_one(operands, i, option=not o[3])
        yield with_one(operands, i, their=not o[2])
        for of in SAID:
            if of != o[1]:
                yield with_one(operands, i, of=of)
    for i, k in itertools.combinations(range(len(operands)), 2):
        a, b = operands[i], operands[k]
        yield with_one(with_one(operands, i, name=b[0]), k, name=a[0])
        yield with_one(with_one(operands, i, name=b[0], of=b[1], their=b[2]), k, name=a[0], of=a[1], their=a[2])


def letters(k):
    return chr(97 + k % 26) + chr(97 + k // 26 % 26)


def script(kind, native, operands, k):
    """The declaration, and what uses it."""
    verb = 'conjure' + letters(k)
    front = [o for o in operands[:1] if o[4] and o[1] in REFERENCES]
    rest = operands[len(front):]

    def sentence(way):
        said = [SAID[o[1]][min(way, len(SAID[o[1]]) - 1)] for o in operands]
        words = said[:len(front)] + [verb if not front or said[0] in MANY else verb + 's']
        for j, s in enumerate(said[len(front):]):
            words += [] if way == 2 and rest[j][3] else ['w' + letters(j), s]
        return ' '.join(w for w in words if w)
    pattern = ['%s:%s%s' % (o[0], 'their ' * o[2], o[1]) for o in front] + [verb]
    for j, o in enumerate(rest):
        pattern.append('%sw%s %s:%s%s%s' % ('[' * o[3], letters(j), o[0], 'their ' * o[2], o[1], ']' * o[3]))
    text = '' if kind in ('action', 'cost') else 'verb %s\n' % verb
    text += '%s %s native %s\n' % (kind, ' '.join(pattern), native)
    for way in range(3 if operands else 1):
        if kind == 'testing':
            text += 'test "T %d %d" cites 100.1 {\n    %s\n}\n' % (k, way, sentence(way))
        else:
            text += 'card "C %d %d" %s\n' % (k, way, USED[kind] % sentence(way))
    return text


def compile_text(cantrip, text):
    """Does it end well? And the lines that have mistakes."""
    with tempfile.NamedTemporaryFile('w', suffix='.card') as f:
        f.write(text)
        f.flush()
        try:
            r = subprocess.run([cantrip, 'check', '--json', f.name], capture_output=True, text=True, timeout=120, cwd=ROOT)
        except subprocess.TimeoutExpired:
            return False, set()
    said = r.stdout + r.stderr
    well = r.returncode in (0, 1) and not any(w in said for w in ('must be true', 'Sanitizer', 'does not go without an operand'))
    return well, {int(n) for n in re.findall(r'"line": (\d+)', said)}


def run(cantrip, texts):
    """Those that make the compiler end otherwise. What has mistakes is left out the next time, until a pack is made."""
    while texts:
        well, wrong = compile_text(cantrip, ''.join(texts))
        if not well:
            return [t for t in texts if not compile_text(cantrip, t)[0]] if len(texts) > 1 else texts
        if not wrong:
            break
        line, rest = 1, []
        for t in texts:
            n = t.count('\n')
            if not any(line <= w < line + n for w in wrong):
                rest.append(t)
            elif t.count('\ncard ') + t.count('\ntest ') > 1:  # the declaration and one use
                head, *uses = re.split(r'^(?=card |test )', t, flags=re.M)
                at, kept = line + head.count('\n'), []
                for u in uses:
                    m = u.count('\n')
                    if not any(at <= w < at + m for w in wrong):
                        kept.append(u)
                    at += m
                if kept and not any(line <= w < line + head.count('\n') for w in wrong):
                    rest.append(head + ''.join(kept))
            line += n
        if len(''.join(rest)) == len(''.join(texts)):
            return texts  # a mistake that stands nowhere
        texts = rest
    return []


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--cantrip', default=str(ROOT / 'build' / 'cantrip'))
    a.add_argument('--only', default='')
    a.add_argument('--part', default='0/1')
    o = a.parse_args()
    cantrip = str(pathlib.Path(o.cantrip).resolve())
    part, parts = map(int, o.part.split('/'))
    every = [(kind, native, v) for kind, native, operands in declarations() if o.only in native
             for v in sorted(set(variants(operands)))]
    asked = every[part % parts::parts]
    batches = [[script(*d, k) for k, d in enumerate(asked[i:i + BATCH])] for i in range(0, len(asked), BATCH)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for bad in pool.map(lambda texts: run(cantrip, texts), batches):
            failed += len(bad)
            for text in bad:
                print('the compiler does not end with a message:\n' + text, flush=True)
    print('%d passed, %d failed' % (len(asked) - failed, failed))
    return failed != 0


if __name__ == '__main__':
    raise SystemExit(main())
