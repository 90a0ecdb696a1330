"""Scope of 'or', 'and', 'with': what a word reaches over (CR 608.2c)."""
from cases import Table
from model import Board, Kind, OPP, YOU
from sentences.negation import zoo


def any_of(*words):
    return lambda t: any(t.is_a(w) for w in words)


def mine(holds):
    return lambda t: t.controller == YOU and holds(t)


def theirs(holds):
    return lambda t: t.controller == OPP and holds(t)


def lifted(holds):
    return lambda t: t.is_a('creature') and holds(t)


SETS = [     # of permanents on the big board
    ('artifacts and enchantments', any_of('artifact', 'enchantment')),
    ('artifacts and creatures', any_of('artifact', 'creature')),
    ('creatures and lands', any_of('creature', 'land')),
    ('artifacts, creatures and enchantments', any_of('artifact', 'creature', 'enchantment')),
    ('artifacts and creatures you control', mine(any_of('artifact', 'creature'))),
    ('artifacts and enchantments your opponents control', theirs(any_of('artifact', 'enchantment'))),
    ('Bears and Birds', any_of('Bear', 'Bird')),
    ('Knights and Drakes', any_of('Knight', 'Drake')),
    ('Bears, Rats and Wolves', any_of('Bear', 'Rat', 'Wolf')),
    ('creatures you control with power 2 or less', mine(lifted(lambda t: t.power <= 2))),
    ('white creatures with flying', lifted(lambda t: t.is_a('white') and t.has('flying'))),
    ('creatures with flying or first strike', lifted(lambda t: t.has('flying') or t.has('first strike'))),
    ('creatures that are red or white', lifted(any_of('red', 'white'))),
    ('artifact creatures and enchantments', lambda t: t.is_a('enchantment') or t.is_a('artifact') and t.is_a('creature')),
    ('noncreature artifacts and noncreature enchantments', lambda t: not t.is_a('creature') and any_of('artifact',
     'enchantment')(t)),
]
DOING = [('destroy all %s', lambda b, ts: b.destroy(ts)), ('exile all %s', lambda b, ts: b.exile(ts)),
         ('tap all %s', lambda b, ts: b.tap(ts)), ("return all %s to their owners' hands", lambda b, ts: b.bounce(ts))]

SINGULAR = [
    ('artifact or enchantment', any_of('artifact', 'enchantment')),
    ('artifact or creature', any_of('artifact', 'creature')),
    ('red or white creature', lifted(any_of('red', 'white'))),
    ('artifact or enchantment you control', mine(any_of('artifact', 'enchantment'))),
    ('artifact or enchantment an opponent controls', theirs(any_of('artifact', 'enchantment'))),
    ('creature or land you control', mine(any_of('creature', 'land'))),
    ('creature with flying or first strike', lifted(lambda t: t.has('flying') or t.has('first strike'))),
    ('attacking or blocking creature', lambda t: False),
    ('Bear or Bird', any_of('Bear', 'Bird')),
    ('Knight or Wolf you control', mine(any_of('Knight', 'Wolf'))),
]


def sets(t):
    for i, (phrase, holds) in enumerate(SETS):
        text, effect = DOING[i % 4]
        t.spell(text % phrase, lambda b: effect(b, b.permanents(None, None, holds)), zoo())
    for i, (phrase, holds) in enumerate(SINGULAR):
        t.spell('you gain 1 life for each ' + phrase, lambda b: b.gain(YOU, len(b.permanents(None, None, holds))), zoo())
        if i % 2 and phrase != 'attacking or blocking creature':
            b = zoo()
            fits = b.permanents(None, None, holds)
            t.spell('destroy target ' + phrase, lambda b: b.destroy(fits[-1]), b, [fits[-1]])


