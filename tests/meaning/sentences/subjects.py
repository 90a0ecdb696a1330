"""Quantified subject x action: whoever the subject is acts, one by one (CR 101.4, 608.2c)."""
import re

from cases import Table, head_of
from model import Board, Kind, OPP, Uncertain, YOU, duel, standard

PEOPLE = {'you': {'s': '', 'their': 'your', 'they': 'you'},
          'they': {'s': '', 'their': 'their', 'they': 'they'},
          'each': {'s': 's', 'their': 'their', 'they': 'they'}}


def in_person(text, person):
    return re.sub(r'\[(\w+)\]', lambda m: PEOPLE[person][m[1]], text)


# ---- boards ------------------------------------------------------------------------------------
def twos(**options):
    b = duel(**options)
    b.control(YOU, 'Red Ogre', 'Swamp').control(OPP, 'Black Rat', 'Island')
    return b


def tapped(**options):
    b = Board(**options)
    b.control(YOU, 'Forest', 'Green Bear', tapped=True).control(OPP, 'Mountain', 'Island', 'Red Drake', tapped=True)
    b.hand(OPP, 'Mere Eel')
    return b


# ---- actions: sentence, what it does to one player, board -----------------------------------------
def return_creature(b, p):
    b.bounce(b.choose(p, b.creatures(p)))


def counter_on_one(b, p):
    b.counters(b.choose(p, b.creatures(p)))


def tap_one(b, p):
    b.tap(b.choose(p, b.creatures(p, lambda t: not t.tapped)))


def exile_one(b, p):
    b.exile(b.choose(p, b.of(p, 'graveyard')))


def return_card(b, p, word=None):
    b.bounce(b.choose(p, [t for t in b.of(p, 'graveyard') if word is None or t.is_a(word)]))


def graves(**options):
    b = duel(**options)
    return b.graveyard(YOU, 'Noble Stag', 'Mere Eel').graveyard(OPP, 'White Hawk')


def raise_one(b, p):
    b.enter(b.choose(p, [t for t in b.of(p, 'graveyard') if t.is_a('creature')]), p)


def may_draw(b, p):
    if b.may(p, yes=p == OPP):
        b.draw(p)


def may_sacrifice(b, p):
    if b.may(p):
        b.sacrifice(p)


def chain(*steps):
    def act(b, p):
        for step in steps:
            step(b, p)
    return act


def draw(n):
    return lambda b, p: b.draw(p, n)


def lose(n):
    return lambda b, p: b.lose(p, n)


def gain(n):
    return lambda b, p: b.gain(p, n)


def discard(n):
    return lambda b, p: b.discard(p, n)


def mill(n):
    return lambda b, p: b.mill(p, n)


def sacrifice(word, n):
    return lambda b, p: b.sacrifice(p, word, n)


