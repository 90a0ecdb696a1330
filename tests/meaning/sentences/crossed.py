"""Three players: who does something, how often, where the sentence stands. Every subject is crossed with every 'for each ...'
that speaks of it, with every verb and with the places a sentence can have (CR 101.4, 608.2c, 608.2h)."""
from cases import Table
from model import Board, Kind, Uncertain, YOU

TWO, THREE = 1, 2
BEAR, OGRE, SCOUT, RAT, CRAB, DRAKE, HAWK, WURM = ('Green Bear', 'Red Ogre', 'Tin Scout', 'Black Rat', 'Blue Crab', 'Red Drake',
                                                   'White Hawk', 'Green Wurm')


def trio(**options):
    """Everybody has another number of creatures, lands, cards in hand and in the graveyard."""
    b = Board((23, 16, 29), **options)
    b.control(YOU, 'Forest', BEAR, OGRE, SCOUT, 'Iron Idol')
    b.control(TWO, 'Mountain', 'Swamp', RAT, DRAKE, 'Calm Shrine')
    b.control(THREE, 'Island', WURM)
    b.hand(YOU, 'Tame Wolf').hand(TWO, 'Mere Eel', 'Worn Ring').hand(THREE, 'Noble Stag', 'Steel Golem', 'Gale')
    b.graveyard(YOU, 'Old Mask', 'Pit Imp', 'Chant').graveyard(TWO, 'Cold Lamp').graveyard(THREE, 'Free Cub', 'Long Hymn')
    return b


SUBJECTS = [    # phrase, what has to be aimed at, who they are
    ('you', (), [YOU]), ('target player', (TWO,), [TWO]), ('target player', (YOU,), [YOU]), ('target opponent', (THREE,), [THREE]),
    ('each player', (), [YOU, TWO, THREE]), ('each opponent', (), [TWO, THREE]), ('each other player', (), [TWO, THREE]),
]
BEHIND = [      # behind what names them: a creature's controller or owner, that player
    ('tap target creature, then its controller', (DRAKE,), [TWO], lambda b: b.tap(b.find(DRAKE))),
    ('destroy target creature, then its controller', (WURM,), [THREE], lambda b: b.destroy(b.find(WURM))),
    ('exile target creature, then its controller', (RAT,), [TWO], lambda b: b.exile(b.find(RAT))),
    ("return target creature to its owner's hand, then that player", (DRAKE,), [TWO], lambda b: b.bounce(b.find(DRAKE))),
    ('target opponent loses 1 life, then that player', (THREE,), [THREE], lambda b: b.lose(THREE, 1)),
    ('target player gains 1 life and each other player', (TWO,), [YOU, THREE], lambda b: b.gain(TWO, 1)),
]
AMOUNTS = [     # for each ..., how many for a player
    ('creature {they} control', lambda b, p: len(b.creatures(p))),
    ('land {they} control', lambda b, p: len(b.lands(p))),
    ('card in {their} hand', lambda b, p: len(b.of(p, 'hand'))),
    ('card in {their} graveyard', lambda b, p: len(b.of(p, 'graveyard'))),
    ('creature {their} opponents control', lambda b, p: sum(len(b.creatures(q)) for q in b.others(p))),
    ("creature {they} don't control", lambda b, p: sum(len(b.creatures(q)) for q in b.others(p))),
    ('artifact or enchantment {they} control', lambda b, p: len([t for t in b.permanents(p) if t.is_a('artifact') or t.is_a('enchantment')])),
    ('creature with flying on the battlefield', lambda b, p: len([t for t in b.creatures() if t.has('flying')])),
    ("card in {their} opponents' hands", lambda b, p: sum(len(b.of(q, 'hand')) for q in b.others(p))),
    ("card in {their} opponents' graveyards", lambda b, p: sum(len(b.of(q, 'graveyard')) for q in b.others(p))),
]
VERBS = [       # in the plain form and in the third person, what a player does so many times
    ('draw{s} a card', lambda b, p, n: b.draw(p, n)),
    ('lose{s} 1 life', lambda b, p, n: b.lose(p, n)),
    ('gain{s} 2 life', lambda b, p, n: b.gain(p, 2 * n)),
    ('mill{s} a card', lambda b, p, n: b.mill(p, n)),
    ('create{s} a 1/1 white Soldier creature token', lambda b, p, n: b.token(p, 'Soldier', 1, 1, n)),
    ('discard{s} a card', lambda b, p, n: b.discard(p, n) if n else None),
]


def said(text, subject):
    you = subject == 'you'
    return (text.replace('{s}', '' if you else 's').replace('{they}', 'you' if you else 'they').replace('{their}', 'your' if you else 'their'))


def put(t, head, text, b, cites=None):
    """Only where the board leaves nothing open."""
    b.settle()
    t.add(head, text, b, cites)


def each_does(b, who, many, does):
    """All count before anybody does anything: they act at the same time (CR 101.4)."""
    counted = [(p, many(b, p)) for p in who]
    for p, n in counted:
        does(b, p, n)


