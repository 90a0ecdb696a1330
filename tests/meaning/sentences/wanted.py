"""Wording of real cards: what was done is asked for in the same sentence."""
from cases import Table
from model import YOU, OPP

CITES = '117.12'


def in_one_sentence(t):
    """..., if you do, ...: as in a line of its own (117.12)."""
    rows = [
        ('you may sacrifice a creature', lambda b: b.sacrifice(YOU)),
        ('you may discard a card', lambda b: b.discard(YOU)),
        ('you may pay 2 life', lambda b: b.lose(YOU, 2)),
        ('you may exile a card from your graveyard', lambda b: b.exile(b.find('Old Mask'))),
        ('you may tap an untapped creature you control', lambda b: b.tap(b.choose(YOU, b.creatures(YOU)))),
    ]
    behind = [
        (', if you do, draw a card', lambda b: b.draw(YOU), None),
        (', then if you do, each opponent loses 2 life', lambda b: b.lose(OPP, 2), None),
        (", and if you don't, each opponent loses 2 life", None, lambda b: b.lose(OPP, 2)),
        (", if you do, draw a card, if you don't, you gain 3 life", lambda b: b.draw(YOU), lambda b: b.gain(YOU, 3)),
        (', if you do, draw a card and you gain 1 life, otherwise, you lose 1 life', lambda b: (b.draw(YOU), b.gain(YOU, 1)),
         lambda b: b.lose(YOU, 1)),
    ]
    for text, do in rows:
        for more, then, other in behind:
            for yes in (True, False):
                def effect(b):
                    if b.may(YOU, yes):
                        do(b)
                    does = then if yes else other
                    if does:
                        does(b)
                t.spell(text + more, effect)


def tables():
    t = Table('wanted', CITES)
    in_one_sentence(t)
    return [t]
