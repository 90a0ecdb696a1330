"""Last known information: what moved is read as it last was where it was expected (CR 608.2g-h, 400.7)."""
from cases import Table
from model import Board, Kind, OPP, YOU

CITES = '608.2g'


def board():
    """Red Drake is the opponent's, 6/5 with its counters, tapped; Green Wurm is stolen below where owners matter."""
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear').control(YOU, 'White Hawk', counters=1)
    b.control(OPP, 'Mountain', 'Blue Crab')
    b.control(OPP, 'Red Drake', tapped=True, counters=2)
    return b.hand(YOU, 'Tame Wolf').hand(OPP, 'Worn Ring')


def to_top(b, t):
    b.on_library(t)


MOVES = [
    ('destroy target creature', lambda b, t: b.destroy(t)),
    ('exile target creature', lambda b, t: b.exile(t)),
    ("return target creature to its owner's hand", lambda b, t: b.bounce(t)),
    ("put target creature on top of its owner's library", to_top),
    ('put target creature on top of library', to_top),
]


class Was:
    """A creature as it last was on the battlefield."""

    def __init__(self, t):
        self.power, self.toughness, self.mana_value = t.power, t.toughness, t.mana_value
        self.controller, self.owner, self.counters, self.tapped = t.controller, t.owner, t.counters, t.tapped
        self.is_a, self.has = t.kind.words.union(t.colors).__contains__, t.kind.keywords.__contains__


READINGS = [
    ('you gain life equal to its power', lambda b, w: b.gain(YOU, w.power)),
    ("you gain life equal to that creature's power", lambda b, w: b.gain(YOU, w.power)),
    ('you gain life equal to its toughness', lambda b, w: b.gain(YOU, w.toughness)),
    ("you gain life equal to that creature's toughness", lambda b, w: b.gain(YOU, w.toughness)),
    ('you gain life equal to its mana value', lambda b, w: b.gain(YOU, w.mana_value)),
    ('you lose life equal to its power', lambda b, w: b.lose(YOU, w.power)),
    ('its controller loses life equal to its power', lambda b, w: b.lose(w.controller, w.power)),
    ("its controller gains life equal to its toughness", lambda b, w: b.gain(w.controller, w.toughness)),
    ("that creature's controller loses 3 life", lambda b, w: b.lose(w.controller, 3)),
    ('its controller discards a card', lambda b, w: b.discard(w.controller)),
    ('its controller sacrifices a land', lambda b, w: b.sacrifice(w.controller, 'land')),
    ('each opponent loses life equal to its power', lambda b, w: b.lose(OPP, w.power)),
    ('this deals damage equal to its power to its controller', lambda b, w: b.lose(w.controller, w.power)),
    ("this deals damage equal to that creature's power to each opponent", lambda b, w: b.lose(OPP, w.power)),
    ('draw cards equal to its power', lambda b, w: b.draw(YOU, w.power)),
    ('create a 1/1 white Soldier creature token for each +1/+1 counter on it',
     lambda b, w: b.token(YOU, 'Soldier', 1, 1, w.counters)),
    ('you gain 1 life for each +1/+1 counter on it', lambda b, w: b.gain(YOU, w.counters)),
]
CONDITIONS = [   # a new line: if ...: you gain 4 life
    ('it was red', lambda w: w.is_a('red')),
    ('it was white', lambda w: w.is_a('white')),
    ('it was tapped', lambda w: w.tapped),
    ('it was untapped', lambda w: not w.tapped),
    ('it had flying', lambda w: w.has('flying')),
    ('its power was 4 or greater', lambda w: w.power >= 4),
    ('its toughness was 4 or greater', lambda w: w.toughness >= 4),
    ('it had a +1/+1 counter', lambda w: w.counters > 0),
    ('you controlled it', lambda w: w.controller == YOU),
    ('it was a Drake', lambda w: w.is_a('Drake')),
    ('its mana value was 4 or less', lambda w: w.mana_value <= 4),
]


def seen_on_top(b, t):
    """A card on top of a library is shown by drawing it."""
    if t.zone == 'library':
        b.say('%s a card' % ('you draw' if t.owner == YOU else 'opponent draws'))
        b.draw(t.owner)


def moved(t, text, name, move, after):
    def effect(b):
        thing = b.find(name)
        was = Was(thing)
        move(b, thing)
        after(b, was)
        seen_on_top(b, thing)
    t.spell(text, effect, board(), [name], cites=CITES)


