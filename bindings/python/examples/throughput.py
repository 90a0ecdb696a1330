#!/usr/bin/env python3
"""How many decisions a second many games make at once. usage: throughput.py [games] [threads] [seconds] [deck] [deck]"""
import random
import sys
import time

import cantrip


def main(count=32, threads=1, seconds=3, deck="knights", other="merfolk"):
    library = cantrip.Library()
    batch = cantrip.Batch(library, (deck, other), count, threads=threads)
    chance, begin, work = random.random, time.time(), time.process_time()
    while time.time() - begin < seconds:
        # the last action ends a question and is often not legal: any other is
        batch.actions[:] = [int(chance() * (n - 1)) if n > 1 else 0 for n in batch.action_counts]
        batch.step()
    took = time.time() - begin
    print(f"{batch.picks / took:,.0f} decisions a second, {batch.finished / took:,.0f} games a second, {threads} threads; "
          f"{batch.picks / (time.process_time() - work):,.0f} for each second of a processor")


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:4]), *sys.argv[4:6])
