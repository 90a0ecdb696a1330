"""What each of several players took is each one's own in the sentence behind: 'each player discards a card, then each player
loses life equal to its mana value' (CR 608.2c, 101.4). Where nobody knows whose it is, it is refused."""
from cases import Table
from model import Kind, YOU
from places import table

FIRST = [    # what each does, what the thing is called, where it is taken from, where it goes
    ('sacrifices a creature', ['it', 'that creature', 'the sacrificed creature'], lambda b, p: b.creatures(p), 'graveyard'),
    ("returns a creature they control to its owner's hand", ['it', 'that creature'], lambda b, p: b.creatures(p), 'hand'),
    ('exiles a creature they control', ['it', 'that creature', 'the exiled card'], lambda b, p: b.creatures(p), 'exile'),
    ('chooses a creature they control', ['it', 'the chosen creature'], lambda b, p: b.creatures(p), 'battlefield'),
    ('discards a card', ['it', 'that card', 'the discarded card'], lambda b, p: b.of(p, 'hand'), 'graveyard'),
    ('exiles a card from their graveyard', ['it', 'that card', 'the exiled card'], lambda b, p: b.of(p, 'graveyard'), 'exile'),
]
THEN = [     # [s]: in the third person; what each does with their own
    ('lose[s] life equal to {its} mana value', lambda b, p, t: b.lose(p, t.mana_value)),
    ('gain[s] life equal to {its} mana value', lambda b, p, t: b.gain(p, t.mana_value)),
    ('draw[s] cards equal to {its} mana value', lambda b, p, t: b.draw(p, t.mana_value)),
    ('mill[s] cards equal to {its} mana value', lambda b, p, t: b.mill(p, t.mana_value)),
]
BEHIND = [   # who acts in the sentence behind, which of them they are, how it is joined
    ('each player', 's', lambda b: b.seats, ', then '),
    ('each player', 's', lambda b: b.seats, '\n'),
    ('each opponent', 's', lambda b: list(b.seats)[1:], ', then '),
    ('they', '', lambda b: b.seats, '\n'),
    ('for each player: that player', 's', lambda b: b.seats, '\n'),
]


def possessive(noun):
    return 'its' if noun == 'it' else noun + "'s"


def played(t, text, first, then, who):
    b = table()
    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
    _, _, have, zone = first
    b.cast('@')
    taken = {p: b.choose(p, have(b, p)) for p in b.seats}
    if zone != 'battlefield':
        b.leave([x for x in taken.values() if x], zone)
    for p in who(b):
        if taken[p]:
            then(b, p, taken[p])
    b.settle()
    t.add('{0} sorcery', text, b)


def tables():
    t = Table('each their own', '608.2c')
    for i, first in enumerate(FIRST):
        for j, noun in enumerate(first[1]):
            for k, (who, s, whom, join) in enumerate(BEHIND):
                text, then = THEN[(i + j + k) % len(THEN)]
                text = text.replace('[s]', s).format(its=possessive(noun))
                played(t, 'each player %s%s%s %s' % (first[0], join, who, text), first, then, whom)
    for first in ('each player chooses a creature', 'each opponent discards a card', 'each opponent sacrifices a creature'):
        t.refuse('{0} sorcery', first + ', then each player loses life equal to its mana value')
    return [t]
