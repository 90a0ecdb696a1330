"""What a second clause says of the first: where X is its power, this way, instead, each of them; enchanted creature and others."""
from model import YOU
from places import CRAB, Crossed, DIES, DRAKE, HOST, LAST, NEXT, NUMBERED, PLACES, SCOUT, VERBS, WOLF, clause, inflect, many, one

REMOVED = [     # what is done to a creature first; whether its controller is another one then
    ('destroy {}', lambda b, t: b.destroy(t)), ('exile {}', lambda b, t: b.exile(t)), ('tap {}', lambda b, t: b.tap(t)),
    ("return {} to its owner's hand", lambda b, t: b.bounce(t)), ('put two +1/+1 counters on {}', lambda b, t: b.counters(t, 2)),
    ('{} gets +1/-1 until end of turn', lambda b, t: b.boost(t, 1, -1)),
]
NUMBERS = [     # of it, as it last was
    ('its power', lambda t: t.power), ('its toughness', lambda t: t.toughness), ('its mana value', lambda t: t.mana_value),
    ('its power plus 1', lambda t: t.power + 1), ('twice its toughness', lambda t: 2 * t.toughness),
]


def fates():
    """Destroy target creature, then its controller loses X life, where X is its power: of what it was (CR 608.2h)."""
    t = Crossed('crossed where', '608.2h')
    k = 0
    for p in PLACES:
        for verb, noun, does in NUMBERED.values():
            for whose in ("its controller", "its owner", 'you', 'each opponent'):
                for form in ('then', 'line'):
                    k += 1
                    removal, removed = REMOVED[k % len(REMOVED)]
                    said, number = NUMBERS[k % len(NUMBERS)]
                    if p is DIES and removal.startswith('destroy'):
                        continue
                    name = (WOLF, SCOUT, DRAKE, CRAB)[k % 4]
                    if (p is DIES and name == SCOUT) or (p is HOST and name == WOLF):
                        name = DRAKE

                    def effect(h):
                        thing = h.b.find(name)
                        who = {'its controller': [thing.controller], 'its owner': [thing.owner], 'you': [YOU],
                               'each opponent': [NEXT, LAST]}[whose]
                        if 'counters' in removal or 'gets' in removal:      # it is there still, so it is asked as it is
                            removed(h.b, thing)
                            n = number(thing)
                        else:
                            n = number(thing)
                            removed(h.b, thing)
                        for q in who:
                            does(h.b, q, n)
                    second = inflect(verb % many(noun), 'you' if whose == 'you' else 'they')
                    joint = ', then ' if form == 'then' else '\n'
                    t.add(p, removal.format('target creature') + joint + whose + ' ' + second + ', where X is ' + said, effect, [name])
    return t


def its_own():
    """The thing of the event says how much, and whose it was."""
    t = Crossed('crossed its', '603.10a')
    for p in (DIES, HOST):
        for verb, noun, does in NUMBERED.values():
            for whose, who in (('its controller', lambda h: [h.it_was[0]]), ('its owner', lambda h: [h.it_was[1]]), ('you', lambda h: [YOU]),
                               ('each opponent', lambda h: [NEXT, LAST]), ('target player', lambda h: [LAST]),
                               ("that creature's controller", lambda h: [h.it_was[0]])):
                for said, n in (('its power', 2), ('its toughness', 3), ('its mana value', 4)):
                    words = inflect(verb % many(noun), 'you' if whose == 'you' else 'they')
                    t.add(p, '%s %s, where X is %s' % (whose, words, said), lambda h: [does(h.b, q, h.it_was[n]) for q in who(h)],
                          [LAST] if 'target' in whose else [])
    return t


FIRST = [       # what each of them does; in what words it is spoken of
    ('sacrifice[s] a creature', 'creature sacrificed this way', VERBS['sacrifice'][1]),
    ('discard[s] a card', 'card discarded this way', VERBS['discard'][1]),
    ('mill[s] two cards', 'card milled this way', VERBS['mill'][1]),
    ('exile[s] a card from [their] graveyard', 'card exiled this way', VERBS['exile'][1]),
]
GROUPS = [      # what is done to several at once
    ('destroy all artifacts', 'artifact destroyed this way', lambda b, t: b.destroy(t), 'artifact'),
    ('exile all white creatures', 'creature exiled this way', lambda b, t: b.exile(t), 'white'),
    ('tap all creatures', 'creature tapped this way', lambda b, t: b.tap(t), 'creature'),
    ("return all red creatures to their owners' hands", "creature returned this way", lambda b, t: b.bounce(t), 'red'),
    ('destroy all lands', 'land destroyed this way', lambda b, t: b.destroy(t), 'land'),
]


def ways():
    t = Crossed('crossed way', '608.2c')
    k = 0
    for p, s in t.each():
        for first, spoken, does in FIRST:
            k += 1
            verb, noun, gives = list(NUMBERED.values())[k % len(NUMBERED)]

            def effect(h):
                done = {}
                for q in s.who(h):
                    state = {id(x): x.zone for x in h.b.things}
                    does(h.b, q)
                    done[q] = sum(state.get(id(x)) != x.zone for x in h.b.things)
                gives(h.b, YOU, sum(done.values()))
            t.add(p, clause(s, first) + '\nyou ' + inflect(verb % one(noun), 'you') + ' for each ' + spoken, effect, s.targets)
    for p in PLACES:
        for first, spoken, does, kind in GROUPS:
            for verb, noun, gives in NUMBERED.values():
                if p is HOST and 'tap all' in first or (p is DIES and 'creature' in first and 'destroy' in first):
                    continue

                def group(h, each):
                    them = [x for x in h.b.permanents(None, kind) if kind in ('artifact', 'creature', 'land') or x.is_a('creature')]
                    them = [x for x in them if not ('tap all' in first and x.tapped)]
                    owners = [x.controller for x in them]
                    does(h.b, them)
                    if each:
                        for q in (YOU, NEXT, LAST):
                            gives(h.b, q, owners.count(q))
                    else:
                        gives(h.b, YOU, len(them))
                t.add(p, first + '\nyou ' + inflect(verb % one(noun), 'you') + ' for each ' + spoken, lambda h: group(h, False))
                t.add(p, first + '\nfor each ' + spoken + ": its controller " + inflect(verb % one(noun), 'they'), lambda h: group(h, True))
    return t


CONDITIONS = [('if you control an artifact', True), ('if you control an Angel', False), ('if an opponent controls a Bird', False)]


def insteads():
    t = Crossed('crossed instead', '608.2c')
    verbs = list(VERBS.values())
    k = 0
    for p, s in t.each():
        for condition, true in CONDITIONS:
            k += 1
            first, second = verbs[(k * 7) % len(verbs)], verbs[(k * 5 + 2) % len(verbs)]
            if first is second:
                continue
            does = second if true else first

            def effect(h):
                for q in s.who(h):
                    does[1](h.b, q)
            again = s.said.replace('target player', 'that player').replace('target opponent', 'that player').replace("target creature's", 'its')
            t.add(p, clause(s, first[0]) + '\n%s: instead %s' % (condition, inflect('%s %s' % (again, second[0]), s.person)), effect, s.targets)
    return t


def tables():
    return [fates(), its_own(), ways(), insteads()]
