"""The C library as Python sees it. Every function of include/cantrip that is used here is declared once, below."""
import ctypes as C
import ctypes.util
import json
import os
import pathlib

SPECTATOR, FULL = 0xFE, 0xFF
OBSERVE_WIDTH = 20
NOBODY, NO_MEMORY, NO_STEP = 0xFF, 0xFD, 0xFC
_TABLE, _DECISION, _EVENTS, _RESULT = range(4)


class CantripError(Exception):
    """What the engine refused, in its words."""


class Illegal(CantripError):
    """An answer that is not legal; nothing has changed."""


class _Options(C.Structure):
    _fields_ = [("struct_size", C.c_uint32), ("player_count", C.c_uint32), ("seed", C.c_uint64), ("ask_trivial", C.c_uint32),
                ("pay_by_hand", C.c_uint32), ("take_back", C.c_uint32), ("float_mana", C.c_uint32), ("turn_max", C.c_uint32),
                ("events", C.c_uint32), ("team_size", C.c_uint32), ("shared", C.c_uint32), ("range", C.c_uint32),
                ("attack", C.c_uint32), ("seating", C.c_uint32), ("life", C.c_uint32), ("commander_damage", C.c_uint32),
                ("object_max", C.c_uint32), ("work_max", C.c_uint32), ("chooser", C.c_uint32), ("order_cards", C.c_uint32)]


class _PackError(C.Structure):
    _fields_ = [("rule", C.c_char * 8), ("message", C.c_char * 160), ("section", C.c_uint32), ("row", C.c_uint32),
                ("instruction", C.c_uint32)]


class _Replay(C.Structure):
    _fields_ = [("struct_size", C.c_uint32), ("upto", C.c_uint32), ("entries", C.c_uint32), ("total", C.c_uint32),
                ("whole", C.c_size_t), ("line", C.c_uint32), ("message", C.c_char * 160)]


class _Bytes(C.Structure):
    _fields_ = [("at", C.c_char_p), ("size", C.c_size_t)]


class _Result(C.Structure):
    _fields_ = [("over", C.c_uint32), ("draw", C.c_uint32), ("winner", C.c_uint32), ("fault", C.c_uint32), ("turns", C.c_uint32),
                ("decisions", C.c_uint32), ("fault_text", C.c_char_p)]


class _Batch(C.Structure):
    _fields_ = [("struct_size", C.c_uint32), ("count", C.c_uint32), ("games", C.c_void_p), ("actions", C.c_void_p),
                ("start", C.c_void_p), ("seeds", C.c_void_p), ("seed_step", C.c_uint64), ("players", C.c_void_p),
                ("action_counts", C.c_void_p), ("masks", C.c_void_p), ("mask_width", C.c_uint32), ("ended", C.c_void_p),
                ("picked", C.c_uint32), ("refused", C.c_uint32), ("finished", C.c_uint32), ("rows", C.c_void_p),
                ("row_max", C.c_uint32), ("row_counts", C.c_void_p), ("ranks", C.c_uint32)]


