#!/usr/bin/env python3
"""Two players who do anything that is legal. usage: random_agents.py [games]"""
import random
import sys

import cantrip


def main(games):
    library = cantrip.Library()
    env = cantrip.Env(library, decks=("red-deck-wins", "knights"))
    wins = {0: 0, 1: 0, None: 0}
    for seed in range(games):
        chance = random.Random(seed)
        env.reset(seed)
        while not env.over:
            env.step(chance.choice(env.legal_actions()))
        wins[env.game.winner] += 1
    print(f"player 0 won {wins[0]}, player 1 won {wins[1]}, {wins[None]} draws")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
