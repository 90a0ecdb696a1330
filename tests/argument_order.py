#!/usr/bin/env python3
"""No call of the compiler emits code in two of its arguments.

C does not say which argument is worked out first, and compilers differ: the packs that they make would, too. What emits code stands in a
line of its own in front. Closes with 'N passed, N failed'.
"""
import glob
import re
import sys

EMITS = re.compile(r"\b([a-z]\w*)\s*\(\s*(?:[a-z]->f|f|q|c|p|fn|cc)\b")  # called with the function that is being made
ONLY_READS = {"cc_operand", "sizeof"}
NO_CALL = {"if", "while", "for", "switch", "return", "sizeof"}


def blanked(text):
    """Without comments and texts, each line where it was."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def arguments(text, at):
    depth, begin, out = 0, at + 1, []
    for k in range(at, len(text)):
        if text[k] in "([{":
            depth += 1
        elif text[k] in ")]}":
            depth -= 1
            if not depth:
                return out + [text[begin:k]]
        elif text[k] == "," and depth == 1:
            out.append(text[begin:k])
            begin = k + 1
    return out


def main():
    passed = failed = 0
    for path in sorted(glob.glob("compiler/lower/*.c")):
        text = blanked(open(path, encoding="utf-8").read())
        wrong = []
        for m in re.finditer(r"\b(\w+)\s*\(", text):
            if m.group(1) in NO_CALL:
                continue
            emitting = [a for a in arguments(text, m.end() - 1) if any(e.group(1) not in ONLY_READS for e in EMITS.finditer(a))]
            if len(emitting) > 1:
                wrong.append(text.count("\n", 0, m.start()) + 1)
        for line in wrong:
            print(f"{path}:{line}: two arguments emit code, in an order that C does not say")
        failed += bool(wrong)
        passed += not wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
