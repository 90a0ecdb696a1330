"""Conditions: if, unless, only if, behind the effect, intervening (CR 603.4, 608.2c, 602.5b)."""
from cases import Table, head_of
from model import Kind, OPP, YOU, duel, standard

CITES = '608.2c'


def there(player, word, at_least=1):
    return lambda b: len(b.permanents(player, word)) >= at_least


def creature(player, holds):
    return lambda b: bool(b.creatures(player, holds))


def buried(player, at_least=1, word=None):
    return lambda b: sum(word is None or t.is_a(word) for t in b.of(player, 'graveyard')) >= at_least


def life(player, least=None, most=None):
    return lambda b: (least is None or b.life[player] >= least) and (most is None or b.life[player] <= most)


def more(count):
    """More on your side than on the other."""
    return lambda b: count(b, YOU) > count(b, OPP)


def fewer(count):
    return lambda b: count(b, YOU) < count(b, OPP)


def creatures(b, p):
    return len(b.creatures(p))


def lands(b, p):
    return len(b.lands(p))


def cards(b, p):
    return len(b.of(p, 'hand'))


def either(one, other):
    return lambda b: one(b) or other(b)


def both(one, other):
    return lambda b: one(b) and other(b)


def no(one):
    return lambda b: not one(b)


def always(b):
    return True


CONDITIONS = [   # condition, whether it holds of the board
    ('you control a Forest', there(YOU, 'Forest')), ('you control an Island', there(YOU, 'Island')),
    ('an opponent controls a Mountain', there(OPP, 'Mountain')), ('an opponent controls a Forest', there(OPP, 'Forest')),
    ('you control a green creature', creature(YOU, lambda t: t.is_a('green'))),
    ('you control a blue creature', creature(YOU, lambda t: t.is_a('blue'))),
    ('you control a creature with power 3 or greater', creature(YOU, lambda t: t.power >= 3)),
    ('you control a creature with power 4 or greater', creature(YOU, lambda t: t.power >= 4)),
    ('you control a creature with flying', creature(YOU, lambda t: t.has('flying'))),
    ('an opponent controls a creature with flying', creature(OPP, lambda t: t.has('flying'))),
    ('you control two or more lands', there(YOU, 'land', 2)), ('you control three or more lands', there(YOU, 'land', 3)),
    ('you control a legendary creature', creature(YOU, lambda t: t.is_a('legendary'))),
    ('you control an artifact', there(YOU, 'artifact')),
    ('an opponent controls more creatures than you', fewer(creatures)),
    ('you control more creatures than an opponent', more(creatures)),
    ('you control more lands than each opponent', more(lands)), ('you control fewer creatures than an opponent', fewer(creatures)),
    ('you have more life than an opponent', more(lambda b, p: b.life[p])),
    ('an opponent has more life than you', fewer(lambda b, p: b.life[p])),
    ('an opponent has more cards in hand than you', fewer(cards)),
    ('you have 20 or more life', life(YOU, least=20)), ('you have 10 or less life', life(YOU, most=10)),
    ('an opponent has 20 or more life', life(OPP, least=20)),
    ('an opponent has two or more cards in hand', lambda b: cards(b, OPP) >= 2),
    ('a creature card is in your graveyard', buried(YOU, 1, 'creature')),
    ('an artifact card is in your graveyard', buried(YOU, 1, 'artifact')),
    ('there are two or more cards in your graveyard', buried(YOU, 2)),
    ('an opponent has two or more cards in their graveyard', buried(OPP, 2)),
    ("it's your turn", always), ("it isn't your turn", no(always)), ('it is your turn', always),
    ('you control a Swamp or an Island', either(there(YOU, 'Swamp'), there(YOU, 'Island'))),
    ('you control a Plains or an Island', either(there(YOU, 'Plains'), there(YOU, 'Island'))),
    ('you control a Forest and a Swamp', both(there(YOU, 'Forest'), there(YOU, 'Swamp'))),
    ('you control a Forest and an Island', both(there(YOU, 'Forest'), there(YOU, 'Island'))),
    ('you control a Forest or an opponent controls a Forest', either(there(YOU, 'Forest'), there(OPP, 'Forest'))),
    ("you don't control an Island", no(there(YOU, 'Island'))),
    ('no opponent controls a red creature', no(creature(OPP, lambda t: t.is_a('red')))),
    ('you control no artifacts', no(there(YOU, 'artifact'))),
]
BASE = ('if %s: draw a card', 'draw a card if %s')


