"""'unless': who is asked, what they may do instead, what 'another' is other than, and what happens to each of several
(CR 117.12, 608.2c, 101.4)."""
from cases import Table
from model import Kind, YOU
from sentences.crossed import BEAR, DRAKE, OGRE, RAT, THREE, TWO, WURM, trio

VERBS = [       # what is done to a creature
    ('destroy {}', lambda b, x: b.destroy(x)), ('exile {}', lambda b, x: b.exile(x)), ('tap {}', lambda b, x: b.tap(x)),
    ("return {} to its owner's hand", lambda b, x: b.bounce(x)), ('this deals 2 damage to {}', lambda b, x: b.damage(x, 2)),
    ('put a +1/+1 counter on {}', lambda b, x: b.counters(x)),
]


def pick(b, p, things):
    return b.choose(p, things)


PAYMENTS = [    # what they may do; is it possible, and what it does, for the one who is asked and the creature it is about
    ('pay{s} 3 life', lambda b, p, x: True, lambda b, p, x: b.lose(p, 3)),
    ('discard{s} a card', lambda b, p, x: True, lambda b, p, x: b.discard(p)),
    ('sacrifice{s} another creature', lambda b, p, x: len([c for c in b.creatures(p) if c is not x]),
     lambda b, p, x: b.destroy(pick(b, p, [c for c in b.creatures(p) if c is not x]))),
    ('sacrifice{s} a land', lambda b, p, x: len(b.lands(p)), lambda b, p, x: b.destroy(pick(b, p, b.lands(p)))),
    ('sacrifice{s} a creature', lambda b, p, x: len(b.creatures(p)), lambda b, p, x: b.destroy(pick(b, p, b.creatures(p)))),
    ("return{s} another creature {they} control to its owner's hand", lambda b, p, x: len([c for c in b.creatures(p) if c is not x]),
     lambda b, p, x: b.bounce(pick(b, p, [c for c in b.creatures(p) if c is not x]))),
    ('tap{s} another untapped creature {they} control', lambda b, p, x: len([c for c in b.creatures(p) if c is not x and not c.tapped]),
     lambda b, p, x: b.tap(pick(b, p, [c for c in b.creatures(p) if c is not x and not c.tapped]))),
    ('exile{s} a card from {their} graveyard', lambda b, p, x: True, lambda b, p, x: b.exile(pick(b, p, b.of(p, 'graveyard')))),
    ('mill{s} two cards', lambda b, p, x: True, lambda b, p, x: b.mill(p, 2)),
]
ASKED = [       # who may: phrase, who that is
    ('its controller', lambda x: x.controller), ('you', lambda x: YOU), ('its owner', lambda x: x.owner), ('that player', None),
]


def form(text, who):
    you = who == 'you'
    return text.replace('{s}', '' if you else 's').replace('{they}', 'you' if you else 'they').replace('{their}', 'your' if you else 'their')


def of_target(t):
    for name in (DRAKE, WURM, OGRE):
        for k, (verb, does) in enumerate(VERBS):
            for j, (payment, can, pays) in enumerate(PAYMENTS):
                for asked, whom in ASKED[:3]:
                    if asked != 'its controller' and (k + j) % 4 or (k + j) % 3 and name == OGRE:
                        continue
                    for yes in (True, False):
                        if not yes and (k + j) % 2:
                            continue
                        once(t, name, verb, does, payment, can, pays, asked, whom, yes, ('sorcery', 'artifact', 'creature')[(k + j) % 3])


def once(t, name, verb, does, payment, can, pays, asked, whom, yes, kind):
    b = trio()
    x = b.find(name)
    text = '%s unless %s %s' % (verb.format('target creature'), asked, form(payment, asked))
    if kind == 'sorcery':
        b.hand(YOU, Kind('@', '{0}', 'sorcery'))
        b.cast('@', [x])
        head = '{0} sorcery'
    else:
        line = 'creature Cat 2/2' if kind == 'creature' else kind
        b.control(YOU, Kind('@', '{0}', line))
        b.use('@', [x])
        head, text = '{0} ' + line, '{0}: ' + text
    p = whom(x)
    if can(b, p, x):
        if b.may(p, yes):
            pays(b, p, x)
        else:
            does(b, x)
    else:
        does(b, x)
    b.settle()
    t.add(head, text, b)


