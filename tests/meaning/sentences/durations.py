"""Durations: how long what was said holds, and that it does not hold any longer (CR 611.2)."""
from cases import Table
from model import Board, Kind, OPP, YOU

CITES = '611.2a'
TURN_2 = 'advance to the precombat main phase of turn 2'
TURN_3 = 'advance to the precombat main phase of turn 3'


def board():
    b = Board()
    return b.control(YOU, 'Forest', 'Green Bear', 'Red Ogre').control(OPP, 'Mountain', 'Red Drake', 'Black Rat')


# ---- spells: sentence, targets, what is true now, when it ends, what is true then -------------------------------
PUMPED, PLAIN = ['"Green Bear" is 4/4'], ['"Green Bear" is 2/2']
FLIES, WALKS = ['"Green Bear" has flying'], ['"Green Bear" doesn\'t have flying']
MINE, THEIRS = ['"Red Drake" under your control'], ['"Red Drake" under opponent\'s control']
NEXT_TURN, POSTCOMBAT, MY_NEXT = TURN_2, 'advance to the postcombat main phase', TURN_3
END_STEP = 'advance to the end step'

SPELLS = [
    ('target creature gets +2/+2 until end of turn', ['Green Bear'], PUMPED, NEXT_TURN, PLAIN),
    ('target creature gets +2/+2 until end of turn', ['Green Bear'], PUMPED, END_STEP, PUMPED),
    ('target creature gains flying until end of turn', ['Green Bear'], FLIES, NEXT_TURN, WALKS),
    ('target creature gains flying until end of turn', ['Green Bear'], FLIES, POSTCOMBAT, FLIES),
    ('target creature gets +2/+2 until end of combat', ['Green Bear'], PUMPED, POSTCOMBAT, PLAIN),
    ('target creature gains flying until end of combat', ['Green Bear'], FLIES, POSTCOMBAT, WALKS),
    ('until end of turn: target creature gets +2/+2', ['Green Bear'], PUMPED, NEXT_TURN, PLAIN),
    ('target creature gets +2/+2 until your next turn', ['Green Bear'], PUMPED, NEXT_TURN, PUMPED),
    ('target creature gets +2/+2 until your next turn', ['Green Bear'], PUMPED, MY_NEXT, PLAIN),
    ('target creature gains flying until your next turn', ['Green Bear'], FLIES, NEXT_TURN, FLIES),
    ('target creature gains flying until your next turn', ['Green Bear'], FLIES, MY_NEXT, WALKS),
    ('gain control of target creature until end of turn', ['Red Drake'], MINE, NEXT_TURN, THEIRS),
    ('gain control of target creature', ['Red Drake'], MINE, NEXT_TURN, MINE),
    ('target creature loses flying until end of turn', ['Red Drake'], ['"Red Drake" doesn\'t have flying'], NEXT_TURN,
     ['"Red Drake" has flying']),
    ('creatures you control get +2/+2 until end of turn', [], PUMPED + ['"Red Ogre" is 5/6'], NEXT_TURN,
     PLAIN + ['"Red Ogre" is 3/4']),
    ('creatures you control gain flying until end of turn', [], FLIES, NEXT_TURN, WALKS),
    ('target creature becomes a 5/5 Golem artifact creature until end of turn', ['Green Bear'],
     ['"Green Bear" is 5/5', '"Green Bear" is an artifact'], NEXT_TURN, PLAIN + ['"Green Bear" isn\'t an artifact']),
    ('target creature becomes red until end of turn', ['Green Bear'], ['"Green Bear" is red'], NEXT_TURN,
     ['"Green Bear" is green']),
    ('target creature has base power and toughness 4/4 until end of turn', ['Green Bear'], PUMPED, NEXT_TURN, PLAIN),
    ('target creature loses all abilities until end of turn', ['Red Drake'], ['"Red Drake" doesn\'t have flying'], NEXT_TURN,
     ['"Red Drake" has flying']),
    ('put a +1/+1 counter on target creature', ['Green Bear'], ['"Green Bear" is 3/3'], NEXT_TURN, ['"Green Bear" is 3/3']),
    ('target creature gets +2/+2 and gains flying until end of turn', ['Green Bear'], PUMPED + FLIES, NEXT_TURN, PLAIN + WALKS),
    ('all creatures get -1/-0 until end of turn', [], ['"Red Drake" is 3/3'], NEXT_TURN, ['"Red Drake" is 4/3']),
]


