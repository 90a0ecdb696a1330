"""Targets: how many, which, another, and what happens when they are illegal (CR 114, 601.2c, 608.2b)."""
from cases import Table
from model import Board, Kind, OPP, YOU, standard

CITES = '601.2c'


def at(*names):
    return lambda b: [b.find(n) for n in names]


MANY = [     # sentence, targets, effect on them
    ('destroy two target creatures', ['Green Bear', 'Red Drake'], lambda b, ts: b.destroy(ts)),
    ('tap two target creatures', ['Black Rat', 'Red Drake'], lambda b, ts: b.tap(ts)),
    ('destroy up to two target creatures', ['Green Bear', 'Red Drake'], lambda b, ts: b.destroy(ts)),
    ('destroy up to two target creatures', ['Red Drake'], lambda b, ts: b.destroy(ts)),
    ('tap up to three target creatures', ['Red Drake', 'Green Bear', 'Black Rat'], lambda b, ts: b.tap(ts)),
    ('tap up to three target creatures', ['Red Drake', 'Black Rat'], lambda b, ts: b.tap(ts)),
    ('exile any number of target creatures', ['Red Drake', 'Black Rat', 'Green Bear'], lambda b, ts: b.exile(ts)),
    ('exile any number of target creatures', ['Red Drake'], lambda b, ts: b.exile(ts)),
    ('put a +1/+1 counter on each of two target creatures', ['Green Bear', 'Red Drake'], lambda b, ts: b.counters(ts)),
    ('put a +1/+1 counter on each of up to two target creatures', ['Red Ogre'], lambda b, ts: b.counters(ts)),
    ('put two +1/+1 counters on each of up to two target creatures', ['Red Ogre', 'Green Bear'], lambda b, ts: b.counters(ts, 2)),
    ('put a +1/+1 counter on up to one target creature', ['Red Ogre'], lambda b, ts: b.counters(ts)),
    ('two target creatures get +1/+1 until end of turn', ['Green Bear', 'Red Drake'], lambda b, ts: b.boost(ts, 1, 1)),
    ('two target creatures each get +1/+1 until end of turn', ['Green Bear', 'Red Drake'], lambda b, ts: b.boost(ts, 1, 1)),
    ('up to two target creatures each get -1/-1 until end of turn', ['Black Rat', 'Red Drake'], lambda b, ts: b.boost(ts, -1, -1)),
    ("return two target creatures to their owners' hands", ['Green Bear', 'Red Drake'], lambda b, ts: b.bounce(ts)),
    ("return up to two target creatures to their owners' hands", ['Red Drake'], lambda b, ts: b.bounce(ts)),
    ('this deals 1 damage to each of two target creatures', ['Green Bear', 'Black Rat'],
     lambda b, ts: [b.damage(x, 1) for x in ts]),
    ('this deals 2 damage to each of up to two target creatures', ['Green Bear'], lambda b, ts: [b.damage(x, 2) for x in ts]),
    ('destroy two target lands', ['Mountain', 'Swamp'], lambda b, ts: b.destroy(ts)),
    ('untap up to two target lands', ['Forest', 'Swamp'], lambda b, ts: b.untap(ts)),
    ('destroy target creature and another target creature', ['Green Bear', 'Red Drake'], lambda b, ts: b.destroy(ts)),
    ('tap target creature and another target creature', ['Black Rat', 'Red Drake'], lambda b, ts: b.tap(ts)),
    ('destroy target creature you control and target creature an opponent controls', ['Green Bear', 'Red Drake'],
     lambda b, ts: b.destroy(ts)),
    ('exile target land and target creature', ['Mountain', 'Red Drake'], lambda b, ts: b.exile(ts)),
    ('target creature you control fights target creature you don\'t control', ['Red Ogre', 'Black Rat'],
     lambda b, ts: b.fight(*ts)),
    ('target creature you control fights another target creature', ['Red Ogre', 'Green Bear'], lambda b, ts: b.fight(*ts)),
    ('target creature fights another target creature', ['Green Bear', 'Black Rat'], lambda b, ts: b.fight(*ts)),
    ('target creature you control deals damage equal to its power to target creature an opponent controls',
     ['Red Ogre', 'Red Drake'],
     lambda b, ts: b.damage(ts[1], 3)),
    ('target creature gets +2/+2 until end of turn\nanother target creature gets -2/-2 until end of turn',
     ['Green Bear', 'Red Drake'],
     lambda b, ts: (b.boost(ts[0], 2, 2), b.boost(ts[1], -2, -2))),
    ('put a +1/+1 counter on target creature\ntap another target creature', ['Green Bear', 'Red Drake'],
     lambda b, ts: (b.counters(ts[0]), b.tap(ts[1]))),
    ('destroy target creature an opponent controls\nput a +1/+1 counter on target creature you control',
     ['Red Drake', 'Green Bear'],
     lambda b, ts: (b.destroy(ts[0]), b.counters(ts[1]))),
    ('destroy target creature with power 3 or greater', ['Red Ogre'], lambda b, ts: b.destroy(ts)),
    ('destroy target nonland permanent an opponent controls', ['Blue Crab'], lambda b, ts: b.destroy(ts)),
    ('tap target creature with flying', ['Red Drake'], lambda b, ts: b.tap(ts)),
    ('exile target creature card from a graveyard', ['Pit Imp'], lambda b, ts: b.exile(ts)),
    ('return target artifact card from your graveyard to your hand', ['Old Mask'], lambda b, ts: b.bounce(ts)),
    ('return target card from your graveyard to your hand', ['Old Mask'], lambda b, ts: b.bounce(ts)),
    ('put target creature card from a graveyard onto the battlefield under your control', ['Pit Imp'],
     lambda b, ts: b.enter(ts[0], YOU)),
    ('exile two target cards from an opponent\'s graveyard', ['Pit Imp', 'Cold Lamp'], lambda b, ts: b.exile(ts)),
    ('exile up to two target cards from an opponent\'s graveyard', ['Cold Lamp'], lambda b, ts: b.exile(ts)),
    ('gain control of target creature an opponent controls', ['Red Drake'], lambda b, ts: b.give(ts[0], YOU)),
    ('gain control of target creature\nuntap that creature', ['Red Drake'], lambda b, ts: b.give(ts[0], YOU)),
    ('untap target creature, then tap all other creatures', ['Red Ogre'],
     lambda b, ts: b.tap([x for x in b.creatures() if x not in ts])),
    ('tap target creature, then untap all other creatures', ['Red Ogre'], lambda b, ts: b.tap(ts)),
    ('destroy all creatures other than target creature', ['Red Ogre'],
     lambda b, ts: b.destroy([x for x in b.creatures() if x not in ts])),
    ('target creature gets +1/+1 until end of turn\nuntap it', ['Green Bear'], lambda b, ts: b.boost(ts, 1, 1)),
    ('put a +1/+1 counter on target creature, then that creature fights another target creature', ['Green Bear', 'Black Rat'],
     lambda b, ts: (b.counters(ts[0]), b.fight(*ts))),
]
ANY = [      # any target
    ('this deals 2 damage to any target', OPP, 2), ('this deals 2 damage to any target', YOU, 2),
    ('this deals 2 damage to any target', 'Blue Crab', 2), ('this deals 3 damage to any target', 'Red Drake', 3),
    ('deal 2 damage to any target', OPP, 2), ('deal 3 damage to any target', 'Red Drake', 3),
    ('this deals 2 damage to any target, then you gain 2 life', OPP, 2),
    ('this deals 3 damage to target creature', 'Red Drake', 3), ('this deals 3 damage to target player', OPP, 3),
]

