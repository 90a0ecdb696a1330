"""Every exported function, with nothing for all of its arguments, and with a game and nothing else: it comes back. Each is called in a
process of its own, so that a crash is one line here."""
import ctypes as C
import os
import pathlib
import sys

import cantrip
from cantrip import _engine

EXPORTS = pathlib.Path(__file__).resolve().parents[3] / "tests" / "host" / "exports.txt"
# Those that give a structure by value need room for it.
BY_VALUE = {"cantrip_game_result", "cantrip_game_options_default", "cantrip_test_at", "cantrip_test_step_at"}
OF_LIBRARY = ("_library_", "_test_", "_subtype_name")  # the others are asked of a game
ENDS = {"cantrip_library_close", "cantrip_game_destroy"}


class Room(C.Structure):
    _fields_ = [("bytes", C.c_uint8 * 512)]


def comes_back(function, *arguments):
    child = os.fork()
    if child == 0:
        function.restype = Room if function.__name__ in BY_VALUE else C.c_void_p
        function(*arguments, *[C.c_void_p(0)] * (7 - len(arguments)))
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def main():
    library = cantrip.Library()
    game = cantrip.Game(library, ("knights", "merfolk"), seed=1, events=True)
    game.step()
    whole = C.CDLL(_engine.library_path())
    names = [n for n in EXPORTS.read_text().split() if n.startswith("cantrip_") and hasattr(whole, n)]
    crashed = []
    for name in names:
        function = getattr(whole, name)
        if not comes_back(function):
            crashed.append(f"{name}(NULL ...)")
        if name not in ENDS and not name.startswith("cantrip_library_create") and \
                not comes_back(function, library._as_parameter_ if any(part in name for part in OF_LIBRARY) else game._as_parameter_):
            crashed.append(f"{name}(game, NULL ...)")
    print(f"{len(names)} functions", *crashed, sep="\n")
    sys.exit(bool(crashed))


if __name__ == "__main__":
    main()
