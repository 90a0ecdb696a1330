"""Every pronoun behind everything it can mean: one thing or several, one player or several, things that have moved, things
that players did something to or made (docs/language.md, rules of meaning; CR 608.2c, 608.2h, 701)."""
from places import CRAB, DRAKE, LAST, NEXT, SCOUT, SPELL, WOLF, ABILITY, Crossed
from model import YOU

RED = ('Red Drake', 'Red Ogre', 'Goblin')


class Said:
    """What a sentence has spoken of. `things`: permanents, or cards where they went; `players`: who did it or who it was done to."""

    def __init__(self, noun=None, things=(), many=None, players=(), each=False, way=None, moved=False):
        self.noun, self.things, self.players, self.each, self.way, self.moved = noun, list(things), list(players), each, way, moved
        self.many = len(self.things) > 1 if many is None else many
        self.was = [(t.controller, t.owner, t.toughness, t.mana_value) for t in self.things]

    controllers = property(lambda self: sorted({w[0] for w in self.was}))
    owners = property(lambda self: sorted({w[1] for w in self.was}))


def done(said, act):
    """What is done to the things: what they were is noted before."""
    act(said.things)
    return said


def named(b, *names):
    return [b.find(n) for n in names]


def tokens(b, players, n):
    for p in players:
        b.token(p, 'Goblin', 1, 1, n)
    return [t for t in b.things if t.token]


def discarded(b, p, n):
    hand = b.of(p, 'hand')
    things = [b.choose(p, hand)] if n == 1 else hand
    assert n == 1 or n == len(hand)
    b.leave(things, 'graveyard')
    return things


def sacrificed(b, p, n):
    lands = b.lands(p)
    things = [b.choose(p, lands)] if n == 1 else lands
    assert n == 1 or n == len(lands)
    return things


def lands_go(b, players, n, **more):
    things = [t for p in players for t in sacrificed(b, p, n)]
    return done(Said('land', things, many=len(things) > 1, players=players, way='sacrificed', moved=True, **more), lambda x: b.leave(x, 'graveyard'))


def hands_go(b, players, n, **more):
    things = [t for p in players for t in discarded(b, p, n)]
    return Said('card', things, many=len(things) > 1, players=players, way='discarded', moved=True, **more)


def lose(b, players, **more):
    for p in players:
        b.lose(p, 1)
    return Said(players=players, **more)


