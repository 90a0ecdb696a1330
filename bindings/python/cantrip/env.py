"""Environments: one game as steps with rewards, and many games at once in threads."""
import ctypes as C
from concurrent.futures import ThreadPoolExecutor

from . import _engine
from ._engine import Game, Illegal, NOBODY, OBSERVE_WIDTH, _lib


class Env:
    """A game for learners. Players take turns: `player` is asked, and steps with one of `legal_actions()`.

    An observation is {"player", "rows", "mask"}: who is asked; a tuple of rows of numbers (include/cantrip/search.h), the same
    for every reset and step; and which actions are legal. Rewards are 1, -1 or 0, for player 0, at the end only.
    """
    possible_players = (0, 1)
    observation_width = OBSERVE_WIDTH

    def __init__(self, library, decks=("knights", "knights"), turn_max=200, most_rows=256):
        self.library = library
        self.decks = [library.deck(d) if not isinstance(d, dict) else d for d in decks]
        self.turn_max, self.most_rows = turn_max, most_rows
        self.game = None

    def reset(self, seed=0):
        """A new game; the same seed and actions give the same game. Returns the first observation."""
        self.game = Game(self.library, self.decks, seed=seed, turn_max=self.turn_max)
        self.game.step()
        return self.observation()

    @property
    def over(self):
        return self.game is None or self.game.over

    @property
    def player(self):
        """Who is asked; None when the game is over."""
        players = (C.c_uint32 * 1)()
        handle = (C.c_void_p * 1)(self.game._as_parameter_)
        _lib.cantrip_batch_pick(handle, 1, None, players, None)
        return None if players[0] == NOBODY else players[0]

    def legal_actions(self):
        return self.game.actions()

    def step(self, action):
        """(observation, reward, over, info). An action that is not legal raises Illegal and changes nothing."""
        if self.over:
            raise Illegal("the game is over: reset")
        self.game.pick(action)
        reward = 0
        if self.game.over and self.game.winner is not None:
            reward = 1 if self.game.winner == 0 else -1
        return self.observation(), reward, self.game.over, {"winner": self.game.winner}

    def observation(self, viewer=None):
        viewer = (self.player or 0) if viewer is None else viewer
        numbers, count = self.game.observe(viewer, self.most_rows)
        width, count = OBSERVE_WIDTH, min(count, self.most_rows)
        rows = tuple(tuple(numbers[i * width:(i + 1) * width]) for i in range(count))
        return {"player": self.player, "rows": rows, "mask": tuple(self.legal_actions())}

    def clone(self):
        other = Env.__new__(Env)
        other.__dict__.update(self.__dict__)
        other.game = self.game.clone()
        return other

    def serialize(self):
        return self.game.save()

    def deserialize(self, data):
        self.game = Game.load(self.library, data)
        return self.observation()

    def render(self):
        """The table as whoever is asked sees it, in a few lines."""
        t = self.game.table(self.player if self.player is not None else _engine.SPECTATOR)
        lines = [f"turn {t['turn']}, {t['step']}, player {t['active_player']}"]
        for p in t["players"]:
            names = [c.get("name", "?") for c in t["battlefield"] if c["controller"] == p["player"]]
            lines.append(f"  {p['name']}: {p['life']} life, {p['hand']} in hand: {', '.join(names)}")
        return "\n".join(lines)


class Batch:
    """Many games at once. Each step picks in all of them, in threads; games that end begin anew with the next seed."""

    def __init__(self, library, decks, count, seed=0, threads=1, turn_max=200):
        self.library, self.count, self.turn_max = library, count, turn_max
        self.decks = [library.deck(d) if not isinstance(d, dict) else d for d in decks]
        self.next_seed = seed
        self.finished = self.picks = 0
        self.wins = [0, 0]
        self.games = [None] * count
        self.handles = (C.c_void_p * count)()
        self.actions = (C.c_uint32 * count)(*[0xFFFFFFFF] * count)  # fill before step()
        self.players = (C.c_uint32 * count)()  # who is asked in each game
        self.action_counts = (C.c_uint32 * count)()  # actions that there are; not each need be legal
        self.slices = [(i * count // threads, (i + 1) * count // threads) for i in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        for i in range(count):
            self._begin(i)
        self._run()

    def _begin(self, i):
        self.games[i] = Game(self.library, self.decks, seed=self.next_seed, turn_max=self.turn_max)
        self.handles[i] = self.games[i]._as_parameter_
        self.next_seed += 1

    def _part(self, begin_end):
        begin, end = begin_end
        at = lambda array, kind: C.cast(C.byref(array, begin * C.sizeof(kind)), C.POINTER(kind))
        return _lib.cantrip_batch_pick(at(self.handles, C.c_void_p), end - begin, at(self.actions, C.c_uint32),
                                       at(self.players, C.c_uint32), at(self.action_counts, C.c_uint32))

    def _run(self):
        parts = self.pool.map(self._part, self.slices) if self.pool else map(self._part, self.slices)
        return sum(parts)

    def step(self):
        """Picks `actions[i]` in game i; returns how many were not legal. Those games wait for another."""
        refused = self._run()
        self.picks += self.count - refused
        for i in range(self.count):
            if self.players[i] == NOBODY:
                winner = self.games[i].winner
                if winner is not None:
                    self.wins[winner] += 1
                self.finished += 1
                self._begin(i)
                self.actions[i] = 0xFFFFFFFF
                self._part((i, i + 1))
        return refused
