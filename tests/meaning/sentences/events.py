"""Event x pronoun: what 'it', 'that player', 'its controller', 'that much' mean behind every event (CR 603.2)."""
from cases import Table
from model import Board, OPP, YOU
from sentences.subjects import in_person

TOUGH = 'creature Cat 2/5'


# ---- what can be said of an object that is still there -------------------------------------------------
OBJECT = [   # sentence with {it} and {its}, effect, the verb that must not be the event's own
    ('put a +1/+1 counter on {it}', lambda b, t: b.counters(t), 'put'),
    ('{it} gets +2/+0 until end of turn', lambda b, t: b.boost(t, 2, 0), ''),
    ('destroy {it}', lambda b, t: b.destroy(t), 'dies'),
    ('exile {it}', lambda b, t: b.exile(t), 'leaves'),
    ("return {it} to its owner's hand", lambda b, t: b.bounce(t), 'leaves'),
    ('you gain life equal to {its} power', lambda b, t: b.gain(YOU, t.power), 'gain'),
    ('{its} controller loses 2 life', lambda b, t: b.lose(t.controller, 2), 'lose'),
    ('{its} controller draws a card', lambda b, t: b.draw(t.controller), 'draw'),
    ('this deals 2 damage to {its} controller', lambda b, t: b.lose(t.controller, 2), 'damage'),
    ('this deals 1 damage to {it}', lambda b, t: b.damage(t, 1), 'damage'),
    ('{its} controller gains life equal to its toughness', lambda b, t: b.gain(t.controller, t.toughness), 'gain'),
    ('tap {it}', lambda b, t: b.tap(t), 'tapped'),
]
GONE = [     # what can be said of a creature that left the battlefield, by its last known information
    ('you gain life equal to {its} power', lambda b, t: b.gain(YOU, t.power), ''),
    ('you gain life equal to {its} toughness', lambda b, t: b.gain(YOU, t.toughness), ''),
    ('{its} controller loses 2 life', lambda b, t: b.lose(t.owner, 2), ''),
    ('{its} owner draws a card', lambda b, t: b.draw(t.owner), ''),
    ('this deals 2 damage to {its} controller', lambda b, t: b.lose(t.owner, 2), ''),
    ('{its} controller sacrifices a land', lambda b, t: b.sacrifice(t.owner, 'land'), 'sacrifice'),
    ('{its} controller creates a 1/1 white Soldier creature token', lambda b, t: b.token(t.owner, 'Soldier', 1, 1), ''),
    ('each opponent loses life equal to {its} power', lambda b, t: b.lose(OPP, t.power), ''),
]
BURIED = [   # and of one that is in a graveyard now (CR 400.7h)
    ('exile {it}', lambda b, t: b.exile(t), ''),
    ("return {it} to its owner's hand", lambda b, t: b.bounce(t), ''),
    ('return {it} to the battlefield under your control', lambda b, t: b.enter(t, YOU), ''),
    ("return {it} to the battlefield under its owner's control", lambda b, t: b.enter(t, t.owner), ''),
]
PLAYER = [   # [s]: in the third person, as in the table of subjects
    ('{who} lose[s] 2 life', lambda b, p: b.lose(p, 2), 'lose'),
    ('this deals 2 damage to {whom}', lambda b, p: b.lose(p, 2), 'damage'),
    ('{who} draw[s] a card', lambda b, p: b.draw(p), 'draw'),
    ('{who} mill[s] two cards', lambda b, p: b.mill(p, 2), ''),
    ('{who} discard[s] a card', lambda b, p: b.discard(p), 'discard'),
    ('{who} sacrifice[s] a creature', lambda b, p: b.sacrifice(p), 'sacrifice'),
    ('{who} create[s] a 1/1 white Soldier creature token', lambda b, p: b.token(p, 'Soldier', 1, 1), 'enters'),
    ('tap all creatures {who} control[s]', lambda b, p: b.tap(b.creatures(p)), ''),
    ('{who} gain[s] 3 life', lambda b, p: b.gain(p, 3), 'gain'),
    ('you gain 1 life for each creature {who} control[s]', lambda b, p: b.gain(YOU, len(b.creatures(p))), 'gain'),
]
AMOUNT = [
    ('you gain that much life', lambda b, n: b.gain(YOU, n), 'gain'),
    ('draw that many cards', lambda b, n: b.draw(YOU, n), 'draw'),
    ('each opponent loses that much life', lambda b, n: b.lose(OPP, n), 'lose'),
    ('each opponent mills that many cards', lambda b, n: b.mill(OPP, n), ''),
    ('create that many 1/1 white Soldier creature tokens', lambda b, n: b.token(YOU, 'Soldier', 1, 1, n), ''),
    ('this deals that much damage to each opponent', lambda b, n: b.lose(OPP, n), 'damage'),
    ('you gain twice that much life', lambda b, n: b.gain(YOU, 2 * n), 'gain'),
]


