"""Negation and quantity: the complement of every adjective and relative clause, and how many."""
from cases import Table
from model import Board, Kind, OPP, YOU, standard


def zoo():
    """Every filter below holds of some and not of others, on both sides."""
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear', 'White Hawk', 'Steel Golem', 'Iron Idol', 'Calm Shrine')
    b.control(YOU, 'Red Ogre', tapped=True).control(YOU, 'Tame Wolf', counters=1)
    b.control(OPP, 'Mountain', 'Black Rat', 'Tin Scout', 'Noble Stag', 'Bronze Bell', 'Dread Altar')
    return b.control(OPP, 'Red Drake', tapped=True).control(OPP, 'White Knight Errant', counters=2)


def not_a(word):
    return lambda t: not t.is_a(word)


def colorless(t):
    return not t.colors


CREATURES = [   # plural, singular, what it holds of (of creatures)
    *[("creatures that aren't %s" % c, "creature that isn't %s" % c, not_a(c)) for c in ('red', 'white', 'green', 'black')],
    *[('non%s creatures' % c, 'non%s creature' % c, not_a(c)) for c in ('black', 'red', 'white', 'green', 'blue')],
    ('creatures without flying', 'creature without flying', lambda t: not t.has('flying')),
    ("creatures that don't have flying", "creature that doesn't have flying", lambda t: not t.has('flying')),
    ('creatures with flying', 'creature with flying', lambda t: t.has('flying')),
    ('creatures without first strike', 'creature without first strike', lambda t: not t.has('first strike')),
    ('nonartifact creatures', 'nonartifact creature', not_a('artifact')),
    ("creatures that aren't artifacts", "creature that isn't an artifact", not_a('artifact')),
    ('artifact creatures', 'artifact creature', lambda t: t.is_a('artifact')),
    ('nonlegendary creatures', 'nonlegendary creature', not_a('legendary')),
    ("creatures that aren't legendary", "creature that isn't legendary", not_a('legendary')),
    ("creatures you don't control", "creature you don't control", lambda t: t.controller == OPP),
    ('creatures an opponent controls', 'creature an opponent controls', lambda t: t.controller == OPP),
    ('creatures your opponents control', 'creature your opponents control', lambda t: t.controller == OPP),
    ('untapped creatures', 'untapped creature', lambda t: not t.tapped),
    ('tapped creatures', 'tapped creature', lambda t: t.tapped),
    ("creatures that aren't tapped", "creature that isn't tapped", lambda t: not t.tapped),
    ('creatures with power 2 or less', 'creature with power 2 or less', lambda t: t.power <= 2),
    ('creatures with power 4 or greater', 'creature with power 4 or greater', lambda t: t.power >= 4),
    ('creatures with toughness 3 or less', 'creature with toughness 3 or less', lambda t: t.toughness <= 3),
    ('creatures with toughness 4 or greater', 'creature with toughness 4 or greater', lambda t: t.toughness >= 4),
    ('creatures with mana value 3 or less', 'creature with mana value 3 or less', lambda t: t.mana_value <= 3),
    ('creatures with mana value 4 or greater', 'creature with mana value 4 or greater', lambda t: t.mana_value >= 4),
    ('creatures with mana value 3', 'creature with mana value 3', lambda t: t.mana_value == 3),
    ('creatures with a +1/+1 counter', 'creature with a +1/+1 counter', lambda t: t.counters > 0),
    ('creatures without a +1/+1 counter', 'creature without a +1/+1 counter', lambda t: t.counters == 0),
    ('creatures with no counters', 'creature with no counters', lambda t: t.counters == 0),
    ('non-Knight creatures', 'non-Knight creature', not_a('Knight')),
    ("creatures that aren't Birds", "creature that isn't a Bird", not_a('Bird')),
    ('non-Human creatures', 'non-Human creature', not_a('Human')),
    ('colorless creatures', 'colorless creature', colorless),
    ("creatures that aren't colorless", "creature that isn't colorless", lambda t: not colorless(t)),
    ('nonartifact creatures without flying', 'nonartifact creature without flying',
     lambda t: not t.is_a('artifact') and not t.has('flying')),
    ("white creatures that aren't legendary", "white creature that isn't legendary",
     lambda t: t.is_a('white') and not t.is_a('legendary')),
    ("creatures you control that aren't artifacts", "creature you control that isn't an artifact",
     lambda t: t.controller == YOU and not t.is_a('artifact')),
    ("nonwhite creatures your opponents control", "nonwhite creature your opponents control",
     lambda t: t.controller == OPP and not t.is_a('white')),
    ("creatures you control without flying", "creature you control without flying",
     lambda t: t.controller == YOU and not t.has('flying')),
    ("nonwhite, nonblack creatures", "nonwhite, nonblack creature", lambda t: not t.is_a('white') and not t.is_a('black')),
    ("untapped creatures you don't control", "untapped creature you don't control",
     lambda t: t.controller == OPP and not t.tapped),
]
PERMANENTS = [
    ('noncreature artifacts', 'noncreature artifact', lambda t: t.is_a('artifact') and not t.is_a('creature')),
    ("artifacts that aren't creatures", "artifact that isn't a creature", lambda t: t.is_a('artifact') and not t.is_a('creature')),
    ('nonland permanents', 'nonland permanent', not_a('land')),
    ("permanents that aren't lands", "permanent that isn't a land", not_a('land')),
    ("permanents that aren't creatures", "permanent that isn't a creature", not_a('creature')),
    ('noncreature, nonland permanents', 'noncreature, nonland permanent',
     lambda t: not t.is_a('creature') and not t.is_a('land')),
    ("noncreature permanents your opponents control", "noncreature permanent your opponents control",
     lambda t: not t.is_a('creature') and t.controller == OPP),
    ("nonland permanents you don't control", "nonland permanent you don't control",
     lambda t: not t.is_a('land') and t.controller == OPP),
    ('nonenchantment permanents', 'nonenchantment permanent', not_a('enchantment')),
    ('colorless artifacts', 'colorless artifact', lambda t: t.is_a('artifact')),
]


