"""One X for two clauses, groups that overlap, what was done this way, and 'instead', with three players (CR 608.2h, 611.3a, 608.2c, 614.6)."""
from cases import Table
from model import Kind, YOU
from sentences.crossed import BEAR, CRAB, DRAKE, HAWK, OGRE, RAT, SCOUT, THREE, TWO, WURM, trio

# ---- where X is ... ----------------------------------------------------------------------------------------------
ITS = [('its power', lambda b, x: x.power), ('its toughness', lambda b, x: x.toughness), ('its mana value', lambda b, x: x.mana_value),
       ('the number of creatures its controller controls', lambda b, x: len(b.creatures(x.controller))),
       ("the number of cards in its controller's hand", lambda b, x: len(b.of(x.controller, 'hand'))),
       ('the number of other creatures its controller controls', lambda b, x: len([c for c in b.creatures(x.controller) if c is not x])),
       ('the number of other creatures', lambda b, x: len([c for c in b.creatures() if c is not x]))]
ON_IT = [       # X said once and twice: it is counted before the first act that needs it
    ('target creature gets +X/+0 until end of turn', None, lambda b, x, n: b.boost(x, n, 0)),
    ('target creature gets +X/+X until end of turn', None, lambda b, x, n: b.boost(x, n, n)),
    ('target creature gets +X/-X until end of turn', None, lambda b, x, n: b.boost(x, n, -n)),
    ('put X +1/+1 counters on target creature', None, lambda b, x, n: b.counters(x, n)),
    ('put X +1/+1 counters on target creature, then you gain X life', None, lambda b, x, n: (b.counters(x, n), b.gain(YOU, n))),
    ('put X +1/+1 counters on target creature, then draw X cards', None, lambda b, x, n: (b.counters(x, n), b.draw(YOU, n))),
    ('this deals X damage to target creature, then each opponent loses X life', None,
     lambda b, x, n: (b.damage(x, n), b.lose(TWO, n), b.lose(THREE, n))),
    ('destroy target creature, then you gain X life', lambda b, x: b.destroy(x), lambda b, x, n: b.gain(YOU, n)),
    ("return target creature to its owner's hand, then you draw X cards", lambda b, x: b.bounce(x), lambda b, x, n: b.draw(YOU, n)),
    ('exile target creature, then its controller gains X life', lambda b, x: b.exile(x), lambda b, x, n: b.gain(x.controller, n)),
    ('tap target creature, then its controller loses X life and you gain X life', lambda b, x: b.tap(x),
     lambda b, x, n: (b.lose(x.controller, n), b.gain(YOU, n))),
    ('tap target creature, then you draw X cards and lose X life', lambda b, x: b.tap(x),
     lambda b, x, n: (b.draw(YOU, n), b.lose(YOU, n))),
    ('tap target creature, then its controller draws X cards and loses X life', lambda b, x: b.tap(x),
     lambda b, x, n: (b.draw(x.controller, n), b.lose(x.controller, n))),
    ('exile target creature, then you create X 1/1 white Soldier creature tokens', lambda b, x: b.exile(x),
     lambda b, x, n: b.token(YOU, 'Soldier', 1, 1, n)),
    ('destroy target creature, then its controller creates X 1/1 white Soldier creature tokens', lambda b, x: b.destroy(x),
     lambda b, x, n: b.token(x.controller, 'Soldier', 1, 1, n)),
]
THEIR = [('the number of creatures they control', lambda b, p: len(b.creatures(p))), ('the number of cards in their hand', lambda b, p: len(b.of(p, 'hand'))),
         ('the number of cards in their graveyard', lambda b, p: len(b.of(p, 'graveyard'))), ('the number of lands they control', lambda b, p: len(b.lands(p))),
         ('the greatest power among creatures they control', lambda b, p: max(c.power for c in b.creatures(p)))]