# ---- how events come about: each plays the script and gives the participants ---------------------------
def on_stack(b):
    b.say('resolve the stack')


def enters(player):
    def play(b):
        name = FREE[player]
        b.cast(name, player=player)
        return {'it': b.find(name)}
    return play


def attack(name, player=YOU):
    def play(b):
        b.attack(name, player=player)
        on_stack(b)
        return {'it': b.find(name), 'player': 1 - player}
    return play


def block(attacker, blocker, it):
    def play(b):
        b.attack(attacker)
        b.block(attacker, blocker)
        on_stack(b)
        return {'it': b.find(it)}
    return play


def blocked_on_their_turn(attacker, blocker, it):
    def play(b):
        b.attack(attacker, player=OPP)
        b.block(attacker, blocker, player=YOU)
        on_stack(b)
        return {'it': b.find(it)}
    return play


def hits_player(name, player):
    def play(b):
        b.attack(name, player=player)
        b.say('advance to the combat damage step')
        on_stack(b)
        hit = b.find(name)
        b.lose(1 - player, hit.power)
        return {'it': hit, 'player': 1 - player, 'amount': hit.power}
    return play


def hits_creature(attacker, blocker, it):
    def play(b):
        b.attack(attacker)
        b.block(attacker, blocker)
        b.say('advance to the combat damage step')
        on_stack(b)
        one, other = b.find(attacker), b.find(blocker)
        b.fight(one, other)
        t = b.find(it)
        return {'it': t, 'amount': (other if t is one else one).power}
    return play


def zap(target, player=YOU):
    def play(b):
        b.cast(BURN[player], [target], player=player)
        t = b.find(target) if isinstance(target, str) else None
        b.damage(target if t is None else t, 2)
        return {'it': t, 'player': target, 'amount': 2}
    return play


def done_to(line, name, does, amount=0):
    """By an action of the test itself."""
    def play(b):
        b.does(line)
        t = b.find(name)
        does(b, t)
        return {'it': t, 'player': t.controller, 'amount': amount}
    return play


def killed(name):
    def play(b):
        b.does('you destroy "%s"' % name)
        b.destroy(b.find(name))
        return {'it': b.find(name)}
    return play


def bounced(name):
    def play(b):
        b.does('you return "%s" to its owner\'s hand' % name)
        b.bounce(b.find(name))
        return {'it': b.find(name)}
    return play


def sacrificed(name, player):
    def play(b):
        b.does('%s "%s"' % ('you sacrifice' if player == YOU else 'opponent sacrifices', name))
        b.destroy(b.find(name))
        return {'it': b.find(name), 'player': player}
    return play


def player_does(line, player, does, amount=0):
    def play(b):
        b.does(line)
        does(b)
        return {'player': player, 'amount': amount}
    return play


def ember(effect):
    """The trigger resolves above the spell, which gives 3 life afterwards, if it is still there."""
    def play(b):
        b.cast_only('Ember', player=OPP)
        b.tap(b.find('Mountain'))
        on_stack(b)
        effect(b)
        if b.find('Ember').zone == 'stack':
            b.gain(OPP, 3)
    return play