# ---- what is done to them: sentence over {all} or {each}, effect -------------------------------------------
def of(b, holds, word=None):
    return b.permanents(None, word, holds)


ON_CREATURES = [
    ('destroy all {all}', lambda b, ts: b.destroy(ts)),
    ('put a +1/+1 counter on each {each}', lambda b, ts: b.counters(ts)),
    ('you gain 1 life for each {each}', lambda b, ts: b.gain(YOU, len(ts))),
    ("return all {all} to their owners' hands", lambda b, ts: b.bounce(ts)),
    ('{all} get +2/+0 until end of turn', lambda b, ts: b.boost(ts, 2, 0)),
    ('exile all {all}', lambda b, ts: b.exile(ts)),
    ('draw cards equal to the number of {all}', lambda b, ts: b.draw(YOU, len(ts))),
]
ON_PERMANENTS = [
    ('destroy all {all}', lambda b, ts: b.destroy(ts)),
    ('you gain 1 life for each {each}', lambda b, ts: b.gain(YOU, len(ts))),
    ('exile all {all}', lambda b, ts: b.exile(ts)),
    ('tap all {all}', lambda b, ts: b.tap(ts)),
]


def filters(t):
    for i, (plural, singular, holds) in enumerate(CREATURES):
        for j, (text, effect) in enumerate(ON_CREATURES):
            if (i + j) % 4 == 0:
                t.spell(text.format(all=plural, each=singular), lambda b: effect(b, of(b, holds, 'creature')), zoo())
        if i % 2 and 'power' not in plural and 'toughness' not in plural:   # those meet the layers (613.3)
            t.permanent('%s get +1/+1' % plural, lambda b: b.boost(of(b, holds, 'creature'), 1, 1), zoo(), cites='611.3a')
    for i, (plural, singular, holds) in enumerate(PERMANENTS):
        for j, (text, effect) in enumerate(ON_PERMANENTS):
            if (i + j) % 2 == 0:
                t.spell(text.format(all=plural, each=singular), lambda b: effect(b, of(b, holds)), zoo())


# ---- in combat: Red Ogre attacks and is blocked by Blue Crab, Green Bear attacks and is not blocked ------------------
FIGHTERS = {'attacking': ['Green Bear', 'Red Ogre'], 'blocking': ['Blue Crab'], 'blocked': ['Red Ogre'],
    'unblocked': ['Green Bear'],
            'idle': ['White Hawk', 'Black Rat', 'Red Drake']}
