"""Sentences and cards out of the declared frames of cardscripts/rules."""
import collections
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KINDS = ('action', 'rule', 'event', 'condition', 'cost', 'duration')

IRREGULAR = {'have': 'has', 'is': 'is', 'are': 'is', 'do': 'does', "don't": "doesn't", 'copy': 'copies', 'scry': 'scries'}
FIXED = {"can't", 'may', 'must', 'can', 'put'}


class Frame:
    """One declaration: its kind and its parts, words and slots."""

    def __init__(self, kind, text, forms):
        self.kind, self.text, self.forms = kind, text, forms
        self.parts = []  # ('word', w), ('slot', name, type, their), ('optional', [parts])
        into = self.parts
        words = text.replace('[', ' [ ').replace(']', ' ] ').split()
        their = False
        for w in words:
            if w == '[':
                into = []
                self.parts.append(('optional', into))
            elif w == ']':
                into = self.parts
            elif ':' in w:
                name, kind_of = w.split(':')
                if kind_of == 'their':
                    their = name
                else:
                    into.append(('slot', name, kind_of, False))
            elif their:
                into.append(('slot', their, w, True))
                their = False
            else:
                into.append(('word', w))

    def third(self, verb):
        if self.forms:
            return self.forms[0]
        if verb in IRREGULAR:
            return IRREGULAR[verb]
        if verb.endswith(('s', 'x', 'z', 'ch', 'sh', 'o')):
            return verb + 'es'
        return verb[:-1] + 'ies' if verb[-1] == 'y' and verb[-2] not in 'aeo' else verb + 's'


def read_frames():
    frames, words, verbs = [], set(), {}
    folder = os.path.join(ROOT, 'cardscripts', 'rules')
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding='utf8') as f:
            for line in f:
                line = line.split('//')[0].rstrip()
                kind, _, rest = line.partition(' ')
                words.update(w for w in re.findall(r"[A-Za-z][A-Za-z'/-]*", line) if not w.isupper())
                if kind == 'verb' and '(' in rest:
                    verbs[rest.split()[0]] = [x.strip() for x in rest.split('(')[1].rstrip(')').split(',')]
                if kind not in KINDS:
                    continue
                rest = rest.split('{')[0].split(' native ')[0].strip()
                forms = re.search(r'\(([^)]*)\)\s*$', rest)
                if forms:
                    rest = rest[:forms.start()].strip()
                frames.append(Frame(kind, rest, [x.strip() for x in forms.group(1).split(',')] if forms else []))
    for f in frames:  # the forms of a verb stand where it is first declared
        verb = [p[1] for p in f.parts if p[0] == 'word'][:1]
        if verb and f.forms:
            verbs.setdefault(verb[0], f.forms)
    for f in frames:
        verb = [p[1] for p in f.parts if p[0] == 'word'][:1]
        if verb and not f.forms:
            f.forms = verbs.get(verb[0], [])
    return frames, sorted(words)


def plural(noun):
    special = {'Elf': 'Elves', 'Merfolk': 'Merfolk', 'copy': 'copies', 'ability': 'abilities'}
    return special.get(noun, noun + 's')


def article(words):
    return ('an ' if words[0] in 'aeiouAEIO' else 'a ') + words


def many(phrase):
    """The noun of a phrase in its plural: the noun is its first word that is one."""
    words = phrase.split()
    for i, w in enumerate(words):
        if i + 1 == len(words) or words[i + 1] in ('you', 'an', 'with', 'without', 'that', 'in', 'other', 'named'):
            words[i] = plural(w)
            break
    text = ' '.join(words)
    return text.replace("that isn't", "that aren't").replace('that shares', 'that share')


