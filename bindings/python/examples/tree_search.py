#!/usr/bin/env python3
"""A small search against chance, both with the knights. usage: tree_search.py [games] [playouts for each decision]

At each question the searcher looks at worlds that it cannot tell from the true one (resample), the same ones for each action, and
gives its playouts to the actions that look best so far (UCB1). A playout goes on by likely chance for a few turns.
"""
import math
import random
import sys
import time

import cantrip

TURNS = 3  # how far a playout looks
SCALE = 60  # what a good difference on the table is worth


def choose(game, player, actions, playouts, seed):
    """The action that was tried most often."""
    if len(actions) == 1:
        return actions[0]
    tried, sums = [0] * len(actions), [0.0] * len(actions)
    world, until = game.clone(), game.turns + TURNS  # all look as far ahead, whatever the action comes to
    for n in range(playouts):
        best = min(range(len(actions)), key=lambda i: tried[i]) if n < len(actions) else max(
            range(len(actions)), key=lambda i: sums[i] / tried[i] + 0.3 * math.sqrt(math.log(n) / tried[i]))
        luck = seed + tried[best]  # the same worlds for all actions
        world.copy_from(game)
        world.resample(player, luck)
        world.pick(actions[best])
        tried[best] += 1
        left = max(1, until - world.turns)
        sums[best] += math.tanh(world.playout(luck * 7919, player, turns=left) / SCALE)
    return actions[max(range(len(actions)), key=lambda i: tried[i])]


def play(library, seed, playouts):
    """1 if the searcher wins. It is player 0 and 1 in turn."""
    chance, searcher = random.Random(seed), seed % 2
    env = cantrip.Env(library, decks=("knights", "knights"))
    env.reset(seed)
    while not env.over:
        actions, player = env.legal_actions(), env.player
        if player == searcher:
            action = choose(env.game, player, actions, playouts, seed * 1000003 + env.game.answer_count)
        else:
            action = chance.choice(actions)
        env.game.pick(action)
    return env.game.winner == searcher


def main(games, playouts):
    library, begin = cantrip.Library(), time.time()
    won = sum(play(library, seed, playouts) for seed in range(games))
    print(f"the search won {won} of {games} games against chance, in {time.time() - begin:.0f} s")


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:3])) if len(sys.argv) > 2 else main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, 24)