COMBAT = [
    ('attacking creatures', ['attacking']), ('blocking creatures', ['blocking']), ('nonattacking creatures', ['blocking', 'idle']),
    ("creatures that aren't attacking", ['blocking', 'idle']), ("creatures that aren't blocking", ['attacking', 'idle']),
    ('attacking or blocking creatures', ['attacking', 'blocking']), ('blocked creatures', ['blocked']),
    ('unblocked attacking creatures', ['unblocked']), ("attacking creatures that aren't blocked", ['unblocked']),
]


def combat(t):
    for i, (phrase, parts) in enumerate(COMBAT):
        for text, effect in (ON_CREATURES[i % 2 * 4], ON_CREATURES[(i + 1) % 2 + 4]):
            b = Board()
            b.control(YOU, 'Green Bear', 'Red Ogre', 'White Hawk').control(OPP, 'Blue Crab', 'Black Rat', 'Red Drake')

            def fight(b):
                b.attack('Green Bear', 'Red Ogre')
                b.block('Red Ogre', 'Blue Crab')
            t.spell(text.format(all=phrase), lambda b: effect(b, [b.find(n) for p in parts for n in FIGHTERS[p]]),
                b, kind='instant',
                    before=fight, cites='506.4')


# ---- a target that must be such: some can be aimed at; where none is there, it cannot be cast (601.2c) ------
def target_filters(t):
    for i, (plural, singular, holds) in enumerate(CREATURES):
        if i % 3:
            continue
        b = zoo()
        fits = of(b, holds, 'creature')
        t.spell('destroy target ' + singular, lambda b: b.destroy(fits[-1]), b, [fits[-1]], cites='114.1')
        b = Board()
        stranger = next(x for x in of(zoo(), lambda x: not holds(x), 'creature'))
        b.control(stranger.controller, stranger.name, tapped=stranger.tapped, counters=stranger.counters)
        nothing_to_aim_at(t, 'destroy target ' + singular, b)


def nothing_to_aim_at(t, text, b):
    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
    b.also('you can\'t cast "@"')
    t.record('{0} sorcery', text, b, '601.2c')


# ---- quantities as conditions: on this board (true or false) a card is drawn ------------------------------
QUANTITIES = [
    ('you control no creatures', lambda b: not b.creatures(YOU)),
    ("you don't control a creature", lambda b: not b.creatures(YOU)),
    ('no opponent controls a creature', lambda b: not b.creatures(OPP)),
    ('an opponent controls no creatures', lambda b: not b.creatures(OPP)),
    ('no opponent controls a Mountain', lambda b: not b.permanents(OPP, 'Mountain')),
    ("you don't control a Forest", lambda b: not b.permanents(YOU, 'Forest')),
    ('you control exactly two creatures', lambda b: len(b.creatures(YOU)) == 2),
    ('you control two or more creatures', lambda b: len(b.creatures(YOU)) >= 2),
    ('you control three or more creatures', lambda b: len(b.creatures(YOU)) >= 3),
    ('you control one or fewer creatures', lambda b: len(b.creatures(YOU)) <= 1),
    ('you control at least two creatures', lambda b: len(b.creatures(YOU)) >= 2),
    ('an opponent controls three or more creatures', lambda b: len(b.creatures(OPP)) >= 3),
    ('an opponent controls exactly one creature', lambda b: len(b.creatures(OPP)) == 1),
    ('you have no cards in hand', lambda b: not b.of(YOU, 'hand')),
    ('an opponent has no cards in hand', lambda b: not b.of(OPP, 'hand')),
    ('an opponent has two or more cards in hand', lambda b: len(b.of(OPP, 'hand')) >= 2),
    ('you have one or fewer cards in hand', lambda b: len(b.of(YOU, 'hand')) <= 1),
    ('no creatures are on the battlefield', lambda b: not b.creatures()),
    ("you control a creature that isn't green", lambda b: b.creatures(YOU, not_a('green'))),
    ('you control a nongreen creature', lambda b: b.creatures(YOU, not_a('green'))),
    ('you control a creature without flying', lambda b: b.creatures(YOU, lambda t: not t.has('flying'))),
    ('an opponent controls a creature with power 4 or greater', lambda b: b.creatures(OPP, lambda t: t.power >= 4)),
    ('no opponent controls a creature with power 4 or greater', lambda b: not b.creatures(OPP, lambda t: t.power >= 4)),
    ("an opponent doesn't control a creature", lambda b: not b.creatures(OPP)),
]


