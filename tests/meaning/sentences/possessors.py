"""Players as objects and possessors: 'that player', 'target opponent's hand', 'its controller's library'."""
from cases import Table
from model import Board, OPP, YOU, duel


def controller_rows():
    """Damage and loss that goes to the controller or owner of what the sentence named."""
    things = [('creature', 'Red Drake'), ('land', 'Mountain'), ('nonland permanent', 'Blue Crab'), ('permanent', 'Mountain')]
    for word, name in things:
        noun = word.split()[-1]
        for text, effect in [
            ('destroy target {w}, then this deals 2 damage to its controller', lambda b: b.lose(OPP, 2)),
            ('destroy target {w}\nthis deals 3 damage to that {n}\'s controller', lambda b: b.lose(OPP, 3)),
            ('destroy target {w}, then you gain life equal to the number of lands its controller controls',
             lambda b: b.gain(YOU, len(b.lands(OPP)))),
        ]:
            yield text.format(w=word, n=noun), name, lambda b, e=effect, n=name: (b.destroy(b.find(n)), e(b)), 
        yield ('return target %s to its owner\'s hand, then that player discards a card' % word, name,
               lambda b, n=name: (b.bounce(b.find(n)), b.discard(OPP)))


def owned_by_another(b):
    b.cast('Leash', ['Red Drake'])
    b.give(b.find('Red Drake'), YOU)


STOLEN = [   # you control the opponent's Red Drake: owner and controller differ
    ('destroy target creature, then its controller loses 3 life', lambda b, t: (b.destroy(t), b.lose(YOU, 3))),
    ('destroy target creature, then its owner loses 3 life', lambda b, t: (b.destroy(t), b.lose(OPP, 3))),
    ('exile target creature, then its controller draws a card', lambda b, t: (b.exile(t), b.draw(YOU))),
    ('exile target creature, then its owner draws a card', lambda b, t: (b.exile(t), b.draw(OPP))),
    ("return target creature to its owner's hand, then its controller loses 2 life",
     lambda b, t: (b.bounce(t), b.lose(YOU, 2))),
    ("return target creature to its owner's hand", lambda b, t: b.bounce(t)),
    ("put target creature on top of its owner's library", lambda b, t: (b.on_library(t), peek(b, OPP))),
    ("this deals 2 damage to target creature's controller", lambda b, t: b.lose(YOU, 2)),
    ("this deals 2 damage to target creature's owner", lambda b, t: b.lose(OPP, 2)),
    ("target creature's owner gains control of it", lambda b, t: b.give(t, OPP)),
    ('tap target creature, then its controller discards a card', lambda b, t: (b.tap(t), b.discard(YOU))),
    ("exile target creature, then return it to the battlefield under its owner's control",
     lambda b, t: (b.exile(t), b.enter(t, OPP))),
    ('exile target creature, then return it to the battlefield under your control',
     lambda b, t: (b.exile(t), b.enter(t, YOU))),
]


def peek(b, player):
    """Makes the top card of a library visible."""
    b.say('%s a card' % ('you draw' if player == YOU else 'opponent draws'))
    b.draw(player)


def everyone_back(b):
    for t in b.creatures():
        b.bounce(t)


