"""Each of several: what is said of 'it' is said of every one by itself; which ones 'other' leaves out; lords and their hosts."""
from cases import Table
from model import Kind, YOU
from places import ABILITY, ATTACKS, Crossed, DIES, DRAKE, ENTERS, HITS, HOST, KEYWORD, LAST, NEXT, PLACES, WOLF, table

BEAR, OGRE = 'Green Bear', 'Red Ogre'
WITH_THIS = [ABILITY, ENTERS, KEYWORD, HITS, ATTACKS]
GROUPS = [      # who, of which; where it means something; what is aimed at
    ('each creature', lambda h, t: True, PLACES, ()),
    ('each creature you control', lambda h, t: t.controller == YOU, PLACES, ()),
    ('each creature your opponents control', lambda h, t: t.controller != YOU, PLACES, ()),
    ('each nonred creature', lambda h, t: not t.is_a('red'), PLACES, ()),
    ('each other creature', lambda h, t: t is not h.this, WITH_THIS, ()),
    ('each other creature you control', lambda h, t: t is not h.this and t.controller == YOU, WITH_THIS, ()),
    ('each creature that player controls', lambda h, t: t.controller == LAST, [HITS], ()),
    ('each creature defending player controls', lambda h, t: t.controller == LAST, [ATTACKS], ()),
    ('each creature target player controls', lambda h, t: t.controller == NEXT, PLACES, (NEXT,)),
    ('each of two target creatures', lambda h, t: t.name in (DRAKE, OGRE), PLACES, (DRAKE, OGRE)),
    ('each other creature', lambda h, t: t is not h.it, [HOST], ()),
    ('each other creature its controller controls', lambda h, t: t is not h.it and t.controller == NEXT, [HOST], ()),
]


def grow(power, toughness):
    return lambda b, ts: [b.boost(t, *size) for t, size in [(t, (power(b, t), toughness(b, t))) for t in ts]]


def hurt(b, ts):
    for t, n in [(t, max(0, t.power)) for t in ts]:
        b.lose(t.controller, n)


def mine(b, t):
    return len(b.creatures(t.controller))


ACTS = [        # {} is the group
    ('tap {}', lambda b, ts: b.tap(ts)),
    ('put a +1/+1 counter on {}', lambda b, ts: b.counters(ts)),
    ("return {} to its owner's hand", lambda b, ts: b.bounce(ts)),
    ('exile {}', lambda b, ts: b.exile(ts)),
    ('{} gets +X/+X until end of turn, where X is its power', grow(lambda b, t: t.power, lambda b, t: t.power)),
    ('{} gets +X/+0 until end of turn, where X is its toughness', grow(lambda b, t: t.toughness, lambda b, t: 0)),
    ('{} gets +1/+1 until end of turn for each creature its controller controls', grow(mine, mine)),
    ('{} gets +1/+1 until end of turn for each other creature its controller controls',
     grow(lambda b, t: mine(b, t) - 1, lambda b, t: mine(b, t) - 1)),
    ("{} gets +1/+1 until end of turn for each card in its owner's hand",
     grow(lambda b, t: len(b.of(t.owner, 'hand')), lambda b, t: len(b.of(t.owner, 'hand')))),
    ('{} deals damage equal to its power to its controller', hurt),
    ('put X +1/+1 counters on {}, where X is its mana value', lambda b, ts: [b.counters(t, t.mana_value) for t in ts]),
    ('put a +1/+1 counter on {} for each creature its controller controls',
     lambda b, ts: [b.counters(t, n) for t, n in [(t, mine(b, t)) for t in ts]]),
]


def eaches():
    t = Crossed('crossed each', '608.2c, 611.2c')
    for i, (who, fits, places, targets) in enumerate(GROUPS):
        for place in places:
            for k, (said, act) in enumerate(ACTS):
                if place is HOST and 'its controller' in who and 'owner' in said:
                    continue        # whose hand? It could be either
                if len(places) == len(PLACES) and (k + i + places.index(place)) % 2:
                    continue

                def effect(h):
                    act(h.b, [x for x in h.b.creatures() if fits(h, x)])
                t.add(place, said.format(who), effect, targets)
    return t


PAID = [('pays 2 life', lambda b, p: b.lose(p, 2)), ('discards a card', lambda b, p: b.discard(p))]
FATES = [('destroy {}', lambda b, t: b.destroy(t)), ('exile {}', lambda b, t: b.exile(t)), ('tap {}', lambda b, t: b.tap(t)),
         ("return {} to its owner's hand", lambda b, t: b.bounce(t))]


