"""Damage to each of several players, of each by another number; cards that share the zone of the last; what became of the things of
several controllers (608.2c, 601.2c, 101.4)."""
from cases import Table
from model import Kind, YOU
from places import ABILITY, ATTACKS, Crossed, DIES, ENTERS, HITS, KEYWORD, LAST, NEXT, PLACES, Table3, table

WHOM = [    # who is dealt damage, and what they are called behind it
    ('each opponent', lambda h: [NEXT, LAST], ()),
    ('each player', lambda h: [YOU, NEXT, LAST], ()),
    ('each of two target players', lambda h: [YOU, LAST], (YOU, LAST)),
]
HOW_MUCH = [
    ('the number of cards in {their} hand', lambda b, p: len(b.of(p, 'hand'))),
    ('the number of creatures {they} control', lambda b, p: len(b.creatures(p))),
    ("the number of cards in {their} graveyard", lambda b, p: len(b.of(p, 'graveyard'))),
    ('twice the number of artifacts {they} control', lambda b, p: 2 * len(b.permanents(p, 'artifact'))),
    ('half {their} life total, rounded up', lambda b, p: (b.life[p] + 1) // 2),
]
CALLED = [{'their': 'their', 'they': 'they'}, {'their': "that player's", 'they': 'that player'}]


def spelled(text, words):
    text = text.format(**words)
    return text.replace('that player control', 'that player controls') if words['they'] != 'they' else text


def recipients():
    t = Crossed('apiece damage', '608.2c')
    for i, (who, whom, targets) in enumerate(WHOM):
        for k, (amount, many) in enumerate(HOW_MUCH):
            for place in PLACES:
                words = CALLED[(i + k) % 2]
                if words is CALLED[1] and place in (HITS, ATTACKS):
                    continue        # the player of the event is nearer
                if words is CALLED[1] and targets:
                    continue

                def effect(h):
                    for p, n in [(p, many(h.b, p)) for p in whom(h)]:
                        h.b.lose(p, n)
                for said in ['this deals damage to %s equal to %s' % (who, spelled(amount, words)),
                             'this deals X damage to %s, where X is %s' % (who, spelled(amount, words))][(i + k) % 2:][:1]:
                    t.add(place, said, effect, targets)
    return t


def into_libraries():
    """Each puts their hand there, then draws as many: hands are as large as before, whatever the size."""
    t = Table('apiece hands', '101.4')
    for how in ['shuffles their hand into their library', 'shuffles all cards from their hand into their library']:
        for who in ['each player', 'each opponent', 'target player']:
            b = table()
            b.hand(YOU, Kind('@', '{0}', 'sorcery'))
            b.cast('@', (LAST,) if 'target' in who else ())
            people = {'each player': (YOU, NEXT, LAST), 'each opponent': (NEXT, LAST), 'target player': (LAST,)}[who]
            sizes = [len(b.of(p, 'hand')) for p in b.seats]
            b.also(*['%s %s %d cards in hand' % (b.who[p], 'have' if p == YOU else 'has', sizes[p]) for p in b.seats])
            for p in b.seats:
                if p not in people:
                    b.also(*['"%s" in %s hand' % (x.name, b.whose[p]) for x in b.of(p, 'hand')])
            t.record('{0} sorcery', '%s %s, then %s that many cards' % (who, how, 'draws'), b)
    return t


def owners():
    """What happened to several targets, and those whose they were: each of them once."""
    t = Table('apiece owners', '608.2c')
    acts = [("return {} to their owners' hands", 'owners', lambda b, xs: b.bounce(xs)),
            ('destroy {}', 'controllers', lambda b, xs: b.destroy(xs)),
            ('exile {}', 'controllers', lambda b, xs: b.exile(xs))]
    ends = [('lose 2 life', lambda b, p: b.lose(p, 2)), ('gain 3 life', lambda b, p: b.gain(p, 3)), ('draw a card', lambda b, p: b.draw(p)),
            ('mill two cards', lambda b, p: b.mill(p, 2))]
    for said, whose, act in acts:
        for what, names in [('two target creatures', ('Red Drake', 'Tame Wolf')), ('two target creatures', ('Red Drake', 'Black Rat')),
                            ('target artifact and target creature', ('Iron Idol', 'Noble Stag')),
                            ('target artifact and target land', ('Tin Scout', 'Mountain'))]:
            for each, joint in [('each ', ', '), ('', ', then '), ('each ', '\n')]:
                for end, does in ends[::2] if each else ends[1::2]:
                    b = table()
                    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
                    b.steal(NEXT, 'Tin Scout')
                    b.cast('@', names)
                    things = [b.find(n) for n in names]
                    people = sorted({x.owner if whose == 'owners' else x.controller for x in things})
                    act(b, things)
                    for p in people:
                        does(b, p)
                    t.add('{0} sorcery', said.format(what) + joint + 'their %s %s%s' % (whose, each, end), b)
    return t


def zones():
    """The last of several cards says where all of them are."""
    t = Table('apiece zones', '601.2c')
    for said, names in [('target creature card and target artifact card', ('Free Cub', 'Cold Lamp')),
                        ('up to one target creature card and up to one target instant card', ('Free Cub', 'Rebuke')),
                        ('target artifact card, target instant card, and target creature card', ('Cold Lamp', 'Rebuke', 'Free Cub'))]:
        for verb, act in [("return {} from your graveyard to your hand", lambda b, xs: b.bounce(xs)),
                          ('exile {} from your graveyard', lambda b, xs: b.exile(xs)),
                          ("exile {} from target player's graveyard", lambda b, xs: b.exile(xs))]:
            b = Table3()
            whose = LAST if 'target player' in verb else YOU
            b.graveyard(whose, *names).graveyard(NEXT, 'Old Mask', 'Pit Imp')
            b.hand(YOU, Kind('@', '{0}', 'sorcery'))
            b.cast('@', ((LAST,) if whose == LAST else ()) + names)
            act(b, [b.find(n) for n in names])
            t.add('{0} sorcery', verb.format(said), b)
    return t


def tables():
    return [recipients(), into_libraries(), owners(), zones()]