PAIR = (SCOUT, WOLF)
# text, targets, what happens and is spoken of
ONE = [
    ('tap target creature', [SCOUT], lambda b: done(Said('creature', named(b, SCOUT)), b.tap)),
    ('put a +1/+1 counter on target creature', [SCOUT], lambda b: done(Said('creature', named(b, SCOUT)), b.counters)),
    ('target creature gets +1/+1 until end of turn', [WOLF], lambda b: done(Said('creature', named(b, WOLF)), lambda x: b.boost(x, 1, 1))),
    ('create a 1/1 red Goblin creature token', [], lambda b: Said('token', tokens(b, [YOU], 1))),
    ('target opponent creates a 1/1 red Goblin creature token', [NEXT], lambda b: Said('token', tokens(b, [NEXT], 1), players=[NEXT])),
]
SEVERAL = [
    ('tap two target creatures', PAIR, lambda b: done(Said('creature', named(b, *PAIR)), b.tap)),
    ('tap up to two target creatures', (DRAKE, WOLF), lambda b: done(Said('creature', named(b, DRAKE, WOLF)), b.tap)),
    ('put a +1/+1 counter on each of two target creatures', PAIR, lambda b: done(Said('creature', named(b, *PAIR)), b.counters)),
    ('two target creatures get +1/+1 until end of turn', PAIR, lambda b: done(Said('creature', named(b, *PAIR)), lambda x: b.boost(x, 1, 1))),
    ('tap all creatures you control', [], lambda b: done(Said('creature', b.creatures(YOU)), b.tap)),
    ('tap all creatures your opponents control', [], lambda b: done(Said('creature', b.creatures(NEXT) + b.creatures(LAST)), b.tap)),
    ('tap all creatures target player controls', [LAST], lambda b: done(Said('creature', b.creatures(LAST), players=[LAST]), b.tap)),
    ('tap each creature your opponents control', [], lambda b: done(Said('creature', b.creatures(NEXT) + b.creatures(LAST)), b.tap)),
    ('create two 1/1 red Goblin creature tokens', [], lambda b: Said('token', tokens(b, [YOU], 2))),
    ('target opponent creates two 1/1 red Goblin creature tokens', [NEXT], lambda b: Said('token', tokens(b, [NEXT], 2), players=[NEXT])),
    ('each opponent creates a 1/1 red Goblin creature token', [], lambda b: Said('token', tokens(b, [NEXT, LAST], 1), players=[NEXT, LAST], each=True)),
]
ONE_GONE = [
    ('exile target creature', [SCOUT], lambda b: done(Said('creature', named(b, SCOUT), way='exiled', moved=True), b.exile)),
    ('destroy target creature', [SCOUT], lambda b: done(Said('creature', named(b, SCOUT), way='destroyed', moved=True), b.destroy)),
    ("return target creature to its owner's hand", [SCOUT],
     lambda b: done(Said('creature', named(b, SCOUT), way='returned', moved=True), b.bounce)),
    ('target opponent sacrifices a land', [NEXT], lambda b: lands_go(b, [NEXT], 1)),
    ('target opponent discards a card', [NEXT], lambda b: hands_go(b, [NEXT], 1)),
]
SEVERAL_GONE = [
    ('exile two target creatures', PAIR, lambda b: done(Said('creature', named(b, *PAIR), way='exiled', moved=True), b.exile)),
    ('destroy two target creatures', PAIR, lambda b: done(Said('creature', named(b, *PAIR), way='destroyed', moved=True), b.destroy)),
    ('destroy up to two target creatures', (CRAB, WOLF), lambda b: done(Said('creature', named(b, CRAB, WOLF), way='destroyed', moved=True), b.destroy)),
    ('exile all creatures target player controls', [LAST],
     lambda b: done(Said('creature', b.creatures(LAST), players=[LAST], way='exiled', moved=True), b.exile)),
    ('destroy all creatures your opponents control', [],
     lambda b: done(Said('creature', b.creatures(NEXT) + b.creatures(LAST), way='destroyed', moved=True), b.destroy)),
    ('target opponent sacrifices two lands', [NEXT], lambda b: lands_go(b, [NEXT], 2)),
    ('each opponent sacrifices a land', [], lambda b: lands_go(b, [NEXT, LAST], 1, each=True)),
    ('target opponent discards three cards', [NEXT], lambda b: hands_go(b, [NEXT], 3)),
    ('each opponent discards a card', [], lambda b: hands_go(b, [NEXT, LAST], 1, each=True)),
    ('discard two cards', [], lambda b: hands_go(b, [YOU], 2)),
]
PLAYERS = [
    ('target player loses 1 life', [LAST], lambda b: lose(b, [LAST])),
    ('target opponent loses 1 life', [NEXT], lambda b: lose(b, [NEXT])),
    ('two target players each lose 1 life', [NEXT, LAST], lambda b: lose(b, [NEXT, LAST])),
    ('each opponent loses 1 life', [], lambda b: lose(b, [NEXT, LAST], each=True)),
    ('you and target opponent each lose 1 life', [NEXT], lambda b: lose(b, [YOU, NEXT])),
]


def every(act):
    """Done to each player of a list."""
    def of(b, players):
        for p in players:
            act(b, p)
    return of


LOSE2, DRAW1 = every(lambda b, p: b.lose(p, 2)), every(lambda b, p: b.draw(p))


def creatures_of(b, players):
    return [t for p in players for t in b.creatures(p)]


def one_of(b, s, act):
    t = b.choose(YOU, s.things)
    if t:
        act(t)


def steal(b, things):
    for t in things:
        b.give(t, YOU)


def back(b, things, whose):
    for t in things:
        b.enter(t, t.owner if whose is None else whose)