def moves(t):
    for i, (text, move) in enumerate(MOVES):
        for j, (reading, after) in enumerate(READINGS):
            if move is to_top and ('draw' in reading or (i + j) % 2):
                continue
            join = '\n' if (i + j) % 3 == 0 else ', then '
            moved(t, text + join + reading, 'Red Drake', move, after)
            if j % 4 == i % 4:
                moved(t, text + join + reading, 'White Hawk', move, after)
        for j, (condition, holds) in enumerate(CONDITIONS):
            if i < 3 and (i + j) % 2 == 0:
                for name in ('Red Drake', 'Green Bear'):
                    moved(t, '%s\nif %s: you gain 4 life' % (text, condition), name, move,
                          lambda b, w: b.gain(YOU, 4) if holds(w) else None)


# ---- the sacrificed ------------------------------------------------------------------------------------
SACRIFICED = [r for r in READINGS if 'controller' not in r[0]]


def sacrificed(t):
    for i, (reading, after) in enumerate(SACRIFICED):
        def effect(b, player=YOU):
            chosen = b.creatures(player)[-1]
            was = Was(chosen)
            b.sacrifice(player)
            after(b, was)
        if i % 2:
            t.spell('sacrifice a creature, then ' + reading, effect, board(), cites=CITES)
        else:
            t.spell('target opponent sacrifices a creature\n' + reading, lambda b: effect(b, OPP), board(), [OPP], cites=CITES)


# ---- triggers that look back (603.10a) --------------------------------------------------------------------
def leaves_by(line, zone):
    def play(b, name):
        thing = b.find(name)
        was = Was(thing)
        b.does(line % name)
        b.leave(thing, zone)
        return was
    return play


DEATH = leaves_by('opponent destroys "%s"', 'graveyard')
BOUNCE = leaves_by('opponent returns "%s" to its owner\'s hand', 'hand')
EXILE = leaves_by('opponent exiles "%s"', 'exile')
OWN = [
    ('you gain life equal to its power', lambda b, w: b.gain(YOU, w.power)),
    ('you gain life equal to its toughness', lambda b, w: b.gain(YOU, w.toughness)),
    ("draw cards equal to its power", lambda b, w: b.draw(YOU, w.power)),
    ('each opponent loses life equal to its power', lambda b, w: b.lose(OPP, w.power)),
    ('this deals damage equal to its power to each opponent', lambda b, w: b.lose(OPP, w.power)),
    ('create a 1/1 white Soldier creature token for each +1/+1 counter on it',
     lambda b, w: b.token(YOU, 'Soldier', 1, 1, w.counters)),
    ('its controller loses 2 life', lambda b, w: b.lose(YOU, 2)),
    ('its owner draws a card', lambda b, w: b.draw(YOU)),
    ('you gain 2 life for each +1/+1 counter on it', lambda b, w: b.gain(YOU, 2 * w.counters)),
]


def triggers(t):
    for event, leave in (('when this dies', DEATH), ('when this leaves', BOUNCE), ('when this leaves', EXILE)):
        for i, (reading, after) in enumerate(OWN):
            if leave is not DEATH and i % 2:
                continue
            own_leaves(t, event, leave, reading, after)
    for i, (reading, after) in enumerate(READINGS):
        b = board()
        if i % 2 == 0 and 'this deals' not in reading:
            t.permanent('whenever a creature dies: ' + reading, lambda b: after(b, DEATH(b, 'Red Drake')), b, cites='603.10a')
    for condition, holds in CONDITIONS[:8]:
        for name in ('Red Drake', 'Green Bear'):
            def act(b):
                if holds(DEATH(b, name)):
                    b.draw(YOU)
            t.permanent('whenever a creature dies, if %s: draw a card' % condition, act, board(), cites='603.4')


def own_leaves(t, event, leave, reading, after):

    b = board()
    b.control(YOU, Kind('@', '{0}', 'creature Cat 2/2'), counters=2)
    after(b, leave(b, '@'))
    t.add('{0} creature Cat 2/2', '%s: %s' % (event, reading), b, '603.10a')


