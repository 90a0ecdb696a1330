"""Names across abilities: what was exiled, chosen, named by one ability is known to the others (CR 607.2)."""
import re

from cases import Table
from model import Board, OPP, YOU

CITES = '607.2a'


def prison():
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear').control(OPP, 'Mountain', 'Red Drake', 'Blue Crab', 'Tin Scout', 'Iron Idol')
    return b.hand(OPP, 'Worn Ring')


# ---- exile until: what the first ability takes, what the second gives back ----------------------------
TAKES = [
    ('exile target creature an opponent controls as prisoner', lambda b: b.creatures(OPP)),
    ('exile target artifact as prisoner', lambda b: b.permanents(None, 'artifact', lambda t: t.name != '@')),
    ('exile another target nonland permanent as prisoner',
     lambda b: b.permanents(None, None, lambda t: t.name != '@' and not t.is_a('land'))),
    ('exile target creature you control as prisoner', lambda b: b.creatures(YOU)),
]
GIVES = [
    ("return prisoner to the battlefield under its owner's control", lambda b, t: b.enter(t, t.owner)),
    ('return prisoner to the battlefield under your control', lambda b, t: b.enter(t, YOU)),
    ("return prisoner to its owner's hand", lambda b, t: b.bounce(t)),
]
ENDS = [('when this leaves', 'opponent destroys "@"', 'graveyard'), ('when this dies', 'opponent destroys "@"', 'graveyard'),
        ('when this leaves', 'opponent returns "@" to its owner\'s hand', 'hand')]


def prisoners(t):
    for i, (take, among) in enumerate(TAKES):
        for j, (give, back) in enumerate(GIVES):
            event, line, zone = ENDS[(i + j) % 3 if i < 3 else 0]
            kind = 'artifact' if event == 'when this leaves' else 'creature'

            def play(b):
                taken = b.choose(YOU, among(b))
                b.exile(taken)
                b.does(line)
                b.leave(b.find('@'), zone)
                back(b, taken)
            text = 'when this enters: %s\n%s: %s' % (take, event, give)
            t.entering(text, play, prison(), kind, CITES)
            if (i + j) % 2 == 0:
                nameless = text.replace(' as prisoner', '').replace('prisoner', 'the exiled card')
                t.entering(nameless, play, prison(), kind, CITES)


# ---- activated abilities that share a name: two activations hold two cards -----------------------------------
SECOND = [
    ("return prisoner to the battlefield under its owner's control", lambda b, ts: [b.enter(x, x.owner) for x in ts]),
    ("return prisoner to its owner's hand", lambda b, ts: b.bounce(ts)),
    ('put prisoner into its owner\'s graveyard', lambda b, ts: b.destroy(ts)),
]


def activations(t):
    for times in (1, 2):
        for give, back in SECOND:
            def play(b):
                taken = [b.find(n) for n in ('Red Drake', 'Blue Crab')[:times]]
                for x in taken:
                    b.use('@', [x], more=' for 1')
                    b.exile(x)
                b.use('@', more=' for 2')
                back(b, taken)
            t.permanent('{0}: exile target creature as prisoner\n{1}: %s' % give,
                        lambda b: (play(b), b.tap(b.find('Forest'))), prison(), 'artifact', cites=CITES)


WITH_THIS = [   # both creatures were exiled with this
    ("{0}: return all cards exiled with this to their owners' hands", lambda b, ts: (b.use('@', more=' for 2'), b.bounce(ts))),
    ("{0}: return all cards exiled with this to the battlefield under their owners' control",
     lambda b, ts: (b.use('@', more=' for 2'), [b.enter(x, x.owner) for x in ts])),
    ('{0}: you gain 2 life for each card exiled with this', lambda b, ts: (b.use('@', more=' for 2'), b.gain(YOU, 4))),
    ('creatures you control get +1/+0 for each card exiled with this', lambda b, ts: b.boost(b.creatures(YOU), 2, 0)),
    ("when this leaves: return all cards exiled with this to their owners' hands",
     lambda b, ts: (b.does('opponent destroys "@"'), b.destroy(b.find('@')), b.bounce(ts))),
]


