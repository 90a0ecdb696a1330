"""'That player' behind an event that named one: he, and not who merely has something or is one of several; 'they' behind a
comparison and 'them' in an amount (docs/language.md, "What was said before")."""
from cases import Table
from model import OPP, YOU
from places import NEXT, table as three
from sentences.events import MINE, PLAYER, THEIR_COMBAT, board, hits_player, people, zap

THAT = people('that player', 'that player', 'each')


def everybody(b, but, does):
    for p in b.seats:
        if p != but:
            does(p)


def gains(b):
    b.does('%s 4 life' % b.acts(NEXT, 'gain'))
    b.gain(NEXT, 4)


# ---- what is done first: to or by somebody else; that player is not meant by it -----------------------------------
OF_IT = [    # behind 'whenever a creature deals combat damage to a player': c controls it
    ('its controller loses 1 life', lambda b, c: b.lose(c, 1)),
    ('its controller draws a card', lambda b, c: b.draw(c)),
    ('this deals 1 damage to its controller', lambda b, c: b.lose(c, 1)),
    ('its owner mills a card', lambda b, c: b.mill(c, 1)),
    ("that creature's controller creates a 1/1 white Soldier creature token", lambda b, c: b.token(c, 'Soldier', 1, 1)),
]
OTHERS = [   # behind 'whenever a player gains life'
    ('each other player loses 1 life', lambda b, p: everybody(b, p, lambda o: b.lose(o, 1))),
    ('each other player draws a card', lambda b, p: everybody(b, p, b.draw)),
    ('each opponent mills a card', lambda b, p: everybody(b, YOU, lambda o: b.mill(o, 1))),
]
COUNTED = [  # one acts and counts by the other: c controls what did it, p was hit
    ("its controller draws a card for each card in that player's hand",
     lambda b, c, p: b.draw(c, len([t for t in b.things if t.owner == p and t.zone == 'hand']))),
    ('its controller gains 1 life for each creature that player controls', lambda b, c, p: b.gain(c, len(b.creatures(p)))),
    ('that player gains 1 life for each creature its controller controls', lambda b, c, p: b.gain(p, len(b.creatures(c)))),
]


def compared(more, subject):
    """Whom a condition is about is who 'they' are behind it, and 'that player' the one whom the event named."""
    def effect(b, c, p):
        about, other = (c, p) if subject == 'its controller' else (p, c)
        if (b.life[about] > b.life[other]) == (more == 'more'):
            b.lose(p if subject == 'its controller' else about, 2)
    whom = 'that player' if subject == 'its controller' else 'its controller'
    does = 'that player loses' if subject == 'its controller' else 'they lose'
    has = 'have' if subject == 'they' else 'has'
    return 'if %s %s %s life than %s: %s 2 life' % (subject, has, more, whom, does), effect


COMPARED = [compared(more, subject) for more in ('more', 'less') for subject in ('they', 'that player', 'its controller')]
HIT = 'whenever a creature deals combat damage to a player'


def hit(effect):
    def play(b):
        got = hits_player('Red Drake', OPP)(b)
        effect(b, OPP, got['player'])
    return play


DEALT = [    # at the end step, when 2 damage was dealt to the opponent
    ('loses life equal to the damage dealt to them this turn', lambda b, p, n: b.lose(p, n)),
    ('gains life equal to the damage dealt to them this turn', lambda b, p, n: b.gain(p, n)),
    ('mills cards equal to the damage dealt to them this turn', lambda b, p, n: b.mill(p, n)),
    ('draws cards equal to the damage dealt to them this turn', lambda b, p, n: b.draw(p, n)),
]


def at_end(effect):
    def play(b):
        zap(OPP)(b)
        b.say('advance to the end step', 'resolve the stack')
        effect(b, OPP, 2)
    return play


def tables():
    t = Table('that player', '608.2c')
    for i, (first, one) in enumerate(OF_IT):
        for text, then, _ in THAT[i % 2::2]:
            t.permanent('%s: %s, then %s' % (HIT, first, text),
                        hit(lambda b, c, p, one=one, then=then: (one(b, c), then(b, p))), board(THEIR_COMBAT), MINE)
    for text, effect in COUNTED + COMPARED:
        t.permanent('%s: %s' % (HIT, text), hit(effect), board(THEIR_COMBAT), MINE)
    for i, (first, one) in enumerate(OTHERS):
        for text, then, avoid in THAT:
            if avoid == 'gain':
                continue
            t.permanent('whenever a player gains life: %s, then %s' % (first, text),
                        lambda b, one=one, then=then: (gains(b), one(b, NEXT), then(b, NEXT)), three(), MINE)
    for text, effect in DEALT:
        for step in ('each', 'your'):
            for who in ('each player', 'each opponent', 'target opponent'):
                t.permanent('at the beginning of %s end step: %s %s' % (step, who, text), at_end(effect), board({}), MINE)
    return [t]
