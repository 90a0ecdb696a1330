"""Compliance of the bindings: what users of environments rely on. unittest only."""
import random
import threading
import unittest

import cantrip

LIBRARY = cantrip.Library()
DECKS = ("red-deck-wins", "knights")


def play(env, seed, upto=10**9):
    chance, seen = random.Random(seed), []
    seen.append(env.reset(seed))
    while not env.over and len(seen) < upto:
        seen.append(env.step(chance.choice(env.legal_actions()))[0])
    return seen


class Environment(unittest.TestCase):
    def test_reset_and_step_are_deterministic(self):
        one, other = cantrip.Env(LIBRARY, DECKS), cantrip.Env(LIBRARY, DECKS)
        self.assertEqual(play(one, 7), play(other, 7))
        self.assertEqual(play(one, 7), play(one, 7))  # and a second reset forgets the first game
        self.assertNotEqual(play(one, 8, 50), play(one, 7, 50))

    def test_a_game_ends_with_a_reward(self):
        env = cantrip.Env(LIBRARY, DECKS)
        chance, rewards = random.Random(3), []
        env.reset(3)
        while not env.over:
            _, reward, over, info = env.step(chance.choice(env.legal_actions()))
            rewards.append(reward)
        self.assertTrue(all(r == 0 for r in rewards[:-1]))
        self.assertEqual(rewards[-1], {0: 1, 1: -1, None: 0}[info["winner"]])
        self.assertTrue(over)
        self.assertIsNone(env.player)
        self.assertEqual(env.legal_actions(), [])
        with self.assertRaises(cantrip.Illegal):
            env.step(0)

    def test_observations_have_one_shape(self):
        for seen in play(cantrip.Env(LIBRARY, DECKS), 5, 120):
            self.assertEqual(set(seen), {"player", "rows", "mask"})
            self.assertTrue(all(len(row) == cantrip.Env.observation_width for row in seen["rows"]))
            self.assertEqual([row[0] for row in seen["rows"][:2]], [1, 1])

    def test_every_legal_action_is_taken_and_every_other_refused(self):
        env = cantrip.Env(LIBRARY, DECKS)
        env.reset(1)
        for _ in range(40):
            legal = env.legal_actions()
            for action in range(max(legal) + 3):
                copy = env.clone()
                if action in legal:
                    copy.step(action)
                    continue
                before = hash(copy.game)
                with self.assertRaises(cantrip.Illegal):
                    copy.step(action)
                self.assertEqual(hash(copy.game), before)
            env.step(legal[-1])

    def test_clones_go_their_own_way(self):
        env = cantrip.Env(LIBRARY, DECKS)
        play(env, 4, 30)
        copy = env.clone()
        before = hash(env.game)
        play_on = random.Random(1)
        for _ in range(20):
            copy.step(play_on.choice(copy.legal_actions()))
        self.assertEqual(hash(env.game), before)

    def test_serialize(self):
        env = cantrip.Env(LIBRARY, DECKS)
        play(env, 9, 40)
        data, seen = env.serialize(), env.observation()
        env.reset(1)
        self.assertEqual(env.deserialize(data), seen)
        with self.assertRaises(cantrip.CantripError):
            env.deserialize(data[:100] + bytes([data[100] ^ 1]) + data[101:])

    def test_render(self):
        env = cantrip.Env(LIBRARY, DECKS)
        play(env, 9, 60)
        self.assertIn("life", env.render())