class Writer:
    """Writes one card. What may be said at a place is in the fields: targets, an event's amount, X, names."""

    def __init__(self, rng, frames):
        self.r, self.depth = rng, 0
        self.frames = frames
        self.by = collections.defaultdict(list)
        for f in frames:
            self.by[f.kind].append(f)
        self.reset()

    def reset(self):
        self.targets, self.amount_said, self.x, self.said, self.names, self.static = True, False, False, None, [], False
        self.name_next = self.player_said = False

    def one(self, *of):
        return self.r.choice(of)

    def odds(self, percent):
        return self.r.randrange(100) < percent

    # Descriptions and references. (text, several)
    def noun(self, kind):
        if kind == 'player':
            return self.one('player', 'opponent')
        if kind == 'spell':
            return self.one('spell', 'creature spell', 'noncreature spell', 'instant or sorcery spell', 'red spell')
        if kind == 'card':
            return self.one('card', 'creature card', 'land card', 'Elf card', 'instant or sorcery card', 'nonland card')
        if getattr(self, 'creatures', False):
            return self.one('creature', 'creature', 'Elf', 'Goblin', 'red creature', 'tapped creature', 'attacking creature', 'permanent',
                            'creature token', 'legendary creature', 'black or red creature', 'nonartifact, nonblack creature')
        return self.one('creature', 'creature', 'artifact', 'permanent', 'land', 'Elf', 'Goblin', 'red creature', 'tapped creature',
                        'nonland permanent', 'attacking creature', 'enchantment', 'creature token', 'legendary creature',
                        'artifact or enchantment', 'black or red creature', 'nonartifact, nonblack creature')

    def clause(self, kind):
        if kind == 'player' or kind == 'spell':
            return ''
        if kind == 'card':
            return self.one(' in your graveyard', ' in a graveyard', ' in your hand')
        return self.one('', '', ' you control', ' an opponent controls', ' with flying', ' without flying', ' with power 3 or less',
                        ' with a +1/+1 counter on it', " that isn't red", ' with mana value 2', ' other than this', ' named "Forest"',
                        ' with the greatest power among creatures you control', ' that shares a creature type with this',
                        ' you own', ' with power greater than 2')

    def description(self, kind='permanent'):
        return self.noun(kind) + self.clause(kind)

    def ref(self, kind, their=False):
        if kind in ('thing', 'recipient'):
            if self.targets and self.odds(15) and kind == 'recipient':
                return self.one('any target', 'any other target', 'two targets')[0:], False
            kind = self.one('permanent', 'permanent', 'player')
        if kind == 'object':
            kind = self.one('permanent', 'permanent', 'permanent', 'card')
        if kind == 'player':
            return self.player()
        if their:
            n = self.noun(kind)
            if kind == 'card':
                n = self.one('card', 'creature card', 'land card')
            k = self.r.randrange(8)
            if k < 4:
                return article(n), False
            if k == 4 and kind != 'card':
                return 'this', False
            return self.one('two ', 'all ', 'up to two ', 'one or more ') + many(n), True
        k = self.r.randrange(20)
        d = self.description(kind)
        if kind == 'card' and k > 15:
            return 'target card in a graveyard' if self.targets else 'all cards in your graveyard', not self.targets
        if kind == 'spell':
            if self.static:
                return self.one((article(d), False), (many(d), True), ('each ' + d, False))
            return self.one(('target ' + d, False), ('target ' + d, False), ('all ' + many(d), True), ('target spell or ability', False))
        if k < 6 and self.targets and not self.static:
            return 'target ' + d, False
        if k == 6 and self.targets and not self.static:
            return self.one('up to two target ', 'two target ', 'any number of target ') + many(d), True
        if k == 7 and self.targets and not self.static:
            return 'another target ' + d, False
        if k == 8 and not self.static:
            return article(d), False
        if k == 9 and not self.static:
            return self.one('two ', 'up to two ', 'one or more ', 'any number of ') + many(d), True
        if k == 10:
            return 'each ' + d, False
        if k == 11:
            return 'all ' + many(d), True
        if k == 12:
            return 'each other ' + self.noun(kind), False
        if k == 13 and self.said == 'permanent' and kind == 'permanent':
            return self.one('it', 'that permanent'), False
        if k == 14 and self.names:
            return self.r.choice(self.names), False
        if k == 15 and self.targets and not self.static:
            return 'target ' + self.noun('permanent') + ' and this', True
        if k == 16 and kind == 'permanent':
            return many(d), True
        return 'this', False

    def player(self):
        k = self.r.randrange(10)
        if self.static:
            return self.one(('you', True), ('your opponents', True), ('each player', False), ('each opponent', False), ('players', True))
        if k < 3 and self.targets:
            return self.one('target player', 'target opponent'), False
        if k < 5:
            return 'each ' + self.one('player', 'opponent', 'other player'), False
        if k == 5 and self.said == 'permanent':
            return self.one('its controller', 'its owner'), False
        if k == 6 and self.player_said:
            return 'that player', False
        if k == 7:
            return self.one('all players', 'your opponents', 'you and target opponent' if self.targets else 'you'), True
        if k == 8 and self.targets:
            return self.one("target creature's controller", "target permanent's owner"), False
        return 'you', True

    def possessor(self):
        return self.one('your', "target player's", "each opponent's", "target opponent's") if self.targets and not self.static else \
            self.one('your', "each player's", "your opponents'")

    def object_possessor(self):
        return self.one("target creature's", "target permanent's") if self.targets and not self.static else \
            self.one("this creature's", "each creature's", "all creatures'")

    # Amounts
    def amount(self, deep=0):
        k = self.r.randrange(20)
        if k < 9:
            return str(self.r.randrange(1, 6))
        if k == 9:
            return self.one('two', 'three', 'seven')
        if k == 10 and self.x:
            return 'X'
        if k == 11:
            return 'the number of ' + many(self.description())
        if k == 12:
            return 'the greatest power among creatures you control'
        if k == 13:
            return 'the number of cards in your hand'
        if k == 14:
            return 'your life total'
        if k == 15 and deep < 2:
            return 'twice ' + self.amount(deep + 1)
        if k == 16 and deep < 2:
            return 'half ' + self.amount(deep + 1) + ', rounded ' + self.one('up', 'down')
        if k == 17 and deep < 2:
            return self.amount(deep + 1) + self.one(' plus ', ' minus ', ' times ') + self.one('1', '2', 'your life total')
        if k == 18 and self.said == 'permanent':
            return self.one('its power', 'its toughness', 'its mana value')
        if k == 19:
            return self.one('the number of card types among cards in all graveyards', 'the total power of creatures you control',
                            'the number of charge counters on this')
        return '1'

    def counted(self, noun, last_of_all=True):
        """A number with its noun: a card, two cards, cards equal to ..."""
        countable = noun not in ('damage', 'life') and not noun.startswith('mana')
        k = self.r.randrange(10)
        if k in (2, 3) and not last_of_all:
            k = 9
        last = noun.split(' of ')[0].split()[-1]
        several = noun.replace(last, plural(last), 1) if countable else noun
        if k == 0 and self.amount_said:
            return ('that many ' if countable else 'that much ') + several
        if k == 1 and self.x:
            return 'X ' + several
        if k == 2:
            return several + ' equal to ' + self.amount()
        if k == 3 and not self.static:
            return (article(noun) if countable else '1 ' + noun) + ' for each ' + self.description()
        if countable and k < 7:
            return article(noun)
        return self.one('2', '3', '4') + ' ' + several if not countable else self.one('two', 'three') + ' ' + several

    # The other types
    def zone(self, before):
        if before in ('onto',):
            return 'the battlefield'
        if before == 'on':
            return self.one("the top of its owner's library", "the bottom of its owner's library")
        if before in ('to', 'into'):
            return self.one("its owner's hand", "its owner's graveyard") if before == 'to' else self.one("its owner's graveyard", 'your hand', "its owner's library")
        if before == 'search':
            return 'your library'
        return self.one('your graveyard', 'your hand', 'your library')

    def counters(self):
        kind = self.one('+1/+1', '-1/-1', 'charge', 'time', 'verse', '+1/+1')
        return self.one(article(kind) + ' counter', 'two ' + kind + ' counters', 'three ' + kind + ' counters',
                        ('X ' if self.x else 'four ') + kind + ' counters')

    def abilities(self):
        return self.one('flying', 'haste', 'trample and lifelink', 'first strike', 'protection from red', 'hexproof', 'vigilance, flying and reach',
                        'indestructible', 'protection from creatures', 'bushido 2', 'double strike', 'menace', 'islandwalk')

    def cost(self, mana_only=False):
        mana = self.one('{2}', '{1}{R}', '{G}', '{0}')
        if mana_only or self.odds(40):
            return mana
        return self.fill(self.r.choice(self.by['cost']), subject='')

    def condition(self):
        for _ in range(9):
            f = self.r.choice(self.by['condition'])
            if 'opening hand' in f.text or 'kicked' in f.text or f.text.startswith('during'):
                continue
            keep = self.targets, self.static, self.x
            self.targets, self.static, self.x = False, False, False
            subject = self.one('you', 'an opponent', 'each opponent') if ':player' in f.text.split()[0] else \
                self.one('your library', 'your hand') if f.text.startswith('ZONE') else 'this'
            said = self.fill(f, subject)
            self.targets, self.static, self.x = keep
            return said
        return self.one('you control an Elf', 'your life total is 5 or more', 'a creature died this turn', 'it is your turn',
                        "this isn't tapped", 'you gained life this turn')

    def choice(self):
        return self.one('a color', 'a creature type', 'a player', 'an opponent')

    def slot(self, part, before, after, f):
        _, name, kind, their = part
        self.creatures = kind == 'creature'  # a permanent that is one
        kind = 'permanent' if self.creatures else kind
        if kind in ('thing', 'recipient', 'object', 'permanent', 'card', 'spell', 'player'):
            if f.kind == 'event':
                return self.event_ref(kind)
            if f.kind == 'condition':
                return self.condition_ref(kind)
            if f.kind == 'cost':
                if 'return' in f.text or their:
                    return self.one('a ', 'a ', 'two ') and self.one(article(self.noun(kind if kind != 'object' else 'permanent')), 'this') \
                        if kind != 'card' else self.one('a card', 'two cards', 'a creature card')
                return self.one('this', 'this', 'a card from your hand') if 'exile' in f.text else 'this'
            if name == 'MODEL' and self.static:
                return 'any ' + self.noun('permanent')
            text, several = self.ref(kind, their)
            if kind == 'permanent' or kind == 'object':
                self.name_next = True
            return text
        if kind == 'number':
            return self.amount()
        table = {
            'zone': lambda: self.zone(before), 'counters': self.counters, 'abilities': self.abilities, 'flag': lambda: '',
            'quantity': lambda: self.one('two or more', 'exactly 3', 'at least two', '5 or less', 'no', '7'),
            'description': lambda: many(self.description('spell' if name == 'SPELLS' else 'permanent')),
            'tokens': lambda: self.one('a 1/1 white Soldier creature token', 'two 2/2 green Elf creature tokens with flying',
                                       'a 1/1 red Goblin creature token with haste', ('X' if self.x else 'three') + ' 1/1 colorless Thopter artifact creature tokens'),
            'mana': lambda: self.one('{G}', '{C}{C}', '{R}{R}{R}', '{C}{C} only for artifact spells'),
            'cost': lambda: self.cost(True) if f.kind != 'rule' else self.one('{1}', '{2}'),
            'change': lambda: self.one('+1/+1', '-2/-2', '+2/+0', '+1/+1 for each ' + self.description(), '+X/+X' if self.x else '+0/+3',
                                       '+X/+0, where X is ' + self.amount() if not self.x else '+X/-X'),
            'size': lambda: self.one('0/1', '1/1', '5/5'),
            'quality': lambda: self.one('red', 'a creature', 'tapped', 'an Elf', 'black', 'legendary', 'an artifact'),
            'color': lambda: 'any color' if before == 'of' else 'red',
            'choice': self.choice, 'word': lambda: self.one('red', 'Island'),
            'step': lambda: self.one('your untap step', 'your draw step', 'your upkeep') if not self.static else self.one("its controller's untap step", 'your draw step'),
            'condition': self.condition, 'control': lambda: self.one('your control', "its owner's control", "an opponent's control"),
            'qualities': lambda: self.one('red', 'a 3/3 red Goblin creature', 'artifacts', 'Islands', 'black', 'colorless', 'a creature', 'an artifact'),
            'keyword': lambda: self.one('evoke', 'dash', 'surge'),
            'designation': lambda: "city's blessing" if before == 'the' else self.one('monstrous', 'renowned'),
            'options': lambda: self.one('ruin or glory', 'north, south, or west'),
            'turn': lambda: self.one('your turn', "an opponent's turn"), 'effect': lambda: 'an effect',
            'possessor': self.object_possessor if 'power' in f.text or 'text' in f.text or 'activated' in f.text else self.possessor,
        }
        return table[kind]()

    def event_ref(self, kind):
        if kind == 'player':
            return self.one('you', 'an opponent', 'a player')
        if kind == 'spell':
            return article(self.noun('spell'))
        if kind == 'card':
            return self.one('a card', article(self.noun('card')))
        if kind == 'thing':
            return self.one('this', 'you', 'an opponent', article(self.description()))
        return self.one('this', 'this', article(self.description()), 'another ' + self.noun('permanent'), 'one or more ' + many(self.noun('permanent')))

    def condition_ref(self, kind):
        if kind == 'player':
            return self.one('you', 'an opponent')
        if kind == 'card':
            return 'a card'
        return self.one(article(self.description()), 'two or more ' + many(self.description()), 'no ' + self.noun('permanent') + 's', 'an Elf')

    def fill(self, f, subject=None):
        """The words of a frame with its slots filled; subject None: one is made, '': without one."""
        out, parts, several, first = [], f.parts, None, True
        if parts[0][0] == 'slot' and f.kind in ('action', 'rule', 'condition'):
            kind = parts[0][2]
            if subject is None:
                if kind == 'possessor':
                    subject, several = self.slot(parts[0], '', '', f), False
                else:
                    subject, several = self.ref(kind)
            else:
                several = subject in ('you', '') or subject.startswith('your opponents')
            out.append(subject)
            parts = parts[1:]
        before, i = '', 0
        while i < len(parts):
            p = parts[i]
            after = parts[i + 1][1] if i + 1 < len(parts) and parts[i + 1][0] == 'word' else ''
            if p[0] == 'word':
                w = p[1]
                if w == 'also' and first:
                    out.append(w)
                    i += 1
                    continue
                if first and f.kind == 'event' and out and (out[-1] == 'you' or out[-1].startswith('one or more')):
                    w = {'is': 'are', 'dies': 'die'}.get(w, w[:-1] if w.endswith('s') else w)
                elif first and several is not None:
                    if w in ('is', 'are'):
                        w = 'are' if several else 'is'
                    elif w in ("don't", "doesn't"):
                        w = "don't" if several else "doesn't"
                    elif w == 'has':
                        w = 'have' if several else 'has'
                    elif w not in FIXED and not several and parts is not f.parts and f.parts[0][2] != 'possessor':
                        w = f.third(w) if w not in ('controlled',) else w
                    elif w == 'put' and not several:
                        w = 'puts'
                first = False
                if w == 'their' and several and subject == 'you':
                    w = 'your'
                out.append(w)
                before = p[1]
            elif p[0] == 'optional':
                if self.odds(25):
                    for q in p[1]:
                        out.append(q[1] if q[0] == 'word' else self.slot(q, before, '', f))
                        before = q[1] if q[0] == 'word' else before
            elif p[2] == 'number' and after and after not in ('or', 'more', 'life.'):
                noun, j = [], i + 1
                while j < len(parts) and parts[j][0] == 'word' and parts[j][1] in ('additional', 'extra', 'card', 'turn', 'land', 'creature',
                                                                                  'spell', 'copy', 'of', 'mana', 'damage', 'life'):
                    noun.append(parts[j][1])
                    j += 1
                if noun and noun[-1] == 'of':
                    noun.pop()
                    j -= 1
                if not noun:
                    out.append(self.amount())
                elif f.kind == 'event':
                    out.append(article(' '.join(noun)))
                else:
                    out.append(self.counted(' '.join(noun), j >= len(parts) and f.kind != 'rule'))
                i = j - 1
            else:
                out.append(self.slot(p, before, after, f))
            i += 1
        return re.sub(r' +', ' ', ' '.join(x for x in out if x)).strip()

    def duration(self):
        if self.odds(75):
            return 'until end of turn'
        return self.fill(self.r.choice([d for d in self.by['duration'] if 'THIS' not in d.text]))

    # Sentences
    def action(self, subject=None):
        while True:
            f = self.r.choice(self.by['action'])
            if 'event_' in f.text or f.text.endswith('deal AMOUNT:number') or 'deal it to' in f.text or 'begin the game' in f.text:
                continue
            if f.text in ('YOU:player gain AMOUNT:number', 'YOU:player lose AMOUNT:number', 'YOU:player create AMOUNT:number',
                          'YOU:player put AMOUNT:number'):
                continue
            break
        if subject is None and f.parts[0][0] == 'slot' and f.parts[0][2] == 'player' and self.odds(65):
            subject = 'you' if self.odds(40) else ''
        if f.parts[0][0] == 'slot' and f.parts[0][2] == 'object' and self.odds(60):
            subject = 'this'
        if 'their library' in f.text:
            subject = 'each player'
        if 'your library' in f.text or 'ZONE:zone for' in f.text:
            subject = 'you'
        return self.fill(f, subject)

    def change(self):
        while True:
            f = self.r.choice(self.by['rule'])
            if ' native' in f.text or 'enter' in f.text or "isn't copied" in f.text or f.text in ('WHAT:object have', 'WHAT:object gain'):
                continue
            if 'their' in f.text and 'library' in f.text:
                continue
            break
        text = self.fill(f)
        has_own = 'turn' in f.text.split() or 'this turn' in text
        return text if has_own else text + ' ' + self.duration()

    def sentence(self):
        k = self.r.randrange(14)
        text = self.change() if k < 3 else self.action()
        if k == 12:
            text += ', then ' + self.action('')
        elif k == 13:
            text = self.action('') + self.one(' if ', ' unless ') + self.condition()
        elif k == 11:
            self.targets = True
            text = self.one('exile', 'destroy', 'tap') + ' target ' + self.noun('permanent') + ' as prey'
            if 'prey' not in self.names:
                self.names.append('prey')
        if ' target ' in ' ' + text and not re.search('player|opponent|targets|card|spell|two target|number of target', text):
            self.said = 'permanent'
        if re.search('target (player|opponent)', text):
            self.player_said = True
        return text

    def statements(self, depth):
        out = []
        for _ in range(self.one(1, 1, 1, 2, 2, 3)):
            out += self.statement(depth)
        return out

    def block(self, head, depth):
        return [head + ' {'] + ['    ' + s for s in self.statements(depth + 1)] + ['}']

    def statement(self, depth=0):
        k = self.r.randrange(30)
        if k >= 24 and depth < 4:
            return self.rare(depth)
        if depth > 2 or k < 13 or k >= 24:
            return [self.sentence()]
        if k == 13:
            return ['you may ' + self.action('')]
        if k == 14:
            return ['you may ' + self.action(''), self.one('if you do: ', "if you don't: ", 'when you do: ') + self.sentence()]
        if k == 15:
            out = self.block('if ' + self.condition() + ':', depth)
            if self.odds(40):
                out += ['else: ' + self.sentence()]
            return out
        if k == 16:
            return ['for each ' + self.description() + ': ' + self.sentence()]
        if k == 17:
            return ['let size = ' + self.amount(), 'you gain life equal to size']
        if k == 18:
            return [self.one('you', 'each player', 'target opponent', 'your opponents', 'its controller' if self.said == 'permanent' else 'you') + ' may {'] + ['    ' + s for s in self.statements(depth + 1)] + ['}']
        if k == 19:
            return ['at the beginning of ' + self.one('the next end step', 'your next upkeep', 'the next upkeep') + ': ' + self.sentence()]
        if k == 20:
            return ['until end of turn: ' + re.sub(' (until|for as long) .*', '', self.change())]
        if k == 21:
            return [self.one('this deals X damage to any target, where X is ' if self.targets else 'you gain X life, where X is ') + self.amount()]
        if k == 22:
            return [self.action('') + ' unless ' + self.one('any player', 'you') + ' ' + self.one('pays ', 'pay ') + '{2}']
        return ['the next time %s this turn: instead %s' % self.one(
            ('a creature would die', 'exile it'), ('you would gain life', 'you gain twice that much'), ('you would draw a card', self.action('')),
            ('damage would be dealt to you', 'you gain life equal to 3'), ('a creature would be destroyed', 'tap it'))]

    def rare(self, depth):
        """What no frame says alone: copies with exceptions, granted blocks, names across sentences, choices, parts of what was said."""
        n, c = self.noun('permanent'), self.description()
        k = self.r.randrange(22)
        if k == 0:
            inner = self.static_line() if self.odds(50) else self.one(self.triggered, self.activated)()
            return ['create a copy of target %s, except {' % n, '    it gains {'] + ['        ' + s for s in inner] + ['    }', '}']
        if k == 1:
            return ['this becomes a copy of target creature until end of turn, except it ' + self.one('is red', 'has this ability', 'is also an artifact',
                                                                                              'has flying', 'has base power and toughness 7/7')]
        if k == 2:
            inner = self.one(self.triggered, self.activated, self.static_line)()
            self.reset()
            return ['until end of turn: %s %s {' % self.one(('target ' + c, 'gains'), ('all ' + many(c), 'gain'), ('this', 'gains'))] + \
                ['    ' + s for s in inner] + ['}']
        if k == 3:
            name = 'prey'
            self.names.append(name)
            return ['choose %s as prey' % article(n), self.sentence(), 'exile ' + name]
        if k == 4:
            return ['let shade = a color of your choice', 'shade %s get +1/+1 until end of turn' % many('creature you control')]
        if k == 5:
            return ['let size = %s if %s, else %s' % (self.amount(), self.condition(), self.amount()), self.one(
                'target creature gets +X/+X until end of turn, where X is size', 'draw size cards', 'create size 1/1 white Soldier creature tokens')]
        if k == 6:
            return ['sacrifice %s' % self.one(article(n), 'two ' + many(n), 'any number of ' + many(n)), self.one(
                'you gain life equal to the sacrificed %s power' % "creature's", 'return it to the battlefield', 'exile one of them', 'draw that many cards')]
        if k == 7:
            return ['destroy all ' + many(c), self.one('you gain 1 life for each creature destroyed this way', 'draw a card for each permanent destroyed this way')]
        if k == 8:
            return ['each player ' + self.one('sacrifices ', 'chooses ', 'returns ') + article(n) + ' they control' +
                    self.one('', " to its owner's hand", ' as prey'), self.one('put a +1/+1 counter on each of them', 'destroy those creatures', 'exile the rest')]
        if k == 9:
            return ['each player may ' + self.action(''), self.one('if they do', "if they don't", 'if you do') + ': ' + self.sentence()]
        if k == 10:
            return ['exile target %s, then return it to the battlefield under %s control' % (n, self.one('your', "its owner's"))]
        if k == 11:
            return ['when %s: %s' % (self.one('it dies this turn', 'this leaves', 'that creature dies this turn', 'you next cast a spell this turn'), self.sentence())]
        if k == 12:
            return ['look at the top %s of %s library' % (self.one('three cards', 'card', 'X cards' if self.x else 'two cards'), self.one('your', "target player's")),
                    self.one('put one of them into your hand', 'put them on the bottom of your library in any order', 'put the rest into your graveyard')]
        if k == 13:
            return ['reveal the top card of your library', 'if it is a creature card: put it onto the battlefield', 'else: put it into your hand']
        if k == 14:
            return ['for each %s: {' % self.one('player', 'opponent', c)] + ['    ' + s for s in self.statements(depth + 1)] + \
                ['    ' + self.one('it deals 1 damage to you', 'that player loses 1 life', 'put a +1/+1 counter on it', 'its controller draws a card')] + ['}']
        if k == 15:
            return ['search your library for %s, then %s, then shuffle' % (self.one('a creature card', 'up to two land cards', 'a card named "Forest"'), self.one(
                'put it onto the battlefield tapped', 'put them into your hand', 'reveal it', 'put it on the top of your library'))]
        if k == 16:
            return ['target opponent reveals their hand, then you choose %s among it, then that player discards that card' % self.one('a card', 'a land card')]
        if k == 17:
            return [self.action('') + ' if ' + self.condition() + self.one(' and ', ' or ') + self.condition()]
        if k == 18:
            return ['copy target instant or sorcery spell, except it is red', 'you may choose new targets for the copy']
        if k == 19:
            return ['%s deals damage equal to %s to %s' % self.one(('target ' + c, self.one('its power', 'twice its toughness'), self.ref('recipient')[0]),
                                                              ('this', self.amount(), 'each other creature and each opponent'))]
        if k == 20:
            return [self.sentence(), 'if %s: instead %s' % (self.condition(), self.sentence())]
        return ['let former = a color word or basic land type of your choice', 'let latter = another of the same kind',
                'replace former with latter in target permanent\'s text' + self.one('', ' until end of turn')]

    def effect(self, head):
        """Behind a head with ':', as a line or as a block."""
        if self.odds(70):
            s = self.statement(1)
            return [head + ' ' + s[0]] if len(s) == 1 else [head + ' {'] + ['    ' + x for x in s] + ['}']
        return self.block(head, 1)

    def modes(self, head):
        lines = [head + self.one('choose one', 'choose two', 'choose one or more', 'choose one or both') + ' {']
        return lines + ['    ' + self.sentence() for _ in range(self.one(2, 2, 3))] + ['}']

    def triggered(self):
        f = self.r.choice(self.by['event'])
        while f.text.startswith('CAUSE'):
            f = self.r.choice(self.by['event'])
        self.reset()
        event = self.fill(f)
        self.amount_said = bool(re.search('damage|gain|lose|draw', f.text)) and 'extra' not in f.text
        head = 'whenever ' + event if self.odds(75) else 'at the beginning of ' + self.one('your upkeep', 'each upkeep', "each player's end step", 'your draw step')
        if not head.startswith('whenever'):
            self.amount_said = False
        self.said = 'permanent' if 'permanent' in f.text and head.startswith('whenever') else None
        if self.odds(20):
            head += ', if ' + self.condition()
        return self.modes(head + ': ') if self.odds(8) else self.effect(head + ':')

    def activated(self):
        self.reset()
        parts = [self.one('{T}', '{2}', '{1}{R}', '{X}', '{0}')]
        self.x = '{X}' in parts
        if self.odds(40):
            keep = self.targets, self.x
            self.targets, self.x = False, False
            parts.append(self.cost())
            self.targets, self.x = keep
        head = ', '.join(dict.fromkeys(parts))
        if self.odds(20):
            head += ', only ' + self.one('as a sorcery', 'once each turn', 'during your turn', 'if ' + self.condition())
        return self.effect(head + ':')

    def static(self):
        self.reset()
        self.targets, self.static = False, True
        k = self.r.randrange(10)
        f = self.r.choice(self.by['rule'])
        while f.text in ('WHAT:object have', 'WHAT:object gain') or "isn't copied" in f.text or 'this turn' in f.text or 'gain' in f.text:
            f = self.r.choice(self.by['rule'])
        if f.text.startswith('WHO:player switch') or 'as a copy' in f.text or 'enter' in f.text:
            text = self.one('this enters tapped', 'this enters with two +1/+1 counters', 'this enters with X charge counters, where X is ' + self.amount(),
                            'this may enter as a copy of any creature, except it has flying')
        else:
            text = self.fill(f)
        return ['while ' + self.condition() + ': ' + text] if k == 0 else [text]

    def replacement(self):
        self.reset()
        self.targets = False
        event, instead = self.r.choice((
            ('you would gain life', 'you gain twice that much'), ('you would draw a card', None),
            ('a source would deal damage to you', 'it deals twice that much'),
            ('an effect would create tokens under your control', 'create twice that many'),
            ('damage would be dealt to you', 'deal it to this'), ('a creature would die', 'exile it'),
            ('a card would be put into a graveyard', 'exile it'), ('an opponent would gain life', None),
            ('an effect would put counters on a permanent you control', 'put twice that many'), ('this would die', None),
            ('a player would lose life', 'that player loses twice that much'), ('you would discard a card', None)))
        return ['if %s: instead %s' % (event, instead or self.action())]

    def keywords(self):
        return [self.one('flying', 'first strike, vigilance', 'haste', 'protection from red', 'exalted', 'battle cry', 'flanking', 'cycling {2}',
                         'vanishing 3', 'bushido 1', 'level up {1}', 'prowess', 'lifelink, deathtouch', 'defender')]

    def permanent_lines(self):
        k = self.r.randrange(24)
        if k >= 20:
            return self.rare_line(k)
        if k < 7:
            return self.triggered()
        if k < 12:
            return self.activated()
        if k < 16:
            return self.static_line()
        if k < 18:
            return self.replacement()
        if k == 18:
            self.reset()
            self.targets = False
            return [self.one('enchantment', '') and 'define power = ' + self.amount()]
        return self.keywords()

    def rare_line(self, k):
        self.reset()
        if k == 20:
            what = self.one(self.triggered, self.activated, self.static_line)()
            who = self.one('creatures you control have', 'this has', 'each land has', 'while you control an Elf: this has', 'all Elves have')
            return [who + ' {'] + ['    ' + s for s in what] + ['}']
        if k == 21:
            return self.one(['as this enters: let shade = a color of your choice', 'shade creatures you control get +1/+1'],
                            ['as this enters: choose a creature type as kin', 'kin creatures you control have flying'],
                            ['as this enters: choose a player as victim', 'whenever this is dealt damage: this deals that much damage to victim'],
                            ['when this enters: exile another target permanent as prey', 'when this leaves: return prey to the battlefield'],
                            ['when this enters: exile target creature as prey', 'whenever prey enters: ' + self.sentence()])
        if k == 22:
            inner = self.one(self.static_line, self.triggered, self.activated)()
            return ['this may enter as a copy of any %s, except {' % self.noun('permanent'), '    it has {'] + ['        ' + s for s in inner] + ['    }', '}']
        inner = self.fill(self.r.choice(self.by['event']))
        return ['whenever %s or %s: %s' % (self.one('this enters', 'this attacks', 'you gain life', 'a creature dies'), inner, self.sentence())]

    def parameters(self, word, name):
        """A keyword or an action with operands."""
        self.reset()
        if self.odds(50):
            kind, arg, use = self.one(('N', '3', 'draw N cards'), ('N', '2', 'put N +1/+1 counters on this'), ('COST', '{2}', 'you may pay COST'),
                                      ('N', '2', 'creatures you control get +N/+N until end of turn'), ('QUALITY', 'red', 'destroy target QUALITY creature'),
                                      ('COST', '{1}, sacrifice a creature', 'draw a card unless you pay COST'), ('N', '4', 'this deals twice N damage to any target'))
            head = self.one('when this dies: ', '{T}: ', 'at the beginning of your upkeep: ', 'whenever this attacks: ')
            return ['keyword %s %s {' % (word, kind), '    ' + head + use] + ['    ' + s for s in self.one([], self.triggered(), self.activated())] + \
                ['}', 'card "%s" {1} creature Golem 1/1 {' % name, '    %s %s' % (word, arg), '}']
        kind, arg, use = self.one(
            ('AMOUNT:number card', 'three cards', 'draw AMOUNT cards'), ('OBJECT:permanent', 'target creature', 'put a +1/+1 counter on OBJECT'),
            ('OBJECT:permanent', 'all creatures', 'for each OBJECT: draw a card'), ('PLAYER:player', 'each opponent', 'PLAYER loses 2 life'),
            ('AMOUNT:number card', 'cards equal to your life total', 'gain life equal to AMOUNT'), ('COST:cost', '{2}', 'pay COST'),
            ('WHAT:description', 'Elves you control', 'destroy all WHAT'), ('TARGET:recipient', 'any target', 'deal 3 damage to TARGET'),
            ('OBJECT:permanent', 'this', 'OBJECT gets +1/+1 until end of turn'), ('OBJECT:their permanent', 'a creature', 'exile OBJECT'),
            ('PLAYER:player', 'target player', 'PLAYER discards a card unless they pay {1}'), ('ZONE:zone', 'your graveyard', 'exile all cards in ZONE'))
        self.targets = self.odds(30)
        head = self.one('', '', 'you may ', 'each player ', 'target opponent ')
        verb = word + 's' if head.endswith(('player ', 'opponent ')) else word
        return ['action YOU:player %s %s {' % (word, kind), '    ' + use] + (['    ' + s for s in self.statement(1)] if self.odds(40) else []) + \
            ['}', 'card "%s" {1} instant {' % name, '    %s%s %s' % (head, verb, arg), '}']

    def loyal(self, name):
        if self.odds(50):
            lines = []
            for cost in self.one(('+1', '-2'), ('+2', '-1', '-7'), ('-X', '0')):
                self.reset()
                self.x = cost == '-X'
                lines += self.effect(cost + ':')
            return ['card "%s" {3} legendary planeswalker Jace loyalty 4 {' % name] + ['    ' + s for s in lines] + ['}']
        lines = []
        for n in ('1, 2', '3'):
            self.reset()
            lines += self.effect('chapter %s:' % n)
        return ['card "%s" {3} enchantment Saga {' % name] + ['    ' + s for s in lines] + ['}']

    def large(self, name):
        """Near and above every limit: sentences, names, targets, modes, nesting, numbers."""
        n = self.one(3, 4, 5, 8, 9, 16, 17, 40, 64, 65, 130, 256, 300)
        letters = lambda i: ''.join('abcdefghij'[int(c)] for c in str(i))  # noqa: E731
        few = min(n, 70)
        k = self.r.randrange(10)
        if k == 0:
            lines = [self.sentence() for _ in range(few)]
        elif k == 1:
            lines = ['let n%s = your life total' % letters(i) for i in range(n)]
        elif k == 2:
            head = self.one('for each creature: {', 'each player may {', 'if you control an Elf: {', 'you may {', 'at the beginning of the next end step: {')
            lines = [head] * few + [self.sentence()] + ['}'] * few
        elif k == 3:
            lines = ['choose one {'] + ['    ' + self.sentence() for _ in range(min(n, 20))] + ['}']
        elif k == 4:
            most = self.one(10, 1000, 1000000, 1000001, 4294967296, 2147483648)
            lines = [self.one('draw %d cards', 'target creature gets +%d/+2 until end of turn', 'create a 1/%d red Elf creature token', 'gain %d life',
                              'put %d +1/+1 counters on target creature', 'you gain life equal to %d times your life total') % most]
        elif k == 5:
            lines = [self.one(', then ', ' and ').join(self.action('') for _ in range(min(n, 12)))]
        elif k == 6:
            lines = ['draw a card if ' + self.one(' and ', ' or ').join(self.condition() for _ in range(min(n, 12)))]
        elif k == 7:
            lines = ['gain life equal to ' + ' plus '.join(self.amount(2) for _ in range(min(n, 20)))]
        elif k == 8:
            lines = ['%s target %s as prey%s' % (self.one('exile', 'tap'), self.noun('permanent'), letters(i)) for i in range(min(n, 6))]
        else:
            lines = ['exile a creature as prey%s' % letters(i) for i in range(n)] + ['return preya to the battlefield' if n > 4 else 'draw a card']
        return ['card "%s" {1} sorcery {' % name] + ['    ' + s for s in lines] + ['}']

    def card(self, name):
        self.reset()
        k = self.r.randrange(20)
        self.names = []
        if k < 9:
            self.x = self.odds(20)
            lines = self.modes('') if self.odds(10) else self.statements(0)
            head = ('{X}' if self.x else '{1}') + self.one(' sorcery', ' instant')
            return ['card "%s" %s {' % (name, head)] + ['    ' + s for s in lines] + ['}']
        if k == 9:  # a keyword or an action with a body of its own
            word = 'zorp' + ''.join('abcdefghij'[int(c)] for c in name[1:])
            if self.odds(40):
                return self.parameters(word, name)
            if self.odds(50):
                self.targets = False
                return ['action YOU:player %s {' % word] + ['    ' + s for s in self.statements(1)] + \
                    ['}', 'card "%s" {1} sorcery {' % name, '    ' + word, '}']
            lines = self.one(self.triggered, self.activated, self.static_line)()
            return ['keyword %s {' % word] + ['    ' + s for s in lines] + \
                ['}', 'card "%s" {1} artifact creature Golem 1/1 {' % name, '    ' + word, '}']
        if k == 10:
            return self.loyal(name)
        if k == 11:
            return self.large(name)
        lines = []
        for _ in range(self.one(1, 1, 2)):
            self.names = []
            lines += self.permanent_lines()
        head = self.one('{2} creature Elf 2/2', '{1}{G} artifact creature Golem 3/3', '{2}{R} creature Goblin 1/4')
        if any(s.startswith('define power') for s in lines):
            head = '{2} creature Elf */2'
        elif self.odds(15) and not any(s in ('flying', 'haste', 'defender') or ',' in s[:20] for s in lines):
            head = '{3} enchantment'
        if any(s.startswith('level up') for s in lines):
            lines += ['level 2-6 3/3 {', '    flying', '}']
        return ['card "%s" %s {' % (name, head)] + ['    ' + s for s in lines] + ['}']


Writer.static_line = Writer.static
del Writer.static  # the field of this name says that no targets are chosen here