# ---- targets that a restriction behind 'or' still holds for -----------------------------------------------------
CANNOT = [   # sentence, the only things on the board, none of which fits
    ('destroy target artifact or enchantment you control', [(OPP, 'Iron Idol'), (OPP, 'Dread Altar')]),
    ('destroy target artifact or creature an opponent controls', [(YOU, 'Iron Idol'), (YOU, 'Green Bear')]),
    ('destroy target red or white creature', [(OPP, 'Black Rat'), (YOU, 'Green Bear'), (OPP, 'Iron Idol')]),
    ('destroy target creature with flying or first strike', [(OPP, 'Black Rat'), (YOU, 'Green Bear')]),
    ('destroy target attacking or blocking creature', [(OPP, 'Black Rat'), (YOU, 'Green Bear')]),
    ('tap target Bear or Bird you control', [(OPP, 'Green Bear'), (YOU, 'Black Rat')]),
    ('exile target nonblack creature or enchantment you control', [(YOU, 'Black Rat'), (OPP, 'Calm Shrine')]),
]


def cannot(t):
    for text, things in CANNOT:
        b = Board()
        for player, name in things:
            b.control(player, name)
        b.hand(YOU, Kind('@', '{0}', 'sorcery'))
        b.also('you can\'t cast "@"')
        t.record('{0} sorcery', text, b, '601.2c')


# ---- 'and' between effects ---------------------------------------------------------------------------------
TWO = [
    ('target creature gets +2/+0 and gains flying until end of turn', ['Green Bear'],
     lambda b: (b.boost(b.find('Green Bear'), 2, 0), b.also_later('"Green Bear" has flying'))),
    ('target creature gains flying and gets +1/+1 until end of turn', ['Green Bear'],
     lambda b: (b.boost(b.find('Green Bear'), 1, 1), b.also_later('"Green Bear" has flying'))),
    ('creatures you control get +1/+1 and gain flying until end of turn', [],
     lambda b: (b.boost(b.creatures(YOU), 1, 1), b.also_later('"Green Bear" has flying', '"Black Rat" doesn\'t have flying'))),
    ('you gain 2 life and draw a card', [], lambda b: (b.gain(YOU, 2), b.draw(YOU))),
    ('draw a card and you gain 2 life', [], lambda b: (b.draw(YOU), b.gain(YOU, 2))),
    ('you draw a card and lose 1 life', [], lambda b: (b.draw(YOU), b.lose(YOU, 1))),
    ('target opponent loses 2 life and you gain 2 life', [OPP], lambda b: (b.lose(OPP, 2), b.gain(YOU, 2))),
    ('target opponent discards a card and loses 2 life', [OPP], lambda b: (b.discard(OPP), b.lose(OPP, 2))),
    ('each opponent loses 1 life and you gain 1 life', [], lambda b: (b.lose(OPP, 1), b.gain(YOU, 1))),
    ('target player draws a card and gains 1 life', [OPP], lambda b: (b.draw(OPP), b.gain(OPP, 1))),
    ('tap target creature and untap target land', ['Red Drake', 'Mountain'],
     lambda b: (b.tap(b.find('Red Drake')), b.untap(b.find('Mountain')))),
    ('destroy target creature and target land', ['Red Drake', 'Mountain'],
     lambda b: b.destroy([b.find('Red Drake'), b.find('Mountain')])),
    ('destroy target creature and all enchantments', ['Red Drake'],
     lambda b: b.destroy([b.find('Red Drake'), *b.permanents(None, 'enchantment')])),
    ('this deals 1 damage to each creature and each player', [],
     lambda b: ([b.damage(x, 1) for x in b.creatures()], b.lose(YOU, 1), b.lose(OPP, 1))),
    ('this deals 2 damage to each creature and each opponent', [],
     lambda b: ([b.damage(x, 2) for x in b.creatures()], b.lose(OPP, 2))),
    ('this deals 1 damage to each creature without flying and each player', [],
     lambda b: ([b.damage(x, 1) for x in b.creatures(None, lambda x: not x.has('flying'))], b.lose(YOU, 1), b.lose(OPP, 1))),
    ('create a 1/1 white Soldier creature token and a 2/2 black Zombie creature token', [],
     lambda b: (b.token(YOU, 'Soldier', 1, 1), b.token(YOU, 'Zombie', 2, 2))),
    ('create a 1/1 white Soldier creature token and draw a card', [], lambda b: (b.token(YOU, 'Soldier', 1, 1), b.draw(YOU))),
    ('sacrifice a land and a creature', [], lambda b: b.destroy([b.find('Forest'), b.find('Green Bear')])),
    ('each player loses 1 life and discards a card', [], lambda b: [(b.lose(p, 1), b.discard(p)) for p in (YOU, OPP)]),
    ("return target creature to its owner's hand and draw a card", ['Red Drake'],
     lambda b: (b.bounce(b.find('Red Drake')), b.draw(YOU))),
    ('destroy target artifact and its controller loses 2 life', ['Iron Idol'],
     lambda b: (b.destroy(b.find('Iron Idol')), b.lose(OPP, 2))),
    ('untap all creatures and lands you control', [], lambda b: b.untap(b.permanents(YOU))),
    ('exile target creature and all creature cards from its controller\'s graveyard', ['Red Drake'],
     lambda b: b.exile([b.find('Red Drake'), b.find('Pit Imp')])),
]