# ---- controller and owner differ ------------------------------------------------------------------------
STOLEN = [
    ('its controller loses 3 life', lambda b: b.lose(YOU, 3)),
    ('its owner loses 3 life', lambda b: b.lose(OPP, 3)),
    ("that creature's controller draws a card", lambda b: b.draw(YOU)),
    ("that creature's owner draws a card", lambda b: b.draw(OPP)),
    ('its controller sacrifices a land', lambda b: b.sacrifice(YOU, 'land')),
    ('its controller creates a 1/1 white Soldier creature token', lambda b: b.token(YOU, 'Soldier', 1, 1)),
]


def steal(b):
    b.cast('Leash', ['Red Drake'])
    b.give(b.find('Red Drake'), YOU)


def stolen(t):
    for i, (text, move) in enumerate(MOVES[:3]):
        for j, (reading, after) in enumerate(STOLEN):
            if (i + j) % 2 == 0:
                def effect(b):
                    move(b, b.find('Red Drake'))
                    after(b)
                t.spell('%s, then %s' % (text, reading), effect, board().hand(YOU, 'Leash'), ['Red Drake'],
                        before=steal, cites=CITES)
    for reading, after in STOLEN:
        def play(b):
            steal(b)
            DEATH(b, 'Red Drake')
            after(b)
        t.permanent('whenever a creature dies: ' + reading, play, board().hand(YOU, 'Leash'), cites='603.10a')


# ---- spells ------------------------------------------------------------------------------------------------
COUNTERED = [
    ('you gain life equal to its mana value', lambda b: b.gain(YOU, 3)),
    ("you gain life equal to that spell's mana value", lambda b: b.gain(YOU, 3)),
    ('its controller loses life equal to its mana value', lambda b: b.lose(OPP, 3)),
    ("that spell's controller loses 2 life", lambda b: b.lose(OPP, 2)),
    ('its controller draws a card', lambda b: b.draw(OPP)),
    ('this deals 2 damage to its controller', lambda b: b.lose(OPP, 2)),
    ("this deals damage equal to that spell's mana value to its controller", lambda b: b.lose(OPP, 3)),
    ('its controller mills two cards', lambda b: b.mill(OPP, 2)),
    ("draw cards equal to that spell's mana value", lambda b: b.draw(YOU, 3)),
]
COUNTERS = [('counter target spell', 'graveyard'), ('exile target spell', 'exile'),
            ("return target spell to its owner's hand", 'hand')]


def countered(t):
    for i, (text, zone) in enumerate(COUNTERS):
        for j, (reading, after) in enumerate(COUNTERED):
            if i and (i + j) % 3:
                continue
            b = board()
            b.control(OPP, 'Island', 'Swamp').hand(OPP, 'Gale')

            def gale(b):
                b.cast_only('Gale', player=OPP)
                b.tap(b.lands(OPP))

            def effect(b):
                b.leave(b.find('Gale'), zone)
                after(b)
            t.spell('%s, then %s' % (text, reading), effect, b, ['Gale'], 'instant', before=gale, cites=CITES)


CHANGED = [   # what it was made into, and then it is gone
    ('target creature gets +3/+0 until end of turn\ndestroy it\nyou gain life equal to its power', 'graveyard', (3, 0), 'power'),
    ("target creature gets +3/+0 until end of turn\nreturn it to its owner's hand\nyou gain life equal to its power", 'hand',
     (3, 0), 'power'),
    ('target creature gets +0/+3 until end of turn\nexile it\nyou gain life equal to its toughness', 'exile', (0, 3), 'toughness'),
    ('put two +1/+1 counters on target creature\nexile it\nyou gain life equal to its power', 'exile', (2, 2), 'power'),
    ('put two +1/+1 counters on target creature\ndestroy it\nyou gain life equal to its toughness', 'graveyard', (2, 2),
     'toughness'),
    ('put two +1/+1 counters on target creature\nexile it\ndraw a card for each +1/+1 counter on it', 'exile', (2, 2), 'draw'),
]


def changed(t):
    for text, zone, boost, what in CHANGED:
        def effect(b):
            thing = b.find('Red Drake')
            b.boost(thing, *boost)
            was = Was(thing)
            b.leave(thing, zone)
            if what == 'draw':
                b.draw(YOU, was.counters + 2)
            else:
                b.gain(YOU, getattr(was, what))
        t.spell(text, effect, board(), ['Red Drake'], cites=CITES)


def tables():
    t = Table('last known', CITES)
    changed(t)
    moves(t)
    sacrificed(t)
    triggers(t)
    stolen(t)
    countered(t)
    return [t]