BY_THEM = [
    ('draw{s} X cards', lambda b, p, n: b.draw(p, n)), ('lose{s} X life', lambda b, p, n: b.lose(p, n)),
    ('draw{s} X cards and lose{s} X life', lambda b, p, n: (b.draw(p, n), b.lose(p, n))),
    ('mill{s} X cards and gain{s} X life', lambda b, p, n: (b.mill(p, n), b.gain(p, n))),
    ('create{s} X 1/1 white Soldier creature tokens', lambda b, p, n: b.token(p, 'Soldier', 1, 1, n)),
    ('create{s} X 1/1 white Soldier creature tokens and lose{s} X life', lambda b, p, n: (b.token(p, 'Soldier', 1, 1, n), b.lose(p, n))),
    ('gain{s} X life and draw{s} X cards', lambda b, p, n: (b.gain(p, n), b.draw(p, n))),
]
WHO = [('you', (), [YOU]), ('target player', (TWO,), [TWO]), ('target opponent', (THREE,), [THREE]), ('each player', (), [YOU, TWO, THREE]),
       ('each opponent', (), [TWO, THREE])]


def where_x(t):
    for i, (text, first, does) in enumerate(ON_IT):
        for j, (what, many) in enumerate(ITS):
            for name in (OGRE, DRAKE, WURM, RAT)[(i + j) % 2::2]:
                b = trio()
                x = b.find(name)
                ability = (i + j) % 3 == 0
                if ability:
                    b.control(YOU, Kind('@', '{0}', 'artifact'))
                    b.use('@', [x])
                else:
                    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                    b.cast('@', [x])
                if first:
                    first(b, x)
                does(b, x, many(b, x))
                b.settle()
                sentence = '%s, where X is %s' % (text, what)
                t.add('{0} artifact' if ability else '{0} sorcery', '{0}: ' + sentence if ability else sentence, b, '608.2h')
    for subject, targets, who in WHO:
        for text, does in BY_THEM:
            for what, many in THEIR:
                b = trio()
                b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                b.cast('@', targets)
                counted = [(p, many(b, p)) for p in who]
                for p, n in counted:
                    does(b, p, n)
                you = subject == 'you'
                sentence = '%s %s, where X is %s' % (subject, text.replace('{s}', '' if you else 's'),
                                                     what.replace('they', 'you').replace('their', 'your') if you else what)
                t.add('{0} sorcery', sentence, b, '608.2h')


# ---- groups: enchanted creature and other ... get -----------------------------------------------------------------
def mine(t):
    return t.controller == YOU


GROUPS = [      # phrase, who is in it (beside the first)
    ('other creatures you control', lambda t: t.is_a('creature') and mine(t)),
    ('each other creature you control', lambda t: t.is_a('creature') and mine(t)),
    ('creatures you control', lambda t: t.is_a('creature') and mine(t)),
    ('other creatures', lambda t: t.is_a('creature')),
    ('other red creatures', lambda t: t.is_a('creature') and t.is_a('red')),
    ('other artifact creatures you control', lambda t: t.is_a('creature') and t.is_a('artifact') and mine(t)),
    ('other creatures with flying', lambda t: t.is_a('creature') and t.has('flying')),
    ('other Ogres you control', lambda t: t.is_a('Ogre') and mine(t)),
    ("creatures you don't control", lambda t: t.is_a('creature') and not mine(t)),
]


def groups(t):
    for first, kind, names in (('enchanted creature', 'enchantment Aura', (OGRE, DRAKE, SCOUT)), ('equipped creature', 'artifact Equipment', (OGRE, BEAR)),
                               ('this', 'creature Ogre 2/2', ('@',)), ('this', 'artifact creature Myr 2/2', ('@',))):
        for name in names:
            for phrase, holds in GROUPS:
                for size, (p, n) in (('+1/+1', (1, 1)), ('-1/-0', (-1, 0))):
                    if 'its controller' in phrase and first == 'this':
                        continue
                    b = trio()
                    b.control(YOU, Kind('@', '{0}', kind), attached=name if name != '@' else None)
                    one = b.find(name)
                    fits = [c for c in b.creatures() if c is one or (holds(c) if holds else c.controller == one.controller)]
                    b.boost(fits, p, n)
                    text = '%s and %s get %s' % (first, phrase, size)
                    t.add('{0} ' + kind, {'A': 'enchant creature\n%s', 'E': '%s\nequip {3}'}.get(kind.split()[-1][0] if 'ent' in kind or 'Eq' in kind else '', '%s') % text
                          if 'Aura' in kind or 'Equipment' in kind else text, b, '611.3a')