def apart():
    """Destroy each creature unless its controller pays: asked of each by itself (CR 117.12)."""
    t = Crossed('crossed asked', '117.12')
    for i, (who, fits, places, targets) in enumerate(GROUPS):
        for place in places:
            for k, (said, fate) in enumerate(FATES):
                if place is DIES and 'destroy' in said:
                    continue
                paid, pay = PAID[(i + k) % 2]

                def effect(h):
                    doomed = []
                    for n, x in enumerate(sorted([x for x in h.b.creatures() if fits(h, x)], key=lambda x: x.controller)):
                        if h.b.may(x.controller, (n + k) % 3 == 0):
                            pay(h.b, x.controller)
                        else:
                            doomed.append(x)
                    for x in doomed:
                        fate(h.b, x)
                t.add(place, said.format(who) + ' unless its controller ' + paid, effect, targets)
    return t


# ---- behind a target: 'other' is other than that --------------------------------------------------------------------
NAMED = [
    ('tap target creature', lambda b, t: b.tap(t)), ('put a +1/+1 counter on target creature', lambda b, t: b.counters(t)),
    ('untap target creature', lambda b, t: b.untap(t)), ('exile target creature', lambda b, t: b.exile(t)),
    ("return target creature to its owner's hand", lambda b, t: b.bounce(t)),
]
OTHERS = [
    ('put a +1/+1 counter on each other creature', lambda x, c: True, lambda b, t: b.counters(t)),
    ('put a +1/+1 counter on each other creature its controller controls', lambda x, c: x.controller == c, lambda b, t: b.counters(t)),
    ('put a +1/+1 counter on each creature its controller controls', None, lambda b, t: b.counters(t)),
    ('each other creature gets +1/+0 until end of turn', lambda x, c: True, lambda b, t: b.boost(t, 1, 0)),
    ('each other creature you control gets +2/+2 until end of turn', lambda x, c: x.controller == YOU, lambda b, t: b.boost(t, 2, 2)),
]


def behind_targets():
    t = Crossed('crossed other', '608.2c')
    for place in PLACES:
        for first, does in NAMED:
            for second, which, then in OTHERS:
                for name in (DRAKE, OGRE):

                    def effect(h):
                        b, aimed = h.b, h.b.find(name)
                        was = aimed.controller
                        does(b, aimed)
                        if which is None:
                            them = [x for x in b.creatures() if x.controller == was]
                        else:
                            them = [x for x in b.creatures() if x is not aimed and which(x, was)]
                        for x in them:
                            then(b, x)
                    if name == DRAKE or 'you control' in second:
                        t.add(place, first + ', then ' + second, effect, [name])
    return t


# ---- lords ---------------------------------------------------------------------------------------------------------------
def lords():
    """This, enchanted creature, and the others: each once."""
    t = Table('crossed lords', '611.3a, 613.3')
    kinds = [('creatures you control', lambda x, h: x.controller == YOU), ('red creatures', lambda x, h: x.is_a('red')),
             ('creatures its controller controls', lambda x, h: x.controller == h.controller), ('creatures', lambda x, h: True),
             ('artifact creatures', lambda x, h: x.is_a('artifact')), ('creatures your opponents control', lambda x, h: x.controller != YOU),
             ('Bears', lambda x, h: x.is_a('Bear')), ('Wolves and Bears', lambda x, h: x.is_a('Bear') or x.is_a('Wolf'))]
    heads = [('this', ('{0}', 'red creature Bear 7/7'), None)] + [
        ('enchanted creature', ('{0}', 'enchantment Aura'), n) for n in (DRAKE, OGRE, WOLF, BEAR)] + [
        ('equipped creature', ('{0}', 'artifact Equipment'), n) for n in (BEAR, OGRE)]
    for what, head, host in heads:
        for group, fits in kinds:
            for joint in (' and other ', ' and each other ', ' and all other ', 'other '):
                words = group
                verb = 'get'
                if joint == ' and each other ':
                    words = {'Wolves and Bears': None}.get(group, ' '.join(
                        w[:-1] if w in ('creatures', 'Bears') else w for w in group.split()))
                    if not words:
                        continue
                b = table()
                head_kind = (head[0], head[1].replace('red ', ''))
                b.control(YOU, Kind('@', *head_kind), attached=host)
                at = b.find('@') if host is None else b.find(host)
                if joint == 'other ':
                    if host is not None or 'its controller' in words:
                        continue
                    text = 'other ' + words + ' get +1/+1'
                else:
                    text = what + joint + words + ' ' + verb + ' +1/+1'
                if what == 'enchanted creature':
                    text = 'enchant creature\n' + text
                if what == 'equipped creature':
                    text = text + '\nequip {9}'
                for x in b.creatures():
                    if (x is at and joint != 'other ') or (x is not at and fits(x, at)):
                        b.boost(x, 1, 1)
                b.settle()
                t.add(' '.join(head_kind), text, b)
    return t


def tables():
    return [eaches(), apart(), behind_targets(), lords()]