class Hidden(unittest.TestCase):
    def test_worlds_that_cannot_be_told_apart(self):
        env = cantrip.Env(LIBRARY, DECKS)
        for seed in range(5):
            play(env, seed, 60)
            player = env.player
            for world in range(4):
                copy = env.clone()
                copy.game.resample(player, world)
                self.assertEqual(copy.observation(player), env.observation(player))
                self.assertEqual(copy.game.table(player), env.game.table(player))

    def test_the_same_with_every_card(self):
        lands = [card for card in ("Plains", "Island", "Swamp", "Mountain", "Forest") if card in LIBRARY.cards()]
        for seed in range(12):
            chance = random.Random(seed)
            decks = [{**dict.fromkeys(chance.sample(LIBRARY.cards(), 36), 1), **dict.fromkeys(lands, 5)} for _ in range(2)]
            game, n = cantrip.Game(LIBRARY, decks, seed=seed, turn_max=30), 0
            while game.step():
                n += 1
                player = game.decision()["player"]
                if n % 5 == 0:
                    world = game.clone()
                    world.resample(player, n)
                    self.assertEqual(world.table(player), game.table(player))
                game.pick(chance.choice(game.actions()))

    def test_the_hand_of_another_is_not_seen(self):
        game = cantrip.Game(LIBRARY, DECKS, seed=2)
        game.step()
        self.assertEqual(game.table(0)["players"][1]["hand_cards"], [])
        self.assertEqual(len(game.table(1)["players"][1]["hand_cards"]), 7)
        self.assertEqual(game.table(cantrip.SPECTATOR)["players"][1]["hand_cards"], [])
        self.assertEqual(len(game.table(cantrip.FULL)["players"][1]["hand_cards"]), 7)


