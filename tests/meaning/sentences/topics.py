"""What 'it' is behind an event that names two things: what it is about, the one named first; 'that creature' is the other
(docs/language.md, "What was said before")."""
from cases import Table
from model import OPP, YOU
from sentences.events import BURN, MINE, OBJECT, TOUGH, board, on_stack

IT, THAT = {'it': 'it', 'its': 'its'}, {'it': 'that creature', 'its': "that creature's"}


# ---- how events come about: each gives what it is about and the other ----------------------------------
def clash(attacker, blocker, first):
    def play(b):
        b.attack(attacker)
        b.block(attacker, blocker)
        on_stack(b)
        both = [b.find(attacker), b.find(blocker)]
        return both if first == attacker else both[::-1]
    return play


def hits(attacker, blocker, first):
    def play(b):
        b.attack(attacker)
        b.block(attacker, blocker)
        b.say('advance to the combat damage step')
        on_stack(b)
        one, other = b.find(attacker), b.find(blocker)
        b.fight(one, other)
        return (one, other) if first == attacker else (other, one)
    return play


OGRE_CRAB = ('Red Ogre', 'Blue Crab')
TWO_THINGS = [
    ('whenever a creature you control becomes blocked by a creature', clash(*OGRE_CRAB, 'Red Ogre'), ''),
    ('whenever a creature blocks a creature you control', clash(*OGRE_CRAB, 'Blue Crab'), ''),
    ('whenever a creature blocks a creature', clash(*OGRE_CRAB, 'Blue Crab'), ''),
    ('whenever a creature an opponent controls blocks or becomes blocked by a creature', clash(*OGRE_CRAB, 'Blue Crab'), ''),
    ('whenever a red creature deals combat damage to a creature', hits('Green Bear', 'Red Drake', 'Red Drake'), 'damage'),
    ('whenever a creature you control deals combat damage to a creature', hits('Green Bear', 'Blue Crab', 'Green Bear'),
     'damage'),
]
BOTH = [     # what is said of one and the other; one is what the event is about
    ('it gets +0/+2 until end of turn and that creature gets -1/-0 until end of turn',
     lambda b, one, other: (b.boost(one, 0, 2), b.boost(other, -1, 0))),
    ('that creature gets +1/+0 until end of turn and it gets +0/+1 until end of turn',
     lambda b, one, other: (b.boost(other, 1, 0), b.boost(other, 0, 1))),
    ('put a +1/+1 counter on it, then tap that creature', lambda b, one, other: (b.counters(one), b.tap(other))),
    ('put a +1/+1 counter on that creature, then tap it', lambda b, one, other: (b.counters(other), b.tap(other))),
    ("you gain life equal to its power plus that creature's toughness",
     lambda b, one, other: b.gain(YOU, one.power + other.toughness)),
    ("that creature's controller gains life equal to its toughness", lambda b, one, other: b.gain(other.controller, other.toughness)),
]


def aimed_at(target, effect):
    """An opponent's spell aims 2 damage at it; the trigger resolves above it."""
    def play(b):
        b.cast_only(BURN[OPP], [target], player=OPP)
        on_stack(b)
        t = b.find(target)
        effect(b, t)
        if b.find(BURN[OPP]).zone == 'stack' and t.zone == 'battlefield':
            b.damage(t, 2)
    return play


AIMED = [
    ('put a +1/+1 counter on it', lambda b, t: b.counters(t)),
    ('it gets +0/+3 until end of turn', lambda b, t: b.boost(t, 0, 3)),
    ('sacrifice it', lambda b, t: b.destroy(t)),
    ('counter it', lambda b, t: setattr(b.find(BURN[OPP]), 'zone', 'graveyard')),
    ("that spell's controller loses life equal to its mana value", lambda b, t: b.lose(OPP, b.find(BURN[OPP]).mana_value)),
]
AIMED_AT_MINE = AIMED + [
    ("return it to its owner's hand", lambda b, t: b.bounce(t)),
    ('you gain life equal to its power', lambda b, t: b.gain(YOU, t.power)),
    ("it deals damage equal to its power to that spell's controller", lambda b, t: b.lose(OPP, t.power)),
]
UNCLEAR = ['destroy it', 'exile it', 'put a +1/+1 counter on it', 'its controller draws a card', 'draw cards equal to its power']


def tables():
    t = Table('event of two', '608.2c')
    for i, (event, play, verb) in enumerate(TWO_THINGS):
        for j, (text, effect, avoid) in enumerate(OBJECT):
            for k, words in enumerate([IT, THAT]):
                if (i + j) % 2 or any(v in verb.split() for v in avoid.split()):
                    continue
                t.permanent('%s: %s' % (event, text.format(**words)),
                            lambda b, k=k, play=play, effect=effect: effect(b, play(b)[k]), board({}), MINE)
        for text, effect in BOTH:
            t.permanent('%s: %s' % (event, text),
                        lambda b, play=play, effect=effect: effect(b, *play(b)), board({}), MINE)
    for text, effect in AIMED_AT_MINE:
        t.permanent('whenever a creature you control becomes the target of a spell: ' + text,
                    aimed_at('Red Ogre', effect), board({}), MINE)
    for text, effect in AIMED:
        t.permanent('whenever this becomes the target of a spell: ' + text, aimed_at('@', effect), board({}), TOUGH)
    for event in ('whenever this blocks or becomes blocked by a creature', 'whenever this deals damage to a creature'):
        for text in UNCLEAR:
            t.refuse('creature Cat 2/2', '%s: %s' % (event, text))
    return [t]
