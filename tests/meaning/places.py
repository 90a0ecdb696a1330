"""Words that mean something only beside another one, in every place: a board of three players, the places where a
sentence can stand (a spell, abilities, triggers, a keyword's body), who can be its subject, and what they can do."""
import re

from cases import Case
from model import Board, Kind, YOU

NEXT, LAST = 1, 2       # the players to the left, in turn order
PEOPLE = {'you': {'s': '', 'es': '', 'their': 'your', 'they': 'you', 'have': 'have'},
          'they': {'s': 's', 'es': 'es', 'their': 'their', 'they': 'they', 'have': 'has'}}
SCOUT, DRAKE, WOLF, CRAB = 'Tin Scout', 'Red Drake', 'Tame Wolf', 'Blue Crab'


class Table3(Board):
    def __init__(self, **options):
        super().__init__(life=(33, 26, 41), **options)

    def acts(self, player, verb):
        return '%s %s%s' % (self.who[player], verb, '' if player == YOU else 's')

    def attack_player(self, player, name):
        self.say('you attack %s with "%s"' % (self.who[player], name))
        self.tap(self.find(name))

    def steal(self, player, name):
        """Before anything happens: who controls it is not who owns it."""
        self.say('%s control of "%s"' % (self.acts(player, 'gain'), name))
        self.give(self.find(name), player)


def table():
    """Of everything each has another number: creatures 2, 4, 3; artifacts 2, 1, 1; hands 2, 3, 4; graveyards 2, 1, 3."""
    b = Table3()
    b.control(YOU, 'Forest', 'Green Bear', 'Red Ogre', 'Iron Idol', 'Bronze Bell')
    b.control(NEXT, 'Mountain', 'Swamp', 'Black Rat', CRAB, DRAKE)
    b.control(LAST, 'Island', WOLF, 'Noble Stag', 'Pit Imp', SCOUT)
    b.hand(YOU, 'Zap', 'Sting').hand(NEXT, 'Mere Eel', 'Worn Ring', 'Ember').hand(LAST, 'Gale', 'Chant', 'Free Ox', 'Long Hymn')
    b.graveyard(YOU, 'Old Mask', 'Grace').graveyard(NEXT, 'Cold Lamp').graveyard(LAST, 'Leash', 'Rebuke', 'Free Cub')
    return b


# ---- where a sentence stands ---------------------------------------------------------------------------------------
class Here:
    """What is known where the sentence is followed."""

    def __init__(self, b, targets, this=None, it=None, player=None):
        self.b, self.targets, self.this, self.it, self.player = b, list(targets), this, it, player
        self.it_was = it and (it.controller, it.owner, it.power, it.toughness, it.mana_value)


class Place:
    def __init__(self, name, head, wrap, play, it=False, player=None, creature=True, cites='603.2'):
        self.name, self.head, self.wrap, self.play = name, head, wrap, play
        self.has_it, self.player, self.creature, self.cites = it, player, creature, cites


def aim(b, targets):
    for t in targets:
        b.answer(YOU, b.who[t] if isinstance(t, int) else '"%s"' % t)