_P, _U32, _U64, _SIZE, _STR = C.c_void_p, C.c_uint32, C.c_uint64, C.c_size_t, C.c_char_p
_OUT = C.POINTER(C.c_void_p)
_FUNCTIONS = {
    "version_text": (_STR, []),
    "status_text": (_STR, [C.c_int]),
    "library_open_with": (C.c_int, [_STR, _SIZE, C.POINTER(_Bytes), _U32, _OUT, C.POINTER(_PackError)]),
    "library_close": (None, [_P]),
    "library_card_count": (_U32, [_P]),
    "library_card_name": (_STR, [_P, _U32]),
    "game_create": (C.c_int, [_P, C.POINTER(_Options), _OUT]),
    "game_deck_add": (C.c_int, [_P, _U32, _STR, _U32]),
    "game_destroy": (None, [_P]),
    "game_step": (C.c_int, [_P]),
    "game_answer": (C.c_int, [_P, C.POINTER(_U32), _U32]),
    "game_answer_json": (C.c_int, [_P, _STR, _SIZE]),
    "game_refusal": (_STR, [_P]),
    "game_concede": (C.c_int, [_P, _U32]),
    "game_result": (_Result, [_P]),
    "game_winners": (_U32, [_P]),
    "game_clone": (C.c_int, [_P, _OUT]),
    "game_copy_into": (C.c_int, [_P, _P]),
    "game_save_size": (_SIZE, [_P]),
    "game_save": (C.c_int, [_P, C.c_char_p, _SIZE]),
    "game_load": (C.c_int, [_P, _STR, _SIZE, _OUT]),
    "game_hash": (_U64, [_P]),
    "game_json": (_SIZE, [_P, C.c_int, _U32, _U32, C.c_char_p, _SIZE]),
    "game_resample": (C.c_int, [_P, _U32, _U64]),
    "game_undo": (C.c_int, [_P, _U32]),
    "game_answer_count": (_U32, [_P]),
    "event_count": (_U32, [_P]),
    "journal_take": (_SIZE, [_P, C.c_char_p, _SIZE]),
    "journal_read": (C.c_int, [_P, _STR, _SIZE, C.POINTER(_Replay), _OUT]),
    "pick_actions": (_U32, [_P, C.POINTER(C.c_uint8), _U32]),
    "pick": (C.c_int, [_P, _U32]),
    "batch_pick": (_U32, [_OUT, _U32, C.POINTER(_U32), C.POINTER(_U32), C.POINTER(_U32)]),
    "batch_step": (C.c_int, [C.POINTER(_Batch)]),
    "observe": (_U32, [_P, _U32, C.POINTER(C.c_int32), _U32]),
    "playout": (C.c_int32, [_P, _U64, _U32, _U32]),
}


def _candidates():
    here = pathlib.Path(__file__).resolve()
    if os.environ.get("CANTRIP_LIBRARY"):
        yield os.environ["CANTRIP_LIBRARY"]
        return
    for above in here.parents:  # installed beside: PREFIX/share/cantrip/python; or in the sources
        yield from sorted(str(p) for p in above.glob("lib*/libcantrip.so"))
        yield from sorted(str(p) for p in above.glob("lib/*/libcantrip.so"))
        yield str(above / "build" / "libcantrip.so")
    found = ctypes.util.find_library("cantrip")
    if found:
        yield found


def _load():
    for path in _candidates():
        if "/" in path and not os.path.exists(path):
            continue
        lib = C.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(lib, "cantrip_" + name)
            function.restype, function.argtypes = result, arguments
        return lib, path
    raise ImportError("libcantrip.so is not to be found: install it (cmake --install build), or say where it is in "
                      "CANTRIP_LIBRARY")


_lib, _path = _load()


def library_path():
    return _path


def version():
    return _lib.cantrip_version_text().decode()


def find_cards():
    """The folder with cards.ctp and decks/: CANTRIP_CARDS, or what is installed beside the library."""
    if os.environ.get("CANTRIP_CARDS"):
        return pathlib.Path(os.environ["CANTRIP_CARDS"])
    for above in pathlib.Path(_path).resolve().parents:
        if (above / "share" / "cantrip" / "cards.ctp").exists():
            return above / "share" / "cantrip"
    raise CantripError("there are no installed cards: say where they are in CANTRIP_CARDS")


def _check(status, game=None):
    if status == 0:
        return
    why = _lib.cantrip_game_refusal(game).decode() if game else ""
    text = why or _lib.cantrip_status_text(status).decode()
    raise (Illegal if status == 4 else CantripError)(text)


class _Open:
    """A library in memory, closed with the last of those who use it: when the interpreter ends, objects go in no order."""

    def __init__(self, handle):
        self.handle, self.users = handle, 1

    def drop(self):
        self.users -= 1
        if not self.users:
            _lib.cantrip_library_close(self.handle)


