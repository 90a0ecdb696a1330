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


def who_did(t):
    """Players by what they did, or had, this way (608.2c)."""
    both = (YOU, OPP)

    def chosen(how, word):
        def do(b, player):
            have = b.of(player, 'hand') if how == 'hand' else b.permanents(player, word)
            thing = b.choose(player, have)
            if thing:
                b.leave(thing, 'graveyard')
            return [thing] if thing else []
        return do

    rows = [
        ('each player discards a card', 'discard', 'discarded', chosen('hand', None), ('creature card', 'artifact card', 'card')),
        ('each player sacrifices a creature', 'sacrifice', 'sacrificed', chosen('board', 'creature'),
         ('creature', 'white creature', 'creature with flying')),
        ('each player sacrifices a land', 'sacrifice', 'sacrificed', chosen('board', 'land'), ('Forest', 'land')),
    ]
    does = {'loses 2 life': lambda b, p: b.lose(p, 2), 'gains 3 life': lambda b, p: b.gain(p, 3),
            'draws a card': lambda b, p: b.draw(p)}
    fits = {'card': lambda x: True, 'creature card': lambda x: x.is_a('creature'), 'artifact card': lambda x: x.is_a('artifact'),
            'creature': lambda x: True, 'white creature': lambda x: x.is_a('white'), 'creature with flying': lambda x: x.has('flying'),
            'Forest': lambda x: x.is_a('Forest'), 'land': lambda x: True}
    for first, base, past, do, words in rows:
        for word in words:
            for neg in (False, True):
                for k, (act, did) in enumerate(does.items()):
                    who = 'opponent' if k == 1 else 'player'

                    def effect(b):
                        done = {p: do(b, p) for p in both}
                        for p in both:
                            if any(fits[word](x) for x in done[p]) != neg and not (who == 'opponent' and p == YOU):
                                did(b, p)
                    verb = "didn't " + base if neg else past
                    t.spell('%s, then each %s who %s %s this way %s' % (first, who, verb, ('an ' if word[0] == 'a' else 'a ') + word, act)
                            if k else '%s\neach %s who %s %s this way %s' % (first, who, verb, ('an ' if word[0] == 'a' else 'a ') + word, act), effect, cites='608.2c')


def tables():
    t = Table('wanted', CITES)
    in_one_sentence(t)
    who_did(t)
    return [t]
