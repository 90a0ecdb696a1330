"""Cantrip for researchers: plain ctypes over the installed library, no compiler needed.

    import cantrip
    library = cantrip.Library()                       # the cards that are installed with the engine
    env = cantrip.Env(library, decks=("knights", "merfolk"))
    seen = env.reset(seed=1)
    while not env.over:
        seen, reward, over, info = env.step(random.choice(env.legal_actions()))

Library, Game, Env and Batch are the whole of it; docs/python.md shows them all.
"""
from ._engine import (CantripError, Illegal, Library, Game, find_cards, library_path, version, FULL, SPECTATOR)
from .env import Env, Batch

__all__ = ["CantripError", "Illegal", "Library", "Game", "Env", "Batch", "find_cards", "library_path", "version",
           "FULL", "SPECTATOR"]
__version__ = version()