class Library:
    """Packs, verified; shared by any number of games and threads."""

    def __init__(self, *packs):
        """`packs`: bytes or paths, or nothing for the installed cards. Several are played together."""
        self.folder = None
        if not packs or packs == (None,):
            self.folder = find_cards()
            packs = (self.folder / "cards.ctp",)
        packs = [bytes(p) if isinstance(p, (bytes, bytearray)) else pathlib.Path(p).read_bytes() for p in packs]
        self._as_parameter_ = None
        handle, why = C.c_void_p(), _PackError()
        others = (_Bytes * len(packs))(*[(p, len(p)) for p in packs[1:]])
        status = _lib.cantrip_library_open_with(packs[0], len(packs[0]), others, len(packs) - 1, C.byref(handle), C.byref(why))
        if status:
            raise CantripError(f"{_lib.cantrip_status_text(status).decode()}: {why.rule.decode()} {why.message.decode()}")
        self._as_parameter_, self._open = handle, _Open(handle)

    def __del__(self):
        if getattr(self, "_as_parameter_", None):
            self._open.drop()
            self._as_parameter_ = None

    def cards(self):
        return [_lib.cantrip_library_card_name(self, i).decode() for i in range(_lib.cantrip_library_card_count(self))]

    def deck(self, name):
        """A deck of the installed cards, or a file with lines like '4 Lightning Bolt': {name: count}."""
        path = pathlib.Path(name)
        if not path.exists():
            path = (self.folder or find_cards()) / "decks" / f"{name}.txt"
        cards = {}
        for line in path.read_text().splitlines():
            count, _, card = line.strip().partition(" ")
            if count.rstrip("x").isdigit() and card:
                cards[card.strip()] = cards.get(card.strip(), 0) + int(count.rstrip("x"))
        return cards


