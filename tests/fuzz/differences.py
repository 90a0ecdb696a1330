#!/usr/bin/env python3
"""Plants differences in the interpreter and in what the world says to it, one after the other, in a copy of the sources: the second
interpreter (vm/beside, runtime/query/beside.c) must notice each while the tests of the language run. Part of the soak run.

    tests/fuzz/differences.py [--only NUMBER...]
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build-differences"

# what, file, text, text that differs
DIFFERENCES = [
    ('SUB with its operands exchanged', 'vm/interp.c',
     'clamp(num(regs[i.b]) - num(regs[i.c]))',
     'clamp(num(regs[i.c]) - num(regs[i.b]))'),
    ('LT is LE', 'vm/interp.c',
     'num(regs[i.b]) < num(regs[i.c])',
     'num(regs[i.b]) <= num(regs[i.c])'),
    ('HALF_UP rounds down', 'vm/interp.c',
     '(num(regs[i.b]) > 0)) / 2',
     '(num(regs[i.b]) < 0)) / 2'),
    ('OR is exclusive', 'vm/interp.c',
     'regs[i.b] | regs[i.c]',
     'regs[i.b] ^ regs[i.c]'),
    ('a sum stays inside 10 instead of 10^9', 'vm/interp.c',
     'max = 1000000000',
     'max = 10'),
    ('ITER moves on by two', 'vm/interp.c',
     'regs[i.c]++;',
     'regs[i.c] += 2;'),
    ('EQ writes its operand, too', 'vm/interp.c',
     'regs[i.a] = regs[i.b] == regs[i.c];',
     'regs[i.a] = regs[i.b] == regs[i.c], regs[i.b] = i.a == i.b ? regs[i.b] : 0;'),
    ('JMP takes two of fuel', 'vm/interp.c',
     '            pc = (uint32_t)i.imm;\n            continue;\n        case VM_OP_JF',
     '            *fuel -= *fuel > 0;\n            pc = (uint32_t)i.imm;\n            continue;\n        case VM_OP_JF'),
    ('JF leaves an instruction out', 'vm/interp.c',
     '            if (!regs[i.a]) {\n                pc = (uint32_t)i.imm;',
     '            if (!regs[i.a]) {\n                pc = (uint32_t)i.imm + ((uint32_t)i.imm + 2 < func->code_count / 2);'),
    ('UNION keeps what is there twice', 'runtime/query/world.c',
     '        if (!rt_set_has(g, a, rt_set_at(g, b, i)))\n            rt_set_keep(g, rt_set_at(g, b, i));',
     '        rt_set_keep(g, rt_set_at(g, b, i));'),
    ('MINUS keeps players', 'runtime/query/world.c',
     'ok = !rt_set_has(g, regs[i.c], e);',
     'ok = RT_IS_PLAYER(e) || !rt_set_has(g, regs[i.c], e);'),
    ('MEET looks at the first member', 'runtime/query/world.c',
     'for (uint32_t k = 0, n = rt_set_count(regs[i.b]); k < n; k++)\n            if (rt_set_has(g, regs[i.c]',
     'for (uint32_t k = 0, n = rt_set_count(regs[i.b]) != 0; k < n; k++)\n            if (rt_set_has(g, regs[i.c]'),
    ('MATCH is content with one', 'runtime/query/world.c',
     'for (uint32_t k = 0; k < n && ok; k++)\n            ok = ',
     'for (uint32_t k = 0; k < n && (ok = 1); k++)\n            if (k) break; else ok = '),
    ('a predicate is asked about the source', 'runtime/query/select.c',
     '    return s->pred ? rt_value(g, s->pred, c, e) != 0 : 1;\n}\n\n/* Bit mask',
     '    return s->pred ? rt_value(g, s->pred, c, c->self ? c->self : e) != 0 : 1;\n}\n\n/* Bit mask'),
    ('teammates are not-you', 'runtime/objects/players.c',
     'return player != you;',
     'return 1;'),
    ('OWNERS gives controllers', 'runtime/query/world.c',
     'how == WHOSE_OWN ? o->owner',
     'how != WHOSE_OWN ? o->owner'),
    ('a selection leaves its last out', 'runtime/query/select.c',
     'for (uint32_t i = 0; i < rt_zone_count(g, zone, p); i++) {\n                    const',
     'for (uint32_t i = 0; i + (rt_zone_count(g, zone, p) > 6) < rt_zone_count(g, zone, p); i++) {\n                    const'),
]


def copy():
    if WORK.exists():
        shutil.rmtree(WORK)
    for name in ("base", "vm", "runtime", "compiler", "cli", "include", "tests", "cardscripts", "packaging", "docs"):
        shutil.copytree(ROOT / name, WORK / name)
    shutil.copy(ROOT / "CMakeLists.txt", WORK)
    subprocess.run(["cmake", "-S", str(WORK), "-B", str(WORK / "build"), "-G", "Ninja", "-DCANTRIP_CHECKED=ON"], check=True,
                   stdout=subprocess.DEVNULL)


def build():
    r = subprocess.run(["ninja", "-C", str(WORK / "build"), "cantrip"], capture_output=True, text=True)
    return r.returncode == 0 or print(r.stdout[-1500:])


def noticed():
    """What the second interpreter says, or None."""
    r = subprocess.run(["build/cantrip", "test", "cardscripts/cards", "tests/rules"], cwd=WORK, capture_output=True, text=True)
    lines = [line for line in r.stderr.splitlines() if "beside.c" in line]
    return lines[0] if r.returncode < 0 and lines else None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--only", type=int, nargs="*")
    a = p.parse_args()
    copy()
    if not build() or noticed():
        print("without a difference something is noticed already")
        return 1
    missed = 0
    for number, (what, path, old, new) in enumerate(DIFFERENCES, 1):
        if a.only and number not in a.only:
            continue
        source = WORK / path
        text = source.read_text()
        if old not in text:
            print(f"{number} {what}: there is no such place in {path}")
            missed += 1
            continue
        source.write_text(text.replace(old, new, 1))
        found = noticed() if build() else None
        print(f"{number} {what}: {found or 'NOT NOTICED'}", flush=True)
        missed += not found
        source.write_text(text)
    print(f"{len(DIFFERENCES)} differences, {missed} missed")
    return missed != 0


sys.exit(main())
