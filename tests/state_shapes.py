#!/usr/bin/env python3
"""runtime/state/state_shapes.def says how wide the fields of the state's rows are, so that a machine with the other order of bytes
comes to the same hash. This reads runtime/state/state.h and compares; --update writes it."""
import os
import re
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
text = re.sub(r"/\*.*?\*/", "", open("runtime/state/state.h").read() + open("vm/abi/abi.h").read(), flags=re.S)
numbers = {n: int(v) for n, v in re.findall(r"\b([A-Z][A-Z0-9_]+)\s*=?\s+\(?(\d+)\b", text)}
widths = {"uint8_t": "1", "int8_t": "1", "uint16_t": "2", "int16_t": "2", "uint32_t": "4", "int32_t": "4", "rt_entity": "4",
          "uint64_t": "8", "int64_t": "8"}
shapes = dict(widths)


def shape(body):
    out = ""
    if "union {" in body:  # its first member is as wide as the others
        body = re.sub(r"union \{(.*?;).*?\};", r"\1", body, flags=re.S)
    for field in body.split(";"):
        if not field.strip() or field.strip().startswith("#"):
            continue
        kind, names = field.split(None, 1)
        for name in names.split(","):
            size = re.search(r"\[([^]]*)\]", name)
            times = eval(size.group(1), {}, numbers) if size else 1
            out += shapes[kind] * int(times)
    return out


for body, name in re.findall(r"typedef struct\s+rt_\w+ \{(.*?)\} (rt_\w+);", text, re.S):
    if name in ("rt_game", "rt_table"):
        continue
    if name == "rt_state":
        head = body[body.index("seed;") + 5:body.index("#define TABLE")]
        shapes[name] = "4" + "8" * 2 + shape(head)  # options, library_hash, seed, and so on
        continue
    shapes[name] = shape(body)

out = ["/* Made by tests/state_shapes.py --update; tests/run compares. SHAPE(table, widths of a row's fields, in bytes);\n * HEAD: of the header, from `options` to the tables. */",
       f'HEAD("{shapes["rt_state"]}")']
for name, kind in re.findall(r"^TABLE\((\w+), (\w+),", open("runtime/state/state_tables.def").read(), re.M):
    out.append(f'SHAPE({name}, "{shapes[kind]}")')
out = "\n".join(out) + "\n"
path = "runtime/state/state_shapes.def"
if "--update" in sys.argv:
    open(path, "w").write(out)
elif not os.path.exists(path) or open(path).read() != out:
    sys.exit("runtime/state/state_shapes.def is not as runtime/state/state.h: python3 tests/state_shapes.py --update")
# Nothing is padded, wherever numbers of eight bytes lie on multiples of four or of eight.
for line in out.split("\n"):
    at = 12 if line.startswith("HEAD") else 0
    for width in re.sub(r'.*"(.*)".*', r"\1", line) if '"' in line else "":
        if at % int(width):
            sys.exit(f"a field of width {width} at {at} would be padded: {line}")
        at += int(width)
    if '8' in line and line.startswith("SHAPE") and at % 8:
        sys.exit(f"the row would be padded: {line}")