ACTIONS = [
    ('draw[s] a card', draw(1), standard),
    ('draw[s] two cards', draw(2), standard),
    ('discard[s] a card', discard(1), standard),
    ('discard[s] two cards', discard(2), standard),
    ('discard[s] a card at random', lambda b, p: b.discard_at_random(p), duel),
    ('discard[s] [their] hand', discard(9), standard),
    ('lose[s] 2 life', lose(2), standard),
    ('gain[s] 3 life', gain(3), standard),
    ('mill[s] two cards', mill(2), standard),
    ('sacrifice[s] a creature', sacrifice('creature', 1), standard),
    ('sacrifice[s] a creature', sacrifice('creature', 1), duel),
    ('sacrifice[s] two creatures', sacrifice('creature', 2), twos),
    ('sacrifice[s] two lands', sacrifice('land', 2), standard),
    ('sacrifice[s] all creatures [they] control', sacrifice('creature', 9), standard),
    ('create[s] a 1/1 white Soldier creature token', lambda b, p: b.token(p, 'Soldier', 1, 1), standard),
    ('create[s] two 2/2 black Zombie creature tokens', lambda b, p: b.token(p, 'Zombie', 2, 2, 2), standard),
    ('create[s] a 1/1 green Saproling creature token for each land [they] control',
     lambda b, p: b.token(p, 'Saproling', 1, 1, len(b.lands(p))), standard),
    ('put[s] a +1/+1 counter on each creature [they] control', lambda b, p: b.counters(b.creatures(p)), standard),
    ('put[s] a +1/+1 counter on a creature [they] control', counter_on_one, standard),
    ('tap[s] all creatures [they] control', lambda b, p: b.tap(b.creatures(p)), standard),
    ('tap[s] all lands [they] control', lambda b, p: b.tap(b.lands(p)), standard),
    ('untap[s] all lands [they] control', lambda b, p: b.untap(b.lands(p)), tapped),
    ('untap[s] all creatures [they] control', lambda b, p: b.untap(b.creatures(p)), tapped),
    ('exile[s] a card from [their] graveyard', exile_one, standard),
    ('exile[s] all cards from [their] graveyard', lambda b, p: b.exile(b.of(p, 'graveyard')), standard),
    ('return[s] a card from [their] graveyard to [their] hand', return_card, standard),
    ("return[s] a creature [they] control to its owner's hand", return_creature, standard),
    ('lose[s] 1 life for each creature [they] control', lambda b, p: b.lose(p, len(b.creatures(p))), standard),
    ('gain[s] 1 life for each card in [their] hand', lambda b, p: b.gain(p, len(b.of(p, 'hand'))), standard),
    ('draw[s] a card for each creature [they] control', lambda b, p: b.draw(p, len(b.creatures(p))), standard),
    ('gain[s] life equal to the number of creatures [they] control',
     lambda b, p: b.gain(p, len(b.creatures(p))), standard),
    ('draw[s] cards equal to the number of lands [they] control', lambda b, p: b.draw(p, len(b.lands(p))), standard),
    ('lose[s] life equal to the number of cards in [their] hand',
     lambda b, p: b.lose(p, len(b.of(p, 'hand'))), standard),
    ('put[s] a creature card from [their] graveyard onto the battlefield', raise_one, graves),
    ('tap[s] an untapped creature [they] control', tap_one, standard),
    ('put[s] two +1/+1 counters on each creature [they] control', lambda b, p: b.counters(b.creatures(p), 2), standard),
    ('lose[s] life equal to the greatest power among creatures [they] control',
     lambda b, p: b.lose(p, max(t.power for t in b.creatures(p))), standard),
    ('lose[s] half [their] life, rounded up', lambda b, p: b.lose(p, (b.life[p] + 1) // 2), standard),
    ('may draw a card', may_draw, standard),
    ('may sacrifice a creature', may_sacrifice, standard),
    ('draw[s] two cards, then lose[s] 2 life', chain(draw(2), lose(2)), standard),
    ('discard[s] a card, then lose[s] 1 life', chain(discard(1), lose(1)), standard),
    ('sacrifice[s] a creature, then lose[s] 1 life', chain(sacrifice('creature', 1), lose(1)), standard),
    ('draw[s] two cards and lose[s] 2 life', chain(draw(2), lose(2)), standard),
    ('mill[s] two cards and lose[s] 1 life', chain(mill(2), lose(1)), standard),
    ('lose[s] 2 life and discard[s] a card', chain(lose(2), discard(1)), standard),
    ('draw[s] a card, then mill[s] a card', chain(draw(1), mill(1)), standard),
    ('discard[s] [their] hand, then draw[s] two cards', chain(discard(9), draw(2)), standard),
]

# What the caster does once, behind what the subject does.
TAILS = [
    ('lose[s] 2 life', ' and you gain 2 life', lose(2), lambda b: b.gain(YOU, 2)),
    ('lose[s] 1 life', ', then you draw a card', lose(1), lambda b: b.draw(YOU)),
    ('discard[s] a card', ' and you lose 1 life', discard(1), lambda b: b.lose(YOU, 1)),
    ('sacrifice[s] a creature', ', then you gain 3 life', sacrifice('creature', 1), lambda b: b.gain(YOU, 3)),
    ('mill[s] two cards', ' and you draw a card', mill(2), lambda b: b.draw(YOU)),
    ('gain[s] 3 life', ', then draw a card', gain(3), lambda b: b.draw(YOU)),
    ('draw[s] a card', ' and you gain 1 life', draw(1), lambda b: b.gain(YOU, 1)),
]


# ---- carriers: sentence, head, person, how it comes to happen -> the players who act -----------------
def cast(*targets, members):
    def play(b):
        b.cast('@', targets)
        return members
    return play


def aim_at(name, doing=lambda b, t: None, before=()):
    """A spell that does something to a permanent first; who acts is its controller as it last was there."""
    def play(b):
        for spell in before:
            b.hand(YOU, spell)
        for spell in before:
            b.cast(spell, [name])
            b.give(b.find(name), YOU)
        target = b.find(name)
        b.cast('@', [name])
        controller = target.controller
        doing(b, target)
        return [controller]
    return play


def aim_at_owner(name, doing, stolen):
    play = aim_at(name, doing, ['Leash'] if stolen else [])

    def owner(b):
        play(b)
        return [b.find(name).owner]
    return owner


def counter(b):
    b.hand(OPP, 'Grace')
    b.cast_only('Grace', player=OPP)
    b.cast('@', ['Grace'])
    b.find('Grace').zone = 'graveyard'
    return [OPP]


def dies(name):
    def play(b):
        b.does('you destroy "%s"' % name)
        who = b.find(name).controller
        b.destroy(b.find(name))
        return [who]
    return play


def own_dies(b):
    b.does('opponent destroys "@"')
    b.destroy(b.find('@'))
    return [YOU, OPP]


def attacks(b):
    b.attack('@')
    b.say('resolve the stack')
    return [OPP]


def hits(b):
    b.attack('@')
    b.say('advance to the combat damage step', 'resolve the stack')
    b.lose(OPP, 2)
    return [OPP]


def opponent_casts(b):
    """The trigger resolves above the spell."""
    b.hand(OPP, 'Grace')
    b.cast('Grace', player=OPP)
    yield OPP
    b.find('Grace').zone = 'graveyard'
    b.gain(OPP, 3)


def upkeep_of(player):
    def play(b):
        b.say('resolve the stack')
        return [player]
    return play


def activates(*targets, members):
    def play(b):
        b.use('@', targets)
        b.find('@').tapped = True
        return members
    return play


BOTH = [YOU, OPP]
WIDE = [   # crossed with every action
    ('{}', 'sorcery', 'you', cast(members=[YOU]), {}),
    ('target player {}', 'sorcery', 'each', cast(OPP, members=[OPP]), {}),
    ('target opponent {}', 'sorcery', 'each', cast(OPP, members=[OPP]), {}),
    ('each player {}', 'sorcery', 'each', cast(members=BOTH), {}),
    ('each opponent {}', 'sorcery', 'each', cast(members=[OPP]), {}),
]
NARROW = [  # crossed with one action in three
    ('you {}', 'sorcery', 'you', cast(members=[YOU]), {}),
    ('target player {}', 'sorcery', 'each', cast(YOU, members=[YOU]), {}),
    ('each other player {}', 'sorcery', 'each', cast(members=[OPP]), {}),
    ('an opponent {}', 'sorcery', 'each', cast(members=[OPP]), {}),
    ('when this enters: each opponent {}', 'creature', 'each', cast(members=[OPP]), {}),
    ('when this enters: target opponent {}', 'enchantment', 'each', cast(members=[OPP]), {}),
    ('when this enters: each player {}', 'enchantment', 'each', cast(members=BOTH), {}),
    ('when this dies: each player {}', 'creature', 'each', own_dies, {}),
    ('whenever this attacks: defending player {}', 'creature', 'each', attacks, {}),
    ('whenever this deals combat damage to a player: that player {}', 'creature', 'each', hits, {}),
    ('at the beginning of each upkeep: that player {}', 'enchantment', 'each', upkeep_of(OPP),
     {'turn': "opponent's upkeep"}),
    ('at the beginning of each upkeep: the active player {}', 'enchantment', 'each', upkeep_of(OPP),
     {'turn': "opponent's upkeep"}),
    ('whenever a creature dies: its controller {}', 'enchantment', 'each', dies('Red Drake'), {}),
    ('destroy target creature, then its controller {}', 'sorcery', 'each',
     aim_at('Red Drake', lambda b, t: b.destroy(t)), {}),
    ('exile target creature\nits controller {}', 'sorcery', 'each', aim_at('Red Drake', lambda b, t: b.exile(t)), {}),
    ('tap target creature, then its controller {}', 'instant', 'each', aim_at('Red Drake', lambda b, t: b.tap(t)), {}),
    ("return target creature to its owner's hand, then its owner {}", 'sorcery', 'each',
     aim_at_owner('Red Drake', lambda b, t: b.bounce(t), stolen=True), {}),
    ("target creature's controller {}", 'sorcery', 'each', aim_at('Red Drake'), {}),
    ("target creature's owner {}", 'sorcery', 'each', aim_at_owner('Red Drake', lambda b, t: None, stolen=True), {}),
    ('counter target spell, then its controller {}', 'instant', 'each', counter, {}),
    ('target player loses 1 life, then that player {}', 'sorcery', 'each',
     lambda b: (cast(OPP, members=[OPP])(b), b.lose(OPP, 1), [OPP])[2], {}),
    ('whenever an opponent casts a spell: that player {}', 'enchantment', 'each', opponent_casts, {}),
    ('whenever an opponent casts a spell: they {}', 'enchantment', 'they', opponent_casts, {}),
    ('{{T}}: target player {}', 'creature', 'each', activates(OPP, members=[OPP]), {}),
    ('{{T}}: each player {}', 'artifact', 'each', activates(members=BOTH), {}),
]
CAST_HEADS = re.compile(r'^when this enters')


def sentence(table, carrier, action, act, board, tail='', after=None):
    text, kind, person, play, options = carrier
    if 'creature dies' in text and 'sacrifice' in action:    # one death would make the next
        return
    b, head = board(**options), head_of(kind)
    own = Kind('@', *head)
    if kind in ('sorcery', 'instant') or CAST_HEADS.match(text):
        b.hand(YOU, own)
    else:
        b.control(YOU, own)
    try:
        for player in play(b):
            act(b, player)
    except Uncertain:
        return
    if after:
        after(b)
    b.settle()
    table.add(' '.join(head), text.format(in_person(action, person) + tail), b)


def tables():
    t = Table('subject', '608.2c, 101.4')
    for i, (action, act, board) in enumerate(ACTIONS):
        for carrier in WIDE:
            sentence(t, carrier, action, act, board)
        for j, carrier in enumerate(NARROW):
            if (i + j) % 4 == 0:
                sentence(t, carrier, action, act, board)
    for action, tail, act, after in TAILS:
        for carrier in WIDE[1:] + NARROW[8:14:2]:
            sentence(t, carrier, action, act, standard, tail, after)
    return [t]
