"""'other', 'another', 'else': than what? Than what the sentence has named, if the noun can be said of it; than this, where it can only be
said of this (CR 109.1, 608.2c). Every group is crossed with every subject and every kind of card that says it."""
from cases import Table
from model import Kind, YOU
from sentences.crossed import BEAR, CRAB, DRAKE, HAWK, OGRE, RAT, SCOUT, THREE, TWO, WURM, trio

SHRINE, IDOL = 'Calm Shrine', 'Iron Idol'
HEADS = {'creature': 'creature Cat 2/2', 'artifact': 'artifact', 'enchantment': 'enchantment', 'machine': 'artifact creature Myr 2/2',
         'Aura': 'enchantment Aura', 'Equipment': 'artifact Equipment', 'land': 'land'}
GROUPS = [      # behind 'other': the words that say what it is; what is in it
    ('creature', {'creature'}, lambda t: t.is_a('creature')),
    ('creature you control', {'creature'}, lambda t: t.is_a('creature') and t.controller == YOU),
    ('artifact', {'artifact'}, lambda t: t.is_a('artifact')),
    ('artifact you control', {'artifact'}, lambda t: t.is_a('artifact') and t.controller == YOU),
    ('enchantment', {'enchantment'}, lambda t: t.is_a('enchantment')),
    ('Aura', {'Aura'}, lambda t: t.is_a('Aura')),
    ('Equipment', {'Equipment'}, lambda t: t.is_a('Equipment')),
    ('land', {'land'}, lambda t: t.is_a('land')),
    ('permanent you control', set(), lambda t: t.controller == YOU),
    ('permanent', set(), lambda t: True),
    ('red creature', {'creature', 'red'}, lambda t: t.is_a('creature') and t.is_a('red')),
    ('artifact creature', {'artifact', 'creature'}, lambda t: t.is_a('artifact') and t.is_a('creature')),
    ('artifact or enchantment', None, lambda t: t.is_a('artifact') or t.is_a('enchantment')),
    ('Aura attached to it', {'Aura'}, None),
]


def surely(words, things):
    """Can the noun be said of it, whatever it is? things: what the text says of it."""
    if words is None:
        return 'artifact' in things or 'enchantment' in things
    return words <= things


def board(head, host):
    b = trio()
    b.control(YOU, 'Spare Aura', attached=host)
    b.control(TWO, 'Far Aura', attached=host)
    b.control(THREE, 'Bronze Bell', 'Spare Blade')
    if head:
        b.control(YOU, Kind('@', '' if head == 'land' else '{0}', HEADS[head]), attached=host if head in ('Aura', 'Equipment') else None)
    return b


def attached(b, host):
    return [t for t in b.permanents() if t.is_a('Aura') or t.is_a('Equipment') and t.name == '@']


def others(b, words, holds, subject, source, subject_words, source_words, host=None):
    """What is counted; None where a reader could take it in two ways."""
    group = attached(b, host) if holds is None else b.permanents(None, None, holds)
    group = [t for t in group if holds or t.is_a('Aura')]
    if subject and surely(words, subject_words):
        than = subject
    elif source and surely(words, source_words):
        than = source
        if subject in group:
            return None
    else:
        than = subject or source
    return [t for t in group if t is not than]


SUBJECTS = [    # who gets bigger: phrase, name, the words that the phrase says of it, heads that can say it
    ('this', '@', None, ('creature', 'machine')),
    ('enchanted creature', OGRE, {'creature'}, ('Aura',)),
    ('equipped creature', OGRE, {'creature'}, ('Equipment',)),
    ('target creature', OGRE, {'creature'}, ('creature', 'artifact', 'enchantment', 'machine', 'land', 'Aura', 'Equipment')),
    ('target creature', SCOUT, {'creature'}, ('creature', 'enchantment', 'land')),
    ('target artifact creature', SCOUT, {'artifact', 'creature'}, ('creature', 'artifact', 'machine')),
    ('target red creature', DRAKE, {'red', 'creature'}, ('creature', 'enchantment')),
]