def spells(t):
    for i, (condition, holds) in enumerate(CONDITIONS):
        for j, form in enumerate(BASE):
            if j == 0 or i % 2 == 0:
                t.spell(form % condition, lambda b: holds(b) and b.draw(YOU))
        if i % 3 == 0:
            t.spell('if %s: draw a card\nelse: you lose 2 life' % condition, lambda b: b.draw(YOU) if holds(b) else b.lose(YOU, 2))
        if i % 3 == 1:
            t.spell('you gain 2 life\nif %s: draw a card' % condition, lambda b: (b.gain(YOU, 2), holds(b) and b.draw(YOU)))
        if i % 4 == 2:
            t.spell('you gain 2 life\nif %s: you gain 5 life instead' % condition, lambda b: b.gain(YOU, 5 if holds(b) else 2))
            t.spell('if %s: draw a card, then you gain 1 life' % condition, lambda b: holds(b) and (b.draw(YOU), b.gain(YOU, 1)))


def permanents(t):
    for i, (condition, holds) in enumerate(CONDITIONS):
        if i % 2 == 0:
            t.permanent('while %s: this gets +2/+2' % condition, lambda b: b.boost(b.find('@'), 2, 2) if holds(b) else None,
                        beside_a_cat(condition), 'creature', cites='611.3a')
        if i % 3 == 1:
            t.entering('when this enters, if %s: you gain 3 life' % condition,
                lambda b: holds(b) and b.gain(YOU, 3), kind='enchantment', cites='603.4')
        if i % 3 == 2:
            activated(t, condition, holds)
        if i % 4 == 1:
            attack(t, condition, holds)
        if i % 4 == 3:
            enters_tapped(t, condition, holds)


def beside_a_cat(condition):
    """The card itself is a creature more on your side; where creatures are compared, the other side gets one too."""
    b = standard()
    return b.control(OPP, 'Noble Stag') if 'creatures than' in condition else b


def activated(t, condition, holds):
    """Only if: the ability cannot be begun otherwise (602.5b)."""
    b = standard()
    b.control(YOU, Kind('@', '{0}', 'artifact'))
    if holds(b):
        b.use('@')
        b.draw(YOU)
    else:
        b.also('you can\'t activate "@"')
    t.add('{0} artifact', '{0}, only if %s: draw a card' % condition, b, '602.5b')


def attack(t, condition, holds):
    b = standard()
    b.control(YOU, Kind('@', '{0}', 'creature Cat 2/2'))
    b.attack('@')
    b.say('resolve the stack')
    if holds(b):
        b.gain(YOU, 3)
    t.add('{0} creature Cat 2/2', 'whenever this attacks, if %s: you gain 3 life' % condition, b, '603.4')


def enters_tapped(t, condition, holds):
    b = standard()
    b.hand(YOU, Kind('@', '{0}', 'artifact'))
    tapped = not holds(b)       # asked before it is there (614.12)
    b.cast('@').tapped = tapped
    t.add('{0} artifact', 'this enters tapped unless %s' % condition, b, '614.1d')


# ---- what happened, what was paid -----------------------------------------------------------------------
def kicked(t):
    rows = [
        ('kicker {1}\ndraw a card\nif this was kicked: you gain 4 life', 'sorcery', lambda b: b.draw(YOU),
         lambda b: b.gain(YOU, 4)),
        ('kicker {1}\nyou gain 2 life\nif this was kicked: draw a card', 'instant', lambda b: b.gain(YOU, 2),
         lambda b: b.draw(YOU)),
        ('kicker {1}\nwhen this enters, if it was kicked: draw a card', 'creature', lambda b: None, lambda b: b.draw(YOU)),
        ('kicker {1}\nwhen this enters, if this was kicked: you gain 4 life', 'creature', lambda b: None, lambda b: b.gain(YOU, 4)),
        ('kicker {1}\nif this was kicked: draw two cards\nelse: draw a card', 'sorcery', lambda b: b.draw(YOU),
         lambda b: b.draw(YOU)),
        ('kicker {1}\nthis enters with a +1/+1 counter if it was kicked', 'creature', lambda b: None,
         lambda b: b.counters(b.find('@'))),
        ('kicker {1}\nif it was kicked: draw a card', 'sorcery', lambda b: None, lambda b: b.draw(YOU)),
        ('kicker {1}\neach opponent loses 1 life\nif this was kicked: each opponent discards a card', 'sorcery',
         lambda b: b.lose(OPP, 1), lambda b: b.discard(OPP)),
    ]
    for text, kind, always, more in rows:
        for kick in (True, False):
            b = duel()      # one land, so that it is known which one pays
            b.hand(YOU, Kind('@', *head_of(kind)))
            b.cast('@', more=' kicked' if kick else '')
            always(b)
            if kick:
                more(b)
                b.tap(b.lands(YOU))
            t.add(' '.join(head_of(kind)), text, b, '702.32d')