def stung(effect):
    """An opponent's spell aims 2 damage at this; the trigger resolves above it."""
    def play(b):
        b.cast_only('Sting', ['@'], player=OPP)
        on_stack(b)
        effect(b)
        if b.find('Sting').zone == 'stack':
            b.damage(b.find('@'), 2)
    return play


def taps_mountain(effect):
    def play(b):
        b.does('opponent taps "Mountain"')
        b.tap(b.find('Mountain'))
        effect(b)
    return play


def burned(effect):
    def play(b):
        zap(YOU, OPP)(b)
        effect(b)
    return play


# ---- the rows: event, head, board, play, nouns for the object, name for the player --------------------
IT, THAT = {'it': 'it', 'its': 'its'}, {'it': 'that creature', 'its': "that creature's"}
CREATURE = [IT, THAT]
MINE = 'enchantment'
FREE, BURN = ('Free Cub', 'Free Ox'), ('Zap', 'Sting')   # what each player can cast for nothing
THEIR_MAIN = {'turn': "opponent's precombat main phase"}
THEIR_COMBAT = {'turn': "opponent's declare attackers step"}

OBJECT_EVENTS = [
    ('whenever a creature enters', MINE, {}, enters(YOU), 'enters', CREATURE),
    ('whenever a creature enters', MINE, THEIR_MAIN, enters(OPP), 'enters', CREATURE),
    ('whenever a creature enters under your control', MINE, {}, enters(YOU), 'enters', CREATURE),
    ("whenever a creature enters under an opponent's control", MINE, THEIR_MAIN, enters(OPP), 'enters', CREATURE),
    ('whenever another creature enters', 'creature', {}, enters(YOU), 'enters', CREATURE),
    ('whenever a creature attacks', MINE, {}, attack('Green Bear'), '', CREATURE),
    ('whenever a creature you control attacks', MINE, {}, attack('Red Ogre'), '', CREATURE),
    ('whenever a creature an opponent controls attacks', MINE, THEIR_COMBAT, attack('Red Drake', OPP), '', CREATURE),
    ('whenever a creature attacks you', MINE, THEIR_COMBAT, attack('Red Drake', OPP), '', CREATURE),
    ('whenever another creature you control attacks', 'creature', {}, attack('Red Ogre'), '', CREATURE),
    ('whenever a creature blocks', MINE, {}, block('Green Bear', 'Blue Crab', 'Blue Crab'), '', CREATURE),
    ('whenever a creature you control becomes blocked', MINE, {}, block('Red Ogre', 'Blue Crab', 'Red Ogre'), '', CREATURE),
    ('whenever this becomes blocked by a creature', 'creature', {}, block('@', 'Blue Crab', 'Blue Crab'), '', [THAT]),
    ('whenever a creature blocks this', 'creature', {}, block('@', 'Red Drake', 'Red Drake'), '', [THAT]),
    ('whenever this blocks a creature', 'creature', THEIR_COMBAT,
     blocked_on_their_turn('Blue Crab', '@', 'Blue Crab'), '', [THAT]),
    ('whenever this blocks or becomes blocked by a creature', 'creature', {}, block('@', 'Blue Crab', 'Blue Crab'), '', [THAT]),
    ('whenever this deals combat damage to a creature', TOUGH, {}, hits_creature('@', 'Blue Crab', 'Blue Crab'), '', [THAT]),
    ('whenever this deals damage to a creature', TOUGH, {}, hits_creature('@', 'Blue Crab', 'Blue Crab'), 'damage', [THAT]),
    ('whenever a creature deals damage to this', 'creature Cat 1/7', {}, hits_creature('@', 'Red Drake', 'Red Drake'), '', [THAT]),
    ('whenever a creature deals damage to you', MINE, THEIR_COMBAT, hits_player('Red Drake', OPP), '', CREATURE),
    ('whenever a creature deals combat damage to you', MINE, THEIR_COMBAT, hits_player('Red Drake', OPP), '', CREATURE),
    ('whenever a creature you control deals combat damage to a player', MINE, {}, hits_player('Red Ogre', YOU), '', CREATURE),
    ('whenever a creature you control deals combat damage to an opponent', MINE, {}, hits_player('Green Bear', YOU), '', CREATURE),
    ('whenever a creature is dealt damage', MINE, {}, zap('Blue Crab'), 'damage', CREATURE),
    ('whenever a creature you control is dealt damage', MINE, {}, zap('Red Ogre', OPP), 'damage', CREATURE),
    ('whenever a creature an opponent controls is dealt damage', MINE, {}, zap('Red Drake'), 'damage', CREATURE),
    ('whenever a creature becomes tapped', MINE, {},
     done_to('you tap "Blue Crab"', 'Blue Crab', lambda b, t: b.tap(t)), 'tapped', CREATURE),
    ('whenever a creature an opponent controls becomes tapped', MINE, {},
     done_to('you tap "Red Drake"', 'Red Drake', lambda b, t: b.tap(t)), 'tapped', CREATURE),
    ('whenever a +1/+1 counter is put on a creature', MINE, {},
     done_to('you put a +1/+1 counter on "Blue Crab"', 'Blue Crab', lambda b, t: b.counters(t)), 'put', CREATURE),
    ('whenever one or more +1/+1 counters are put on a creature you control', MINE, {},
     done_to('you put two +1/+1 counters on "Red Ogre"', 'Red Ogre', lambda b, t: b.counters(t, 2)), 'put', CREATURE),
]
GONE_EVENTS = [
    ('whenever a creature dies', MINE, {}, killed('Red Drake'), 'dies', CREATURE),
    ('whenever a creature you control dies', MINE, {}, killed('Red Ogre'), 'dies', CREATURE),
    ('whenever a creature an opponent controls dies', MINE, {}, killed('Red Drake'), 'dies', CREATURE),
    ('whenever another creature dies', 'creature', {}, killed('Red Drake'), 'dies', CREATURE),
    ('whenever a creature leaves', MINE, {}, bounced('Red Drake'), 'leaves', CREATURE),
    ('whenever a creature you control leaves', MINE, {}, bounced('Red Ogre'), 'leaves', CREATURE),
    ('whenever a player sacrifices a creature', MINE, {}, sacrificed('Red Drake', OPP), 'sacrifice', CREATURE),
    ('whenever you sacrifice a creature', MINE, {}, sacrificed('Red Ogre', YOU), 'sacrifice', CREATURE),
    ('whenever an opponent sacrifices a creature', MINE, {}, sacrificed('Red Drake', OPP), 'sacrifice', CREATURE),
]
PLAYER_EVENTS = [
    ('whenever a player draws a card', MINE, {}, player_does('opponent draws a card', OPP, lambda b: b.draw(OPP)), 'draw'),
    ('whenever an opponent draws a card', MINE, {}, player_does('opponent draws a card', OPP, lambda b: b.draw(OPP)), 'draw'),
    ('whenever a player discards a card', MINE, {},
     player_does('opponent discards "Worn Ring"', OPP, lambda b: b.destroy(b.find('Worn Ring'))), 'discard'),
    ('whenever an opponent discards a card', MINE, {},
     player_does('opponent discards "Worn Ring"', OPP, lambda b: b.destroy(b.find('Worn Ring'))), 'discard'),
    ('whenever a player gains life', MINE, {}, player_does('opponent gains 4 life', OPP, lambda b: b.gain(OPP, 4)), 'gain'),
    ('whenever an opponent gains life', MINE, {}, player_does('opponent gains 4 life', OPP, lambda b: b.gain(OPP, 4)), 'gain'),
    ('whenever a player loses life', MINE, {}, player_does('opponent loses 4 life', OPP, lambda b: b.lose(OPP, 4)), 'lose damage'),
    ('whenever an opponent loses life', MINE, {}, player_does('opponent loses 4 life', OPP, lambda b: b.lose(OPP, 4)),
     'lose damage'),
    ('whenever a player sacrifices a creature', MINE, {}, sacrificed('Red Drake', OPP), 'sacrifice'),
    ('whenever an opponent sacrifices a permanent', MINE, {}, sacrificed('Blue Crab', OPP), 'sacrifice'),
    ('whenever this deals combat damage to a player', 'creature', {}, hits_player('@', YOU), ''),
    ('whenever this deals combat damage to an opponent', 'creature', {}, hits_player('@', YOU), ''),
    ('whenever this deals damage to a player', 'creature', {}, hits_player('@', YOU), 'damage'),
    ('whenever a creature you control deals combat damage to a player', MINE, {}, hits_player('Red Ogre', YOU), ''),
    ('whenever this attacks a player', 'creature', {}, attack('@'), ''),
]
AMOUNT_EVENTS = [
    ('whenever you gain life', MINE, {}, player_does('you gain 4 life', YOU, lambda b: b.gain(YOU, 4), 4), 'gain'),
    ('whenever an opponent gains life', MINE, {}, player_does('opponent gains 4 life', OPP, lambda b: b.gain(OPP, 4), 4), ''),
    ('whenever you lose life', MINE, {}, player_does('you lose 3 life', YOU, lambda b: b.lose(YOU, 3), 3), ''),
    ('whenever an opponent loses life', MINE, {},
     player_does('opponent loses 3 life', OPP, lambda b: b.lose(OPP, 3), 3), 'lose damage'),
    ('whenever this is dealt damage', TOUGH, {}, zap('@', OPP), ''),
    ('whenever a creature you control is dealt damage', MINE, {}, zap('Red Ogre', OPP), ''),
    ('whenever a creature is dealt damage', MINE, {}, zap('Blue Crab'), ''),
    ('whenever this deals combat damage to a player', 'creature Cat 3/3', {}, hits_player('@', YOU), ''),
    ('whenever this deals damage to an opponent', 'creature Cat 3/3', {}, hits_player('@', YOU), 'damage'),
    ('whenever a creature deals combat damage to you', MINE, THEIR_COMBAT, hits_player('Red Drake', OPP), ''),
    ('whenever a source deals damage to you', MINE, {}, zap(YOU, OPP), ''),
    ('whenever one or more +1/+1 counters are put on this', 'creature', {},
     done_to('you put two +1/+1 counters on "@"', '@', lambda b, t: b.counters(t, 2), 2), 'put'),
]
SPELLS = [   # behind 'whenever an opponent casts a spell' (Ember, {R}, 3 life for its controller)
    ('counter that spell', lambda b: counter_spell(b)),
    ('counter it', lambda b: counter_spell(b)),
    ("this deals damage equal to that spell's mana value to that player", lambda b: b.lose(OPP, 1)),
    ("this deals damage equal to its mana value to that player", lambda b: b.lose(OPP, 1)),
    ("that spell's controller loses 2 life", lambda b: b.lose(OPP, 2)),
    ('its controller loses 2 life', lambda b: b.lose(OPP, 2)),
    ('its controller discards a card', lambda b: b.discard(OPP)),
    ("you gain life equal to that spell's mana value", lambda b: b.gain(YOU, 1)),
    ('they lose 2 life', lambda b: b.lose(OPP, 2)),
    ('this deals 2 damage to them', lambda b: b.lose(OPP, 2)),
    ('this deals 2 damage to that player', lambda b: b.lose(OPP, 2)),
    ('that player discards a card', lambda b: b.discard(OPP)),
    ('tap all creatures that player controls', lambda b: b.tap(b.creatures(OPP))),
    ('tap all creatures they control', lambda b: b.tap(b.creatures(OPP))),
    ('exile that spell', lambda b: b.leave(b.find('Ember'), 'exile')),
    ("return that spell to its owner's hand", lambda b: b.leave(b.find('Ember'), 'hand')),
]
TARGETED = [   # 'whenever this becomes the target of a spell'; the opponent's Sting aims at it
    ('counter that spell', lambda b: counter_spell(b, 'Sting')),
    ("that spell's controller loses 2 life", lambda b: b.lose(OPP, 2)),
    ("this deals 2 damage to that spell's controller", lambda b: b.lose(OPP, 2)),
    ("return that spell to its owner's hand", lambda b: b.leave(b.find('Sting'), 'hand')),
    ('put a +1/+1 counter on this', lambda b: b.counters(b.find('@'))),
    ('draw a card', lambda b: b.draw(YOU)),
    ('exile that spell', lambda b: b.leave(b.find('Sting'), 'exile')),
    ("that spell's controller discards a card", lambda b: b.discard(OPP)),
]
LANDS = [
    ("this deals 2 damage to that land's controller", lambda b: b.lose(OPP, 2)),
    ("that land's controller loses 1 life", lambda b: b.lose(OPP, 1)),
    ('its controller loses 1 life', lambda b: b.lose(OPP, 1)),
    ('destroy that land', lambda b: b.destroy(b.find('Mountain'))),
    ('untap that land', lambda b: b.untap(b.find('Mountain'))),
    ("return that land to its owner's hand", lambda b: b.bounce(b.find('Mountain'))),
    ('its controller mills a card', lambda b: b.mill(OPP, 1)),
]
DAMAGE_SOURCES = [
    ("that source's controller loses that much life", lambda b: b.lose(OPP, 2)),
    ("that source's controller draws a card", lambda b: b.draw(OPP)),
    ("this deals that much damage to that source's controller", lambda b: b.lose(OPP, 2)),
    ("its controller discards a card", lambda b: b.discard(OPP)),
]