CANNOT = [   # sentence, kind, what is on the board besides: no legal set of targets
    ('destroy two target creatures', [(OPP, 'Red Drake')]),
    ('target creature you control fights another target creature', [(YOU, 'Green Bear')]),
    ('destroy target creature and another target creature', [(OPP, 'Red Drake')]),
    ('target creature gets +2/+2 until end of turn\nanother target creature gets -2/-2 until end of turn', [(OPP, 'Red Drake')]),
    ('destroy target creature with power 3 or greater', [(OPP, 'Green Bear'), (YOU, 'Black Rat')]),
    ('destroy target creature an opponent controls', [(YOU, 'Green Bear')]),
    ('destroy target creature you control', [(OPP, 'Green Bear')]),
    ('destroy target creature you don\'t control', [(YOU, 'Green Bear')]),
    ('destroy target nonland permanent', [(OPP, 'Mountain'), (YOU, 'Forest')]),
    ('destroy target noncreature artifact', [(OPP, 'Steel Golem'), (YOU, 'Calm Shrine')]),
    ('destroy target tapped creature', [(OPP, 'Red Drake')]),
    ('destroy target attacking creature', [(OPP, 'Red Drake'), (YOU, 'Green Bear')]),
    ('exile target creature card from a graveyard', [(OPP, 'Red Drake')]),
    ('return target creature card from your graveyard to your hand', [(YOU, 'Green Bear')]),
    ('counter target spell', [(OPP, 'Red Drake')]),
    ('target creature you control fights target creature you don\'t control', [(YOU, 'Red Drake'), (YOU, 'Green Bear')]),
    ('gain control of target land an opponent controls', [(YOU, 'Forest'), (OPP, 'Red Drake')]),
]