def exiled_with_this(t):
    for text, effect in WITH_THIS:
        def play(b):
            taken = [b.find(n) for n in ('Red Drake', 'Blue Crab')]
            for x in taken:
                b.use('@', [x], more=' for 1')
                b.exile(x)
            effect(b, taken)
        t.permanent('{0}: exile target creature an opponent controls\n' + text, play, prison(), 'artifact', cites=CITES)


# ---- a colour ----------------------------------------------------------------------------------------------
def colors_board():
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear', 'Red Ogre').control(OPP, 'Mountain', 'Red Drake', 'Black Rat')
    return b.hand(YOU, 'Grace').hand(OPP, 'Worn Ring')


def red(b, player=None):
    return b.creatures(player, lambda t: t.is_a('red'))


HUE = [
    ('hue creatures get +1/+1', lambda b: b.boost(red(b), 1, 1)),
    ('hue creatures you control get +1/+1', lambda b: b.boost(red(b, YOU), 1, 1)),
    ('hue creatures your opponents control get -1/-1', lambda b: b.boost(red(b, OPP), -1, -1)),
    ("creatures that aren't hue get -0/-1", lambda b: b.boost(b.creatures(None, lambda t: not t.is_a('red') and t.name != '@'), 0,
     -1)),
    ('{0}: destroy target hue creature', lambda b: (b.use('@', ['Red Drake']), b.destroy(b.find('Red Drake')))),
    ('{0}: you gain 1 life for each hue creature', lambda b: (b.use('@'), b.gain(YOU, 2))),
    ('{0}: tap all hue creatures', lambda b: (b.use('@'), b.tap(red(b)))),
    ('whenever a hue creature dies: draw a card', lambda b: (b.does('you destroy "Black Rat"'),
     b.destroy(b.find('Black Rat')), b.does('you destroy "Red Drake"'), b.destroy(b.find('Red Drake')), b.draw(YOU))),
]


def in_full(text):
    """The same without a name: 'creatures you control of the chosen color'."""
    return re.sub(r"hue (creatures(?: you control| your opponents control)?)", r'\1 of the chosen color', text).replace(
        "aren't hue", "aren't the chosen color")


def hues(t):
    for text, effect in HUE:
        t.entering('as this enters: choose a color as hue\n' + text,
            lambda b: (b.say('you choose red'), effect(b)), colors_board(), 'artifact', '607.2d')
        if text.startswith('{0}') or 'whenever' in text:
            continue
        t.entering('as this enters: choose a color\n' + in_full(text), lambda b: (b.say('you choose red'), effect(b)),
                   colors_board(), 'artifact', '607.2d')
    for text, effect in (('destroy all hue creatures', lambda b: b.destroy(red(b))),
                         ('you gain 2 life for each hue creature', lambda b: b.gain(YOU, 4)),
                         ('tap all hue creatures your opponents control', lambda b: b.tap(red(b, OPP))),
                         ('hue creatures you control get +2/+0 until end of turn', lambda b: b.boost(red(b, YOU), 2, 0)),
                         ("return all hue creatures to their owners' hands", lambda b: b.bounce(red(b)))):
        t.spell('choose a color as hue\n' + text, lambda b: (b.say('you choose red'), effect(b)), colors_board(), cites='608.2d')