TARGETED = [   # sentence, targets, effect
    ('this deals 2 damage to target player', [OPP], lambda b: b.lose(OPP, 2)),
    ('this deals 2 damage to target opponent', [OPP], lambda b: b.lose(OPP, 2)),
    ('this deals 2 damage to each opponent', [], lambda b: b.lose(OPP, 2)),
    ('this deals 2 damage to each player', [], lambda b: (b.lose(OPP, 2), b.lose(YOU, 2))),
    ('this deals 2 damage to you', [], lambda b: b.lose(YOU, 2)),
    ('this deals 2 damage to target player and 1 damage to you', [OPP], lambda b: (b.lose(OPP, 2), b.lose(YOU, 1))),
    ('tap all creatures target player controls', [OPP], lambda b: b.tap(b.creatures(OPP))),
    ('tap all creatures target opponent controls', [OPP], lambda b: b.tap(b.creatures(OPP))),
    ('destroy all creatures target player controls', [OPP], lambda b: b.destroy(b.creatures(OPP))),
    ('destroy all creatures target opponent controls', [OPP], lambda b: b.destroy(b.creatures(OPP))),
    ('destroy all creatures your opponents control', [], lambda b: b.destroy(b.creatures(OPP))),
    ('tap all lands your opponents control', [], lambda b: b.tap(b.lands(OPP))),
    ('put a +1/+1 counter on each creature target player controls', [OPP], lambda b: b.counters(b.creatures(OPP))),
    ('creatures target player controls get +1/+0 until end of turn', [OPP], lambda b: b.boost(b.creatures(OPP), 1, 0)),
    ('creatures target opponent controls get -1/-0 until end of turn', [OPP],
     lambda b: b.boost(b.creatures(OPP), -1, 0)),
    ('creatures your opponents control get -1/-0 until end of turn', [], lambda b: b.boost(b.creatures(OPP), -1, 0)),
    ('this deals 1 damage to each creature target player controls', [OPP],
     lambda b: [b.damage(t, 1) for t in b.creatures(OPP)]),
    ('this deals 3 damage to target player and each creature that player controls', [OPP],
     lambda b: (b.lose(OPP, 3), [b.damage(t, 3) for t in b.creatures(OPP)])),
    ('this deals 1 damage to target player and each creature they control', [OPP],
     lambda b: (b.lose(OPP, 1), [b.damage(t, 1) for t in b.creatures(OPP)])),
    ("exile all cards from target player's graveyard", [OPP], lambda b: b.exile(b.of(OPP, 'graveyard'))),
    ("exile all creature cards from target player's graveyard", [OPP], lambda b: b.exile(b.find('Pit Imp'))),
    ("exile all cards from target opponent's graveyard", [OPP], lambda b: b.exile(b.of(OPP, 'graveyard'))),
    ("return target creature card from an opponent's graveyard to its owner's hand", ['Pit Imp'],
     lambda b: b.bounce(b.find('Pit Imp'))),
    ("put target creature card from an opponent's graveyard onto the battlefield under your control", ['Pit Imp'],
     lambda b: b.enter(b.find('Pit Imp'), YOU)),
    ("exile target card from an opponent's graveyard", ['Cold Lamp'], lambda b: b.exile(b.find('Cold Lamp'))),
    ("draw cards equal to the number of cards in target opponent's hand", [OPP], lambda b: b.draw(YOU, 2)),
    ("you gain 1 life for each card in target opponent's hand", [OPP], lambda b: b.gain(YOU, 2)),
    ("you gain 1 life for each creature target opponent controls", [OPP], lambda b: b.gain(YOU, 3)),
    ("you gain 1 life for each creature target player controls", [OPP], lambda b: b.gain(YOU, 3)),
    ("you draw a card for each creature your opponents control", [], lambda b: b.draw(YOU, 3)),
    ("this deals damage equal to the number of cards in target player's hand to that player", [OPP],
     lambda b: b.lose(OPP, 2)),
    ("target player loses 1 life for each creature they control", [OPP], lambda b: b.lose(OPP, 3)),
    ("target opponent loses life equal to the number of creatures you control", [OPP], lambda b: b.lose(OPP, 2)),
    ("each opponent loses life equal to the number of lands you control", [], lambda b: b.lose(OPP, 2)),
    ("target opponent loses 1 life, then tap all creatures that player controls", [OPP],
     lambda b: (b.lose(OPP, 1), b.tap(b.creatures(OPP)))),
    ("target player loses 1 life, then tap all creatures they control", [OPP],
     lambda b: (b.lose(OPP, 1), b.tap(b.creatures(OPP)))),
    ("target player gains 2 life, then you draw a card for each creature that player controls", [OPP],
     lambda b: (b.gain(OPP, 2), b.draw(YOU, 3))),
    ("target player mills two cards, then exile all cards from that player's graveyard", [OPP],
     lambda b: (b.mill(OPP, 2), b.exile(b.of(OPP, 'graveyard')))),
    ("target opponent gains control of target creature you control", [OPP, 'Red Ogre'],
     lambda b: b.give(b.find('Red Ogre'), OPP)),
    ("target player gains control of target creature you control", [OPP, 'Red Ogre'],
     lambda b: b.give(b.find('Red Ogre'), OPP)),
    ("return all creatures target player controls to their owner's hand", [OPP], lambda b: b.bounce(b.creatures(OPP))),
    ("return all creatures to their owners' hands", [], everyone_back),
    ("return all creatures to their owner's hand", [], everyone_back),
    ("return each creature your opponents control to its owner's hand", [], lambda b: b.bounce(b.creatures(OPP))),
    ("each creature deals 1 damage to its controller", [], lambda b: (b.lose(YOU, 2), b.lose(OPP, 3))),
    ("each creature deals damage equal to its power to its controller", [], lambda b: (b.lose(YOU, 5), b.lose(OPP, 5))),
    ("each creature you control deals damage equal to its power to target opponent", [OPP], lambda b: b.lose(OPP, 5)),
    ("target creature deals damage equal to its power to its controller", ['Red Drake'], lambda b: b.lose(OPP, 4)),
    ("target creature deals 1 damage to its owner", ['Red Drake'], lambda b: b.lose(OPP, 1)),
    ("target creature deals damage equal to its power to target player", ['Red Ogre', OPP], lambda b: b.lose(OPP, 3)),
]

