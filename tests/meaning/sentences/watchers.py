"""Event x pronoun, continued: what is attached, steps, one's own spells (CR 303.4, 503.1, 601.2i)."""
from cases import Table
from model import Board, Kind, OPP, YOU
from sentences.events import hits_player, zap

DRAKE, BEAR = 'Red Drake', 'Green Bear'


def board(**options):
    b = Board(**options)
    b.control(YOU, 'Forest', BEAR, 'Red Ogre').control(OPP, 'Mountain', DRAKE, 'Black Rat', 'Tin Scout')
    return b.hand(YOU, 'Zap', 'Tame Wolf').hand(OPP, 'Sting', 'Worn Ring')


def dies(name, then):
    """The creature dies, and the Aura on it goes too (704.5m)."""
    def play(b):
        b.does('you destroy "%s"' % name)
        t = b.find(name)
        b.destroy(t)
        b.destroy(b.find('@'))
        then(b, t)
    return play


def attacks(name, player, then):
    def play(b):
        b.attack(name, player=player)
        b.say('resolve the stack')
        then(b, b.find(name))
    return play


def hits(name, then):
    def play(b):
        hits_player(name, YOU)(b)
        then(b, b.find(name))
    return play


def tapped(name, then):
    def play(b):
        b.does('you tap "%s"' % name)
        b.tap(b.find(name))
        then(b, b.find(name))
    return play


def burned(name, then):
    def play(b):
        zap(name)(b)
        then(b, b.find(name))
    return play


def always(then):
    return lambda b: then(b, None)


def use(then):
    def play(b):
        b.use('@')
        then(b, None)
    return play