IT = [      # of one permanent that is still there; {N}: its noun
    ('{it} gets +1/+1 until end of turn', lambda b, s: b.boost(s.things, 1, 1)),
    ('put a +1/+1 counter on {it}', lambda b, s: b.counters(s.things)),
    ('untap {it}', lambda b, s: b.untap(s.things)),
    ('destroy {it}', lambda b, s: b.destroy(s.things)),
    ("return {it} to {its} owner's hand", lambda b, s: b.bounce(s.things)),
    ('you gain control of {it} until end of turn', lambda b, s: steal(b, s.things)),
    ('this deals 1 damage to {it}', lambda b, s: b.damage(s.things[0], 1)),
    ('tap all other creatures', lambda b, s: b.tap(b.creatures(where=lambda t: t not in s.things))),
    ("tap all creatures {its} controller controls", lambda b, s: b.tap(creatures_of(b, s.controllers))),
    ('you gain life equal to {its} toughness', lambda b, s: b.gain(YOU, sum(t.toughness for t in s.things))),
]
ITS = [     # of one thing, wherever it is
    ('{its} controller loses 2 life', lambda b, s: LOSE2(b, s.controllers)),
    ('{its} owner draws a card', lambda b, s: DRAW1(b, s.owners)),
    ('you gain life equal to {its} mana value', lambda b, s: b.gain(YOU, sum(w[3] for w in s.was))),
    ("you gain 1 life for each creature {its} controller controls", lambda b, s: b.gain(YOU, len(creatures_of(b, s.controllers)))),
]
THEY = [    # of several permanents; {Ns}: their noun
    ('{they} get +1/+1 until end of turn', lambda b, s: b.boost(s.things, 1, 1)),
    ('{each} gets +1/+1 until end of turn', lambda b, s: b.boost(s.things, 1, 1)),
    ('put a +1/+1 counter on {each}', lambda b, s: b.counters(s.things)),
    ('put a +1/+1 counter on {one}', lambda b, s: one_of(b, s, b.counters)),
    ('untap {them}', lambda b, s: b.untap(s.things)),
    ('untap {one}', lambda b, s: one_of(b, s, b.untap)),
    ('destroy {them}', lambda b, s: b.destroy(s.things)),
    ('destroy {one}', lambda b, s: one_of(b, s, b.destroy)),
    ("return {them} to their owners' hands", lambda b, s: b.bounce(s.things)),
    ("return {one} to its owner's hand", lambda b, s: one_of(b, s, b.bounce)),
    ('you gain control of {them} until end of turn', lambda b, s: steal(b, s.things)),
    ('you gain control of {one} until end of turn', lambda b, s: one_of(b, s, lambda t: b.give(t, YOU))),
    ('this deals 1 damage to {each}', lambda b, s: [b.damage(t, 1) for t in s.things]),
    ('tap all other creatures', lambda b, s: b.tap(b.creatures(where=lambda t: t not in s.things))),
    ('you gain life equal to their total toughness', lambda b, s: b.gain(YOU, sum(t.toughness for t in s.things))),
    ('you gain life equal to the greatest toughness among {them}', lambda b, s: b.gain(YOU, max(t.toughness for t in s.things))),
    ('\nfor each of them: put a +1/+1 counter on it', lambda b, s: b.counters(s.things)),
    ('\nif one of them is red: you gain 5 life', lambda b, s: any(t.name in RED for t in s.things) and b.gain(YOU, 5)),
]
THEIR = [   # of several things, wherever they are
    ('their controllers each lose 2 life', lambda b, s: LOSE2(b, s.controllers)),
    ('each of their controllers loses 2 life', lambda b, s: LOSE2(b, s.controllers)),
    ('their owners each draw a card', lambda b, s: DRAW1(b, s.owners)),
    ('you gain life equal to their total mana value', lambda b, s: b.gain(YOU, sum(w[3] for w in s.was))),
    ('you gain 1 life for {each}', lambda b, s: b.gain(YOU, len(s.things))),
    ('draw a card for {each}', lambda b, s: b.draw(YOU, len(s.things))),
    ('\nfor each of them: its controller loses 1 life', lambda b, s: [b.lose(w[0], 1) for w in s.was]),
    ('\nfor each of them: its owner draws a card', lambda b, s: [b.draw(w[1]) for w in s.was]),
]
BACK1 = [   # cards that are no longer where they were
    ('return {card} to the battlefield under your control', lambda b, s: back(b, s.things, YOU)),
    ("return {card} to the battlefield under its owner's control", lambda b, s: back(b, s.things, None)),
    ("return {card} to its owner's hand", lambda b, s: b.bounce(s.things)),
    ('exile {card}', lambda b, s: b.exile(s.things)),
]
BACK = [
    ("return {cards} to the battlefield under their owners' control", lambda b, s: back(b, s.things, None)),
    ('return {cards} to the battlefield under your control', lambda b, s: back(b, s.things, YOU)),
    ("return {cards} to their owners' hands", lambda b, s: b.bounce(s.things)),
    ('exile {cards}', lambda b, s: b.exile(s.things)),
    ("return one of them to its owner's hand", lambda b, s: one_of(b, s, b.bounce)),
    ('put one of those cards onto the battlefield under your control', lambda b, s: one_of(b, s, lambda t: b.enter(t, YOU))),
]
WAY = [('you gain 1 life for each {N} {way} this way', lambda b, s: b.gain(YOU, len(s.things)))]
HE = [      # of one player
    ('{that} loses 2 life', lambda b, s: LOSE2(b, s.players)),
    ('they lose 2 life', lambda b, s: LOSE2(b, s.players)),
    ('{that} draws a card', lambda b, s: DRAW1(b, s.players)),
    ('they draw a card', lambda b, s: DRAW1(b, s.players)),
    ('this deals 2 damage to {that}', lambda b, s: LOSE2(b, s.players)),
    ('tap all creatures they control', lambda b, s: b.tap(creatures_of(b, s.players))),
    ('tap all creatures {that} controls', lambda b, s: b.tap(creatures_of(b, s.players))),
    ('put a +1/+1 counter on each creature they control', lambda b, s: b.counters(creatures_of(b, s.players))),
    ('you gain 1 life for each creature they control', lambda b, s: b.gain(YOU, len(creatures_of(b, s.players)))),
    ('draw a card for each creature {that} controls', lambda b, s: b.draw(YOU, len(creatures_of(b, s.players)))),
    ('you gain 1 life for each card in their hand', lambda b, s: b.gain(YOU, sum(len(b.of(p, 'hand')) for p in s.players))),
    ("you gain 1 life for each card in {that}'s hand", lambda b, s: b.gain(YOU, sum(len(b.of(p, 'hand')) for p in s.players))),
    ('you gain control of all artifacts they control', lambda b, s: steal(b, [t for p in s.players for t in b.permanents(p, 'artifact')])),
]
THEM = [    # of several players
    ('they each lose 2 life', lambda b, s: LOSE2(b, s.players)),
    ('those players each lose 2 life', lambda b, s: LOSE2(b, s.players)),
    ('each of them loses 2 life', lambda b, s: LOSE2(b, s.players)),
    ('each of those players loses 2 life', lambda b, s: LOSE2(b, s.players)),
    ('each of them draws a card', lambda b, s: DRAW1(b, s.players)),
    ('each of those players draws a card', lambda b, s: DRAW1(b, s.players)),
    ('this deals 2 damage to each of those players', lambda b, s: LOSE2(b, s.players)),
    ('tap all creatures they control', lambda b, s: b.tap(creatures_of(b, s.players))),
    ('tap all creatures those players control', lambda b, s: b.tap(creatures_of(b, s.players))),
    ('put a +1/+1 counter on each creature they control', lambda b, s: b.counters(creatures_of(b, s.players))),
    ('you gain 1 life for each creature they control', lambda b, s: b.gain(YOU, len(creatures_of(b, s.players)))),
    ('draw a card for each land they control', lambda b, s: b.draw(YOU, sum(len(b.lands(p)) for p in s.players))),
    ('you gain control of all artifacts they control', lambda b, s: steal(b, [t for p in s.players for t in b.permanents(p, 'artifact')])),
    ('\nfor each of those players: they lose 2 life', lambda b, s: LOSE2(b, s.players)),
]
CREATURES = {'creature', 'token'}