def counter_spell(b, name='Ember'):
    b.find(name).zone = 'graveyard'


def board(options):
    """Both players have a creature and a burn spell that can be cast for nothing."""
    b = Board(**options)
    b.control(YOU, 'Forest', 'Green Bear', 'Red Ogre').control(OPP, 'Mountain', 'Black Rat', 'Blue Crab', 'Red Drake')
    return b.hand(YOU, 'Free Cub', 'Zap').hand(OPP, 'Free Ox', 'Sting', 'Ember', 'Worn Ring')


def people(who, whom, person):
    """The sentences about a player, said of 'that player' or of 'they'."""
    return [(in_person(text, person).format(who=who, whom=whom), effect, avoid) for text, effect, avoid in PLAYER]


def cross(t, events, effects, role, share):
    """Every event with one in `share` of the effects, so that all effects come about equally often."""
    for i, (event, kind, options, play, verb, *nouns) in enumerate(events):
        for j, (text, effect, avoid) in enumerate(effects):
            if (i + j) % share or any(v in verb.split() for v in avoid.split()):
                continue
            for words in nouns[0] if nouns else [{}]:
                t.permanent('%s: %s' % (event, text.format(**words)),
                            lambda b, play=play, effect=effect: effect(b, play(b)[role]), board(options), kind)