THEIR_COMBAT = "opponent's declare attackers step"
AURAS = [    # sentence, on what, whose turn, what happens
    ('enchanted creature gets +2/+1', DRAKE, None, always(lambda b, t: b.boost(b.find(DRAKE), 2, 1))),
    ('enchanted creature gets -1/-0', DRAKE, None, always(lambda b, t: b.boost(b.find(DRAKE), -1, 0))),
    ('enchanted creature has flying', BEAR, None, always(lambda b, t: b.also_later('"Green Bear" has flying',
     '"Red Ogre" doesn\'t have flying'))),
    ('enchanted creature loses flying', DRAKE, None, always(lambda b, t: b.also_later('"Red Drake" doesn\'t have flying'))),
    ('enchanted creature gets +1/+0 for each creature you control', DRAKE, None, always(lambda b, t: b.boost(b.find(DRAKE), 2, 0))),
    ('enchanted creature gets +1/+0 for each creature its controller controls', DRAKE, None,
     always(lambda b, t: b.boost(b.find(DRAKE), 3, 0))),
    ('you control enchanted creature', DRAKE, None, always(lambda b, t: b.give(b.find(DRAKE), YOU))),
    ('when enchanted creature dies: draw a card', DRAKE, None, dies(DRAKE, lambda b, t: b.draw(YOU))),
    ('when enchanted creature dies: its controller loses 2 life', DRAKE, None, dies(DRAKE, lambda b, t: b.lose(OPP, 2))),
    ("when enchanted creature dies: that creature's controller discards a card", DRAKE, None,
     dies(DRAKE, lambda b, t: b.discard(OPP))),
    ('when enchanted creature dies: you gain life equal to its power', DRAKE, None, dies(DRAKE, lambda b, t: b.gain(YOU, 4))),
    ('when enchanted creature dies: return it to the battlefield under your control', DRAKE, None,
     dies(DRAKE, lambda b, t: b.enter(t, YOU))),
    ("when enchanted creature dies: return that card to its owner's hand", DRAKE, None, dies(DRAKE, lambda b, t: b.bounce(t))),
    ("when enchanted creature dies: return this to its owner's hand", DRAKE, None, dies(DRAKE, lambda b, t: b.bounce(b.find('@')))),
    ('whenever enchanted creature attacks: its controller loses 1 life', DRAKE, THEIR_COMBAT,
     attacks(DRAKE, OPP, lambda b, t: b.lose(OPP, 1))),
    ('whenever enchanted creature attacks: defending player loses 1 life', DRAKE, THEIR_COMBAT,
     attacks(DRAKE, OPP, lambda b, t: b.lose(YOU, 1))),
    ('whenever enchanted creature attacks: you gain 1 life', BEAR, None, attacks(BEAR, YOU, lambda b, t: b.gain(YOU, 1))),
    ('whenever enchanted creature attacks: it gets +2/+0 until end of turn', BEAR, None,
     attacks(BEAR, YOU, lambda b, t: b.boost(t, 2, 0))),
    ('whenever enchanted creature deals combat damage to a player: that player discards a card', BEAR, None,
     hits(BEAR, lambda b, t: b.discard(OPP))),
    ('whenever enchanted creature deals combat damage to a player: draw a card', BEAR, None, hits(BEAR, lambda b, t: b.draw(YOU))),
    ('whenever enchanted creature deals combat damage to a player: its controller draws a card', BEAR, None,
     hits(BEAR, lambda b, t: b.draw(YOU))),
    ('whenever enchanted creature deals combat damage to a player: put a +1/+1 counter on it', BEAR, None,
     hits(BEAR, lambda b, t: b.counters(t))),
    ('whenever enchanted creature deals damage to an opponent: you gain that much life', BEAR, None,
     hits(BEAR, lambda b, t: b.gain(YOU, 2))),
    ('whenever enchanted creature becomes tapped: its controller loses 2 life', DRAKE, None,
     tapped(DRAKE, lambda b, t: b.lose(OPP, 2))),
    ('whenever enchanted creature becomes tapped: you gain 1 life', DRAKE, None, tapped(DRAKE, lambda b, t: b.gain(YOU, 1))),
    ('whenever enchanted creature becomes tapped: this deals 2 damage to its controller', DRAKE, None,
     tapped(DRAKE, lambda b, t: b.lose(OPP, 2))),
    ('whenever enchanted creature is dealt damage: its controller loses 1 life', DRAKE, None,
     burned(DRAKE, lambda b, t: b.lose(OPP, 1))),
    ('whenever enchanted creature is dealt damage: its controller loses that much life', DRAKE, None,
     burned(DRAKE, lambda b, t: b.lose(OPP, 2))),
    ('whenever enchanted creature is dealt damage: this deals that much damage to its controller', DRAKE, None,
     burned(DRAKE, lambda b, t: b.lose(OPP, 2))),
    ("{0}: enchanted creature gets +1/+0 until end of turn", DRAKE, None, use(lambda b, t: b.boost(b.find(DRAKE), 1, 0))),
    ("{0}: tap enchanted creature", DRAKE, None, use(lambda b, t: b.tap(b.find(DRAKE)))),
    ("{0}: enchanted creature's controller loses 1 life", DRAKE, None, use(lambda b, t: b.lose(OPP, 1))),
    ("{0}: you gain life equal to enchanted creature's power", DRAKE, None, use(lambda b, t: b.gain(YOU, 4))),
    ("at the beginning of the upkeep of enchanted creature's controller: that player loses 1 life", DRAKE, "opponent's upkeep",
     lambda b: (b.say('resolve the stack'), b.lose(OPP, 1))),
    ("at the beginning of the upkeep of enchanted creature's controller: that player loses 1 life", DRAKE, 'your upkeep',
     lambda b: b.say('resolve the stack')),
]
EQUIPMENT = [
    ('equipped creature gets +1/+1', None, always(lambda b, t: b.boost(b.find(BEAR), 1, 1))),
    ('equipped creature gets +1/+0 for each land you control', None, always(lambda b, t: b.boost(b.find(BEAR), 1, 0))),
    ('equipped creature has flying', None, always(lambda b, t: b.also_later('"Green Bear" has flying',
     '"Red Ogre" doesn\'t have flying'))),
    ('whenever equipped creature attacks: it gets +1/+1 until end of turn', None,
     attacks(BEAR, YOU, lambda b, t: b.boost(t, 1, 1))),
    ('whenever equipped creature attacks: defending player loses 1 life', None, attacks(BEAR, YOU, lambda b, t: b.lose(OPP, 1))),
    ('whenever equipped creature deals combat damage to a player: that player discards a card', None,
     hits(BEAR, lambda b, t: b.discard(OPP))),
    ('whenever equipped creature deals combat damage to a player: you gain that much life', None,
     hits(BEAR, lambda b, t: b.gain(YOU, 2))),
    ('whenever equipped creature deals combat damage to a player: put a +1/+1 counter on it', None,
     hits(BEAR, lambda b, t: b.counters(t))),
]
STEPS = [    # at the beginning of ..., whose step it is, what happens
    ('your upkeep: you gain 1 life for each creature you control', 'your upkeep', lambda b: b.gain(YOU, 2)),
    ('your upkeep: you gain 1 life', "opponent's upkeep", lambda b: None),
    ('your upkeep: each opponent loses 1 life', 'your upkeep', lambda b: b.lose(OPP, 1)),
    ('your upkeep: each player loses 1 life for each creature they control', 'your upkeep',
     lambda b: (b.lose(YOU, 2), b.lose(OPP, 3))),
    ("each opponent's upkeep: that player loses 1 life", "opponent's upkeep", lambda b: b.lose(OPP, 1)),
    ("each opponent's upkeep: that player loses 1 life", 'your upkeep', lambda b: None),
    ("each opponent's upkeep: that player loses 1 life for each creature they control", "opponent's upkeep",
     lambda b: b.lose(OPP, 3)),
    ("each opponent's upkeep: this deals 1 damage to that player", "opponent's upkeep", lambda b: b.lose(OPP, 1)),
    ('each upkeep: that player loses 1 life', 'your upkeep', lambda b: b.lose(YOU, 1)),
    ("each player's upkeep: that player loses 1 life", "opponent's upkeep", lambda b: b.lose(OPP, 1)),
    ("each player's upkeep: that player discards a card", "opponent's upkeep", lambda b: b.discard(OPP)),
    ("each player's upkeep: they lose 1 life", "opponent's upkeep", lambda b: b.lose(OPP, 1)),
    ("each player's upkeep: this deals 2 damage to that player", 'your upkeep', lambda b: b.lose(YOU, 2)),
    ('your end step: draw a card', 'your end step', lambda b: b.draw(YOU)),
    ('your end step: draw a card', "opponent's end step", lambda b: None),
    ('each end step: you gain 1 life', "opponent's end step", lambda b: b.gain(YOU, 1)),
    ("each opponent's end step: that player mills two cards", "opponent's end step", lambda b: b.mill(OPP, 2)),
    ('your upkeep, if you control a Forest: draw a card', 'your upkeep', lambda b: b.draw(YOU)),
    ('your upkeep, if you control an Island: draw a card', 'your upkeep', lambda b: None),
    ('your upkeep, if an opponent controls three or more creatures: draw a card', 'your upkeep', lambda b: b.draw(YOU)),
    ('your upkeep: sacrifice this unless you pay 2 life', 'your upkeep', lambda b: (b.may(YOU), b.lose(YOU, 2))),
    ('your upkeep: sacrifice this unless you pay 2 life', 'your upkeep', lambda b: (b.may(YOU, False), b.destroy(b.find('@')))),
]
CASTS = [    # you cast Ember, which gives 3 life, with a Mountain
    ("whenever you cast a spell: this deals damage equal to that spell's mana value to each opponent", lambda b: b.lose(OPP, 1)),
    ('whenever you cast a spell: you gain life equal to its mana value', lambda b: b.gain(YOU, 1)),
    ('whenever you cast a red spell: draw a card', lambda b: b.draw(YOU)),
    ('whenever you cast a blue spell: draw a card', lambda b: None),
    ('whenever you cast a nonred spell: draw a card', lambda b: None),
    ('whenever you cast an instant or sorcery spell: each opponent loses 2 life', lambda b: b.lose(OPP, 2)),
    ('whenever you cast a creature spell: draw a card', lambda b: None),
    ('whenever you cast a noncreature spell: draw a card', lambda b: b.draw(YOU)),
    ('whenever an opponent casts a spell: draw a card', lambda b: None),
    ('whenever you cast an instant spell: copy that spell', lambda b: b.gain(YOU, 3)),
    ('whenever you cast a spell with mana value 1: draw a card', lambda b: b.draw(YOU)),
    ('whenever you cast a spell with mana value 2 or greater: draw a card', lambda b: None),
]


