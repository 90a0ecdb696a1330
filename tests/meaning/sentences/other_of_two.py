"""'Other' behind two things that the effect has named: other than both (docs/language.md)."""
from cases import Table
from model import OPP, YOU
from sentences.events import board

FIRST = [
    ('target creature you control fights target creature you don\'t control', lambda b, x, y: b.fight(x, y)),
    ('tap target creature you control, then put a +1/+1 counter on target creature an opponent controls',
     lambda b, x, y: (b.tap(x), b.counters(y))),
    ('put a +1/+1 counter on target creature you control\ntap target creature an opponent controls',
     lambda b, x, y: (b.counters(x), b.tap(y))),
    ('target creature you control gets +0/+1 until end of turn and target creature an opponent controls gets +1/+0 until end of turn',
     lambda b, x, y: (b.boost(x, 0, 1), b.boost(y, 1, 0))),
]
THEN = [
    ('destroy all other creatures', lambda b, rest: b.destroy(rest)),
    ('tap each other creature', lambda b, rest: b.tap(rest)),
    ('each other creature gets +1/+1 until end of turn', lambda b, rest: [b.boost(t, 1, 1) for t in rest]),
    ('you gain 1 life for each other creature', lambda b, rest: b.gain(YOU, len(rest))),
    ("return all other creatures to their owners' hands", lambda b, rest: b.bounce(rest)),
    ('destroy each other creature your opponents control', lambda b, rest: b.destroy([t for t in rest if t.controller == OPP])),
]


def tables():
    t = Table('other than two', '608.2c')
    for first, does in FIRST:
        for text, then in THEN:
            def effect(b, does=does, then=then):
                x, y = b.find('Green Bear'), b.find('Blue Crab')
                does(b, x, y)
                then(b, [c for c in b.creatures(None) if c not in (x, y)])
            t.spell('%s%s%s' % (first, '\n' if '\n' in first else ', then ', text), effect, board({}), ['Green Bear', 'Blue Crab'])
    return [t]
