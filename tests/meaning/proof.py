#!/usr/bin/env python3
"""Every card of the corpus that can be read is printed and read again, and must have the same tree.

    proof.py [--cantrip build/cantrip]
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)

from corpus import all_cases  # noqa: E402  (the folder is on the path only now)


def main():
    cantrip = sys.argv[2] if len(sys.argv) == 3 and sys.argv[1] == '--cantrip' else 'build/cantrip'
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'corpus.card'), 'w', encoding='utf8') as f:
            f.write(''.join(c.card() for c in all_cases()))
        return subprocess.call([cantrip, 'fmt', '--proof', folder])


if __name__ == '__main__':
    sys.exit(main())
