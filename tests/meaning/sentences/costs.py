"""What a cost took: 'the sacrificed creature', 'the discarded card', 'it' behind a cost (CR 602.2b, 608.2g)."""
from cases import Table
from model import Board, Kind, OPP, YOU
from sentences.lastknown import Was


def board():
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear').control(YOU, 'Red Ogre', counters=1).control(OPP, 'Mountain', 'Red Drake', 'Blue Crab')
    b.hand(YOU, 'Long Hymn', 'Tame Wolf').graveyard(YOU, 'Old Mask', 'Pit Imp')
    return b.hand(OPP, 'Worn Ring').graveyard(OPP, 'Mere Eel')


def take(zone):
    def pay(b, options):
        chosen = b.choose(YOU, options)
        was = Was(chosen)
        b.leave(chosen, zone)
        return was
    return pay


def tap_it(b, options):
    chosen = b.choose(YOU, options)
    b.tap(chosen)
    return Was(chosen)


def mine(b):
    return b.creatures(YOU, lambda t: t.name != '@')


COSTS = [   # the cost, how it is called, among what, paying
    ('sacrifice a creature', 'the sacrificed creature', mine, take('graveyard')),
    ('exile a creature you control', 'the exiled creature', mine, take('exile')),
    ("return a creature you control to its owner's hand", 'the returned creature', mine, take('hand')),
    ('tap an untapped creature you control', 'the tapped creature', mine, tap_it),
    ('discard a card', 'the discarded card', lambda b: b.of(YOU, 'hand'), take('graveyard')),
    ('exile a card from your graveyard', 'the exiled card', lambda b: b.of(YOU, 'graveyard'), take('exile')),
    ('exile a creature card from your graveyard', 'the exiled card',
     lambda b: [t for t in b.of(YOU, 'graveyard') if t.is_a('creature')], take('exile')),
]
OF_A_CREATURE = [
    ('you gain life equal to {its} power', lambda b, w: b.gain(YOU, w.power), []),
    ('you gain life equal to {its} toughness', lambda b, w: b.gain(YOU, w.toughness), []),
    ('draw cards equal to {its} power', lambda b, w: b.draw(YOU, w.power), []),
    ('each opponent loses life equal to {its} power', lambda b, w: b.lose(OPP, w.power), []),
    ('this deals damage equal to {its} power to target opponent', lambda b, w: b.lose(OPP, w.power), [OPP]),
    ('this deals damage equal to {its} power to target creature', lambda b, w: b.damage(b.find('Blue Crab'), w.power),
     ['Blue Crab']),
    ('target creature gets +X/+X until end of turn, where X is {its} power',
     lambda b, w: b.boost(b.find('Red Drake'), w.power, w.power), ['Red Drake']),
    ('target opponent mills cards equal to {its} power', lambda b, w: b.mill(OPP, w.power), [OPP]),
]
OF_A_CARD = [
    ('you gain life equal to {its} mana value', lambda b, w: b.gain(YOU, w.mana_value), []),
    ('each opponent loses life equal to {its} mana value', lambda b, w: b.lose(OPP, w.mana_value), []),
    ('this deals damage equal to {its} mana value to target opponent', lambda b, w: b.lose(OPP, w.mana_value), [OPP]),
    ('draw cards equal to {its} mana value', lambda b, w: b.draw(YOU, w.mana_value), []),
    ('create a 1/1 white Soldier creature token, then you gain life equal to {its} mana value',
     lambda b, w: (b.token(YOU, 'Soldier', 1, 1), b.gain(YOU, w.mana_value)), []),
]
IF_IT_WAS = [
    ('green', lambda w: w.is_a('green')), ('red', lambda w: w.is_a('red')),
    ('a creature card', lambda w: w.is_a('creature')), ('an enchantment card', lambda w: w.is_a('enchantment')),
]


def moves_it(cost):
    return cost.startswith(('sacrifice', 'discard', 'exile'))