def spells(t):
    for text, targets, now, step, then in SPELLS:
        b = board()
        b.hand(YOU, Kind('@', '{0}', 'sorcery'))
        b.cast('@', targets)
        b.also(*now)
        b.say(step)
        b.also(*then)
        t.record('{0} sorcery', text, b)


# ---- what cannot be done for a while -----------------------------------------------------------------------
def cant(t, text, targets, checks, board=board):
    b = board()
    b.hand(YOU, Kind('@', '{0}', 'sorcery'))
    b.cast('@', targets)
    b.say(*checks)
    t.record('{0} sorcery', text, b, '101.2')


CANT = [
    ("target creature can't block this turn", ['Red Drake'],
     ['you attack with "Green Bear"', 'expect opponent can\'t block "Green Bear" with "Red Drake"']),
    ("target creature can't block this turn", ['Red Drake'],
     ['you attack with "Green Bear"', 'expect opponent can block "Green Bear" with "Black Rat"']),
    ("target creature can't attack this turn", ['Green Bear'], ['expect you can\'t attack with "Green Bear"']),
    ("target creature can't attack this turn", ['Green Bear'],
     ['advance to the declare attackers step of turn 3', 'expect you can attack with "Green Bear"']),
    ("target creature can't attack until your next turn", ['Red Drake'],
     ['advance to the declare attackers step of turn 2', 'expect opponent can\'t attack with "Red Drake"']),
    ("target creature can't be blocked this turn", ['Green Bear'],
     ['you attack with "Green Bear"', 'expect opponent can\'t block "Green Bear" with "Red Drake"']),
    ("creatures your opponents control can't block this turn", [],
     ['you attack with "Green Bear"', 'expect opponent can\'t block "Green Bear" with "Black Rat"']),
    ("creatures without flying can't block this turn", [],
     ['you attack with "Green Bear"', 'expect opponent can\'t block "Green Bear" with "Black Rat"']),
    ("creatures without flying can't block this turn", [],
     ['you attack with "Green Bear"', 'expect opponent can block "Green Bear" with "Red Drake"']),
    ("creatures can't attack until your next turn", [],
     ['advance to the declare attackers step of turn 2', 'expect opponent can\'t attack with "Red Drake"']),
    ("creatures can't attack this turn", [],
     ['advance to the declare attackers step of turn 2', 'expect opponent can attack with "Red Drake"']),
]
UNTAP = [
    ("tap target creature\nit doesn't untap during its controller's next untap step", 'Red Drake',
     [TURN_2, 'expect "Red Drake" is tapped', 'advance to the precombat main phase of turn 4', 'expect "Red Drake" is untapped']),
    ("tap target creature", 'Red Drake', [TURN_2, 'expect "Red Drake" is untapped']),
    ("tap target creature\nthat creature doesn't untap during its controller's next untap step", 'Red Drake',
     [TURN_2, 'expect "Red Drake" is tapped']),
]


# ---- for as long as something is there ------------------------------------------------------------------------
def while_here(t):
    rows = [
        ('when this enters: gain control of target creature for as long as this is on the battlefield', 'artifact', MINE, THEIRS),
        ('when this enters: gain control of target creature for as long as you control this', 'artifact', MINE, THEIRS),
        ('when this enters: exile target creature until this leaves', 'artifact', ['"Red Drake" in exile'],
         THEIRS + ['"Red Drake" on the battlefield']),
        ('when this enters: exile target creature an opponent controls until this leaves', 'creature',
         ['"Red Drake" in exile'], ['"Red Drake" on the battlefield'] + THEIRS),
        ('when this enters: exile target nonland permanent an opponent controls until this leaves', 'enchantment',
         ['"Red Drake" in exile'], ['"Red Drake" on the battlefield'] + THEIRS),
        ('when this enters: target creature gets +2/+2 for as long as this is on the battlefield', 'artifact',
         ['"Red Drake" is 6/5'], ['"Red Drake" is 4/3']),
        ('when this enters: target creature loses flying for as long as this is on the battlefield', 'artifact',
         ['"Red Drake" doesn\'t have flying'], ['"Red Drake" has flying']),
    ]
    for text, kind, now, then in rows:
        b = Board()
        b.control(YOU, 'Forest').control(OPP, 'Mountain', 'Black Rat', 'Red Drake')
        head = {'artifact': 'artifact', 'creature': 'creature Cat 2/2', 'enchantment': 'enchantment'}[kind]
        b.hand(YOU, Kind('@', '{0}', head))
        b.cast('@')
        b.answer(YOU, '"Red Drake"')
        b.also(*now)
        b.does('opponent destroys "@"')
        b.also(*then)
        t.record('{0} ' + head, text, b, '611.2b')