ILLEGAL = [  # what one target left is done to the other; all left: nothing at all (608.2b)
    ('destroy target creature\ndraw a card', ['Red Drake'], lambda b: None),
    ('destroy target creature, then you gain 4 life', ['Red Drake'], lambda b: None),
    ('tap target creature\nits controller loses 2 life', ['Red Drake'], lambda b: None),
    ('this deals 2 damage to target creature and you gain 2 life', ['Red Drake'], lambda b: None),
    ('destroy two target creatures\ndraw a card', ['Red Drake', 'Black Rat'],
     lambda b: (b.destroy(b.find('Black Rat')), b.draw(YOU))),
    ('tap two target creatures\nyou gain 4 life', ['Red Drake', 'Black Rat'],
     lambda b: (b.tap(b.find('Black Rat')), b.gain(YOU, 4))),
    ('destroy target creature and target land', ['Red Drake', 'Mountain'], lambda b: b.destroy(b.find('Mountain'))),
    ('target creature you control fights target creature you don\'t control', ['Red Ogre', 'Red Drake'], lambda b: None),
    ('put a +1/+1 counter on target creature\ntap another target creature', ['Red Drake', 'Black Rat'],
     lambda b: b.tap(b.find('Black Rat'))),
    ('target creature gets +2/+2 until end of turn\ndraw a card', ['Red Drake'], lambda b: None),
]

ENTERING = [  # triggers that target: the only legal target, or one of two that is answered for
    ('when this enters: tap target creature an opponent controls', lambda b: b.tap(b.choose(YOU, b.creatures(OPP)))),
    ('when this enters: put a +1/+1 counter on another target creature you control',
     lambda b: b.counters(b.choose(YOU, [x for x in b.creatures(YOU) if x.name != '@']))),
    ('when this enters: put a +1/+1 counter on target creature you control',
     lambda b: b.counters(b.choose(YOU, b.creatures(YOU)))),
    ('when this enters: return target land you control to its owner\'s hand', lambda b: b.bounce(b.choose(YOU, b.lands(YOU)))),
    ('when this enters: return another target permanent you control to its owner\'s hand',
     lambda b: b.bounce(b.choose(YOU, [x for x in b.permanents(YOU) if x.name != '@']))),
    ('when this enters: target opponent loses 2 life', lambda b: b.lose(OPP, 2)),
    ('when this enters: target opponent discards a card', lambda b: b.discard(OPP)),
    ('when this enters: this fights target creature you don\'t control',
     lambda b: b.fight(b.find('@'), b.choose(YOU, b.creatures(OPP)))),
    ('when this enters: it fights target creature you don\'t control',
     lambda b: b.fight(b.find('@'), b.choose(YOU, b.creatures(OPP)))),
    ('when this enters: destroy target land an opponent controls', lambda b: b.destroy(b.find('Mountain'))),
    ('when this enters: exile target card from an opponent\'s graveyard', lambda b: b.exile(b.choose(YOU, b.of(OPP, 'graveyard')))),
    ('when this enters: gain control of target creature an opponent controls',
     lambda b: b.give(b.choose(YOU, b.creatures(OPP)), YOU)),
]
SPELL_TARGETS = [   # the opponent's Ember (red instant) is on the stack: is there a target?
    ('counter target spell', True), ('counter target creature spell', False), ('counter target noncreature spell', True),
    ('counter target red spell', True), ('counter target blue spell', False), ('counter target nonred spell', False),
    ('counter target instant spell', True), ('counter target sorcery spell', False), ('counter target instant or sorcery spell',
     True),
    ('counter target spell an opponent controls', True), ('counter target spell you control', False),
    ('counter target spell with mana value 1', True), ('counter target spell with mana value 2 or greater', False),
    ('counter target artifact or enchantment spell', False),
]


def spells_on_stack(t):
    for text, legal in SPELL_TARGETS:
        b = standard()
        b.hand(YOU, Kind('@', '{0}', 'instant')).hand(OPP, 'Ember')
        b.cast_only('Ember', player=OPP)
        b.tap(b.find('Mountain'))
        if legal:
            b.cast('@', ['Ember'])
        else:
            b.also('you can\'t cast "@"')
            b.say('resolve the stack')
            b.gain(OPP, 3)
        t.add('{0} instant', text, b, '114.1')