def abilities(t):
    for i, (cost, called, among, pay) in enumerate(COSTS):
        for j, (text, effect, targets) in enumerate((OF_A_CREATURE + OF_A_CARD[:2]) if 'creature' in called else OF_A_CARD):
            words = [called + "'s"]
            if (i + j) % 3 == 0 and moves_it(cost) and not targets and 'create' not in text:     # 'its' would be the target's, the token's
                words.append('its')
            for its in words:
                ability(t, cost, text.format(its=its), among, pay, effect, targets)


def ability(t, cost, text, among, pay, effect, targets):
    def play(b):
        b.activate('@', targets)
        was = pay(b, among(b))
        b.say('resolve the stack')
        effect(b, was)
    t.permanent('%s: %s' % (cost, text), play, board(), 'artifact')


def additional(t):
    """The same as additional costs of a spell (CR 117.8)."""
    for i, (cost, called, among, pay) in enumerate(COSTS):
        for j, (text, effect, targets) in enumerate(OF_A_CREATURE if 'creature' in called else OF_A_CARD):
            if (i + j) % 2:
                continue
            b = board()
            b.hand(YOU, Kind('@', '{0}', 'sorcery'))
            b.begin()
            b.cast_only('@', targets)
            was = pay(b, [x for x in among(b) if x.name != '@'])
            b.say('resolve the stack')
            effect(b, was)
            b.settle()
            t.add('{0} sorcery', 'additional cost %s\n%s' % (cost, text.format(its=called + "'s")), b, '117.8')


def conditions(t):
    for cost, called, among, pay in COSTS:
        for what, holds in IF_IT_WAS:
            if ('card' in what) != ('card' in called):
                continue
            ability(t, cost, '{\n    if %s was %s: draw a card\n}' % (called, what), among, pay,
                    lambda b, w: b.draw(YOU) if holds(w) else None, [])


OTHER_CREATURE = [   # the cost names another creature than this
    ('sacrifice another creature: you gain life equal to the sacrificed creature\'s power', lambda b, w: b.gain(YOU, w.power)),
    ('sacrifice another creature: you gain life equal to its toughness', lambda b, w: b.gain(YOU, w.toughness)),
    ('sacrifice another creature: put a +1/+1 counter on this', lambda b, w: b.counters(b.find('@'))),
    ("sacrifice another creature: this gets +X/+X until end of turn, where X is the sacrificed creature's power",
     lambda b, w: b.boost(b.find('@'), w.power, w.power)),
    ('sacrifice another creature: this gains flying until end of turn',
     lambda b, w: b.also_later('"@" has flying')),
]
THIS = [     # and this itself
    ('sacrifice this: you gain life equal to its power', lambda b: b.gain(YOU, 2)),
    ('sacrifice this: this deals 2 damage to target opponent', lambda b: b.lose(OPP, 2)),
    ("sacrifice this: this deals damage equal to its power to target opponent", lambda b: b.lose(OPP, 2)),
    ('sacrifice this: each opponent loses life equal to its power', lambda b: b.lose(OPP, 2)),
    ("sacrifice this: draw cards equal to its power", lambda b: b.draw(YOU, 2)),
]


def creatures(t):
    for text, effect in OTHER_CREATURE:
        def play(b):
            b.activate('@')
            was = take('graveyard')(b, mine(b))
            b.say('resolve the stack')
            effect(b, was)
        t.permanent(text, play, board(), 'creature')
    for text, effect in THIS:
        def play_this(b):
            b.activate('@', [OPP] if 'target' in text else [])
            b.destroy(b.find('@'))
            b.say('resolve the stack')
            effect(b)
        t.permanent(text, play_this, board(), 'creature')