# ---- at a later time, once --------------------------------------------------------------------------------
LATER = [
    ('draw a card at the beginning of the next end step', [], ['expect you have no cards in hand', END_STEP, 'resolve the stack',
     'expect you have one card in hand']),
    ('at the beginning of the next end step: draw a card', [], ['expect you have no cards in hand', END_STEP, 'resolve the stack',
     'expect you have one card in hand']),
    ('exile target creature as guest\nat the beginning of the next end step: return guest to the battlefield under its owner\'s control',
     ['Red Drake'], ['expect "Red Drake" in exile', END_STEP, 'resolve the stack', 'expect "Red Drake" under opponent\'s control']),
    ('tap target creature\nat the beginning of the next end step: destroy it', ['Red Drake'],
     ['expect "Red Drake" is tapped', END_STEP, 'resolve the stack', 'expect "Red Drake" in opponent\'s graveyard',
      'expect "Black Rat" on the battlefield']),
    ('at the beginning of your next upkeep: you gain 3 life', [],
     [TURN_2, 'expect you have 23 life', TURN_3, 'expect you have 26 life']),
    ('draw a card at the beginning of the next turn\'s upkeep', [], ['expect you have no cards in hand',
     TURN_2, 'expect you have one card in hand']),
    ('create a 1/1 white Soldier creature token as helper\nat the beginning of the next end step: sacrifice helper', [],
     ['expect one Soldier under your control', END_STEP, 'resolve the stack', 'expect no Soldiers on the battlefield']),
    ('whenever a creature dies this turn: you gain 1 life', [], ['you destroy "Black Rat"', 'expect you have 24 life',
     'you destroy "Green Bear"', 'expect you have 25 life']),
    ('whenever a creature dies this turn: you gain 1 life', [], [TURN_2, 'you destroy "Black Rat"', 'expect you have 23 life']),
    ('you may play an additional land this turn', [], ['you play Forest', 'you play Swamp', 'expect you can\'t play Island']),
    ('prevent all combat damage that would be dealt this turn', [],
     ['you attack with "Green Bear"', 'advance to the postcombat main phase',
     'expect opponent has 16 life']),
]


def lands_in_hand():
    return board().hand(YOU, 'Forest', 'Swamp', 'Island')


# ---- while: on and off -----------------------------------------------------------------------------------------
WHILE = [    # condition, is it true now, the action that turns it, is it true then
    ('you control a Forest', True, 'you destroy "Forest"', False),
    ('you control a Swamp', False, 'you destroy "Forest"', False),
    ('an opponent controls a Mountain', True, 'you destroy "Mountain"', False),
    ('you control a red creature', True, 'you destroy "Red Ogre"', False),
    ('this is untapped', True, 'you tap "@"', False),
    ('this is tapped', False, 'you tap "@"', True),
    ('you have 20 or more life', True, 'you lose 5 life', False),
    ('you have 20 or less life', False, 'you lose 5 life', True),
    ('an opponent has 10 or less life', False, 'opponent loses 7 life', True),
    ('you have no cards in hand', True, 'you draw a card', False),
    ('an opponent controls a tapped creature', False, 'you tap "Red Drake"', True),
    ('you control three or more creatures', True, 'you destroy "Green Bear"', False),
    ('it is your turn', True, TURN_2, False),
    ("it isn't your turn", False, TURN_2, True),
    ('this has a +1/+1 counter', False, 'you put a +1/+1 counter on "@"', True),
    ('a creature card is in your graveyard', False, 'you destroy "Green Bear"', True),
]


def statics(t):
    for condition, now, line, then in WHILE:
        b = board()
        b.control(YOU, Kind('@', '{0}', 'creature Cat 2/2'))
        b.also('"@" has flying' if now else '"@" doesn\'t have flying')
        b.does(line)
        b.also('"@" has flying' if then else '"@" doesn\'t have flying')
        t.record('{0} creature Cat 2/2', 'while %s: this has flying' % condition, b, '611.3a')


def tables():
    t = Table('duration', CITES)
    spells(t)
    for text, targets, checks in CANT:
        cant(t, text, targets, checks)
    for text, name, checks in UNTAP:
        cant(t, text, [name], checks)
    while_here(t)
    for text, targets, checks in LATER:
        cant(t, text, targets, checks, lands_in_hand if 'additional land' in text else board)
    statics(t)
    return [t]
