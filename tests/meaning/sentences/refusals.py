"""Sentences that must be refused: what can never be done, means nothing, or contradicts itself."""
from cases import Table

SORCERY, INSTANT, CREATURE = '{1}{R} sorcery', '{1}{R} instant', '{1}{R} creature Cat 2/2'
ENCHANTMENT, ARTIFACT, LAND = '{1}{R} enchantment', '{2} artifact', 'land'
WALKER, AURA, EQUIPMENT = '{2} legendary planeswalker Jace loyalty 3', '{1}{W} enchantment Aura', '{2} artifact Equipment'

NEVER_FITS = [   # verb and operand (CR 701): one destroys permanents, counters spells, sacrifices what one controls
    'destroy target player', 'destroy target opponent', 'destroy each player', 'destroy target spell', 'destroy target instant',
    'destroy target creature card from your graveyard', 'destroy a card in your hand', 'destroy your library',
    'counter target creature', 'counter target player', 'counter target land', 'counter target permanent', 'counter all creatures',
    'tap target player', 'tap target instant', 'tap target spell', 'tap target card in your hand', 'untap target player',
    'untap target spell', 'sacrifice target player', 'sacrifice a player', 'sacrifice a card in your hand',
        'sacrifice target spell',
    'exile target player', 'discard target creature', 'discard a creature you control', 'discard target player',
    'mill target creature', 'draw target creature', 'draw a creature', 'attach target player to target creature',
    'regenerate target player', 'put a +1/+1 counter on your hand',
    'target player fights target creature', 'target creature fights target player', 'target creature draws a card',
    'target creature discards a card', 'target creature gains 3 life', 'target creature loses 2 life', 'target land draws a card',
    'target creature mills two cards', 'target player gets +1/+1 until end of turn', 'each player gets +2/+2 until end of turn',
        'you get +1/+1 until end of turn',
    'target player becomes tapped', 'gain control of target player', 'gain control of your hand',
    'return target player to its owner\'s hand', 'put target player on top of library', 'create a Forest', 'create a 1/1',
    'target player dies', 'this deals damage to target creature', 'deal 3 damage', 'deal 2 damage to target instant',
    'this deals 3 damage to your library', 'copy target creature spell in your hand', 'copy target player',
    'target spell gets +1/+1 until end of turn', 'target player\'s power becomes 3', 'double target player',
]
NONE = [         # nothing is done to none, and an instant or sorcery is no permanent
    'destroy no creature', 'destroy no creatures', 'draw no cards', 'target player sacrifices no creatures', 'no player draws a card',
    'no opponent loses 3 life', 'no creatures get +1/+1 until end of turn', 'you gain no life', 'deal 3 damage to no creature',
    'tap this', 'destroy this', 'this gets +1/+1 until end of turn', 'attach this to target creature',
    'exile target card', 'target opponent discards target card', 'exile a card', 'exile all cards', 'each player exiles a card',
    'you gain life equal to the number of cards', 'return all creature cards to the battlefield',
]
EITHER = [       # one thing of either kind has one article
    'destroy target creature or target artifact',
    'deal 3 damage to target creature or target player', 'you or target opponent draws a card',
    'each player discards a card or a land',
]
EVENTS = [       # an event is about one thing at a time, and never about none
    'whenever no creatures attack: draw a card', 'whenever you attack with no creatures: draw a card',
    'whenever each creature attacks: draw a card', 'whenever all creatures you control attack: draw a card',
    'whenever any number of creatures die: draw a card', 'whenever each opponent draws a card: you gain 1 life',
    'whenever creatures you control die: draw a card', 'whenever you draw no cards: you gain 1 life',
    'whenever you draw three cards: you gain 1 life', 'whenever two or more creatures attacks: draw a card',
    'whenever two or more players attack: draw a card', 'whenever exactly one creature attacks: draw a card', 'whenever a creature you control deals damage to no player: draw a card',
    'if no creature would die: exile it instead',
]
NO_NUMBER = [    # an X, an amount or a noun is missing
    'draw X cards', 'you gain X life', 'this deals X damage to any target', 'target opponent mills X cards',
    'create X 1/1 white Soldier creature tokens', 'target creature gets +X/+X until end of turn', 'draw cards', 'draw card',
    'lose life', 'you gain life', 'mill cards', 'discard cards', 'put +1/+1 counters on target creature',
    'draw Y cards', 'draw n cards', 'you gain m life', 'draw two', 'destroy target', 'destroy', 'exile all', 'tap two target',
    'put a counter on target creature', 'draw minus two cards', 'draw half a card',
]
NO_REFERENT = [  # nothing before it that the word could mean
    'it gets +1/+1 until end of turn', 'destroy it', 'exile that creature', 'tap that land', 'that player draws a card',
    'they draw a card', 'its controller loses 2 life', 'draw that many cards', 'you gain that much life', 'counter that spell',
    'return the exiled card to its owner\'s hand', 'you gain life equal to its power', 'destroy that creature',
    'you gain life equal to the sacrificed creature\'s power', 'if you do: draw a card', 'draw a card unless they pay {1}',
    'return prisoner to its owner\'s hand', 'prey gets +1/+1 until end of turn', 'destroy the chosen creature',
    'destroy all creatures of the chosen color', 'target player draws a card, then destroy that creature',
    'target player loses 1 life, then tap that land', 'destroy target land, then that creature\'s controller loses 1 life',
    'tap target creature, then counter that spell', 'destroy target creature, then that spell\'s controller draws a card',
    'draw a card, then it gets +1/+1 until end of turn',
]
AGREEMENT = [    # subject and verb
    (SORCERY, 'each player draw a card'), (SORCERY, 'target player draw a card'), (SORCERY, 'each opponent lose 2 life'),
    (SORCERY, 'you draws a card'), (SORCERY, 'target opponent discard a card'), (SORCERY,
     'all creatures gets +1/+1 until end of turn'),
    (SORCERY, 'target creature get +1/+1 until end of turn'), (SORCERY, 'creatures you controls get +1/+1 until end of turn'),
    (ENCHANTMENT, 'creatures you control gets +1/+1'), (CREATURE, 'this get +1/+1'), (ENCHANTMENT, 'each creature get +1/+1'),
    (ENCHANTMENT, 'whenever a creature die: draw a card'), (ENCHANTMENT, 'whenever you casts a spell: draw a card'),
    (CREATURE, 'when this enter: draw a card'), (ENCHANTMENT, 'whenever an opponent draw a card: you gain 1 life'),
    (ENCHANTMENT, 'creatures your opponents controls get -1/-0'), (SORCERY, 'its controller draw a card'),
    (ENCHANTMENT, 'whenever a creature attack: draw a card'), (SORCERY, 'destroy all creature'), (SORCERY,
     'destroy target creatures'),
    (SORCERY, 'draw two card'), (SORCERY, 'draw a cards'), (ENCHANTMENT, 'each creatures get +1/+1'), (SORCERY,
     'tap three target creature'),
    (SORCERY, 'each players draws a card'),
]
WRONG_PLACE = [  # a keyword, cost or ability on a card that cannot have it
    (LAND, 'kicker {2}'), (CREATURE, '+1: draw a card'), (ARTIFACT, '-2: draw a card'), (ENCHANTMENT, '0: draw a card'),
    (SORCERY, 'flying'), (INSTANT, 'first strike'), (CREATURE, 'equip {2}'), (SORCERY, 'equip {1}'), (CREATURE, 'enchant creature'),
    (ENCHANTMENT, 'equipped creature gets +1/+1'), (CREATURE, 'chapter 1: draw a card'),
    (INSTANT, 'vigilance'), (SORCERY, 'haste'), (SORCERY, 'whenever this attacks: draw a card'),
    (INSTANT, 'this can\'t block'), (SORCERY, '{T}: draw a card'), (INSTANT, '{2}: draw a card'), (SORCERY,
     'creatures you control get +1/+1'),
    (LAND, 'this costs {1} less'), (SORCERY, 'this gets +1/+1'), (CREATURE, 'destroy target creature'), (ENCHANTMENT,
     'draw a card'),
    (ARTIFACT, 'you gain 3 life'), (LAND, 'draw two cards'), (SORCERY, 'prowess'), (CREATURE, 'escalate {1}'),
    (SORCERY, 'sacrifice this: draw a card'), (ENCHANTMENT, 'target creature gets +1/+1'), (LAND,
     'additional cost sacrifice a creature'),
]
DURATIONS = [    # a duration on what has none, or none that ends
    (ENCHANTMENT, 'creatures you control get +1/+1 until end of turn'), (CREATURE, 'this gets +1/+1 until end of turn'),
    (SORCERY, 'draw a card until end of turn'), (SORCERY, 'destroy target creature until end of turn'),
    (SORCERY, 'you gain 3 life until end of turn'), (SORCERY, 'tap target creature until end of turn'),
    (CREATURE, 'flying until end of turn'), (SORCERY, 'deal 2 damage to any target until end of turn'),
    (SORCERY, 'counter target spell until end of combat'), (SORCERY, 'discard a card this turn until end of combat'),
    (ENCHANTMENT, 'this has haste until end of turn'), (SORCERY, 'put a +1/+1 counter on target creature until end of turn'),
    (SORCERY, 'create a 1/1 white Soldier creature token until end of turn'), (SORCERY, 'mill two cards until end of turn'),
]
CONTRADICTIONS = [
    (SORCERY, 'target creature gets +1/+1 and -1 until end of turn'),
    (CREATURE, 'this enters tapped untapped'), (SORCERY, 'destroy target creature target'),
    (SORCERY, 'tap untap target creature'), (SORCERY, 'destroy creature target'), (SORCERY, 'target creature destroy'),
    (SORCERY, 'draw a card draw a card'), (SORCERY, 'each target creature gets'), (SORCERY, 'if you control a Forest: '),
    (SORCERY, 'draw a card if'), (SORCERY, 'destroy two target creatures up to'), (SORCERY, 'destroy target creature with'),
    (SORCERY, 'destroy target creature without'), (SORCERY, 'destroy all all creatures'), (SORCERY,
     'each each player draws a card'),
    (SORCERY, 'exile target creature as target'), (SORCERY, 'draw a card or'), (SORCERY, 'draw a card and'),
    (SORCERY, 'destroy target creature you'), (SORCERY, 'draw a card unless'), (SORCERY, 'you may'), (SORCERY, 'choose one'),
    (SORCERY, 'target creature gains until end of turn'), (SORCERY, 'destroy target creature that aren\'t red'),
    (SORCERY, 'destroy target creature with power'), (SORCERY, 'destroy target creature with power 3 or'),
    (ENCHANTMENT, 'whenever: draw a card'), (ENCHANTMENT, 'whenever a creature: draw a card'), (ENCHANTMENT,
     'when enters: draw a card'),
    (ENCHANTMENT, 'at the beginning of your creature: draw a card'), (ENCHANTMENT,
     'at the beginning of combat damage: draw a card'),
    (ENCHANTMENT, 'whenever a player dies: draw a card'), (ENCHANTMENT, 'whenever a creature draws a card: you gain 1 life'),
    (ENCHANTMENT, 'whenever a land is cast: draw a card'), (ENCHANTMENT, 'whenever you die: draw a card'),
    (ENCHANTMENT, 'whenever a player becomes tapped: draw a card'), (ENCHANTMENT, 'whenever a spell attacks: draw a card'),
    (ENCHANTMENT, 'while draw a card: this has flying'), (ARTIFACT, 'draw a card: {1}'), (ARTIFACT,
     'destroy target creature: draw a card'), (ARTIFACT, 'sacrifice target creature: draw a card'),
    (ARTIFACT, 'discard a creature you control: draw a card'), (ARTIFACT, 'tap target player: draw a card'),
    (ARTIFACT, 'sacrifice a player: draw a card'), (ARTIFACT, 'pay: draw a card'), (ARTIFACT, '{1}, only: draw a card'),
    (ARTIFACT, '{1}, only if: draw a card'), (ARTIFACT, '{1}:'), (SORCERY, 'additional cost draw'), (CREATURE,
     'this enters with two'),
    (CREATURE, 'protection red'), (CREATURE, 'flying 2'), (CREATURE, 'cycling'), (CREATURE, 'bushido {2}'), (CREATURE, 'kicker'),
    (AURA, 'enchant'), (EQUIPMENT, 'equip'), (WALKER, '+: draw a card'), (CREATURE, 'if this would die: draw a card'),
    (ENCHANTMENT, 'if you would draw: instead'), (ENCHANTMENT, 'if a player would die: instead draw a card'),
]
NEVER_DONE = [   # what can never happen, be paid or be there
    (ENCHANTMENT, 'when this dies: draw a card'), (ENCHANTMENT, 'whenever a land dies: draw a card'),
    (ENCHANTMENT, 'whenever an enchantment dies: draw a card'), (ENCHANTMENT, 'whenever a permanent dies: draw a card'),
    (AURA, 'when enchanted land dies: draw a card'), (ENCHANTMENT, 'whenever a creature or land dies: draw a card'),
    (ENCHANTMENT, 'whenever a spell enters: draw a card'), (ENCHANTMENT, 'whenever you sacrifice a spell: draw a card'),
    (ENCHANTMENT, 'whenever a land deals combat damage to a player: draw a card'),
    (ENCHANTMENT, 'whenever a creature deals combat damage to a land: draw a card'),
    (ENCHANTMENT, 'whenever a player attacks a creature: draw a card'),
    (SORCERY, 'return target creature card to its owner\'s hand'), (SORCERY, 'exile target creature card'),
    (SORCERY, 'sacrifice a creature an opponent controls'), (SORCERY, 'sacrifice target creature an opponent controls'),
    (SORCERY, 'tap this'), (SORCERY, 'untap this'), (INSTANT, 'destroy this'),
    (SORCERY, 'destroy target nonartifact artifact'), (SORCERY, 'destroy all noncreature creatures'),
    (ARTIFACT, '{T}, {T}: draw a card'), (ARTIFACT, '{T}, {1}, {T}: draw a card'),
    (ARTIFACT, 'sacrifice this, sacrifice this: draw a card'), (ARTIFACT, 'sacrifice this, exile this: draw a card'),
    (ARTIFACT, 'exile a creature card from a graveyard: draw a card'),
    (ARTIFACT, 'exile two cards from an opponent\'s graveyard: draw a card'),
    (ARTIFACT, 'return a creature an opponent controls to its owner\'s hand: draw a card'),
    (ARTIFACT, 'tap an untapped creature an opponent controls: draw a card'),
    (ARTIFACT, 'sacrifice a creature an opponent controls: draw a card'),
    (SORCERY, 'a opponent discards a card'), (SORCERY, 'target opponent discards an card'), (SORCERY, 'exile an creature'),
    (SORCERY, 'mill a card, then its controller draws a card'), (SORCERY, 'draw a card, then its controller loses 1 life'),
]


def tables():
    t = Table('refusal', '101.1')
    for sentences in (NEVER_FITS, NO_NUMBER, NO_REFERENT, NONE, EITHER):
        for text in sentences:
            t.refuse(SORCERY, text)
    for rows in (AGREEMENT, WRONG_PLACE, DURATIONS, CONTRADICTIONS, NEVER_DONE):
        for head, text in rows:
            t.refuse(head, text)
    for text in EVENTS:
        t.refuse(ENCHANTMENT, text)
    return [t]