def framed(head, text):
    return {'Aura': 'enchant creature\n%s', 'Equipment': '%s\nequip {3}'}.get(head, '%s') % text


def counts(t):
    """... gets +1/+0 for each other ..."""
    for subject, name, words, heads in SUBJECTS:
        for head in heads:
            for group, nouns, holds in GROUPS:
                aims = subject.startswith('target')
                if holds is None and subject == 'this' or head == 'land' and group == 'land':
                    continue
                host = DRAKE if head in ('Aura', 'Equipment') and aims else OGRE if not aims else name
                b = board(head, host)
                source, it = b.find('@'), b.find(name)
                own = set(source.kind.words)
                found = others(b, nouns, holds, it, source, own if words is None else words, own, host)
                if found is None or (holds is None and name != host):
                    continue
                if aims:
                    text = '{0}: %s gets +1/+0 until end of turn for each other %s' % (subject, group)
                    b.activate('@', [it], more=' for 2' if head == 'Equipment' and False else '')
                    b.say('resolve the stack')
                else:
                    text = '%s gets +1/+0 for each other %s' % (subject, group)
                if found:
                    b.boost(it, len(found), 0)
                b.settle()
                t.add(('' if head == 'land' else '{0} ') + HEADS[head], framed(head, text), b)


def yours(t):
    """What you do is about no object: other than this."""
    for head in ('creature', 'artifact', 'enchantment', 'machine'):
        for group, nouns, holds in GROUPS:
            if holds is None:
                continue
            b = board(head, OGRE)
            found = others(b, nouns, holds, None, b.find('@'), set(), set(b.find('@').kind.words))
            b.use('@')
            b.gain(YOU, len(found))
            t.add('{0} ' + HEADS[head], '{0}: you gain 1 life for each other ' + group, b)
            b = board(head, OGRE)
            source = b.find('@')
            found = others(b, nouns, holds, None, source, set(), set(source.kind.words))
            b.use('@')
            b.tap(found)
            t.add('{0} ' + HEADS[head], '{0}: tap each other ' + group, b)
            b = board(head, OGRE)
            source = b.find('@')
            found = others(b, nouns, holds, None, source, set(), set(source.kind.words))
            if any('creature' in x.kind.types for x in found) and 'creature' in (nouns or ()):
                b.boost([x for x in found if x.is_a('creature')], 1, 1)
                t.add('{0} ' + HEADS[head], 'other %ss get +1/+1' % group if ' ' not in group or group.endswith('creature') else
                      'each other %s gets +1/+1' % group, b, '611.3a')


# ---- behind what the sentence has named -------------------------------------------------------------------------
FIRST = [       # what is done to a target; is it still there?
    ('tap target creature', lambda b, x: b.tap(x)),
    ('put a +1/+1 counter on target creature', lambda b, x: b.counters(x)),
    ('target creature gets +2/+2 until end of turn', lambda b, x: b.boost(x, 2, 2)),
    ('this deals 1 damage to target creature', lambda b, x: b.damage(x, 1)),
    ("return target creature to its owner's hand", lambda b, x: b.bounce(x)),
    ('exile target creature', lambda b, x: b.exile(x)),
    ('destroy target creature', lambda b, x: b.destroy(x)),
]
THEN = [
    ('destroy each other {}', lambda b, ts: b.destroy(ts)),
    ('exile all other {}s', lambda b, ts: b.exile(ts)),
    ('tap each other {}', lambda b, ts: b.tap(ts)),
    ("return each other {} to its owner's hand", lambda b, ts: b.bounce(ts)),
    ('each other {} gets -1/-1 until end of turn', lambda b, ts: b.boost(ts, -1, -1)),
    ('put a +1/+1 counter on each other {}', lambda b, ts: b.counters(ts)),
    ('this deals 1 damage to each other {}', lambda b, ts: [b.damage(x, 1) for x in ts]),
    ('you gain 1 life for each other {}', lambda b, ts: b.gain(YOU, len(ts))),
    ('draw a card for each other {}', lambda b, ts: b.draw(YOU, len(ts))),
]
WHOSE = [       # behind the noun: whose
    ('', lambda b, p: (0, 1, 2)), (' you control', lambda b, p: (0,)), (' its controller controls', lambda b, p: (p,)),
    (' that player controls', None), (' your opponents control', lambda b, p: (1, 2)), (" you don't control", lambda b, p: (1, 2)),
]
PLACES = ['sorcery', 'instant', 'creature', 'artifact']