def bare():
    b = Board()
    b.control(YOU, 'Swamp', 'Iron Idol').control(OPP, 'Island').graveyard(YOU, 'Green Bear').graveyard(OPP, 'Red Drake')
    return b


def uneven():
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear', 'White Hawk', 'Red Ogre').control(OPP, 'Black Rat').hand(YOU, 'Mere Eel', 'Tame Wolf')
    return b


def quantities(t):
    for i, (text, holds) in enumerate(QUANTITIES):
        for j, board in enumerate((standard, bare, uneven)):
            b = board()
            act = lambda b: b.draw(YOU) if holds(b) else None
            if (i + j) % 2:
                t.spell('if %s: draw a card' % text, act, b, cites='608.2c')
            else:
                t.entering('when this enters, if %s: draw a card' % text, act, b, 'enchantment', cites='603.4')


# ---- halves, doubles, others ---------------------------------------------------------------------------
AMOUNTS = [
    ('you lose half your life, rounded down', (), lambda b: b.lose(YOU, 11)),
    ('you lose half your life, rounded up', (), lambda b: b.lose(YOU, 12)),
    ('target player loses half their life, rounded up', [YOU], lambda b: b.lose(YOU, 12)),
    ('each player loses half their life, rounded up', (), lambda b: (b.lose(YOU, 12), b.lose(OPP, 8))),
    ('you gain life equal to twice the number of creatures you control', (), lambda b: b.gain(YOU, 4)),
    ('draw cards equal to twice the number of lands you control', (), lambda b: b.draw(YOU, 4)),
    ('you gain life equal to half the number of creatures, rounded down', (), lambda b: b.gain(YOU, 2)),
    ('you gain life equal to half the number of creatures, rounded up', (), lambda b: b.gain(YOU, 3)),
    ('target opponent loses life equal to twice the number of creatures they control', [OPP], lambda b: b.lose(OPP, 6)),
    ('target opponent mills half their library, rounded down', [OPP], lambda b: b.mill(OPP, 10)),
]
OTHERS = [
    ('other creatures you control get +1/+1', lambda b: b.boost(others(b, YOU), 1, 1)),
    ('each other creature you control gets +1/+0', lambda b: b.boost(others(b, YOU), 1, 0)),
    ('other creatures get +1/+1', lambda b: b.boost(others(b), 1, 1)),
    ('all other creatures get +0/+2', lambda b: b.boost(others(b), 0, 2)),
    ('other nongreen creatures you control get +1/+1', lambda b: b.boost([b.find('Red Ogre')], 1, 1)),
    ('this gets +1/+1 for each other creature you control', lambda b: b.boost(b.find('@'), 2, 2)),
    ('this gets +1/+1 for each other creature', lambda b: b.boost(b.find('@'), 5, 5)),
    ("creatures other than this get -0/-1", lambda b: b.boost(others(b), 0, -1)),
    ('while you control another creature: this gets +2/+2', lambda b: b.boost(b.find('@'), 2, 2)),
    ('while you control no other creatures: this gets +2/+2', lambda b: None),
    ('while an opponent controls no creatures: this gets +2/+2', lambda b: None),
    ("while you don't control a Mountain: this gets +2/+2", lambda b: b.boost(b.find('@'), 2, 2)),
    ('while no opponent controls an artifact: this gets +2/+2', lambda b: b.boost(b.find('@'), 2, 2)),
    ('while no opponent controls a Mountain: this gets +2/+2', lambda b: None),
]


def others(b, player=None):
    return b.creatures(player, lambda t: t.name != '@')


def tables():
    t = Table('negation', '608.2c')
    filters(t)
    combat(t)
    target_filters(t)
    quantities(t)
    for text, targets, effect in AMOUNTS:
        t.spell(text, effect, targets=targets, cites='107.1a')
    for text, effect in OTHERS:
        t.permanent(text, effect, kind='creature', cites='611.3a')
    return [t]