class Game:
    """One game. Freed with its last reference; belongs to one thread at a time."""

    def __init__(self, library, decks=None, seed=1, events=False, turn_max=0, handle=None, **options):
        """`decks`: for each player (two, or more) a dict, or a name for Library.deck. Options: ask_trivial, pay_by_hand, take_back,
        float_mana; of more than two players team_size, shared, range, attack, seating, life; the limits object_max, work_max; chooser (who says who begins), order_cards; all as in cantrip/game.h."""
        self.library, self._open = library, library._open
        self._open.users += 1
        self._as_parameter_ = handle
        if handle is not None:
            return
        decks = list(decks or ())
        o = _Options(struct_size=C.sizeof(_Options), player_count=max(2, len(decks)), seed=seed & (2**64 - 1), events=events, turn_max=turn_max,
                     **options)
        handle = C.c_void_p()
        _check(_lib.cantrip_game_create(library, C.byref(o), C.byref(handle)))
        self._as_parameter_ = handle
        for player, deck in enumerate(decks):
            for card, count in (library.deck(deck) if isinstance(deck, (str, pathlib.Path)) else deck).items():
                status = _lib.cantrip_game_deck_add(self, player, card.encode(), count)
                if status:
                    raise CantripError(f"{card}: {_lib.cantrip_status_text(status).decode()}")

    def __del__(self):
        if getattr(self, "_as_parameter_", None):
            _lib.cantrip_game_destroy(self)
            self._as_parameter_ = None
        if getattr(self, "_open", None):
            self._open.drop()
            self._open = None

    # ---- playing

    def step(self):
        """Runs to the next question; False: the game is over."""
        status = _lib.cantrip_game_step(self)
        if status == 2:
            raise MemoryError
        return status == 0

    def decision(self, viewer=FULL):
        """What is asked, as a dict (docs/host-api.md); None if nothing is, or another player."""
        return self._json(_DECISION, viewer)

    def answer(self, *chosen):
        """Indices of options; or one string or structure for cantrip_game_answer_json."""
        if len(chosen) == 1 and not isinstance(chosen[0], int):
            text = json.dumps(chosen[0]).encode()
            _check(_lib.cantrip_game_answer_json(self, text, len(text)), self)
        else:
            _check(_lib.cantrip_game_answer(self, (_U32 * max(1, len(chosen)))(*chosen), len(chosen)), self)

    def concede(self, player):
        _check(_lib.cantrip_game_concede(self, player))

    @property
    def result(self):
        return self._json(_RESULT, FULL)

    @property
    def over(self):
        return bool(_lib.cantrip_game_result(self).over)

    @property
    def turns(self):
        """Turns that have begun."""
        return _lib.cantrip_game_result(self).turns

    @property
    def winner(self):
        r = _lib.cantrip_game_result(self)
        return r.winner if r.over and not r.draw and not r.fault else None

    @property
    def winners(self):
        """Who has won: one player, or a team."""
        mask = _lib.cantrip_game_winners(self)
        return [p for p in range(31) if mask >> p & 1]

    @property
    def teams(self):
        """The number of each player's team."""
        return [p["team"] for p in self.table(SPECTATOR)["players"]]

    # ---- seeing

    def _json(self, what, viewer, since=0):
        need = _lib.cantrip_game_json(self, what, viewer, since, None, 0)
        if not need:
            raise MemoryError
        buffer = C.create_string_buffer(need + 1)
        _lib.cantrip_game_json(self, what, viewer, since, buffer, need + 1)
        return json.loads(buffer.value)

    def table(self, viewer):
        """Everything that a player, SPECTATOR or FULL may see, as a dict."""
        return self._json(_TABLE, viewer)

    def events(self, viewer, since=0):
        """What has happened since that mark; needs events=True. The next mark is `event_count`."""
        return self._json(_EVENTS, viewer, since)

    @property
    def event_count(self):
        return _lib.cantrip_event_count(self)

    # ---- copies, saves, journals

    def clone(self):
        handle = C.c_void_p()
        _check(_lib.cantrip_game_clone(self, C.byref(handle)))
        return Game(self.library, handle=handle)

    def copy_from(self, other):
        """Becomes what `other` is, without allocating."""
        _check(_lib.cantrip_game_copy_into(other, self))

    def save(self):
        size = _lib.cantrip_game_save_size(self)
        buffer = C.create_string_buffer(size)
        _check(_lib.cantrip_game_save(self, buffer, size))
        return buffer.raw

    @staticmethod
    def load(library, data):
        handle = C.c_void_p()
        _check(_lib.cantrip_game_load(library, bytes(data), len(data), C.byref(handle)))
        return Game(library, handle=handle)

    def __hash__(self):
        return _lib.cantrip_game_hash(self)

    def journal(self):
        """The lines that were not taken yet, for appending to a file."""
        need = _lib.cantrip_journal_take(self, None, 0)
        buffer = C.create_string_buffer(need + 1)
        _lib.cantrip_journal_take(self, buffer, need + 1)
        return buffer.value.decode()

    @staticmethod
    def replay(library, text, upto=2**32 - 1):
        """The game of a journal, and a dict that says how much of it was whole."""
        text = text.encode() if isinstance(text, str) else bytes(text)
        handle, r = C.c_void_p(), _Replay(struct_size=C.sizeof(_Replay), upto=upto)
        status = _lib.cantrip_journal_read(library, text, len(text), C.byref(r), C.byref(handle))
        report = {"entries": r.entries, "total": r.total, "whole": r.whole, "line": r.line, "message": r.message.decode()}
        game = Game(library, handle=handle) if handle.value else None
        if status:
            raise CantripError(f"line {r.line}: {report['message']}")
        return game, report

    def undo(self, answers):
        """Back to where so many answers had been given."""
        _check(_lib.cantrip_game_undo(self, answers))

    @property
    def answer_count(self):
        return _lib.cantrip_game_answer_count(self)

    # ---- for searchers

    def resample(self, player, seed):
        """Another world that `player` cannot tell from this one. On a clone."""
        _check(_lib.cantrip_game_resample(self, player, seed & (2**64 - 1)))

    def actions(self):
        """Legal picks of the question at hand (include/cantrip/search.h)."""
        count = _lib.cantrip_pick_actions(self, None, 0)
        mask = (C.c_uint8 * max(1, count))()
        _lib.cantrip_pick_actions(self, mask, count)
        return [i for i in range(count) if mask[i]]

    def pick(self, action):
        _check(_lib.cantrip_pick(self, action), self)

    def playout(self, seed, player, turns=0):
        """Plays this game on by chance and says what came of it for `player`. On a clone."""
        worth = _lib.cantrip_playout(self, seed & (2**64 - 1), turns, player)
        _check(worth == -(2**31))
        return worth

    def observe(self, viewer, most=256):
        """Rows of OBSERVE_WIDTH numbers: (array, rows that there are). numpy.frombuffer reads the array."""
        out = (C.c_int32 * (most * OBSERVE_WIDTH))()
        return out, _lib.cantrip_observe(self, viewer, out, most)