def group_spells(t):
    for phrase, holds in GROUPS[:8]:
        for name in (OGRE, DRAKE, SCOUT):
            b = trio()
            b.hand(YOU, Kind('@', '{0}', 'sorcery'))
            one = b.find(name)
            b.cast('@', [one])
            b.boost([c for c in b.creatures() if c is one or holds(c)], 1, 1)
            t.add('{0} sorcery', 'target creature and %s get +1/+1 until end of turn' % phrase.replace('each other creature', 'each other creature'), b, '608.2c')


# ---- this way --------------------------------------------------------------------------------------------------------
def kinds(*words):
    return lambda t: all(t.is_a(w) for w in words)


WIPES = [('creatures', kinds('creature')), ('creatures you control', lambda t: t.is_a('creature') and mine(t)), ('artifacts', kinds('artifact')),
         ("creatures you don't control", lambda t: t.is_a('creature') and not mine(t)), ('red creatures', kinds('creature', 'red')),
         ('creatures with flying', lambda t: t.is_a('creature') and t.has('flying'))]
HOW = [('destroy all {}', 'destroyed', lambda b, ts: b.destroy(ts)), ('exile all {}', 'exiled', lambda b, ts: b.exile(ts)),
       ("return all {} to their owners' hands", 'returned', lambda b, ts: b.bounce(ts)), ('tap all {}', 'tapped', lambda b, ts: b.tap(ts))]


def this_way(t):
    for i, (what, holds) in enumerate(WIPES):
        noun = 'permanent' if what == 'artifacts' else 'creature'
        for j, (how, way, does) in enumerate(HOW):
            for text, effect in (
                    ('you gain 1 life for each %s %s this way' % (noun, way), lambda b, ts: b.gain(YOU, len(ts))),
                    ('draw a card for each %s %s this way' % (noun, way), lambda b, ts: b.draw(YOU, len(ts))),
                    ('each opponent loses 1 life for each %s %s this way' % (noun, way), lambda b, ts: [b.lose(p, len(ts)) for p in (TWO, THREE)]),
                    ('each player creates a 1/1 white Soldier creature token for each %s %s this way' % (noun, way),
                     lambda b, ts: [b.token(p, 'Soldier', 1, 1, len(ts)) for p in (YOU, TWO, THREE)]),
                    ('you gain X life, where X is the number of %ss %s this way' % (noun, way), lambda b, ts: b.gain(YOU, len(ts)))):
                for stone in (False, True):
                    if stone and way != 'destroyed':
                        continue
                    b = trio()
                    if stone:
                        b.control(TWO, 'Lasting Stone')
                    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                    b.cast('@')
                    ts = [x for x in b.permanents(None, None, holds) if x.name != 'Lasting Stone' and not (way == 'tapped' and x.tapped)]
                    does(b, ts)
                    effect(b, ts)
                    t.add('{0} sorcery', '%s, then %s' % (how.format(what), text), b, '608.2c')


def done_by_each(t):
    for subject, who in (('each player', (YOU, TWO, THREE)), ('each opponent', (TWO, THREE))):
        for first, way, does in (('discards a card', 'card discarded', lambda b, p: b.discard(p)), ('sacrifices a creature', 'creature sacrificed', lambda b, p: b.sacrifice(p)),
                                 ('mills two cards', 'card milled', lambda b, p: b.mill(p, 2))):
            n = len(who) * (2 if 'two' in first else 1)
            for text, act in (('you gain 1 life', lambda b: b.gain(YOU, n)), ('draw a card', lambda b: b.draw(YOU, n)),
                              ('create a 1/1 white Soldier creature token', lambda b: b.token(YOU, 'Soldier', 1, 1, n)),
                              ('each opponent loses 1 life', lambda b: [b.lose(p, n) for p in (TWO, THREE)])):
                b = trio()
                b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                b.cast('@')
                for p in who:
                    does(b, p)
                act(b)
                t.add('{0} sorcery', '%s %s, then %s for each %s this way' % (subject, first, text, way), b, '608.2c')