GRAVES = [   # whose graveyard, whose control
    ("return all creature cards from all graveyards to the battlefield under their owners' control", {YOU: YOU, OPP: OPP}),
    ('put all creature cards from all graveyards onto the battlefield under your control', {YOU: YOU, OPP: YOU}),
    ("return all creature cards from all graveyards to their owners' hands", None),
    ('return all creature cards from your graveyard to the battlefield', {YOU: YOU}),
    ('each player returns all creature cards from their graveyard to the battlefield', {YOU: YOU, OPP: OPP}),
    ("put all creature cards from your opponents' graveyards onto the battlefield under your control", {OPP: YOU}),
]


def graves():
    b = Board()
    b.graveyard(YOU, 'Green Bear', 'Old Mask').graveyard(OPP, 'Red Drake', 'Cold Lamp').control(OPP, 'Black Rat')
    return b


def raise_all(goes):
    def effect(b):
        for p, name in ((YOU, 'Green Bear'), (OPP, 'Red Drake')):
            if goes is None:
                b.bounce(b.find(name))
            elif p in goes:
                b.enter(b.find(name), goes[p])
    return effect


LANDS = [    # possessives on the battlefield as statics; you control Forest and Swamp, the opponent a Mountain
    ('creatures your opponents control get -1/-0', lambda b: b.boost(b.creatures(OPP), -1, 0)),
    ('creatures you control get +1/+0', lambda b: b.boost(b.creatures(YOU), 1, 0)),
    ("creatures you don't control get -1/-0", lambda b: b.boost(b.creatures(OPP), -1, 0)),
    ('each creature you control gets +1/+0 for each creature your opponents control',
     lambda b: b.boost(b.creatures(YOU), 3, 0)),
    ('creatures you control get +0/+1 for each card in your hand', lambda b: b.boost(b.creatures(YOU), 0, 1)),
    ("creatures your opponents control get +0/+1 for each card in your graveyard",
     lambda b: b.boost(b.creatures(OPP), 0, 1)),
]


def tables():
    t = Table('possessor', '608.2h, 108.3')
    for text, name, effect in controller_rows():
        t.spell(text, effect, targets=[name])
    for text, effect in STOLEN:
        b = duel()
        b.control(YOU, 'Swamp').control(OPP, 'Iron Idol')
        b.hand(YOU, 'Leash')
        t.spell(text, lambda b, e=effect: e(b, b.find('Red Drake')), b, ['Red Drake'], before=owned_by_another)
    for text, targets, effect in TARGETED:
        t.spell(text, effect, targets=targets)
    for text, goes in GRAVES:
        t.spell(text, raise_all(goes), graves())
    for text, effect in LANDS:
        t.permanent(text, effect, cites='611.3a')
    return [t]
