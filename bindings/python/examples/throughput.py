#!/usr/bin/env python3
"""How many decisions a second many games make at once. usage: throughput.py [games] [threads] [seconds] [deck] [deck]

A decision is one pick of one player, taken and followed to the next question; players pick by chance. Printed three times: for
questions where there is something to choose, the same with what whoever is asked sees as numbers, and with every question
asked, as environments that count each step do (ask_trivial)."""
import random
import sys
import time

import cantrip


def measure(library, decks, count, threads, seconds, **options):
    batch = cantrip.Batch(library, decks, count, threads=threads, ranks=True, **options)
    actions = memoryview(batch.actions).cast("B")  # a rank is any number, so the picks of all games are a row of random bytes
    begin, work = time.time(), time.process_time()
    while time.time() - begin < seconds:
        for _ in range(100):
            actions[:] = random.randbytes(4 * count)
            batch.step()
    took, work = time.time() - begin, time.process_time() - work
    return (f"{batch.picks / took:,.0f} decisions a second, {batch.finished / took:,.0f} games a second, {threads} threads; "
            f"{batch.picks / work:,.0f} for each second of a processor")


def main(count=32, threads=1, seconds=3, deck="knights", other="merfolk"):
    library, decks = cantrip.Library(), (deck, other)
    print("choices:       ", measure(library, decks, count, threads, seconds))
    print("and seen:      ", measure(library, decks, count, threads, seconds, most_rows=64, mask_width=64))
    print("every question:", measure(library, decks, count, threads, seconds, ask_trivial=1))


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:4]), *sys.argv[4:6])