# ---- instead -------------------------------------------------------------------------------------------------------
WOULD = [       # event that is replaced, whose, what is put in its place
    ('gain life', 'gains 3 life', 3), ('lose life', 'loses 3 life', 3), ('draw a card', 'draws a card', 1),
]
PLACE = [
    ('{they} lose 2 life', '{they} loses 2 life', lambda b, p: b.lose(p, 2)), ('{they} mill two cards', '{they} mills two cards', lambda b, p: b.mill(p, 2)),
    ('{they} create a 1/1 white Soldier creature token', None, lambda b, p: b.token(p, 'Soldier', 1, 1)),
    ('{they} gain 1 life', None, lambda b, p: b.gain(p, 1)),
    ('each opponent loses 1 life', None, lambda b, p: [b.lose(q, 1) for q in (TWO, THREE)]),
    ('you draw a card', None, lambda b, p: b.draw(YOU)),
]
HIT = [('you', 'you', (YOU,)), ('an opponent', 'they', (TWO, THREE)), ('a player', 'they', (YOU, TWO, THREE))]


def instead(t):
    usual = {'gain life': lambda b, p: b.gain(p, 3), 'lose life': lambda b, p: b.lose(p, 3), 'draw a card': lambda b, p: b.draw(p),
             'mill a card': lambda b, p: b.mill(p, 1)}
    for event, line, n in WOULD:
        for phrase, they, who in HIT:
            for text, _, does in PLACE:
                for p in (YOU, TWO, THREE):
                    if ('lose' in text and event == 'lose life') or ('gain' in text and event == 'gain life') or \
                            ('draw' in text and event == 'draw a card') or ('mill' in text and event == 'mill a card'):
                        continue
                    b = trio()
                    b.control(YOU, Kind('@', '{0}', 'enchantment'))
                    b.does('%s %s' % (b.who[p], line) if p != YOU else 'you ' + line.replace('gains', 'gain').replace('loses', 'lose').replace('draws', 'draw').replace('mills', 'mill'))
                    (does if p in who else usual[event])(b, p)
                    t.add('{0} enchantment', 'if %s would %s: %s instead' % (phrase, event, text.replace('{they}', they)), b, '614.6')
    for phrase, who in (('a creature', (YOU, TWO, THREE)), ('a creature an opponent controls', (TWO, THREE)), ('a creature you control', (YOU,)),
                        ('another creature', (YOU, TWO, THREE)), ("a creature you don't control", (TWO, THREE))):
        for text, does in (('exile it', lambda b, x: b.exile(x)), ("return it to its owner's hand", lambda b, x: b.bounce(x)),
                           ('exile it, then its controller gains 2 life', lambda b, x: (b.gain(x.controller, 2), b.exile(x))),
                           ('exile it, then you gain life equal to its power', lambda b, x: (b.gain(YOU, x.power), b.exile(x))),
                           ('exile it, then each opponent loses 1 life', lambda b, x: (b.exile(x), b.lose(TWO, 1), b.lose(THREE, 1)))):
            for name in (OGRE, DRAKE, WURM):
                b = trio()
                b.control(YOU, Kind('@', '{0}', 'creature Cat 2/2'))
                x = b.find(name)
                b.does('player 2 destroys "%s"' % name)
                if x.controller in who:
                    does(b, x)
                else:
                    b.destroy(x)
                t.add('{0} creature Cat 2/2', ('if %s would die: instead %s' if 'then' in text else 'if %s would die: %s instead') % (phrase, text), b, '614.6')


def tables():
    x, g, w, i = Table('where X', '608.2h'), Table('group', '611.3a'), Table('this way', '608.2c'), Table('instead', '614.6')
    where_x(x)
    groups(g)
    group_spells(g)
    this_way(w)
    done_by_each(w)
    instead(i)
    return [x, g, w, i]