def as_spell(t, text, targets, effect, kind='sorcery'):
    b = trio()
    b.hand(YOU, Kind('@', '{0}', kind))
    b.cast('@', targets)
    effect(b)
    put(t, '{0} ' + kind, text, b)


def as_ability(t, text, targets, effect):
    b = trio()
    b.control(YOU, Kind('@', '{0}', 'land'))
    b.use('@', targets)
    effect(b)
    put(t, 'land', '{0}: ' + text, b)


def as_trigger(t, text, targets, effect):
    b = trio()
    b.hand(YOU, Kind('@', '{0}', 'enchantment'))
    b.say('you cast "@"')
    b.find('@').zone = 'battlefield'
    b.say('resolve the stack')
    for target in targets:
        b.answer(YOU, b.said(target))
    effect(b)
    put(t, '{0} enchantment', 'when this enters: ' + text, b)


PLACES = [as_spell, as_ability, as_trigger]


def attempt(*call):
    try:
        call[0](*call[1:])
    except Uncertain:
        pass


def is_counted_in_turn(who, amount, verb):
    """What the others have is counted as each player's turn comes, not before all of them (a known gap, see README.md)."""
    of = {'draw': 'hands', 'discard': 'hands', 'mill': 'graveyards', 'create': 'creature'}.get(verb.split('{')[0], 'nothing')
    of_others = 'opponents' in amount or "don't" in amount
    return len(who) > 1 and of_others and (of in amount or 'discard' in verb and 'graveyards' in amount)


def players(t):
    turn = 0
    for phrase, targets, who in SUBJECTS:
        for amount, many in AMOUNTS:
            for verb, does in VERBS:
                turn += 1
                if is_counted_in_turn(who, amount, verb):
                    continue
                text = said('%s %s for each %s' % (phrase, verb, amount), phrase)
                for place in PLACES if turn % 3 else PLACES[:1]:
                    if place is not as_trigger or len(targets) == 0:
                        attempt(place, t, text, targets, lambda b: each_does(b, who, many, does))


def behind(t):
    for k, (front, targets, who, first) in enumerate(BEHIND):
        for i, (amount, many) in enumerate(AMOUNTS):
            for j, (verb, does) in enumerate(VERBS):
                if is_counted_in_turn(who, amount, verb):
                    continue
                text = said('%s %s for each %s' % (front, verb, amount), front)
                attempt(PLACES[(i + j + k) % 2], t, text, targets,
                        lambda b: (first(b), each_does(b, who, many, does)))


# ---- triggers on somebody: that player, its controller, defending player ----------------------------------------
EVENTS = [      # head, event, what happens (and to whom), the subject
    ('artifact', 'whenever a player gains life', lambda b: (b.does('player 3 gains 1 life'), b.gain(THREE, 1)), 'that player', THREE),
    ('artifact', 'whenever an opponent gains life', lambda b: (b.does('player 2 gains 1 life'), b.gain(TWO, 1)), 'they', TWO),
    ('enchantment', 'whenever a creature becomes tapped', lambda b: (b.does('you tap "%s"' % DRAKE), b.tap(b.find(DRAKE))),
     'its controller', TWO),
    ('enchantment', 'whenever a creature dies', lambda b: (b.does('you destroy "%s"' % RAT), b.destroy(b.find(RAT))), 'its controller', TWO),
    ('creature Cat 2/2', 'whenever another creature dies', lambda b: (b.does('you destroy "%s"' % WURM), b.destroy(b.find(WURM))),
     "that creature's controller", THREE),
    ('creature Cat 2/2', 'whenever this attacks', lambda b: (b.say('you attack player 3 with "@"', 'resolve the stack'), b.tap(b.find('@'))),
     'defending player', THREE),
    ('enchantment Aura', 'whenever enchanted creature becomes tapped', lambda b: (b.does('you tap "%s"' % DRAKE), b.tap(b.find(DRAKE))),
     'its controller', TWO),
]


def triggers(t):
    for k, (kind, event, happens, subject, who) in enumerate(EVENTS):
        for i, (amount, many) in enumerate(AMOUNTS):
            for j, (verb, does) in enumerate(VERBS):
                if 'gains life' in event and 'gain' in verb:
                    continue
                verb = verb.replace('{s}', '' if subject == 'they' else '{s}')
                text = '%s: %s' % (event, said('%s %s for each %s' % (subject, verb, amount), subject))
                attempt(triggered, t, kind, text, happens, lambda b: each_does(b, [who], many, does))


def triggered(t, kind, text, happens, effect):
    b = trio()
    b.control(YOU, Kind('@', '{0}', kind), attached=DRAKE if 'Aura' in kind else None)
    happens(b)
    effect(b)
    if 'attacks' in text:
        b.say('advance to the end step')
        b.lose(THREE, b.find('@').power)
    put(t, '{0} ' + kind, ('enchant creature\n' if 'Aura' in kind else '') + text, b, '603.2')


def tables():
    t = Table('crossed', '608.2c')
    players(t)
    behind(t)
    u = Table('crossed trigger', '603.2')
    triggers(u)
    return [t, u]