def fizzles(t):
    for text, targets, effect in ILLEGAL:
        b = standard()
        b.hand(YOU, Kind('@', '{0}', 'sorcery'))
        b.cast_only('@', targets)
        b.does('opponent exiles "Red Drake"')
        b.say('resolve the stack')
        b.exile(b.find('Red Drake'))
        effect(b)
        t.add('{0} sorcery', text, b, '608.2b')


BEAR_DRAKE = ['Green Bear', 'Red Drake']
THEM = [     # several things, and what is said of them afterwards
    ("exile two target creatures, then return them to the battlefield under their owners' control", ['Red Ogre', 'Red Drake'],
     lambda b, ts: [b.enter(x, x.owner) for x in ts]),
    ('tap two target creatures\nput a +1/+1 counter on each of them', BEAR_DRAKE, lambda b, ts: (b.tap(ts), b.counters(ts))),
    ('two target creatures get +1/+0 until end of turn\ntap them', BEAR_DRAKE, lambda b, ts: (b.boost(ts, 1, 0), b.tap(ts))),
    ('two target creatures get +1/+0 until end of turn\ntap those creatures', BEAR_DRAKE,
     lambda b, ts: (b.boost(ts, 1, 0), b.tap(ts))),
    ('creatures you control get +1/+0 until end of turn\ntap them', [],
     lambda b, ts: (b.boost(b.creatures(YOU), 1, 0), b.tap(b.creatures(YOU)))),
    ('put a +1/+1 counter on each creature you control\nthose creatures gain flying until end of turn', [],
     lambda b, ts: (b.counters(b.creatures(YOU)), b.also_later('"Green Bear" has flying', '"Black Rat" doesn\'t have flying'))),
    ('gain control of two target creatures\ntap them', ['Black Rat', 'Red Drake'],
     lambda b, ts: ([b.give(x, YOU) for x in ts], b.tap(ts))),
    ("tap all creatures your opponents control\nthey don't untap during their controller's next untap step", [],
     lambda b, ts: b.tap(b.creatures(OPP))),
    ('destroy target creature and target land\nyou gain 2 life', ['Red Drake', 'Mountain'],
     lambda b, ts: (b.destroy(ts), b.gain(YOU, 2))),
    ('tap target creature and target land\nuntap that land', ['Red Drake', 'Mountain'], lambda b, ts: b.tap(ts[0])),
    ('tap target creature and target land\nuntap that creature', ['Red Drake', 'Mountain'], lambda b, ts: b.tap(ts[1])),
    ('tap target land\ndestroy target creature\nthat land\'s controller loses 1 life', ['Forest', 'Red Drake'],
     lambda b, ts: (b.tap(ts[0]), b.destroy(ts[1]), b.lose(YOU, 1))),
    ('tap target land\ndestroy target creature\nthat creature\'s controller loses 1 life', ['Forest', 'Red Drake'],
     lambda b, ts: (b.tap(ts[0]), b.destroy(ts[1]), b.lose(OPP, 1))),
    ('target player loses 1 life\ndestroy target creature\nthat player discards a card', [OPP, 'Green Bear'],
     lambda b, ts: (b.lose(OPP, 1), b.destroy(b.find('Green Bear')), b.discard(OPP))),
    ('target player loses 1 life\ndestroy target creature\nits controller loses 3 life', [OPP, 'Green Bear'],
     lambda b, ts: (b.lose(OPP, 1), b.destroy(b.find('Green Bear')), b.lose(YOU, 3))),
]


def tables():
    t = Table('target', CITES)
    for text, targets, effect in MANY + THEM:
        things = [name for name in targets if name != OPP]
        t.spell(text, lambda b: effect(b, at(*things)(b)), targets=targets)
    for text, target, n in ANY:
        def hit(b):
            b.damage(b.find(target) if isinstance(target, str) else target, n)
            if 'you gain' in text:
                b.gain(YOU, 2)
        t.spell(text, hit, targets=[target], cites='114.4')
    for text, things in CANNOT:
        b = Board()
        for player, name in things:
            b.control(player, name)
        b.hand(YOU, Kind('@', '{0}', 'instant'))
        b.also('you can\'t cast "@"')
        t.record('{0} instant', text, b)
    for text, effect in ENTERING:
        t.entering(text, effect, cites='603.3d')
    spells_on_stack(t)
    fizzles(t)
    return [t]
