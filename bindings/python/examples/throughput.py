#!/usr/bin/env python3
"""How many decisions a second many games make at once. usage: throughput.py [games] [threads] [seconds] [deck] [deck]

Printed twice: for questions where there is something to choose, and with every question asked, as environments that
count each step do (ask_trivial)."""
import random
import sys
import time

import cantrip


def measure(library, decks, count, threads, seconds, **options):
    batch = cantrip.Batch(library, decks, count, threads=threads, **options)
    chance, begin, work = random.random, time.time(), time.process_time()
    while time.time() - begin < seconds:
        # the last action ends a question and is often not legal: any other is
        batch.actions[:] = [int(chance() * (n - 1)) if n > 1 else 0 for n in batch.action_counts]
        batch.step()
    took, work = time.time() - begin, time.process_time() - work
    return (f"{batch.picks / took:,.0f} decisions a second, {batch.finished / took:,.0f} games a second, {threads} threads; "
            f"{batch.picks / work:,.0f} for each second of a processor")


def main(count=32, threads=1, seconds=3, deck="knights", other="merfolk"):
    library = cantrip.Library()
    print("choices:       ", measure(library, (deck, other), count, threads, seconds))
    print("every question:", measure(library, (deck, other), count, threads, seconds, ask_trivial=1))


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:4]), *sys.argv[4:6])