def intervening(t):
    """True when it triggers, false when it resolves (603.4)."""
    for condition, line, undo in [
        ('you control a Forest', 'opponent destroys "Forest"', lambda b: b.destroy(b.find('Forest'))),
        ('an opponent controls a creature with flying', 'opponent exiles "Red Drake"', lambda b: b.exile(b.find('Red Drake'))),
        ('you have 20 or more life', 'you lose 9 life', lambda b: b.lose(YOU, 9)),
        ('you control a red creature', 'opponent destroys "Red Ogre"', lambda b: b.destroy(b.find('Red Ogre'))),
        ('an opponent controls a Mountain', 'you destroy "Mountain"', lambda b: b.destroy(b.find('Mountain'))),
    ]:
        b = standard()
        b.hand(YOU, Kind('@', '{0}', 'enchantment'))
        b.cast_only('@')
        b.say('you pass', 'opponent passes')
        b.does(line)
        b.find('@').zone = 'battlefield'
        undo(b)
        t.add('{0} enchantment', 'when this enters, if %s: draw a card' % condition, b, '603.4')


def unless_paid(t):
    """Unless with a payment: who is asked, and what follows."""
    rows = [
        ('each opponent loses 3 life unless they pay {1}', [], lambda b: b.lose(OPP, 3)),
        ('target player loses 3 life unless they pay {1}', [OPP], lambda b: b.lose(OPP, 3)),
        ('destroy target creature unless its controller pays {1}', ['Red Drake'], lambda b: b.destroy(b.find('Red Drake'))),
        ('tap target creature unless its controller pays {1}', ['Red Drake'], lambda b: b.tap(b.find('Red Drake'))),
        ('target opponent discards a card unless they pay 2 life', [OPP], lambda b: b.discard(OPP)),
        ('draw a card unless target opponent pays {1}', [OPP], lambda b: b.draw(YOU)),
        ('each opponent sacrifices a creature unless they pay 2 life', [], lambda b: b.sacrifice(OPP)),
    ]
    for text, targets, otherwise in rows:
        for pays in (True, False):
            def effect(b):
                b.may(OPP, pays)
                if not pays:
                    otherwise(b)
                elif '{1}' in text:
                    b.tap(b.find('Mountain'))
                else:
                    b.lose(OPP, 2)
            t.spell(text, effect, targets=targets, cites='117.12')


def history(t):
    """What happened this turn."""
    rows = [
        ('you gained life this turn', 'you gain 2 life', lambda b: b.gain(YOU, 2)),
        ("you've gained life this turn", 'you gain 2 life', lambda b: b.gain(YOU, 2)),
        ('an opponent lost life this turn', 'opponent loses 2 life', lambda b: b.lose(OPP, 2)),
        ('an opponent has lost 2 or more life this turn', 'opponent loses 2 life', lambda b: b.lose(OPP, 2)),
        ('a creature died this turn', 'you destroy "Black Rat"', lambda b: b.destroy(b.find('Black Rat'))),
        ("you've drawn a card this turn", 'you draw a card', lambda b: b.draw(YOU)),
    ]
    for condition, line, does in rows:
        for before in (True, False):
            def happen(b):
                if before:
                    b.does(line)
                    does(b)
            t.spell('if %s: you gain 5 life' % condition, lambda b: before and b.gain(YOU, 5), before=happen)


def if_you_do(t):
    """If you do: only if it was done (117.12)."""
    rows = [
        ('you may sacrifice a creature\nif you do: draw two cards', lambda b: b.sacrifice(YOU), lambda b: b.draw(YOU, 2)),
        ('you may discard a card\nif you do: each opponent loses 2 life', lambda b: b.discard(YOU), lambda b: b.lose(OPP, 2)),
        ('you may sacrifice a land\nif you do: you gain 4 life', lambda b: b.sacrifice(YOU, 'land'), lambda b: b.gain(YOU, 4)),
        ('you may pay 2 life\nif you do: draw a card', lambda b: b.lose(YOU, 2), lambda b: b.draw(YOU)),
        ('you may exile a card from your graveyard\nif you do: draw a card', lambda b: b.exile(b.find('Old Mask')),
         lambda b: b.draw(YOU)),
        ("you may return a creature you control to its owner's hand\nif you do: you gain 4 life",
         lambda b: b.bounce(b.choose(YOU, b.creatures(YOU))), lambda b: b.gain(YOU, 4)),
        ('you may tap an untapped creature you control\nif you do: you gain 4 life',
         lambda b: b.tap(b.choose(YOU, b.creatures(YOU))), lambda b: b.gain(YOU, 4)),
    ]
    for text, do, then in rows:
        for yes in (True, False):
            def effect(b):
                if b.may(YOU, yes):
                    do(b)
                    then(b)
            t.spell(text, effect, cites='117.12')
            if yes:
                t.spell(text.replace('if you do', "if you don't"), lambda b: (b.may(YOU), do(b)), cites='117.12')
            else:
                t.spell(text.replace('if you do', "if you don't"), lambda b: (b.may(YOU, False), then(b)), cites='117.12')


def tables():
    t = Table('condition', CITES)
    spells(t)
    permanents(t)
    kicked(t)
    intervening(t)
    unless_paid(t)
    history(t)
    if_you_do(t)
    return [t]