def named(t):
    turn = 0
    for aim in (OGRE, DRAKE, WURM):
        for front, first in FIRST:
            for text, effect in THEN:
                whose, who = WHOSE[turn % len(WHOSE)]
                place = PLACES[turn // 2 % len(PLACES)]
                turn += 1
                if who is None:
                    continue
                b = trio()
                it = b.find(aim)
                sentence = '%s, then %s' % (front, text.replace('{}s', 'creatures' + whose).replace('{}', 'creature' + whose))
                if place in ('sorcery', 'instant'):
                    b.hand(YOU, Kind('@', '{0}', place))
                    b.cast('@', [it])
                    head = '{0} ' + place
                else:
                    b.control(YOU, Kind('@', '{0}', HEADS[place]))
                    b.use('@', [it])
                    head, sentence = '{0} ' + HEADS[place], '{0}: ' + sentence
                owner = it.controller
                first(b, it)
                b_things = [x for x in b.creatures() if x is not it and x.controller in who(b, owner)]
                effect(b, b_things)
                b.settle()
                t.add(head, sentence, b, '608.2c')


# ---- triggers: other than what the event is about, or this --------------------------------------------------------
def triggers(t):
    def enters(b):
        b.say('you cast "Free Ox"', 'resolve the stack')
        b.enter(b.find('Free Ox'), YOU)

    def attacks(b):
        b.say('you attack player 3 with "%s"' % OGRE)
        b.tap(b.find(OGRE))
        b.say('resolve the stack')

    rows = [    # head, event, what is named, what happens
        ('enchantment', 'whenever a creature enters under your control', 'Free Ox', enters),
        ('artifact', 'whenever a creature you control attacks', OGRE, attacks),
        ('Aura', 'whenever enchanted creature attacks', OGRE, attacks),
        ('Equipment', 'whenever equipped creature attacks', OGRE, attacks),
        ('enchantment', 'whenever a creature becomes tapped', DRAKE, lambda b: (b.does('you tap "%s"' % DRAKE), b.tap(b.find(DRAKE)))),
        ('Aura', 'whenever enchanted creature becomes tapped', DRAKE, lambda b: (b.does('you tap "%s"' % DRAKE), b.tap(b.find(DRAKE)))),
    ]
    for head, event, name, happens in rows:
        for text, effect in THEN:
            for whose, who in WHOSE[:3]:
                if text.startswith('tap') and 'tapped' in event or 'draw' in text and whose == '':
                    continue
                b = trio()
                b.hand(YOU, 'Free Ox')
                b.control(YOU, Kind('@', '{0}', HEADS[head]), attached=name if head in ('Aura', 'Equipment') else None)
                happens(b)
                it = b.find(name)
                p = it.controller
                if text.startswith('tap') and 'attacks' in event:
                    pass
                effect(b, [x for x in b.creatures() if x is not it and x.controller in who(b, p)])
                b.settle()
                if 'attacks' in event:
                    b.say('advance to the end step')
                    if it.zone == 'battlefield':
                        b.lose(THREE, it.power)
                sentence = text.replace('{}s', 'creatures' + whose).replace('{}', 'creature' + whose)
                t.add('{0} ' + HEADS[head], framed(head, '%s: %s' % (event, sentence)), b, '603.2')


# ---- costs and choices: another ... -----------------------------------------------------------------------------
def costs(t):
    for head in ('creature', 'artifact', 'enchantment', 'machine'):
        for noun in ('creature', 'artifact', 'enchantment', 'permanent'):
            b = trio()
            b.control(YOU, Kind('@', '{0}', HEADS[head]))
            b.script or b.begin()
            fits = [x for x in b.permanents(YOU) if (noun == 'permanent' or x.is_a(noun)) and x.name != '@']
            text = 'sacrifice another %s: you gain 3 life' % noun
            if not fits:
                b.also('you can\'t activate "@"')
                t.add('{0} ' + HEADS[head], text, b, '602.2b')
                continue
            b.activate('@')
            b.destroy(b.choose(YOU, fits))
            b.say('resolve the stack')
            b.gain(YOU, 3)
            t.add('{0} ' + HEADS[head], text, b, '602.2b')


# ---- players -----------------------------------------------------------------------------------------------------
DOES = [
    ('draw{} a card', lambda b, p: b.draw(p)), ('lose{} 2 life', lambda b, p: b.lose(p, 2)), ('gain{} 3 life', lambda b, p: b.gain(p, 3)),
    ('mill{} two cards', lambda b, p: b.mill(p, 2)), ('create{} a 2/2 black Zombie creature token', lambda b, p: b.token(p, 'Zombie', 2, 2)),
    ('discard{} a card', lambda b, p: b.discard(p)), ('sacrifice{} a creature', lambda b, p: b.sacrifice(p)),
]
PLAYERS = [     # who first, aimed at, who that is; who then, who they are
    ('target player', (TWO,), TWO, 'each other player', (YOU, THREE)),
    ('target player', (YOU,), YOU, 'each other player', (TWO, THREE)),
    ('target opponent', (THREE,), THREE, 'each other opponent', (TWO,)),
    ('target opponent', (TWO,), TWO, 'each other player', (YOU, THREE)),
    ('you', (), YOU, 'each other player', (TWO, THREE)),
    ('target player', (TWO,), TWO, 'each opponent', (TWO, THREE)),
    ('target player', (THREE,), THREE, 'another target player', (TWO,)),
    ('target opponent', (TWO,), TWO, 'another target opponent', (THREE,)),
]


def players(t):
    for k, (one, targets, who, then, rest) in enumerate(PLAYERS):
        for i, (a, first) in enumerate(DOES):
            for j, (z, second) in enumerate(DOES):
                if (i + j + k) % 3 and i != j:
                    continue
                joint = (' and', ', then')[(i + j) % 2]
                text = '%s %s%s %s %s' % (one, a.format('' if one == 'you' else 's'), joint, then, z.format('s'))
                b = trio()
                b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                b.cast('@', list(targets) + (list(rest) if 'target' in then else []))
                first(b, who)
                for p in rest:
                    second(b, p)
                t.add('{0} sorcery', text, b, '608.2c')


NOTHING = [     # other than what? an instant or sorcery is no permanent, and nothing else was named
    'destroy each other creature', 'tap all other artifacts', 'you gain 1 life for each other creature',
    'additional cost sacrifice another creature\ndraw a card', 'destroy another target creature', 'each player sacrifices another creature',
    'draw a card for each other land you control', 'exile another creature', 'put a +1/+1 counter on another target creature',
    'each other creature gets -1/-1 until end of turn', 'draw a card, then destroy each other creature',
    'target player sacrifices another creature', 'destroy target land, then you gain 1 life for each other artifact',
    'target player draws a card, then tap each other creature', 'destroy target creature, then destroy each other land',
]


def tables():
    t = Table('other', '109.1')
    counts(t)
    yours(t)
    u = Table('other named', '608.2c')
    named(u)
    triggers(u)
    costs(u)
    p = Table('other player', '608.2c')
    players(p)
    n = Table('other nothing', '608.2c')
    for text in NOTHING:
        n.refuse('{0} sorcery', text)
    return [t, u, p, n]