PLAIN = [    # costs that name what they take, and say nothing of it afterwards
    ('pay 3 life: draw a card', lambda b: b.lose(YOU, 3), lambda b: b.draw(YOU)),
    ('sacrifice a land: you gain 2 life', lambda b: b.sacrifice(YOU, 'land'), lambda b: b.gain(YOU, 2)),
    ('sacrifice two creatures: draw two cards', lambda b: b.sacrifice(YOU, 'creature', 2), lambda b: b.draw(YOU, 2)),
    ('sacrifice a creature and a land: draw two cards',
     lambda b: (b.sacrifice(YOU, 'creature'), b.sacrifice(YOU, 'land')), lambda b: b.draw(YOU, 2)),
    ('tap two untapped creatures you control: draw a card', lambda b: b.tap(b.creatures(YOU)), lambda b: b.draw(YOU)),
    ('tap an untapped red creature you control: you gain 2 life', lambda b: b.tap(b.find('Red Ogre')), lambda b: b.gain(YOU, 2)),
    ('discard two cards: each opponent loses 2 life', lambda b: b.discard(YOU, 2), lambda b: b.lose(OPP, 2)),
    ('discard your hand: draw three cards', lambda b: b.discard(YOU, 9), lambda b: b.draw(YOU, 3)),
    ('discard a creature card: draw a card', lambda b: b.destroy(b.find('Tame Wolf')), lambda b: b.draw(YOU)),
    ('exile two cards from your graveyard: you gain 2 life', lambda b: b.exile(b.of(YOU, 'graveyard')), lambda b: b.gain(YOU, 2)),
    ('exile an artifact card from your graveyard: you gain 2 life', lambda b: b.exile(b.find('Old Mask')),
     lambda b: b.gain(YOU, 2)),
    ('sacrifice a green creature: you gain 2 life', lambda b: b.destroy(b.find('Green Bear')), lambda b: b.gain(YOU, 2)),
    ('sacrifice a nongreen creature: you gain 2 life', lambda b: b.destroy(b.find('Red Ogre')), lambda b: b.gain(YOU, 2)),
    ("return a land you control to its owner's hand: draw a card", lambda b: b.bounce(b.find('Forest')), lambda b: b.draw(YOU)),
    ('{1}, sacrifice a green creature: draw a card', lambda b: (b.tap(b.find('Forest')), b.destroy(b.find('Green Bear'))),
     lambda b: b.draw(YOU)),
    ('{1}, pay 2 life: each opponent loses 2 life', lambda b: (b.tap(b.find('Forest')), b.lose(YOU, 2)), lambda b: b.lose(OPP, 2)),
    ('{T}, sacrifice a green creature: draw a card', lambda b: (b.tap(b.find('@')), b.destroy(b.find('Green Bear'))),
     lambda b: b.draw(YOU)),
    ('{T}, discard a creature card: draw a card', lambda b: (b.tap(b.find('@')), b.destroy(b.find('Tame Wolf'))),
     lambda b: b.draw(YOU)),
]
CANNOT_PAY = [   # what is not yours, not there or not such does not pay
    'sacrifice a Drake: draw a card', 'sacrifice an enchantment: draw a card', 'sacrifice three creatures: draw a card',
    'tap three untapped creatures you control: draw a card', 'tap an untapped blue creature you control: draw a card',
    'discard three cards: draw a card', 'discard a land card: draw a card', 'exile three cards from your graveyard: draw a card',
    'exile a land card from your graveyard: draw a card', 'exile a blue card from your hand: draw a card',
        'pay 24 life: draw a card',
    "return a Mountain you control to its owner's hand: draw a card", 'remove a +1/+1 counter from this: draw a card',
    '{2}: draw a card', '{R}: draw a card', 'sacrifice another artifact: draw a card',
]


def plain(t):
    for text, pay, effect in PLAIN:
        def play(b):
            b.activate('@')
            pay(b)
            b.say('resolve the stack')
            effect(b)
        t.permanent(text, play, board(), 'artifact', cites='117.1')
    for text in CANNOT_PAY:
        t.permanent(text, lambda b: b.also('you can\'t activate "@"'), board(), 'artifact', cites='117.3')


def tables():
    t = Table('cost', '602.2b')
    plain(t)
    abilities(t)
    additional(t)
    conditions(t)
    creatures(t)
    return [t]
