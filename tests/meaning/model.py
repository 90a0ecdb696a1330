"""A board of two players or three, small enough to be certain about.

A sentence's row in the tables sets a board up, plays its script on it and does by hand what the sentence
says. Everything that is written into the test comes from here: the position, the answers to questions that
came up on the way, and one expectation for every life total, hand, card, size and tapped state.
"""
import re

YOU, OPP = 0, 1
WHO = ('you', 'opponent')
WHOSE = ('your', "opponent's")
SEATS = ('you', 'player 2', 'player 3')      # where there is more than one opponent
WORDS = ('no one two three four five six seven eight nine ten').split()

# The cards on the board: all different in power, toughness, mana value, colour, kind. No two share a name.
POOL_TABLE = '''
Green Bear   | {1}{G}    | creature Bear 2/2
Red Ogre     | {3}{R}    | creature Ogre 3/4
White Hawk   | {W}       | creature Bird 1/2 { flying }
Black Rat    | {B}       | creature Rat 1/1
Blue Crab    | {4}{U}    | creature Crab 0/5
Red Drake    | {2}{R}{R} | creature Drake 4/3 { flying }
Green Wurm   | {4}{G}{G} | creature Wurm 6/6
White Knight Errant | {1}{W}{W} | creature Human Knight 2/3 { first strike }
Steel Golem  | {5}       | artifact creature Golem 5/5
Tin Scout    | {1}       | artifact creature Scout 1/4
Noble Stag   | {2}{W}    | legendary creature Elk 3/3
Iron Idol    | {2}       | artifact
Bronze Bell  | {3}       | artifact
Calm Shrine  | {1}{W}    | enchantment
Dread Altar  | {2}{B}    | enchantment
Tame Wolf    | {2}{G}    | creature Wolf 3/2
Mere Eel     | {U}       | creature Fish 1/1
Pit Imp      | {3}{B}    | creature Imp 4/2
Idle Scroll  | {4}{R}    | sorcery { you gain 1 life }
Swift Note   | {1}{U}    | instant { you gain 1 life }
Worn Ring    | {4}       | artifact
Old Mask     | {3}       | artifact
Cold Lamp    | {1}       | artifact
Long Hymn    | {5}{W}    | enchantment
Spare Aura   | {3}{W}    | enchantment Aura { enchant creature }
Far Aura     | {4}{W}    | enchantment Aura { enchant creature }
Spare Blade  | {6}       | artifact Equipment { equip {9} }
Lasting Stone | {7}      | artifact creature Wall 0/9 { indestructible }
Free Cub     | {0}       | creature Beast 2/1
Free Ox      | {0}       | creature Ox 1/4
Zap          | {0}       | instant { deal 2 damage to any target }
Sting        | {0}       | instant { deal 2 damage to any target }
Leash        | {0}       | sorcery { gain control of target creature }
Rebuke       | {0}       | instant { counter target spell }
Grace        | {0}       | instant { you gain 3 life }
Ember        | {R}       | instant { you gain 3 life }
Gale         | {2}{R}    | instant { you gain 3 life }
Chant        | {0}       | sorcery { you gain 1 life }
'''
BASICS = {'Forest': 'land Forest', 'Mountain': 'land Mountain', 'Swamp': 'land Swamp', 'Island': 'land Island',
          'Plains': 'land Plains'}
TYPES = {'creature', 'artifact', 'enchantment', 'land', 'instant', 'sorcery'}


def number(n):
    return WORDS[n] if 0 <= n < len(WORDS) else str(n)


def some(n, noun):
    """'two cards', 'a card' is 'one card' here."""
    return '%s %s%s' % (number(n), noun, '' if n == 1 else 's')


class Uncertain(Exception):
    """What happens is left open on this board, so nothing can be expected."""


class Kind:
    """What is printed on a card."""

    def __init__(self, name, cost, line):
        head, _, body = line.partition(' {')
        self.name, self.cost, self.line = name, cost, line
        self.words = set(head.split())
        self.types = self.words & TYPES
        size = re.search(r'(\d+)/(\d+)$', head)
        self.power, self.toughness = (int(size[1]), int(size[2])) if size else (0, 0)
        self.keywords = {k for k in ('flying', 'first strike') if k in body}
        symbols = re.findall(r'\{(\w+)\}', cost)
        self.mana_value = sum(int(s) if s.isdigit() else s != 'X' for s in symbols)
        self.colors = {c for s, c in zip('WUBRG', ('white', 'blue', 'black', 'red', 'green')) if s in symbols}

    def source(self):
        return 'card "%s" %s %s' % (self.name, self.cost, self.line)


