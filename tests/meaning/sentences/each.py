"""What a sentence says of several things it says of each: conditions, amounts, 'it', 'its controller', 'other' (611.3a, 608.2c)."""
from cases import Table
from model import Board, Kind, OPP, YOU

BEAR, OGRE, DRAKE, RAT, SCOUT = 'Green Bear', 'Red Ogre', 'Red Drake', 'Black Rat', 'Tin Scout'


def board():
    """Mine: a green and a red creature, two lands; the opponent's: three creatures, one of them tapped, one land."""
    b = Board()
    b.control(YOU, 'Forest', 'Swamp', BEAR, OGRE).control(OPP, 'Mountain', DRAKE, RAT).control(OPP, SCOUT, tapped=True)
    b.hand(YOU, 'Tame Wolf', 'Zap').hand(OPP, 'Worn Ring')
    return b.graveyard(YOU, 'Old Mask').graveyard(OPP, 'Pit Imp', 'Cold Lamp')


def mine(t):
    return t.controller == YOU


SUBJECTS = [    # subject, whom it means, 'it' or 'they', for 'gets' or 'get'
    ('each creature', lambda t: True, 'it'),
    ('each creature you control', mine, 'it'),
    ('each creature your opponents control', lambda t: not mine(t), 'it'),
    ('each nonred creature', lambda t: not t.is_a('red'), 'it'),
    ('creatures you control', mine, 'they'),
    ('all creatures', lambda t: True, 'they'),
]
HOSTS = [(BEAR, 'Aura'), (DRAKE, 'Aura'), (SCOUT, 'Aura'), (OGRE, 'Equipment')]
CONDITIONS = [  # behind the act, with {it}, {its}, {it is}; of which things it is true
    ('while {it is} untapped', lambda b, t: not t.tapped),
    ('while {it is} tapped', lambda b, t: t.tapped),
    ('while {it is} red', lambda b, t: t.is_a('red')),
    ("while {it is} an artifact", lambda b, t: t.is_a('artifact')),
    ('while {it has} flying', lambda b, t: t.has('flying')),
    ('while {its} controller controls a Forest', lambda b, t: mine(t)),
    ('while {its} controller controls three or more creatures', lambda b, t: not mine(t)),
    ('while {its} controller has two or more cards in hand', lambda b, t: mine(t)),
    ("if {its} controller's graveyard has two or more cards in it", None),
    ('unless {its} controller controls a Mountain', lambda b, t: mine(t)),
]
AMOUNTS = [     # for each ..., how many for a thing
    ('land {its} controller controls', lambda b, t: len(b.lands(t.controller))),
    ('creature {its} controller controls', lambda b, t: len(b.creatures(t.controller))),
    ('other creature {its} controller controls', lambda b, t: len(b.creatures(t.controller)) - 1),
    ("card in {its} controller's hand", lambda b, t: len(b.of(t.controller, 'hand'))),
    ("card in {its} owner's graveyard", lambda b, t: len(b.of(t.owner, 'graveyard'))),
    ("creature {its} controller doesn't control", lambda b, t: len(b.creatures(1 - t.controller))),
    ('other creature', lambda b, t: len(b.creatures()) - 1),
    ('other creature that shares a color with {it}', lambda b, t: sum(
        1 for o in b.creatures() if o is not t and any(o.is_a(c) and t.is_a(c) for c in ('red', 'green', 'black', 'blue', 'white')))),
]


def said(text, word):
    they = word == 'they'
    return (text.replace('{it is}', 'they are' if they else "it's").replace('{it has}', 'they have' if they else 'it has')
            .replace('{its}', 'their' if they else 'its').replace('{it}', 'they' if they else 'it'))


def put(t, text, whom, size, head=('{0}', 'enchantment'), host=None):
    b = board()
    b.control(YOU, Kind('@', *head), attached=host)
    changes = [(c, size(b, c)) for c in b.creatures(None) if whom(c)]
    for c, (p, n) in changes:
        if p or n:
            b.boost(c, p, n)
    b.settle()
    t.add(' '.join(head), text, b)


def cast(t, text, whom, size):
    b = board()
    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
    b.cast('@')
    for c, (p, n) in [(c, size(b, c)) for c in b.creatures(None) if whom(c)]:
        if p or n:
            b.boost(c, p, n)
    b.settle()
    t.add('{0} sorcery', text, b, '608.2c')


def tables():
    t = Table('each', '611.3a')
    for subject, whom, word in SUBJECTS:
        get = 'gets' if word == 'it' else 'get'
        for text, so in CONDITIONS:
            if so:
                put(t, '%s %s +1/+1 %s' % (subject, get, said(text, word)), whom,
                    lambda b, c: (1, 1) if so(b, c) else (0, 0))
        for text, many in AMOUNTS:
            if word == 'it':
                put(t, '%s gets +1/+0 for each %s' % (subject, said(text, word)), whom, lambda b, c: (many(b, c), 0))
                cast(t, '%s gets +1/+0 until end of turn for each %s' % (subject, said(text, word)), whom,
                     lambda b, c: (many(b, c), 0))
    for host, kind in HOSTS:
        head = ('{0}', 'enchantment Aura') if kind == 'Aura' else ('{0}', 'artifact Equipment')
        subject, frame = ('enchanted creature', 'enchant creature\n%s') if kind == 'Aura' else ('equipped creature', '%s\nequip {3}')
        for text, so in CONDITIONS:
            if so:
                put(t, frame % ('%s gets +1/+2 %s' % (subject, said(text, 'it'))), lambda c: c.name == host,
                    lambda b, c: (1, 2) if so(b, c) else (0, 0), head, host)
        for text, many in AMOUNTS:
            put(t, frame % ('%s gets +1/+0 for each %s' % (subject, said(text, 'it'))), lambda c: c.name == host,
                lambda b, c: (many(b, c), 0), head, host)
    return [t]
