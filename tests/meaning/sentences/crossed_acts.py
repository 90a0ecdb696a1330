"""Who does it, in every place; what is done then, and what is not done unless."""
from places import Crossed, DIES, DRAKE, HOST, NEXT, PLACES, SCOUT, VERBS, clause, inflect
from model import YOU


def acts():
    t = Crossed('crossed who', '608.2c, 101.4')
    for i, (said, effect) in enumerate(VERBS.values()):
        for k, (p, s) in enumerate(t.each()):
            if (i + k) % 4 == 0:        # a quarter of the square: every verb beside every subject and every place
                t.add(p, clause(s, said), lambda h: [effect(h.b, q) for q in s.who(h)], s.targets)
    return t


def thens():
    """The third person keeps the subject, the plain form is you."""
    t = Crossed('crossed then', '608.2c')
    verbs = list(VERBS.values())
    k = 0
    for p, s in t.each():
        for i in range(2):
            k += 1
            first, second = verbs[k % len(verbs)], verbs[(k * 5 + 3) % len(verbs)]
            if first is second or s.person == 'you':
                continue

            def both(h, keep):
                who = s.who(h)
                for q in who:
                    first[1](h.b, q)
                for q in (who if keep else [YOU]):
                    second[1](h.b, q)
            t.add(p, clause(s, first[0]) + ', then ' + inflect(second[0], 'they'), lambda h: both(h, True), s.targets)
            if not s.several:
                t.add(p, clause(s, first[0]) + ', then ' + inflect(second[0], 'you'), lambda h: both(h, False), s.targets)
    return t


PAYMENTS = [    # what they do, what it does
    ('pay[s] 5 life', lambda b, p: b.lose(p, 5)),
    ('discard[s] a card', lambda b, p: b.discard(p)),
    ('sacrifice[s] a creature', lambda b, p: b.sacrifice(p)),
    ('sacrifice[s] a land', lambda b, p: b.sacrifice(p, 'land')),
    ('exile[s] a card from [their] graveyard', VERBS['exile'][1]),
    ("return[s] a creature [they] control to its owner's hand", VERBS['bounce'][1]),
]
CAUGHT = [      # what happens to a creature
    ('destroy', lambda b, t: b.destroy(t)), ('exile', lambda b, t: b.exile(t)), ('tap', lambda b, t: b.tap(t)),
    ("return {} to its owner's hand", lambda b, t: b.bounce(t)), ('put a +1/+1 counter on {}', lambda b, t: b.counters(t)),
]


def caught(verb, what):
    return verb.format(what) if '{}' in verb else verb + ' ' + what


def pays(b, p, payment, k):
    return b.may(p, k % 2 == 0) and (payment[1](b, p), True)[1]


def unlesses():
    t = Crossed('crossed unless', '117.12')
    verbs = list(VERBS.values())
    k = 0
    for p, s in t.each():
        for payment in PAYMENTS:
            k += 1
            verb = verbs[k % len(verbs)]
            if payment[0] == verb[0]:
                continue

            def effect(h):
                for i, q in enumerate(s.who(h)):        # all that one player decides, then the next (CR 101.4)
                    if not pays(h.b, q, payment, k + i):
                        verb[1](h.b, q)
            said = payment[0].replace('[s]', '')
            t.add(p, clause(s, verb[0]) + ' unless ' + inflect('[they] ' + said, s.person), effect, s.targets)
    targets = Crossed('crossed caught', '117.12')
    for p in PLACES:
        for i, (verb, done) in enumerate(CAUGHT):
            for j, payment in enumerate(PAYMENTS[:3] + [('sacrifice[s] another creature', None)]):
                for other in ('target creature', 'it'):
                    if other == 'it' and p is not HOST:
                        continue
                    k += 1

                    def effect(h):
                        b = h.b
                        what = h.it if other == 'it' else b.find(SCOUT if p is not DIES else DRAKE)
                        paid = b.may(NEXT, k % 2 == 0)
                        if paid:
                            pay = payment[1] or (lambda b, q: b.destroy(b.choose(q, b.creatures(q, lambda x: x is not what))))
                            pay(b, NEXT)
                        if not paid:
                            done(b, what)
                    aimed = [] if other == 'it' else [SCOUT if p is not DIES else DRAKE]
                    targets.add(p, caught(verb, other) + ' unless its controller ' + inflect(payment[0], 'they'), effect, aimed)
    return t, targets


def tables():
    return [acts(), thens(), *unlesses()]