def read_pool():
    rows = [[x.strip() for x in line.split('|')] for line in POOL_TABLE.strip().splitlines()]
    kinds = {name: Kind(name, cost, line) for name, cost, line in rows}
    kinds.update((name, Kind(name, '', line)) for name, line in BASICS.items())
    return kinds


POOL = read_pool()


def pool_source():
    return '\n'.join(k.source() for n, k in POOL.items() if n not in BASICS) + '\n'


class Thing:
    """A card or a token, wherever it is."""

    def __init__(self, kind, owner, zone, token=False):
        self.kind, self.owner, self.controller, self.zone, self.token = kind, owner, owner, zone, token
        self.tapped, self.counters, self.damage = False, 0, 0
        self.boost, self.base, self.gained, self.lost = [0, 0], None, set(), set()

    name = property(lambda self: self.kind.name)
    mana_value = property(lambda self: self.kind.mana_value)
    colors = property(lambda self: self.kind.colors)

    @property
    def power(self):
        return (self.base or (self.kind.power, 0))[0] + self.counters + self.boost[0]

    @property
    def toughness(self):
        return (self.base or (0, self.kind.toughness))[1] + self.counters + self.boost[1]

    def is_a(self, word):
        return word in self.kind.words or word in self.kind.colors

    def has(self, keyword):
        return keyword in (self.kind.keywords | self.gained) - self.lost


def plural(player):
    return '' if player == YOU else 's'


