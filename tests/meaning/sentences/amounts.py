"""Amounts: equal to, X is, for each, twice, half, plus, minus, greatest, total (CR 107.3, 608.2h)."""
from cases import Table
from model import Kind, OPP, YOU, standard

CITES = '608.2h'


def power_of(things):
    return [t.power for t in things]


VALUES = [   # phrase, its value on the board as it is when it resolves
    ('the number of creatures you control', lambda b: len(b.creatures(YOU))),
    ('the number of creatures your opponents control', lambda b: len(b.creatures(OPP))),
    ('the number of creatures an opponent controls', lambda b: len(b.creatures(OPP))),
    ('the number of lands you control', lambda b: len(b.lands(YOU))),
    ('the number of creatures', lambda b: len(b.creatures())),
    ('the number of creatures on the battlefield', lambda b: len(b.creatures())),
    ('the number of red creatures', lambda b: len(b.creatures(None, lambda t: t.is_a('red')))),
    ('the number of Forests you control', lambda b: len(b.permanents(YOU, 'Forest'))),
    ('the number of cards in your hand', lambda b: len(b.of(YOU, 'hand'))),
    ("the number of cards in each opponent's hand", lambda b: len(b.of(OPP, 'hand'))),
    ('the number of cards in your graveyard', lambda b: len(b.of(YOU, 'graveyard'))),
    ('the number of cards in all graveyards', lambda b: len(b.of(YOU, 'graveyard') + b.of(OPP, 'graveyard'))),
    ('the number of artifact cards in all graveyards',
     lambda b: sum(t.is_a('artifact') for t in b.of(YOU, 'graveyard') + b.of(OPP, 'graveyard'))),
    ('the greatest power among creatures you control', lambda b: max(power_of(b.creatures(YOU)))),
    ('the greatest power among creatures your opponents control', lambda b: max(power_of(b.creatures(OPP)))),
    ('the greatest toughness among creatures you control', lambda b: max(t.toughness for t in b.creatures(YOU))),
    ('the greatest mana value among creatures you control', lambda b: max(t.mana_value for t in b.creatures(YOU))),
    ('the total power of creatures you control', lambda b: sum(power_of(b.creatures(YOU)))),
    ('the total toughness of creatures you control', lambda b: sum(t.toughness for t in b.creatures(YOU))),
    ('twice the number of creatures you control', lambda b: 2 * len(b.creatures(YOU))),
    ('half the number of creatures, rounded down', lambda b: len(b.creatures()) // 2),
    ('half the number of creatures, rounded up', lambda b: (len(b.creatures()) + 1) // 2),
    ('the number of creatures you control plus one', lambda b: len(b.creatures(YOU)) + 1),
    ('the number of creatures you control plus the number of lands you control',
     lambda b: len(b.creatures(YOU)) + len(b.lands(YOU))),
    ('the number of creatures your opponents control minus one', lambda b: len(b.creatures(OPP)) - 1),
    ('the number of artifacts', lambda b: len(b.permanents(None, 'artifact'))),
    ('the number of nonred creatures', lambda b: len(b.creatures(None, lambda t: not t.is_a('red')))),
    ('the number of creatures with power 3 or greater', lambda b: len(b.creatures(None, lambda t: t.power >= 3))),
]
FORMS = [    # sentence over {v}, effect, targets
    ('you gain life equal to {v}', lambda b, n: b.gain(YOU, n), []),
    ('draw cards equal to {v}', lambda b, n: b.draw(YOU, n), []),
    ('each opponent loses life equal to {v}', lambda b, n: b.lose(OPP, n), []),
    ('this deals damage equal to {v} to target opponent', lambda b, n: b.lose(OPP, n), [OPP]),
    ('draw X cards, where X is {v}', lambda b, n: b.draw(YOU, n), []),
    ('you gain X life, where X is {v}', lambda b, n: b.gain(YOU, n), []),
    ('this deals X damage to any target, where X is {v}', lambda b, n: b.lose(OPP, n), [OPP]),
    ('create X 1/1 white Soldier creature tokens, where X is {v}', lambda b, n: b.token(YOU, 'Soldier', 1, 1, n), []),
    ('target creature gets +X/+X until end of turn, where X is {v}', lambda b, n: b.boost(b.find('Green Bear'), n, n),
     ['Green Bear']),
    ('put X +1/+1 counters on target creature, where X is {v}', lambda b, n: b.counters(b.find('Green Bear'), n), ['Green Bear']),
    ('target opponent mills X cards, where X is {v}', lambda b, n: b.mill(OPP, n), [OPP]),
    ('target creature gets -X/-0 until end of turn, where X is {v}', lambda b, n: b.boost(b.find('Red Drake'), -n, 0),
     ['Red Drake']),
]
EACH = [     # for each, over things counted
    ('creature you control', lambda b: len(b.creatures(YOU))), ('creature your opponents control', lambda b: len(b.creatures(OPP))),
    ('creature', lambda b: len(b.creatures())), ('land you control', lambda b: len(b.lands(YOU))),
    ('red creature', lambda b: len(b.creatures(None, lambda t: t.is_a('red')))),
    ('nonred creature', lambda b: len(b.creatures(None, lambda t: not t.is_a('red')))),
    ('card in your hand', lambda b: len(b.of(YOU, 'hand'))), ('card in your graveyard', lambda b: len(b.of(YOU, 'graveyard'))),
    ('creature card in all graveyards', lambda b: sum(t.is_a('creature') for p in (YOU, OPP) for t in b.of(p, 'graveyard'))),
    ('Forest you control', lambda b: len(b.permanents(YOU, 'Forest'))),
    ("card in target opponent's hand", lambda b: len(b.of(OPP, 'hand'))),
]
EACH_FORMS = [
    ('you gain 2 life for each {e}', lambda b, n: b.gain(YOU, 2 * n), []),
    ('draw a card for each {e}', lambda b, n: b.draw(YOU, n), []),
    ('create a 1/1 white Soldier creature token for each {e}', lambda b, n: b.token(YOU, 'Soldier', 1, 1, n), []),
    ('target creature gets +1/+1 until end of turn for each {e}', lambda b, n: b.boost(b.find('Green Bear'), n, n), ['Green Bear']),
    ('put a +1/+1 counter on target creature for each {e}', lambda b, n: b.counters(b.find('Green Bear'), n), ['Green Bear']),
    ('each opponent loses 2 life for each {e}', lambda b, n: b.lose(OPP, 2 * n), []),
    ('for each {e}: you gain 2 life', lambda b, n: b.gain(YOU, 2 * n), []),
]
OF_TARGETS = [
    ("you gain life equal to target creature's power", ['Red Drake'], lambda b, t: b.gain(YOU, 4)),
    ("you gain life equal to target creature's toughness", ['Red Drake'], lambda b, t: b.gain(YOU, 3)),
    ("draw cards equal to target creature's power", ['Red Drake'], lambda b, t: b.draw(YOU, 4)),
    ("target creature deals damage equal to its power to each opponent", ['Red Ogre'], lambda b, t: b.lose(OPP, 3)),
    ("double target creature's power until end of turn", ['Red Ogre'], lambda b, t: b.boost(t, 3, 0)),
    ("target creature gets +X/+0 until end of turn, where X is its power", ['Red Ogre'], lambda b, t: b.boost(t, 3, 0)),
    ("target creature gets +X/+0 until end of turn, where X is its mana value", ['Red Ogre'], lambda b, t: b.boost(t, 4, 0)),
    ("target creature gets +1/+0 until end of turn for each land you control", ['Red Ogre'], lambda b, t: b.boost(t, 2, 0)),
    ("put a number of +1/+1 counters on target creature equal to its power", ['Red Ogre'], lambda b, t: b.counters(t, 3)),
    ("put a number of +1/+1 counters on target creature equal to the number of lands you control", ['Red Ogre'],
     lambda b, t: b.counters(t, 2)),
    ("target creature's controller loses life equal to its power", ['Red Drake'], lambda b, t: b.lose(OPP, 4)),
    ("target creature's controller draws cards equal to its toughness", ['Red Drake'], lambda b, t: b.draw(OPP, 3)),
    ("this deals damage to target creature equal to the number of lands you control", ['Red Drake'], lambda b, t: b.damage(t, 2)),
    ("this deals damage equal to the number of creatures you control to target creature", ['Blue Crab'],
     lambda b, t: b.damage(t, 2)),
]
ONCE_MORE = [   # amounts in rows of their own
    ('you gain 1 life plus 1 life for each creature you control', [], lambda b: b.gain(YOU, 3)),
    ('each player loses life equal to the number of creatures they control', [], lambda b: (b.lose(YOU, 2), b.lose(OPP, 3))),
    ('each player draws cards equal to the number of lands they control', [], lambda b: (b.draw(YOU, 2), b.draw(OPP, 1))),
    ('each player gains life equal to the greatest power among creatures they control', [],
     lambda b: (b.gain(YOU, 3), b.gain(OPP, 4))),
    ('target opponent loses life equal to the number of creatures they control', [OPP], lambda b: b.lose(OPP, 3)),
    ('you gain life equal to the number of creatures you control, then draw a card', [], lambda b: (b.gain(YOU, 2), b.draw(YOU))),
    ('creatures you control get +X/+0 until end of turn, where X is the number of creatures you control', [],
     lambda b: b.boost(b.creatures(YOU), 2, 0)),
    ('creatures you control get +1/+1 until end of turn for each land you control', [], lambda b: b.boost(b.creatures(YOU), 2, 2)),
    ('mill cards equal to the number of creatures', [], lambda b: b.mill(YOU, 5)),
    ('your life total becomes 10', [], lambda b: b.becomes(YOU, 10)),
    ("target player's life total becomes 10", [OPP], lambda b: b.becomes(OPP, 10)),
    ("each player's life total becomes the number of creatures they control", [],
     lambda b: (b.becomes(YOU, 2), b.becomes(OPP, 3))),
    ('double your life total', [], lambda b: b.gain(YOU, 23)),
    ('you gain life equal to your life total', [], lambda b: b.gain(YOU, 23)),
]
def wheel(b):
    for p in (YOU, OPP):
        n = len(b.of(p, 'hand'))
        b.discard(p, n)
        b.draw(p, n)


THIS_WAY = [  # what the sentence before did, counted
    ('destroy all creatures\nyou gain 1 life for each creature destroyed this way', [],
     lambda b: (b.destroy(b.creatures()), b.gain(YOU, 5))),
    ('tap all creatures your opponents control\nyou gain 1 life for each creature tapped this way', [],
     lambda b: (b.tap(b.creatures(OPP)), b.gain(YOU, 3))),
    ("return all creatures your opponents control to their owner's hand\ndraw a card for each creature returned this way", [],
     lambda b: (b.bounce(b.creatures(OPP)), b.draw(YOU, 3))),
    ("exile all cards from target player's graveyard\nyou gain 2 life for each card exiled this way", [OPP],
     lambda b: (b.exile(b.of(OPP, 'graveyard')), b.gain(YOU, 4))),
    ('target opponent discards their hand\nthat player loses 1 life for each card discarded this way', [OPP],
     lambda b: (b.discard(OPP, 2), b.lose(OPP, 2))),
    ('mill three cards\nyou gain 1 life for each land card milled this way', [], lambda b: (b.mill(YOU, 3), b.gain(YOU, 3))),
    ('mill three cards\nyou gain 1 life for each creature card milled this way', [], lambda b: b.mill(YOU, 3)),
    ('sacrifice all creatures you control\ndraw a card for each creature sacrificed this way', [],
     lambda b: (b.destroy(b.creatures(YOU)), b.draw(YOU, 2))),
    ('destroy all creatures with power 3 or greater\neach opponent loses 1 life for each creature destroyed this way', [],
     lambda b: (b.destroy(b.creatures(None, lambda t: t.power >= 3)), b.lose(OPP, 2))),
    ('each player discards their hand, then draws that many cards', [], wheel),
    ('target player discards their hand, then draws that many cards', [OPP], lambda b: (b.discard(OPP, 2), b.draw(OPP, 2))),
    ('discard your hand, then draw that many cards', [], lambda b: (b.discard(YOU, 1), b.draw(YOU, 1))),
    ('each opponent loses 2 life\nyou gain life equal to the life lost this way', [], lambda b: (b.lose(OPP, 2), b.gain(YOU, 2))),
    ('target opponent loses 3 life\nyou gain that much life', [OPP], lambda b: (b.lose(OPP, 3), b.gain(YOU, 3))),
    ('this deals 2 damage to target creature\nyou gain life equal to the damage dealt this way', ['Blue Crab'],
     lambda b: (b.damage(b.find('Blue Crab'), 2), b.gain(YOU, 2))),
]
STATIC = [   # of a 1/1 that counts
    ('this gets +1/+1 for each Forest you control', 1, 1), ('this gets +1/+0 for each creature your opponents control', 3, 0),
    ('this gets +1/+1 for each other creature you control', 2, 2), ('this gets +2/+0 for each land you control', 4, 0),
    ('this gets +1/+1 for each card in your graveyard', 1, 1), ('this gets +0/+1 for each card in your hand', 0, 1),
    ('this gets +X/+X, where X is the number of lands you control', 2, 2),
    ('this gets +X/+0, where X is the greatest power among other creatures you control', 3, 0),
    ('this gets +1/+1 for each red creature', 2, 2), ('this gets -1/-0 for each Swamp you control', -1, 0),
]
X_SPELLS = [  # {X}, paid with Forest and Swamp: X is 2
    ('draw X cards', [], lambda b: b.draw(YOU, 2)), ('you gain X life', [], lambda b: b.gain(YOU, 2)),
    ('this deals X damage to target opponent', [OPP], lambda b: b.lose(OPP, 2)),
    ('target opponent mills twice X cards', [OPP], lambda b: b.mill(OPP, 4)),
    ('create X 1/1 white Soldier creature tokens', [], lambda b: b.token(YOU, 'Soldier', 1, 1, 2)),
    ('target creature gets +X/+X until end of turn', ['Green Bear'], lambda b: b.boost(b.find('Green Bear'), 2, 2)),
    ('put X +1/+1 counters on target creature', ['Green Bear'], lambda b: b.counters(b.find('Green Bear'), 2)),
    ('each opponent loses X life and you gain X life', [], lambda b: (b.lose(OPP, 2), b.gain(YOU, 2))),
    ('you gain twice X life', [], lambda b: b.gain(YOU, 4)), ('you gain X plus 1 life', [], lambda b: b.gain(YOU, 3)),
    ('destroy all creatures with power X or less', [], lambda b: b.destroy(b.creatures(None, lambda t: t.power <= 2))),
    ('destroy target creature with mana value X', ['Green Bear'], lambda b: b.destroy(b.find('Green Bear'))),
    ('all creatures get -X/-X until end of turn', [], lambda b: b.boost(b.creatures(), -2, -2)),
]


def values(t):
    for i, (phrase, value) in enumerate(VALUES):
        for j, (text, effect, targets) in enumerate(FORMS):
            if (i + j) % 4 == 0 and not (', rounded' in phrase and '{v} ' in text):
                t.spell(text.format(v=phrase), lambda b: effect(b, value(b)), targets=targets)
    for i, (phrase, count) in enumerate(EACH):
        for j, (text, effect, targets) in enumerate(EACH_FORMS):
            if (i + j) % 2 == 0 and not (targets and 'target' in phrase):
                t.spell(text.format(e=phrase), lambda b: effect(b, count(b)),
                    targets=targets or ([OPP] if 'target' in phrase else []))


def x_spells(t):
    for text, targets, effect in X_SPELLS:
        b = standard()
        b.hand(YOU, Kind('@', '{X}', 'sorcery'))
        b.cast_only('@', targets)
        b.answer(YOU, '2')
        b.say('resolve the stack')
        b.tap(b.lands(YOU))
        effect(b)
        b.settle()
        t.add('{X} sorcery', text, b, '107.3a')


def tables():
    t = Table('amount', CITES)
    values(t)
    for text, targets, effect in OF_TARGETS:
        t.spell(text, lambda b: effect(b, b.find(targets[0])), targets=targets)
    for text, targets, effect in ONCE_MORE + THIS_WAY:
        t.spell(text, effect, targets=targets)
    for text, power, toughness in STATIC:
        t.permanent(text, lambda b: b.boost(b.find('@'), power, toughness), kind='creature Cat 2/2', cites='611.3a')
    x_spells(t)
    return [t]