# ---- a creature type, a player, a creature --------------------------------------------------------------------
KIN = [
    ('kin creatures get +1/+1', lambda b: b.boost(b.find('Green Bear'), 1, 1)),
    ('kin creatures you control get +2/+0', lambda b: b.boost(b.find('Green Bear'), 2, 0)),
    ('{0}: tap all kin creatures', lambda b: (b.use('@'), b.tap(b.find('Green Bear')))),
    ('{0}: you gain 3 life for each kin creature', lambda b: (b.use('@'), b.gain(YOU, 3))),
    ('creatures of the chosen type get +1/+1', lambda b: b.boost(b.find('Green Bear'), 1, 1)),
]
RIVAL = [
    ('{0}: rival loses 1 life', lambda b: b.lose(OPP, 1)),
    ('{0}: this deals 2 damage to rival', lambda b: b.lose(OPP, 2)),
    ('{0}: tap all creatures rival controls', lambda b: b.tap(b.creatures(OPP))),
    ('{0}: rival discards a card', lambda b: b.discard(OPP)),
    ('{0}: rival sacrifices a creature', lambda b: b.sacrifice(OPP)),
    ('{0}: you gain 1 life for each creature rival controls', lambda b: b.gain(YOU, 2)),
    ('{0}: rival mills two cards', lambda b: b.mill(OPP, 2)),
    ('creatures rival controls get -1/-0', None),
    ('{0}: the chosen player loses 1 life', lambda b: b.lose(OPP, 1)),
]
CHUM = [
    ('chum gets +1/+1', lambda b, t: b.boost(t, 1, 1)),
    ('{0}: put a +1/+1 counter on chum', lambda b, t: (b.use('@'), b.counters(t))),
    ('{0}: tap chum', lambda b, t: (b.use('@'), b.tap(t))),
    ("{0}: return chum to its owner's hand", lambda b, t: (b.use('@'), b.bounce(t))),
    ('when chum dies: draw a card', lambda b, t: (b.does('opponent destroys "%s"' % t.name), b.destroy(t), b.draw(YOU))),
    ('whenever chum attacks: you gain 2 life', lambda b, t: (b.attack(t.name), b.say('resolve the stack'), b.gain(YOU, 2))),
    ("{0}: you gain life equal to chum's power", lambda b, t: (b.use('@'), b.gain(YOU, t.power))),
]


def rival_is_chosen(act):
    def play(b):
        b.answer(YOU, 'opponent')
        if act is None:
            b.boost(b.creatures(OPP), -1, 0)
        else:
            b.use('@')
            act(b)
    return play


def others(t):
    for text, effect in KIN:
        named = '' if 'chosen' in text else ' as kin'
        t.entering('as this enters: choose a creature type%s\n%s' % (named, text), lambda b: (b.say('you choose Bear'), effect(b)),
                   colors_board(), 'artifact', '607.2d')
    for text, act in RIVAL:
        named = '' if 'chosen' in text else ' as rival'
        t.entering('as this enters: choose a player%s\n%s' % (named, text), rival_is_chosen(act), colors_board(), 'artifact',
            '607.2d')
    for text, effect in CHUM:
        t.entering('when this enters: choose a creature you control as chum\n' + text,
                   lambda b: effect(b, b.choose(YOU, b.creatures(YOU))), colors_board(), 'artifact', '607.2')


# ---- numbers and things within one effect -----------------------------------------------------------------------
LETS = [
    ('let n = number of creatures you control\ndraw n cards\nyou lose n life', lambda b: (b.draw(YOU, 2), b.lose(YOU, 2))),
    ('let n = number of creatures your opponents control\nyou gain n life', lambda b: b.gain(YOU, 2)),
    ('let n = number of creatures\neach opponent loses n life', lambda b: b.lose(OPP, 4)),
    ('let n = number of cards in your hand\ndraw n cards', lambda b: b.draw(YOU, 1)),
    ('let n = your life total\ndraw a card\nyou gain n life', lambda b: (b.draw(YOU), b.gain(YOU, 23))),
]
WITHIN = [
    ("exile target creature as guest\nreturn guest to the battlefield under its owner's control",
     lambda b, t: (b.exile(t), b.enter(t, t.owner))),
    ('tap target creature as guest\ndraw a card\nput a +1/+1 counter on guest',
     lambda b, t: (b.tap(t), b.draw(YOU), b.counters(t))),
    ('destroy target creature as victim\ncreate a 1/1 white Soldier creature token\nyou gain life equal to victim\'s power',
     lambda b, t: (b.destroy(t), b.token(YOU, 'Soldier', 1, 1), b.gain(YOU, 4))),
    ("exile target creature as victim\ndraw a card\nvictim's controller loses 2 life",
     lambda b, t: (b.exile(t), b.draw(YOU), b.lose(OPP, 2))),
]


def within(t):
    for text, effect in LETS:
        t.spell(text, effect, colors_board(), cites='608.2c')
    for text, effect in WITHIN:
        t.spell(text, lambda b: effect(b, b.find('Red Drake')), colors_board(), ['Red Drake'], cites='608.2c')


def tables():
    t = Table('name', CITES)
    prisoners(t)
    activations(t)
    exiled_with_this(t)
    hues(t)
    others(t)
    within(t)
    return [t]