class Board:
    """Both players, all things, and the test as far as it is written."""

    def __init__(self, life=(23, 16), turn=None):
        self.life, self.things = list(life), []
        self.seats = range(len(self.life))
        self.who = WHO if len(self.life) == 2 else SEATS
        self.whose = WHOSE if len(self.life) == 2 else ('your',) + tuple(who + "'s" for who in SEATS[1:])
        self.setup, self.script, self.later = [], None, []
        self.turn, self.defaults = turn, False     # defaults: for the order of triggers that are alike

    # ---- the position, before anything happens
    def place(self, player, zone, names):
        assert self.script is None or zone == 'library', 'a position stands before the first action'
        made = [Thing(POOL[n] if isinstance(n, str) else n, player, zone) for n in names]
        self.things += made
        return made

    def control(self, player, *names, tapped=False, counters=0, attached=None):
        for t in self.place(player, 'battlefield', names):
            t.tapped, t.counters = tapped, counters
            what = '%s"%s"' % ('a tapped ' if tapped else '', t.name)
            more = ' with %s' % some(counters, '+1/+1 counter') if counters else ''
            more += ' attached to "%s"' % attached if attached else ''
            verb = 'control' if player == YOU else 'controls'
            self.setup.append('%s %s %s%s' % (self.who[player], verb, what, more))
        return self

    def hand(self, player, *names):
        return self.elsewhere(player, 'hand', names)

    def graveyard(self, player, *names):
        return self.elsewhere(player, 'graveyard', names)

    def elsewhere(self, player, zone, names):
        for t in self.place(player, zone, names):
            self.setup.append('%s %s "%s" in %s' % (self.who[player], 'have' if player == YOU else 'has', t.name, zone))
        return self

    def begin(self):
        if self.script is None:
            self.script = self.lives() + self.setup
            if self.turn:
                self.script.append('it is %s' % self.turn)
            for p in self.seats:
                self.place(p, 'library', ['Plains'] * 20)     # as the test runner does

    def lives(self):
        return ['%s %s %d life' % (self.who[p], 'have' if p == YOU else 'has', self.life[p]) for p in self.seats]

    def others(self, player):
        """The other players, in turn order."""
        return [(player + i) % len(self.life) for i in self.seats if i]

    # ---- the script
    def say(self, *lines):
        self.begin()
        self.script += lines
        return self

    def cast(self, name, targets=(), player=YOU, more=''):
        """Casts a card from the hand and lets the stack resolve; the thing, on the stack."""
        self.cast_only(name, targets, player, more)
        self.say('resolve the stack')
        card = self.find(name)
        card.zone = 'battlefield' if card.kind.types & {'creature', 'artifact', 'enchantment'} else 'stack'
        return card

    def cast_only(self, name, targets=(), player=YOU, more=''):
        aim = self.aimed(targets)
        self.say('%s cast%s "%s"%s%s' % (self.who[player], plural(player), name, aim, more))
        self.find(name).zone = 'stack'

    def activate(self, name, targets=(), player=YOU, more=''):
        aim = self.aimed(targets)
        return self.say('%s activate%s "%s"%s%s' % (self.who[player], plural(player), name, more, aim))

    def use(self, name, targets=(), more=''):
        """Activates an ability of yours that costs nothing to speak of, and lets it resolve."""
        self.activate(name, targets, more=more)
        return self.say('resolve the stack')

    def does(self, line):
        """An action of the test itself ('opponent destroys "X"'); what it triggers resolves with it, and answers
        to what is asked then stand right behind it."""
        return self.say(line)

    def attack(self, *names, player=YOU):
        if len(names) > 1:
            self.say(' and '.join('"%s"' % n for n in names) + ' attack')
        else:
            self.say('%s attack%s with "%s"' % (self.who[player], plural(player), names[0]))
        self.tap(self.find(n) for n in names)

    def block(self, attacker, blocker, player=OPP):
        self.say('%s block%s "%s" with "%s"' % (self.who[player], plural(player), attacker, blocker))

    def answer(self, player, what):
        self.say('%s answer%s %s' % (self.who[player], plural(player), what))

    def may(self, player, yes=True):
        word = 'accept' if yes else 'decline'
        self.say('%s %s%s' % (self.who[player], word, plural(player)))
        return yes

    def choose(self, player, things, others=()):
        """The last of several, so that a default is seen; one possible answer is not asked for."""
        things = list(things)
        if not things:
            return None
        if len(things) > 1:
            self.answer(player, self.said(things[-1]))
        return things[-1]

    def said(self, target):
        """How a test names a target: a player or a card."""
        if isinstance(target, Thing):
            return '"%s"' % target.name
        if target in self.seats:
            return self.who[target]
        return target if target in self.who else '"%s"' % target

    def aimed(self, targets):
        """' targeting opponent and "Red Ogre"': players are said first."""
        players = [t for t in targets if t in self.seats]
        ordered = players + [t for t in targets if t not in players]
        return ' targeting ' + ' and '.join(map(self.said, ordered)) if targets else ''

    # ---- who and what is there
    def find(self, name):
        return next(t for t in self.things if t.name == name)

    def of(self, player, zone):
        return [t for t in self.things if t.zone == zone and t.owner == player]

    def permanents(self, player=None, word=None, where=lambda t: True):
        return [t for t in self.things if t.zone == 'battlefield' and player in (None, t.controller)
                and (word is None or t.is_a(word)) and where(t)]

    def creatures(self, player=None, where=lambda t: True):
        return self.permanents(player, 'creature', where)

    def lands(self, player=None):
        return self.permanents(player, 'land')

    # ---- what can be done
    def gain(self, player, n):
        self.life[player] += n

    def lose(self, player, n):
        self.life[player] -= n

    def draw(self, player, n=1):
        for t in self.of(player, 'library')[:n]:
            t.zone = 'hand'

    def mill(self, player, n):
        for t in self.of(player, 'library')[:n]:
            t.zone = 'graveyard'

    def discard(self, player, n=1):
        """One of several is asked for; more than one only where the whole hand goes."""
        hand = self.of(player, 'hand')
        if n == 1 and hand:
            self.choose(player, hand).zone = 'graveyard'
        elif n >= len(hand):
            for t in hand:
                t.zone = 'graveyard'
        else:
            raise Uncertain('which cards are discarded')

    def discard_at_random(self, player):
        if len(self.of(player, 'hand')) > 1:
            raise Uncertain('chance decides')
        self.discard(player)

    def sacrifice(self, player, word='creature', n=1):
        have = self.permanents(player, word)
        if n == 1 and have:
            self.leave(self.choose(player, have), 'graveyard')
        elif n >= len(have):
            self.leave(have, 'graveyard')
        else:
            raise Uncertain('which permanents are sacrificed')

    def leave(self, things, zone):
        for t in [things] if isinstance(things, Thing) else list(things):
            t.zone, t.controller, t.tapped, t.counters, t.damage = zone, t.owner, False, 0, 0
            t.boost, t.base, t.gained, t.lost = [0, 0], None, set(), set()
            if t.token:
                self.things.remove(t)

    def destroy(self, things):
        self.leave(things, 'graveyard')

    def exile(self, things):
        self.leave(things, 'exile')

    def bounce(self, things):
        self.leave(things, 'hand')

    def on_library(self, thing):
        self.leave(thing, 'library')
        self.things.remove(thing)
        self.things.insert(0, thing)

    def enter(self, thing, player, tapped=False):
        thing.zone, thing.controller, thing.tapped = 'battlefield', player, tapped

    def give(self, thing, player):
        """A change of control."""
        thing.controller = player

    def becomes(self, player, life):
        self.life[player] = life

    def token(self, player, name, power, toughness, n=1):
        kind = Kind(name, '', 'creature %s %d/%d' % (name, power, toughness))
        for _ in range(n):
            self.things.append(Thing(kind, player, 'battlefield', token=True))

    def tap(self, things, tapped=True):
        for t in [things] if isinstance(things, Thing) else list(things):
            t.tapped = tapped

    def untap(self, things):
        self.tap(things, False)

    def counters(self, things, n=1):
        for t in [things] if isinstance(things, Thing) else list(things):
            t.counters += n
        self.settle()

    def boost(self, things, power, toughness):
        for t in [things] if isinstance(things, Thing) else list(things):
            t.boost = [t.boost[0] + power, t.boost[1] + toughness]
        self.settle()

    def damage(self, target, n):
        if isinstance(target, Thing):
            target.damage += n
            self.settle()
        else:
            self.lose(target, n)

    def fight(self, one, other):
        one.damage, other.damage = one.damage + other.power, other.damage + one.power
        self.settle()

    def settle(self):
        """Creatures that are dead leave (CR 704.5f-g)."""
        self.leave([t for t in self.creatures() if t.toughness <= t.damage or t.toughness <= 0], 'graveyard')

    # ---- what must be true now
    def done(self):
        for t in self.things:
            if t.zone == 'stack':
                t.zone = 'graveyard'
        return self

    def expect(self):
        """One expectation for everything that is there."""
        self.begin()
        lines = self.lives()
        for p in self.seats:
            lines.append('%s %s %s in hand' % (self.who[p], 'have' if p == YOU else 'has', some(len(self.of(p, 'hand')), 'card')))
        for name in dict.fromkeys(t.name for t in self.things if not t.token and t.zone != 'stack'):
            lines += self.expect_card([t for t in self.things if t.name == name])
        lines += self.expect_tokens()
        self.script += ['expect ' + line for line in lines + self.later]
        return self

    def expect_card(self, same):
        if same[0].name == 'Plains':
            milled = [(p, sum(t.zone == 'graveyard' and t.owner == p for t in same)) for p in self.seats]
            return ['%s "Plains" in %s graveyard' % (number(n), self.whose[p]) for p, n in milled if n]
        lines = []
        for t in same:
            if t.zone == 'battlefield':
                lines.append('"%s" on the battlefield under %s control' % (t.name, self.whose[t.controller]))
                if 'creature' in t.kind.types or t.base:
                    lines.append('"%s" is %d/%d' % (t.name, t.power, t.toughness))
                lines.append('"%s" is %s' % (t.name, 'tapped' if t.tapped else 'untapped'))
            elif t.zone == 'exile':
                lines.append('"%s" in exile' % t.name)
            else:
                lines.append('"%s" in %s %s' % (t.name, self.whose[t.owner], t.zone))
        return lines

    def expect_tokens(self):
        tokens = [t for t in self.things if t.token]
        return ['%s %s under %s control' % (number(n), t + ('s' if n != 1 else ''), self.whose[p])
                for t in dict.fromkeys(t.name for t in tokens) for p in self.seats
                for n in [sum(x.name == t and x.controller == p for x in tokens)]]

    def also(self, *lines):
        """An expectation, here and now."""
        return self.say(*['expect ' + line for line in lines])

    def also_later(self, *lines):
        """An expectation at the end that the model cannot say by itself."""
        self.later += lines


def standard(**options):
    """The board that most sentences are played on: the opponent has more of everything but lands and life."""
    b = Board(**options)
    b.control(YOU, 'Forest', 'Swamp', 'Green Bear', 'Red Ogre')
    b.control(OPP, 'Mountain', 'Black Rat', 'Blue Crab', 'Red Drake')
    b.hand(YOU, 'Tame Wolf').hand(OPP, 'Mere Eel', 'Worn Ring')
    b.graveyard(YOU, 'Old Mask').graveyard(OPP, 'Pit Imp', 'Cold Lamp')
    return b


def duel(**options):
    """One creature each: whoever must choose has no choice."""
    b = Board(**options)
    b.control(YOU, 'Forest', 'Green Bear').control(OPP, 'Mountain', 'Red Drake')
    b.hand(YOU, 'Tame Wolf').hand(OPP, 'Worn Ring')
    b.graveyard(YOU, 'Old Mask').graveyard(OPP, 'Pit Imp')
    return b
