"""Environments: one game as steps with rewards, and many games at once in threads."""
import ctypes as C
from concurrent.futures import ThreadPoolExecutor

from . import _engine
from ._engine import Game, Illegal, NOBODY, OBSERVE_WIDTH, _lib


class Env:
    """A game for learners. Players take turns: `player` is asked, and steps with one of `legal_actions()`.

    An observation is {"player", "rows", "mask"}: who is asked; a tuple of rows of numbers (include/cantrip/search.h), the same
    for every reset and step; and which actions are legal. Rewards are 1, -1 or 0, at the end only: what step() returns is for
    player 0, info["rewards"] has one for each player; a team wins as a whole. Options are those of Game.
    """
    observation_width = OBSERVE_WIDTH

    def __init__(self, library, decks=("knights", "knights"), turn_max=200, most_rows=256, **options):
        self.library, self.options = library, options
        self.decks = [library.deck(d) if not isinstance(d, dict) else d for d in decks]
        self.possible_players = tuple(range(len(self.decks)))
        self.turn_max, self.most_rows = turn_max, most_rows
        self.game = None

    def reset(self, seed=0):
        """A new game; the same seed and actions give the same game. Returns the first observation."""
        self.game = Game(self.library, self.decks, seed=seed, turn_max=self.turn_max, **self.options)
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
        _engine._check(players[0] in (_engine.NO_MEMORY, _engine.NO_STEP))
        return None if players[0] == NOBODY else players[0]

    def legal_actions(self):
        return self.game.actions()

    def step(self, action):
        """(observation, reward, over, info). An action that is not legal raises Illegal and changes nothing."""
        if self.over:
            raise Illegal("the game is over: reset")
        self.game.pick(action)
        rewards = self.rewards()
        return self.observation(), rewards[0], self.game.over, {"winner": self.game.winner, "rewards": rewards}

    def rewards(self):
        """What the game has come to for each player: 1 who has won, -1 who has not, 0 for all in a draw or while it goes on."""
        won = self.game.winners
        return tuple((1 if p in won else -1) if won else 0 for p in self.possible_players)

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
    """Many games at once. Each step picks in all of them, in threads; games that are over begin anew with their next seed.

    The arrays stay where they are, and numpy.frombuffer(batch.players, "uint32") reads one without copying it:
      actions        fill it before step(); NO_ACTION: none in that game
      players        who is asked in each game
      action_counts  actions that there are; not each need be legal
      masks          with mask_width: a row of bytes for each game, 1 = legal
      ended          the winner of the game that was over in this step (of a team, one of it), DRAWN, or NOBODY: it goes on
      rows           with most_rows: what whoever is asked sees, for each game `most_rows` rows of OBSERVE_WIDTH numbers
      row_counts     how many of them there are
    With ranks=True an action is its rank among the legal ones, modulo how many these are, so any random numbers will do.
    `wins` counts for each player of the team. Options are those of Game. The games depend on decks, seed, count and actions only, whatever the number of threads.
    """
    NO_ACTION = 0xFFFFFFFF
    observation_width = OBSERVE_WIDTH

    def __init__(self, library, decks, count, seed=0, threads=1, turn_max=200, mask_width=0, most_rows=0, ranks=False,
                 **options):
        self.library, self.count = library, count
        self.start = Game(library, [library.deck(d) if not isinstance(d, dict) else d for d in decks], turn_max=turn_max,
                          **options)
        self.games = [self.start.clone() for _ in range(count)]
        self.finished = self.picks = self.draws = 0
        self.wins = [0] * len(decks)
        self.handles = (C.c_void_p * count)(*[g._as_parameter_ for g in self.games])
        self.actions = (C.c_uint32 * count)(*[self.NO_ACTION] * count)
        self.players, self.action_counts, self.ended = ((C.c_uint32 * count)() for _ in range(3))
        self.masks = (C.c_uint8 * (count * mask_width))() if mask_width else None
        self.most_rows, self.ranks, self.teams = most_rows, ranks, self.start.teams
        self.rows = (C.c_int32 * (count * most_rows * OBSERVE_WIDTH))() if most_rows else None
        self.row_counts = (C.c_uint32 * count)() if most_rows else None
        self.seeds = (C.c_uint64 * count)(*[(seed + i) & (2**64 - 1) for i in range(count)])
        self.parts = [self._part(i * count // threads, (i + 1) * count // threads, mask_width) for i in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._run()  # a game that was never stepped begins with its seed

    def _part(self, begin, end, mask_width):
        at = lambda array, width: C.addressof(array) + begin * width if array is not None else None
        return _engine._Batch(struct_size=C.sizeof(_engine._Batch), count=end - begin, games=at(self.handles, C.sizeof(C.c_void_p)),
                              actions=at(self.actions, 4), start=self.start._as_parameter_, seeds=at(self.seeds, 8),
                              seed_step=self.count, players=at(self.players, 4), action_counts=at(self.action_counts, 4),
                              masks=at(self.masks, mask_width), mask_width=mask_width, ended=at(self.ended, 4),
                              rows=at(self.rows, 4 * self.most_rows * OBSERVE_WIDTH), row_max=self.most_rows,
                              row_counts=at(self.row_counts, 4), ranks=self.ranks)

    def _run(self):
        status = max(self.pool.map(_lib.cantrip_batch_step, self.parts) if self.pool else
                     map(_lib.cantrip_batch_step, self.parts))
        _engine._check(status)

    def step(self):
        """Picks `actions[i]` in game i; returns how many were not legal. Those games wait for another."""
        self._run()
        refused = finished = 0
        for part in self.parts:
            self.picks += part.picked
            refused += part.refused
            finished += part.finished
        if finished:
            self.finished += finished
            for winner in self.ended:
                if winner < len(self.wins):
                    for player, team in enumerate(self.teams):
                        self.wins[player] += team == self.teams[winner]
                elif winner != NOBODY:
                    self.draws += 1
        return refused