def two_attack(b):
    """Green Bear and Red Ogre attack; nobody blocks."""
    b.attack(BEAR, 'Red Ogre')
    b.say('resolve the stack')


def two_hit(b):
    b.attack(BEAR, 'Red Ogre')
    b.say('advance to the combat damage step', 'resolve the stack')
    b.lose(OPP, 5)


GROUPS = [   # once for each, once for all
    ('whenever a creature you control attacks: defending player loses 1 life', two_attack, lambda b: b.lose(OPP, 2)),
    ('whenever a creature you control attacks: you gain 1 life', two_attack, lambda b: b.gain(YOU, 2)),
    ('whenever one or more creatures you control attack: you gain 1 life', two_attack, lambda b: b.gain(YOU, 1)),
    ('whenever a red creature you control attacks: it gets +1/+0 until end of turn', two_attack,
     lambda b: b.boost(b.find('Red Ogre'), 1, 0)),
    ('whenever a nonred creature you control attacks: it gets +1/+0 until end of turn', two_attack,
     lambda b: b.boost(b.find(BEAR), 1, 0)),
    ('whenever a creature you control attacks alone: you gain 1 life', two_attack, lambda b: None),
    ('whenever a creature you control with power 3 or greater attacks: draw a card', two_attack, lambda b: b.draw(YOU)),
    ('whenever a creature you control deals combat damage to a player: draw a card', two_hit, lambda b: b.draw(YOU, 2)),
    ('whenever one or more creatures you control deal combat damage to a player: draw a card', two_hit, lambda b: b.draw(YOU)),
    ('whenever a creature you control deals combat damage to an opponent: that player mills a card', two_hit,
     lambda b: b.mill(OPP, 2)),
    ('whenever a red creature you control deals combat damage to a player: that player discards a card', two_hit,
     lambda b: b.discard(OPP)),
]