def pair():
    b = Board()
    b.control(YOU, 'Forest', 'Green Bear').control(OPP, 'Red Drake', 'Black Rat', 'Blue Crab', 'Iron Idol', 'Dread Altar')
    b.control(OPP, 'Mountain', tapped=True)
    return b.hand(YOU, 'Tame Wolf').hand(OPP, 'Mere Eel', 'Worn Ring').graveyard(OPP, 'Pit Imp', 'Cold Lamp')


def two(t):
    for text, targets, effect in TWO:
        t.spell(text, effect, pair(), targets)


# ---- triggers with 'or' -----------------------------------------------------------------------------------
def does(line, act):
    def play(b):
        b.does(line)
        act(b)
    return play


EVENTS = [
    ('whenever an artifact or creature is put into a graveyard from the battlefield: you gain 1 life',
     [does('you destroy "Iron Idol"', lambda b: (b.destroy(b.find('Iron Idol')), b.gain(YOU, 1))),
      does('you destroy "Black Rat"', lambda b: (b.destroy(b.find('Black Rat')), b.gain(YOU, 1))),
      does('you destroy "Dread Altar"', lambda b: b.destroy(b.find('Dread Altar')))]),
    ('whenever a red or black creature dies: draw a card',
     [does('you destroy "Black Rat"', lambda b: (b.destroy(b.find('Black Rat')), b.draw(YOU))),
      does('you destroy "Blue Crab"', lambda b: b.destroy(b.find('Blue Crab')))]),
    ('whenever you gain or lose life: put a +1/+1 counter on this',
     [does('you gain 2 life', lambda b: (b.gain(YOU, 2), b.counters(b.find('@')))),
      does('you lose 2 life', lambda b: (b.lose(YOU, 2), b.counters(b.find('@'))))]),
    ('whenever this enters or attacks: you gain 1 life',
     [lambda b: (b.attack('@'), b.say('resolve the stack'), b.gain(YOU, 1))]),
    ('whenever a creature you control dies or an opponent loses life: you gain 1 life',
     [does('opponent loses 3 life', lambda b: (b.lose(OPP, 3), b.gain(YOU, 1))),
      does('you destroy "Green Bear"', lambda b: (b.destroy(b.find('Green Bear')), b.gain(YOU, 1)))]),
    ('whenever you draw a card or discard a card: you gain 1 life',
     [does('you draw a card', lambda b: (b.draw(YOU), b.gain(YOU, 1))),
      does('you discard "Tame Wolf"', lambda b: (b.destroy(b.find('Tame Wolf')), b.gain(YOU, 1)))]),
]


def events(t):
    for text, steps in EVENTS:
        t.permanent(text, lambda b: [step(b) for step in steps], pair(), 'creature', cites='603.2')


def tables():
    t = Table('scope', '608.2c')
    sets(t)
    cannot(t)
    two(t)
    events(t)
    return [t]