def spell(b, head, targets):
    b.hand(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    b.cast('@', targets)
    return Here(b, targets)


def ability(b, head, targets):
    b.control(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    b.use('@', targets)
    return Here(b, targets, b.find('@'))


def enters(b, head, targets):
    b.hand(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    this = b.cast('@')
    aim(b, targets)
    return Here(b, targets, this)


def other_dies(b, head, targets):
    b.control(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    here = Here(b, targets, b.find('@'), b.find(SCOUT))
    b.destroy(b.find(SCOUT))
    b.does('player 2 destroys "%s"' % SCOUT)
    aim(b, targets)
    return here


def host_tapped(b, head, targets):
    b.control(YOU, Kind('@', *head), attached=WOLF)
    b.steal(NEXT, SCOUT)
    b.steal(NEXT, WOLF)
    b.tap(b.find(WOLF))
    b.does('player 2 taps "%s"' % WOLF)
    aim(b, targets)
    return Here(b, targets, b.find('@'), b.find(WOLF))


def hits(b, head, targets):
    b.control(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    b.attack_player(LAST, '@')
    b.say('advance to the postcombat main phase')
    b.lose(LAST, 7)
    aim(b, targets)
    return Here(b, targets, b.find('@'), player=LAST)


def attacks(b, head, targets):
    b.control(YOU, Kind('@', *head))
    b.steal(NEXT, SCOUT)
    b.attack_player(LAST, '@')
    b.say('resolve the stack')
    aim(b, targets)
    return Here(b, targets, b.find('@'), player=LAST)


def behind(words):
    return lambda s: words + (' {\n%s\n}' % '\n'.join('    ' + x for x in s.split('\n')) if '\n' in s else ' ' + s)


CAT = ('{0}', 'creature Cat 7/7')
SPELL = Place('spell', ('{0}', 'sorcery'), lambda s: s, spell, creature=False, cites='608.2c')
ABILITY = Place('ability', CAT, behind('{0}:'), ability, cites='602.2')
ENTERS = Place('enters', CAT, behind('when this enters:'), enters)
KEYWORD = Place('keyword', CAT, None, enters, cites='702.1')
DIES = Place('dies', CAT, behind('whenever another creature dies:'), other_dies, it=True)
HOST = Place('host', ('{0}', 'enchantment Aura'), lambda s: 'enchant creature\n' + behind('whenever enchanted creature becomes tapped:')(s),
             host_tapped, it=True, creature=False)
HITS = Place('hits', CAT, behind('whenever this deals combat damage to a player:'), hits, player='that player')
ATTACKS = Place('attacks', CAT, behind('whenever this attacks:'), attacks, player='defending player')
PLACES = [SPELL, ABILITY, ENTERS, KEYWORD, DIES, HOST, HITS, ATTACKS]


# ---- who acts ------------------------------------------------------------------------------------------------------
class Subject:
    def __init__(self, said, who, person='they', targets=(), fits=lambda p: True, several=False):
        self.said, self.who, self.person, self.targets, self.fits, self.several = said, who, person, list(targets), fits, several


SUBJECTS = [
    Subject('you', lambda h: [YOU], 'you'),
    Subject('each player', lambda h: [YOU, NEXT, LAST], several=True),
    Subject('each opponent', lambda h: [NEXT, LAST], several=True),
    Subject('target player', lambda h: [LAST], targets=[LAST]),
    Subject('target opponent', lambda h: [NEXT], targets=[NEXT]),
    Subject("target creature's controller", lambda h: [NEXT], targets=[SCOUT], fits=lambda p: not p.has_it),
    Subject('that player', lambda h: [h.player], fits=lambda p: p.player == 'that player'),
    Subject('defending player', lambda h: [h.player], fits=lambda p: p.player == 'defending player'),
    Subject('each other player', lambda h: [YOU, NEXT], fits=lambda p: p.player == 'that player', several=True),
    Subject('its controller', lambda h: [h.it_was[0]], fits=lambda p: p.has_it),
    Subject('its owner', lambda h: [h.it_was[1]], fits=lambda p: p.has_it),
    Subject("that creature's controller", lambda h: [h.it_was[0]], fits=lambda p: p.has_it),
]


def inflect(text, person):
    return re.sub(r'\[(\w+)\]', lambda m: PEOPLE[person][m[1]], text)


def clause(subject, verb):
    return inflect('%s %s' % (subject.said, verb), subject.person)


# ---- what players do ------------------------------------------------------------------------------------------------
def bounce_own(b, p):
    t = b.choose(p, b.creatures(p))
    return t and b.bounce(t)


def counter_own(b, p):
    t = b.choose(p, b.creatures(p))
    return t and b.counters(t)


def tap_own(b, p):
    t = b.choose(p, b.creatures(p, lambda t: not t.tapped))
    return t and b.tap(t)


def exile_own(b, p):
    t = b.choose(p, b.of(p, 'graveyard'))
    return t and b.exile(t)


def raise_own(b, p):
    t = b.choose(p, b.of(p, 'graveyard'))
    return t and b.bounce(t)


VERBS = {
    'draw': ('draw[s] a card', lambda b, p: b.draw(p)),
    'discard': ('discard[s] a card', lambda b, p: b.discard(p)),
    'lose': ('lose[s] 2 life', lambda b, p: b.lose(p, 2)),
    'gain': ('gain[s] 3 life', lambda b, p: b.gain(p, 3)),
    'mill': ('mill[s] two cards', lambda b, p: b.mill(p, 2)),
    'sacrifice': ('sacrifice[s] a creature', lambda b, p: b.sacrifice(p)),
    'token': ('create[s] a 1/1 white Soldier creature token', lambda b, p: b.token(p, 'Soldier', 1, 1)),
    'exile': ('exile[s] a card from [their] graveyard', exile_own),
    'raise': ('return[s] a card from [their] graveyard to [their] hand', raise_own),
    'bounce': ("return[s] a creature [they] control to its owner's hand", bounce_own),
    'counter': ('put[s] a +1/+1 counter on a creature [they] control', counter_own),
    'tap': ('tap[s] an untapped creature [they] control', tap_own),
}
# the same with a number: in front of the noun, the singular for "for each"; the effect takes the number
NUMBERED = {
    'draw': ('draw[s] %s', 'card', lambda b, p, n: b.draw(p, n)),
    'lose': ('lose[s] %s', 'life', lambda b, p, n: b.lose(p, n)),
    'gain': ('gain[s] %s', 'life', lambda b, p, n: b.gain(p, n)),
    'mill': ('mill[s] %s', 'card', lambda b, p, n: b.mill(p, n)),
    'token': ('create[s] %s', '1/1 white Soldier creature token', lambda b, p, n: b.token(p, 'Soldier', 1, 1, n)),
}


def one(noun):
    return '1 life' if noun == 'life' else 'a ' + noun


def many(noun, n='X'):
    return '%s %s' % (n, noun if noun == 'life' else noun + 's')


# ---- a sentence in its place ------------------------------------------------------------------------------------------
WORDS = 'abcdefghijklmnopqrstuvwxyz'
made = [0]


KILLS = re.compile(r'sacrifices? (a|another|all) creature|^destroy ')


class Crossed:
    """The cases of one class: rows are sentences, and what they do to the board."""

    share = 3       # every third is tried each time, all of them with --all

    def __init__(self, group, cites):
        self.group, self.cites, self.cases = group, cites, []

    def add(self, place, sentence, effect, targets=(), board=table):
        if place is DIES and KILLS.search(sentence):
            return      # it would trigger again
        b = board()
        here = place.play(b, place.head, targets)
        effect(here)
        if place is HOST and here.it.zone != 'battlefield':
            b.destroy(here.this)
        b.settle()
        b.done().expect()
        case = Case(self.group, ' '.join(place.head), self.text(place, sentence), b.script, '%s, %s' % (self.cites, place.cites))
        self.keep(place, case, sentence)

    def text(self, place, sentence):
        return place.wrap(sentence) if place.wrap else 'zeal' + self.number()

    def number(self):
        made[0] += 1
        n, word = made[0], ''
        while n:
            word, n = word + WORDS[n % 26], n // 26
        return word

    def keep(self, place, case, sentence):
        if not place.wrap:
            case.above = 'keyword %s {\n    %s\n}\n' % (case.text, behind('when this enters:')(sentence).replace('\n', '\n    '))
        self.cases.append(case)

    def refuse(self, place, sentence):
        self.keep(place, Case(self.group, ' '.join(place.head), self.text(place, sentence), None, self.cites), sentence)

    def each(self, subjects=None, places=None):
        """Every subject in every place where it means somebody."""
        for p in places or PLACES:
            for s in subjects or SUBJECTS:
                if s.fits(p):
                    yield p, s