def hit_by(name, power):
    def play(b):
        b.attack(name)
        b.say('advance to the combat damage step', 'resolve the stack')
        b.lose(OPP, power)
    return play


def attack_by(name):
    def play(b):
        b.attack(name)
        b.say('resolve the stack')
    return play


def killed(name):
    def play(b):
        b.does('you destroy "%s"' % name)
        b.destroy(b.find(name))
    return play


def nothing(b):
    return None


CAT = 'creature Cat 2/2'
THIS = [     # 'this creature', 'this artifact' are the card itself and no other (201.4)
    ('whenever this creature attacks: you gain 3 life', CAT, attack_by('@'), lambda b: b.gain(YOU, 3)),
    ('whenever this creature attacks: you gain 3 life', CAT, attack_by(BEAR), nothing),
    ('when this creature dies: you gain 3 life', CAT, killed('@'), lambda b: b.gain(YOU, 3)),
    ('when this creature dies: you gain 3 life', CAT, killed(BEAR), nothing),
    ('when this artifact leaves: draw a card', 'artifact', killed('@'), lambda b: b.draw(YOU)),
    ('when this artifact leaves: draw a card', 'artifact', killed('Tin Scout'), nothing),
    ('whenever this creature deals combat damage to a player: draw a card', CAT, hit_by('@', 2), lambda b: b.draw(YOU)),
    ('whenever this creature deals combat damage to a player: draw a card', CAT, hit_by(BEAR, 2), nothing),
    ('this creature gets +1/+1', CAT, nothing, lambda b: b.boost(b.find('@'), 1, 1)),
    ('this creature gets +1/+1 for each other creature you control', CAT, nothing, lambda b: b.boost(b.find('@'), 2, 2)),
    ('{0}: put a +1/+1 counter on this creature', CAT, lambda b: b.use('@'), lambda b: b.counters(b.find('@'))),
    ('{0}: this creature gets +1/+0 until end of turn', CAT, lambda b: b.use('@'), lambda b: b.boost(b.find('@'), 1, 0)),
    ('sacrifice this creature: you gain 3 life', CAT, lambda b: (b.use('@'), b.destroy(b.find('@'))), lambda b: b.gain(YOU, 3)),
    ('sacrifice this artifact: you gain 3 life', 'artifact', lambda b: (b.use('@'), b.destroy(b.find('@'))),
     lambda b: b.gain(YOU, 3)),
    ("{0}: return this enchantment to its owner's hand", 'enchantment', lambda b: b.use('@'), lambda b: b.bounce(b.find('@'))),
    ('{0}: tap this artifact', 'artifact', lambda b: b.use('@'), lambda b: b.tap(b.find('@'))),
]


def this(t):
    for text, kind, play, then in THIS:
        t.permanent(text, lambda b: (play(b), then(b)), board(), kind)


def groups(t):
    for text, play, then in GROUPS:
        b = board()
        b.defaults = True
        t.permanent(text, lambda b: (play(b), then(b)), b)


def steps(t):
    for text, turn, then in STEPS:
        def play(b):
            b.say('resolve the stack')
            then(b)
        t.permanent('at the beginning of ' + text, play, board(turn=turn), cites='603.2b')


def casts(t):
    for text, then in CASTS:
        b = Board()
        b.control(YOU, 'Mountain', BEAR).control(OPP, DRAKE).hand(YOU, 'Ember').hand(OPP, 'Worn Ring')

        def play(b):
            b.cast('Ember')
            b.tap(b.find('Mountain'))
            then(b)
            b.gain(YOU, 3)
        t.permanent(text, play, b)


def attached(t, head, text, name, play, b):
    b.control(YOU, Kind('@', *head), attached=name)
    play(b)
    b.settle()
    t.add(' '.join(head), text, b, '303.4' if 'Aura' in head[1] else '301.5')


def tables():
    t = Table('event', '603.2')
    for text, name, turn, play in AURAS:
        attached(t, ('{0}', 'enchantment Aura'), 'enchant creature\n' + text, name, play, board(turn=turn))
    for text, turn, play in EQUIPMENT:
        attached(t, ('{0}', 'artifact Equipment'), text + '\nequip {3}', BEAR, play, board(turn=turn))
    steps(t)
    casts(t)
    groups(t)
    this(t)
    return [t]