def single(t, event, rows, play, kind=MINE):
    for text, effect in rows:
        t.permanent('%s: %s' % (event, text), play(effect), board({}), kind)


def tables():
    t = Table('event', '603.2')
    cross(t, OBJECT_EVENTS, OBJECT, 'it', 3)
    cross(t, GONE_EVENTS, GONE, 'it', 2)
    cross(t, GONE_EVENTS[:4] + GONE_EVENTS[6:], BURIED, 'it', 3)
    cross(t, PLAYER_EVENTS, people('that player', 'that player', 'each'), 'player', 2)
    cross(t, PLAYER_EVENTS[:8], people('they', 'them', 'they'), 'player', 3)
    cross(t, AMOUNT_EVENTS, AMOUNT, 'amount', 2)
    single(t, 'whenever an opponent casts a spell', SPELLS, ember)
    single(t, 'whenever a player casts a red spell', SPELLS[::2], ember)
    single(t, 'whenever this becomes the target of a spell', TARGETED, stung, TOUGH)
    single(t, 'whenever this becomes the target of a spell or ability an opponent controls', TARGETED[1::2], stung, TOUGH)
    single(t, 'whenever a land becomes tapped', LANDS, taps_mountain)
    single(t, 'whenever a land an opponent controls becomes tapped', LANDS[::2], taps_mountain)
    single(t, 'whenever a source deals damage to you', DAMAGE_SOURCES, burned)
    return [t]