def said_as(text, s):
    """The ways in which a continuation is said: by pronoun, by that and its noun."""
    n = s.noun or 'player'
    by = [{'it': 'it', 'its': 'its', 'they': 'they', 'them': 'them', 'each': 'each of them', 'one': 'one of them', 'card': 'it', 'cards': 'them'},
          {'it': 'that ' + n, 'its': "that %s's" % n, 'they': 'those %ss' % n, 'them': 'those %ss' % n, 'each': 'each of those %ss' % n,
           'one': 'one of those %ss' % n, 'card': 'that card', 'cards': 'those cards'}]
    lines = [text.format(that='that player', N=n, way=s.way, **words) for words in by]
    return list(dict.fromkeys(lines))


def continued(s):
    """What can be said of it."""
    rows = []
    if s.things:
        here = not s.moved
        if s.many:
            rows += (THEY if here else BACK) + THEIR
        else:
            rows += (IT if here else BACK1) + ITS
        rows += WAY if s.way and s.many and s.way != 'returned' else []
    if len(s.players) == 1 and s.players != [YOU]:
        rows += HE
    elif len(s.players) > 1:
        rows += THEM
    return rows


def is_sensible(text, s, place):
    if place is ABILITY and 'all other creatures' in text and s.many:
        return False        # than those, or than this one?
    if s.noun == 'token' and ('owner' in text or 'mana value' in text or 'hand' in text):
        return False
    if s.things and s.players and ('each of them' in text or 'of them loses' in text) and 'loses' in text and 'for each' not in text:
        return s.each
    if s.noun == 'token' and s.each and 'one of' in text and ' red' not in text and '{one}' not in text:
        return False        # which of those that look the same?
    if s.noun == 'card' and ('controller' in text or 'battlefield' in text):
        return False        # a card in a hand has no controller, and may be an instant
    if s.way == 'exiled' and text.startswith('exile'):
        return False
    if s.way == 'returned' and ('hand' in text or 'battlefield' in text):
        return False
    if s.moved and not s.many and 'mana value' in text and s.noun == 'land':
        return False
    return True


