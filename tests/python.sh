#!/usr/bin/env bash
# The Python bindings over the installed library: their tests, and the examples. Needs tests/install.sh to have run.
set -eu
cd "$(dirname "$0")/.."
[ -d build/installed ] || tests/install.sh >/dev/null
CANTRIP_LIBRARY=$(find "$PWD/build/installed" -name libcantrip.so)
CANTRIP_CARDS=$PWD/build/installed/share/cantrip
export CANTRIP_LIBRARY CANTRIP_CARDS PYTHONPATH=$PWD/bindings/python PYTHONDONTWRITEBYTECODE=1
python3 bindings/python/tests/test_cantrip.py 2>build/python.log || { tail -40 build/python.log; exit 1; }
grep -q '^OK' build/python.log
python3 bindings/python/tests/test_nulls.py >build/python.log 2>&1 || { cat build/python.log; exit 1; }
docs/host_api.py --check
python3 bindings/python/tests/test_json.py 2>build/python.log || { tail -40 build/python.log; exit 1; }
# Every example of docs/python.md.
rm -rf build/doc_python && mkdir -p build/doc_python
awk '/^```python$/ { n++; out = "build/doc_python/" n ".py"; next } /^```/ { out = ""; next } out { print > out }' docs/python.md
for f in build/doc_python/*.py; do
    python3 "$f" >build/python.log 2>&1 || { echo "docs/python.md, example $f"; tail -20 build/python.log; exit 1; }
done
python3 bindings/python/examples/random_agents.py 4 | grep -q 'player 0 won'
python3 bindings/python/examples/tree_search.py 1 8 | grep -q 'games against chance'
python3 bindings/python/examples/throughput.py 32 1 1 | grep 'decisions a second' >build/python.log
# When the interpreter ends, a library may be dropped in front of its games.
python3 -c '
from cantrip import Game, Library
library = Library()
games = [Game(library, ["red-deck-wins", "knights"], seed=seed) for seed in range(9)]
library.all = games
games.append(games)
for game in games[:9]:
    game.me = [game, library]
    game.step()' || { echo "the interpreter does not end well"; exit 1; }
