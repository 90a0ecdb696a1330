"""'If a player doesn't', 'if an opponent doesn't' behind what each player may do: of that player for each, else once."""
from itertools import product

from cases import Table
from model import Kind, YOU
from places import table

QUESTIONS = [    # who is asked about, of whom it holds
    ("if a player doesn't", lambda b, did: [p for p in b.seats if not did[p]]),
    ("if an opponent doesn't", lambda b, did: [p for p in b.seats if not did[p] and p != YOU]),
    ('if a player does', lambda b, did: [p for p in b.seats if did[p]]),
    ('if an opponent does', lambda b, did: [p for p in b.seats if did[p] and p != YOU]),
]
DONE = [         # of all of them whom it holds of, as often as there are some
    ('you gain 2 life', lambda b, who: b.gain(YOU, 2) if who else None),
    ('draw a card', lambda b, who: b.draw(YOU) if who else None),
    ('that player loses 2 life', lambda b, who: [b.lose(p, 2) for p in who]),
]
ELSE = ('you gain 5 life', lambda b, who: None if who else b.gain(YOU, 5))


def played(t, text, answers, effects, whom):
    b = table()
    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
    b.cast('@')
    did = [b.may(p, yes) for p, yes in zip(b.seats, answers)]
    for p in b.seats:
        if did[p]:
            b.gain(p, 3)
    for effect in effects:
        effect(b, whom(b, did))
    b.settle()
    t.add('{0} sorcery', text, b)


def tables():
    t = Table('who did not', '608.2c')
    for i, answers in enumerate(product([True, False], repeat=3)):
        for j, (question, whom) in enumerate(QUESTIONS):
            for k, (text, effect) in enumerate(DONE):
                if (i + j + k) % 2:
                    continue
                played(t, 'each player may gain 3 life\n%s: %s' % (question, text), answers, [effect], whom)
                if k < 2:
                    played(t, 'each player may gain 3 life\n%s { %s } else { %s }' % (question, text, ELSE[0]), answers,
                           [effect, ELSE[1]], whom)
    return [t]
