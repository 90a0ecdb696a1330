"""What the tables are made of: a sentence on a card, and the test that goes with it."""
from model import Kind, YOU, standard

HEADS = {'sorcery': 'sorcery', 'instant': 'instant', 'creature': 'creature Cat 2/2', 'enchantment': 'enchantment',
         'artifact': 'artifact', 'land': 'land', 'Aura': 'enchantment Aura', 'Equipment': 'artifact Equipment'}


class Case:
    """One card. `script` is None where the compiler must refuse it."""

    def __init__(self, group, head, text, script, cites, defaults=False):
        self.group, self.head, self.text, self.script, self.cites = group, head, text, script, cites
        self.options = ' defaults allowed' if defaults else ''
        self.above = ''      # what is declared in front of the card
        self.name, self.refusal, self.passed, self.report = None, None, False, ''

    def card(self):
        lines = '\n'.join('    ' + line for line in self.text.split('\n'))
        return self.above + 'card "%s" %s {\n%s\n}\n' % (self.name, self.head, lines)

    def test(self):
        if self.script is None:
            return ''
        lines = '\n'.join('    ' + line.replace('"@"', '"%s"' % self.name) for line in self.script)
        return 'test "%s" cites %s%s {\n%s\n}\n' % (self.name, self.cites, self.options, lines)


class Table:
    """The sentences of one class. The card under test is called @ until it has its number."""

    def __init__(self, group, cites):
        self.group, self.cites, self.cases = group, cites, []

    def add(self, head, text, board, cites=None):
        board.done().expect()
        self.record(head, text, board, cites)

    def record(self, head, text, board, cites=None):
        """For scripts that hold their expectations already."""
        self.cases.append(Case(self.group, head, text, board.script, cites or self.cites, board.defaults))

    def refuse(self, head, text):
        self.cases.append(Case(self.group, head, text, None, self.cites))

    def spell(self, text, effect, board=None, targets=(), kind='sorcery', cites=None, more='', before=None):
        """A spell that is cast and does what it says: effect(board)."""
        b = board or standard()
        head = head_of(kind)
        b.hand(YOU, Kind('@', *head))
        if before:
            before(b)
        b.cast('@', targets, more=more)
        effect(b)
        b.settle()
        self.add(' '.join(head).strip(), text, b, cites)

    def permanent(self, text, play, board=None, kind='enchantment', player=YOU, cites=None):
        """A permanent that is there from the beginning; play(board) is script and outcome."""
        b = board or standard()
        head = head_of(kind)
        b.control(player, Kind('@', *head))
        play(b)
        b.settle()
        self.add(' '.join(head).strip(), text, b, cites)

    def entering(self, text, effect, board=None, kind='creature', cites=None):
        """A permanent that is cast."""
        b = board or standard()
        head = head_of(kind)
        b.hand(YOU, Kind('@', *head))
        b.cast('@')
        effect(b)
        b.settle()
        self.add(' '.join(head).strip(), text, b, cites)


def head_of(kind):
    """(cost, line) of a card under test: it costs nothing, so that no mana is in the way."""
    line = HEADS.get(kind, kind)
    return ('' if line.startswith('land') else '{0}', line)