# ---- each of several is asked, in turn order --------------------------------------------------------------------
DONE = [        # what happens to a player
    ('lose{s} 3 life', lambda b, p: b.lose(p, 3)), ('discard{s} a card', lambda b, p: b.discard(p)),
    ('mill{s} three cards', lambda b, p: b.mill(p, 3)), ('sacrifice{s} a land', lambda b, p: b.sacrifice(p, 'land')),
    ('sacrifice{s} a creature', lambda b, p: b.sacrifice(p)),
]
INSTEAD = [
    ('pay{s} 2 life', lambda b, p: b.lose(p, 2)), ('discard{s} a card', lambda b, p: b.discard(p)),
    ('sacrifice{s} a creature', lambda b, p: b.sacrifice(p)), ('mill{s} a card', lambda b, p: b.mill(p, 1)),
]
WHO = [('each opponent', (), [TWO, THREE]), ('each player', (), [YOU, TWO, THREE]), ('target opponent', (THREE,), [THREE]),
       ('target player', (TWO,), [TWO])]


def of_players(t):
    for subject, targets, who in WHO:
        for verb, does in DONE:
            for payment, pays in INSTEAD:
                if verb == payment:
                    continue
                for bits in range(2 ** len(who)):
                    if len(who) == 3 and bits not in (0, 2, 5, 7):
                        continue
                    answers = {p: bool(bits >> i & 1) for i, p in enumerate(who)}
                    if len(who) > 1 and ('discard' in verb + payment or 'sacrifice' in verb + payment):
                        continue            # when choices are made is another class: they are asked one after the other
                    b = trio()
                    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                    b.cast('@', list(targets))
                    for p in who:
                        if b.may(p, answers[p]):
                            pays(b, p)
                    for p in who:
                        if not answers[p]:
                            does(b, p)
                    b.settle()
                    t.add('{0} sorcery', '%s %s unless they %s' % (subject, verb.format(s='s').replace('{s}', 's'),
                                                                  payment.replace('{s}', '')), b)


# ---- conditions behind 'unless': 'another' ------------------------------------------------------------------------
CONDITIONS = [  # does it hold (so that nothing happens)?
    ('you control another creature', lambda b, s: len([c for c in b.creatures(YOU) if c is not s]) > 0),
    ('you control another artifact', lambda b, s: len([c for c in b.permanents(YOU, 'artifact') if c is not s]) > 0),
    ('you control two or more other creatures', lambda b, s: len([c for c in b.creatures(YOU) if c is not s]) > 1),
    ('you control four or more other creatures', lambda b, s: len([c for c in b.creatures(YOU) if c is not s]) > 3),
    ('you control another enchantment', lambda b, s: len([c for c in b.permanents(YOU, 'enchantment') if c is not s]) > 0),
    ('you control another land', lambda b, s: len([c for c in b.lands(YOU) if c is not s]) > 0),
    ('an opponent controls another artifact', lambda b, s: False),
    ('each opponent controls a creature', lambda b, s: True),
    ('an opponent controls four or more creatures', lambda b, s: False),
]


def of_conditions(t):
    for head in ('creature Cat 2/2', 'artifact', 'enchantment', 'artifact creature Myr 2/2'):
        for text, holds in CONDITIONS:
            for verb, does in (('you lose 2 life', lambda b: b.lose(YOU, 2)), ('draw a card', lambda b: b.draw(YOU)),
                               ('sacrifice this', lambda b: b.destroy(b.find('@')))):
                b = trio()
                b.control(YOU, Kind('@', '{0}', head))
                b.use('@')
                if not holds(b, b.find('@')):
                    does(b)
                t.add('{0} ' + head, '{0}: %s unless %s' % (verb, text), b)


def tables():
    t = Table('unless', '117.12')
    of_target(t)
    p = Table('unless each', '117.12')
    of_players(p)
    c = Table('unless so', '608.2c')
    of_conditions(c)
    return [t, p, c]
