#!/usr/bin/env python3
"""How time grows with what is there: boards of 10, 100, 1,000 and 10,000 things, some steps with each, CPU time of the whole
test without that of a board of one; and the exponent between the two largest. ./dev bench --growth.

    tests/growth.py [--most N] [--only WORD]
"""
import argparse
import math
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMIT = 60  # seconds
CARDS = """
card "Growth Bolt" {R} instant { this deals 1 damage to any target }
card "Growth Bear" {G} creature Bear 2/2
card "Growth Engine" {0} artifact { {2}: you gain 1 life }
card "Growth Banner" {0} enchantment { creatures you control get +1/+1 }
card "Growth Bell" {0} enchantment { whenever a creature enters: you gain 1 life }
card "Growth Choir" {0} enchantment { whenever a creature enters: put a charge counter on this }
card "Growth Heart" {0} enchantment { if you would gain life: instead you gain that many plus 1 life }
card "Growth Flame" {0} enchantment { if a source would deal damage to a player: instead it deals that much plus 1 }
card "Growth Sip" {W} instant { you gain 1 life }
card "Growth Rain" {X}{R} sorcery { target opponent loses X life }
card "Growth Doom" {B} sorcery { destroy all creatures }
card "Growth Mourner" {B} creature Human 1/1 { when this dies: you gain 1 life }
"""
BOLT = '    you control a Mountain\n    you have "Growth Bolt" in hand\n    you cast "Growth Bolt" targeting opponent\n    resolve the stack\n    expect opponent has 19 life\n'
BOARDS = {
    "permanents": lambda n: f'    opponent controls {n} "Growth Bear"\n{BOLT}',
    "hand": lambda n: f'    you have {n} "Growth Bear" in hand\n{BOLT}',
    "graveyard": lambda n: f'    you have {n} "Growth Bear" in your graveyard\n{BOLT}',
    "abilities": lambda n: f'    you control {n} "Growth Engine" and three Forests\n{BOLT}',
    "statics": lambda n: f'    you control {n} "Growth Banner" and three "Growth Bear"\n{BOLT}',
    "triggers": lambda n: f'    you control {n} "Growth Bell" and a Forest\n    you have "Growth Bear" in hand\n    you cast "Growth Bear"\n    resolve the stack\n    expect you have {20 + n} life\n',
    "different": lambda n: f'    you control {n} "Growth Choir" and a Forest\n    you have "Growth Bear" in hand\n    you cast "Growth Bear"\n    resolve the stack\n    expect you control "Growth Bear"\n',
    "dying": lambda n: f'    you control {n} "Growth Mourner" and a Swamp\n    you have "Growth Doom" in hand\n    you cast "Growth Doom"\n    resolve the stack\n    expect you have {20 + n} life\n',
    "replacements": lambda n: f'    you control {n} "Growth Heart" and a Plains\n    you have "Growth Sip" in hand\n    you cast "Growth Sip"\n    resolve the stack\n    expect you have {21 + n} life\n',
    "amounts": lambda n: f'    you control {n} "Growth Flame" and a Mountain\n    opponent has {n + 20} life\n    you have "Growth Bolt" in hand\n    you cast "Growth Bolt" targeting opponent\n    resolve the stack\n    expect opponent has 19 life\n',
    "blockers": lambda n: f'    you control "Growth Bear"\n    opponent controls {n} "Growth Bear"\n    you attack with "Growth Bear"\n    advance to the end step\n    expect opponent has 18 life\n',
    "attackers": lambda n: f'    you control {n} "Growth Bear"\n    opponent has {3 * n} life\n    you attack with "Growth Bear"\n    advance to the end step\n    expect opponent has {n} life\n',
    "payments": lambda n: f'    you control {n + 1} Mountains\n    opponent has {2 * n} life\n    you have "Growth Rain" in hand\n    you cast "Growth Rain" targeting opponent\n    you answer {n}\n    resolve the stack\n    expect opponent has {n} life\n',
}


def seconds(board, n):
    with tempfile.NamedTemporaryFile("w", suffix=".card") as f:
        f.write(CARDS + f'test "growth" defaults allowed {{\n{board(n)}}}\n')
        f.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            r = subprocess.run([ROOT / "build/cantrip", "test", f.name], capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None, "takes too long"
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = "" if r.returncode == 0 else (r.stdout + r.stderr).split("\n")[0][-90:]
        return after.ru_utime - before.ru_utime, told


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--most", type=int, default=10000)
    p.add_argument("--only", default="")
    a = p.parse_args()
    counts = [n for n in (10, 100, 1000, 10000) if n <= a.most]
    print("ms of CPU for".ljust(16) + "".join(f"{n:>10}" for n in counts) + "  exponent")
    for name, board in BOARDS.items():
        if a.only not in name:
            continue
        least = min(seconds(board, 1)[0] or 0 for _ in range(4))
        row, told = [], ""
        for n in counts:
            t, told = seconds(board, n)
            if t is None or told:
                break
            t = min([t] + [seconds(board, n)[0] for _ in range(2) if t < 2])
            row.append(max(t - least, 0.0001))
        big = [t for t in row if t > 0.004]
        exponent = f"{math.log10(big[-1] / big[-2]):8.2f}" if len(big) > 1 else "       -"
        print(name.ljust(16) + "".join(f"{t * 1000:10.1f}" for t in row) + ("" if not told else f"  {told}") + f"  {exponent}", flush=True)


main()