class Whole(unittest.TestCase):
    def test_journal_and_undo(self):
        game, text = cantrip.Game(LIBRARY, DECKS, seed=5, events=True), ""
        while game.step() and game.answer_count < 60:
            game.answer("default")
            text += game.journal()
        text += game.journal()
        again, report = cantrip.Game.replay(LIBRARY, text)
        self.assertEqual(hash(again), hash(game))
        self.assertEqual(report["line"], 0)
        self.assertEqual(again.events(0), game.events(0))
        _, report = cantrip.Game.replay(LIBRARY, text.replace("answer 0", "answer 1", 1))
        self.assertGreater(report["line"], 0)
        game.undo(30)
        self.assertEqual(game.answer_count, 30)

    def test_decisions_and_reasons(self):
        game = cantrip.Game(LIBRARY, DECKS, seed=5)
        game.step()
        asked = game.decision()
        self.assertEqual(asked["kind"], "mulligan")
        with self.assertRaisesRegex(cantrip.Illegal, "there is no option 9"):
            game.answer(9)
        game.answer({"kind": "yes"})
        self.assertEqual(game.decision(1 - asked["player"]), None)

    def test_batches(self):
        def played(threads):
            batch = cantrip.Batch(LIBRARY, DECKS, 16, threads=threads, mask_width=64)
            chance = random.Random(1)
            while batch.finished < 24:
                for i, n in enumerate(batch.action_counts):
                    row = batch.masks[i * 64:i * 64 + min(n, 64)]
                    batch.actions[i] = chance.choice([k for k, legal in enumerate(row) if legal])
                self.assertEqual(batch.step(), 0)  # what the mask allows is legal
            return batch
        one, two = played(1), played(3)
        self.assertEqual([hash(g) for g in one.games], [hash(g) for g in two.games])
        self.assertEqual((one.wins, one.draws, one.picks), (two.wins, two.draws, two.picks))
        self.assertEqual(sum(one.wins) + one.draws, one.finished)
        self.assertGreater(one.picks, 500)
        self.assertEqual(len({hash(g) for g in one.games}), 16)
        self.assertEqual(memoryview(one.players).nbytes, 64)  # for numpy.frombuffer
        for i in range(16):
            one.actions[i] = next(k for k in range(64) if one.masks[i * 64 + k])
        one.actions[3] = 10**6
        before = hash(one.games[3])
        self.assertEqual(one.step(), 1)
        self.assertEqual(hash(one.games[3]), before)

    def test_four_players(self):
        env = cantrip.Env(LIBRARY, DECKS * 2)
        chance, asked = random.Random(3), set()
        seen = env.reset(seed=2)
        self.assertEqual(len([r for r in seen["rows"] if r[0] == 1]), 4)
        while not env.over:
            asked.add(env.player)
            seen, reward, over, info = env.step(chance.choice(env.legal_actions()))
        self.assertEqual(asked, {0, 1, 2, 3})
        self.assertEqual(reward, 1 if info["winner"] == 0 else -1 if info["winner"] is not None else 0)
        self.assertEqual(info["rewards"], tuple(1 if p == info["winner"] else -1 for p in range(4)))
        batch = cantrip.Batch(LIBRARY, DECKS * 2, 4)
        self.assertEqual(len(batch.wins), 4)

    def test_teams_win_as_a_whole(self):
        env, chance = cantrip.Env(LIBRARY, DECKS * 2, team_size=2, shared=1), random.Random(4)
        env.reset(seed=3)
        self.assertEqual(env.game.teams, [0, 0, 2, 2])
        self.assertEqual(env.rewards(), (0, 0, 0, 0))
        while not env.over:
            _, reward, _, info = env.step(chance.choice(env.legal_actions()))
        self.assertIn(info["rewards"], [(1, 1, -1, -1), (-1, -1, 1, 1)])
        self.assertEqual(reward, info["rewards"][0])
        batch = cantrip.Batch(LIBRARY, DECKS * 2, 4, team_size=2, shared=1, mask_width=256)
        while batch.finished < 3:
            for i in range(4):
                row = batch.masks[i * 256:(i + 1) * 256]
                batch.actions[i] = chance.choice([k for k, legal in enumerate(row) if legal])
            batch.step()
        self.assertEqual(batch.wins[0], batch.wins[1])
        self.assertEqual(batch.wins[2], batch.wins[3])
        self.assertEqual(batch.wins[0] + batch.wins[2] + batch.draws, batch.finished)

    def test_batches_that_see(self):
        batch, rows, wide = cantrip.Batch(LIBRARY, DECKS, 4, most_rows=40, mask_width=64), 40, cantrip.Batch.observation_width
        chance = random.Random(2)
        for _ in range(200):
            for i, game in enumerate(batch.games):
                numbers, count = game.observe(batch.players[i], rows)
                self.assertEqual(count, batch.row_counts[i])
                self.assertEqual(list(numbers), batch.rows[i * rows * wide:(i + 1) * rows * wide])
                row = batch.masks[i * 64:(i + 1) * 64]
                batch.actions[i] = chance.choice([k for k, legal in enumerate(row) if legal])
            batch.step()

    def test_threads(self):
        found = {}

        def work(seed):
            found[seed] = hash(play_hash(seed))

        def play_hash(seed):
            env = cantrip.Env(LIBRARY, DECKS)
            play(env, seed)
            return env.game

        threads = [threading.Thread(target=work, args=(s % 3,)) for s in range(6)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertEqual(found, {s: hash(play_hash(s)) for s in range(3)})

    def test_more_than_two(self):
        deck = {"Mountain": 24, "Shock": 16}
        game = cantrip.Game(LIBRARY, [deck] * 4, team_size=2, seed=3)
        self.assertTrue(game.step())
        self.assertEqual(len(game.table(0)["players"]), 4)
        game.concede(1)
        game.concede(3)
        self.assertTrue(game.step())
        self.assertNotIn(game.decision()["player"], (1, 3))
        self.assertEqual(game.winners, [])
        game.concede(2)
        self.assertTrue(game.over)
        self.assertEqual(game.winners, [0, 1])
        with self.assertRaises(cantrip.CantripError):
            cantrip.Game(LIBRARY, [deck] * 3, team_size=2)

    def test_mistakes(self):
        with self.assertRaises(cantrip.CantripError):
            cantrip.Library(b"rubbish")
        with self.assertRaisesRegex(cantrip.CantripError, "Nope"):
            cantrip.Game(LIBRARY, [{"Nope": 1}, {}])


if __name__ == "__main__":
    unittest.main()