def pronouns(t):
    for group in (ONE, SEVERAL, ONE_GONE, SEVERAL_GONE, PLAYERS):
        for i, (first, targets, play) in enumerate(group):
            rows = continued(played(first, targets, play))
            for j, (text, act) in enumerate(rows):
                s = played(first, targets, play)
                for k, line in enumerate(said_as(text, s)):
                    join = '\n' if (i + j + k) % 2 or line.startswith('\n') else ', then '
                    place = ABILITY if (i + j + k) % 5 == 0 else SPELL
                    if not is_sensible(line, s, place):
                        continue

                    def effect(h, play=play, act=act):
                        act(h.b, play(h.b))
                        h.b.settle()
                    t.add(place, first + join + line.lstrip('\n'), effect, targets)


def played(first, targets, play):
    """What it speaks of, on a board of its own."""
    from places import spell, table
    b = table()
    spell(b, ('{0}', 'sorcery'), targets)
    return play(b)


# ---- what no pronoun there can mean ----------------------------------------------------------------------------------
NOT_IT = ['untap it', 'untap that creature', 'it gets +1/+1 until end of turn', 'that creature gets +1/+1 until end of turn', 'destroy it',
          'its controller loses 1 life', 'you gain life equal to its power']
NOT_THEM = ['untap them', 'untap those creatures', 'they get +1/+1 until end of turn', 'those creatures get +1/+1 until end of turn',
            'untap each of them', 'untap one of them', 'destroy one of those creatures', 'their controllers each lose 1 life',
            'you gain life equal to their total power']
NOT_THAT_PLAYER = ['that player loses 2 life', 'this deals 2 damage to that player', 'you gain 1 life for each creature that player controls']
NOT_THOSE_PLAYERS = ['those players each lose 2 life', 'each of those players loses 2 life', 'each of them loses 2 life']
NOT_THEY = ['they lose 2 life', 'you gain 1 life for each creature they control', 'tap all creatures they control', 'they each lose 2 life']
NOBODY = [
    (['tap target creature', 'create a 1/1 red Goblin creature token', 'destroy target creature', 'exile the top card of your library'],
     NOT_THEM + NOT_THAT_PLAYER + NOT_THOSE_PLAYERS),
    (['tap two target creatures', 'tap all creatures your opponents control', 'create two 1/1 red Goblin creature tokens',
      'destroy two target creatures', 'exile the top three cards of your library'], NOT_IT + NOT_THAT_PLAYER + NOT_THOSE_PLAYERS + NOT_THEY),
    (['target player loses 1 life'], NOT_IT + NOT_THEM + NOT_THOSE_PLAYERS),
    (['two target players each lose 1 life', 'each opponent loses 1 life'], NOT_IT + NOT_THEM + NOT_THAT_PLAYER),
    (['draw a card', 'you gain 1 life'], NOT_IT + NOT_THEM + NOT_THAT_PLAYER + NOT_THOSE_PLAYERS + NOT_THEY),
]


def nobody(t):
    for firsts, rows in NOBODY:
        for i, first in enumerate(firsts):
            for j, line in enumerate(rows):
                t.refuse(ABILITY if (i + j) % 5 == 0 and line not in NOT_IT else SPELL, first + ('\n' if (i + j) % 2 else ', then ') + line)


def tables():
    t, none = Crossed('pronoun', '608.2c'), Crossed('pronoun of nobody', '608.2c')
    pronouns(t)
    nobody(none)
    return [t, none]
