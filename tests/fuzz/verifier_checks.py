#!/usr/bin/env python3
"""Takes away every check of the verifier, one after the other: a unit test must fail each time. Part of the soak run.

    tests/fuzz/verifier_checks.py [--build DIR] [--only TEXT] [--list]

What is taken away: every refusal in vm/; the check of every field of every table; every domain of an operand, an immediate or a
small constant. Checks that no test can miss by another are named in EXPECTED with the reason.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ("vm/pack.c", "vm/verifier.c", "vm/verifier_rows.c", "vm/verifier_code.c", "vm/verifier_flow.c", "vm/verifier_calls.c", "vm/verifier_sums.c", "vm/link.c")
TESTS = ("unit_verifier", "unit_packs", "unit_limits", "unit_large", "unit_link")
EXPECTED = {  # text of the check: why no pack can show it
    '"out of memory': "allocation failures: unit_memory",
    "ability.event EVENT0": "an event that has no name is refused as well",
    "mod.op MOD_OP": "a modification that is not described is refused as well",
    "index.event EVENT0": "it must be the event of the ability, which is checked",
    "DOMAIN_TYPES": "each of the 32 bits means something",
    "b = i.b": "a register, checked as such",
    "VM_NUMBER_MAX && (int32_t)v": "every number among today's operands has a name, and a domain by it",
}


def call_end(text, at):
    depth, quoted = 0, False
    while True:
        c = text[at]
        if quoted:
            at += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if not depth:
                return at + 1
        at += 1


def refusals(path, text):
    """(what, changed text) for each refusal."""
    for m in re.finditer(r"\b(vm_refuse|refuse|wrong)\(", text):
        line = text.rfind("\n", 0, m.start()) + 1
        if re.match(r"(static )?int ", text[line:]):  # the definition
            continue
        end = call_end(text, m.end() - 1)
        before = text[line:m.start()].strip()
        what = f"{path}:{text.count(chr(10), 0, m.start()) + 1} {text[m.start():end]}"
        if path == "vm/verifier_code.c" and "vm_refuse" in text[m.start():end] and 'rule, VM_SECTION_func, w->func' in text[m.start():end]:
            continue  # wrong() itself
        head = text[:m.start()]
        if before == "return" and (head.rstrip()[:-6].rstrip().endswith((")", "else", "{")) or True):
            begin = head.rindex("return")
            statement = text[:begin].rstrip()
            if statement.endswith("{"):  # the only statement of a block, or behind others
                changed = text[:begin] + "(void)0" + text[end:]
            elif statement.endswith(")") or statement.endswith("else"):
                changed = text[:begin] + "(void)0" + text[end:]
            elif re.search(r"vm_pack_close\(p\);$", statement):
                changed = text[:statement.rindex("vm_pack_close")] + "(void)0" + text[end:]
            else:
                changed = text[:begin] + "return 1" + text[end:]
        else:
            changed = text[:m.start()] + "1" + text[end:]
        yield what, changed


def fields(path, text):
    table = (ROOT / "vm/abi/pack_rows.def").read_text()
    table = re.sub(r"/\*.*?\*/", "", table, flags=re.S)
    places = ("    for (uint32_t i = 0; i < width && fits; i++)\n", "        for (uint32_t i = 0; i < width; i++)\n")
    assert all(text.count(place) == 1 for place in places)  # column by column, and row by row
    for row in re.finditer(r"ROW\((\d+), (\w+),((?:[^()]|\([^()]*\))*)\)", table):
        for f in re.finditer(r"F\((\w+), (\w+)\)", row[3]):
            if f[2] in ("COUNT", "DEPENDS", "HASH", "TYPES"):  # with their range, by hand, or any word
                continue
            skip = f'if (section == {row[1]} && strcmp(field[i].name, "{f[1]}") == 0) continue; else\n'
            changed = text
            for place in places:
                changed = changed.replace(place, place + skip)
            yield f"{row[2]}.{f[1]} {f[2]}", changed


def operands(path, text):
    for pattern, new in ((r"ok = [^;]*;", "ok = 1;"), (r"\b([bc]) = [^;,]*;", r"\1 = 255;")):
        for m in re.finditer(pattern, text):
            if "uint32_t" in text[text.rfind("\n", 0, m.start()) + 1:m.start()] or m[0] == "ok = 1;":
                continue
            case = re.findall(r"case ([^:]*):|(default):", text[:m.start()])[-1]
            yield f"{path}:{text.count(chr(10), 0, m.start()) + 1} {case[0] or case[1]} {m[0]}", text[:m.start()] + re.sub(pattern, new, m[0]) + text[m.end():]
    for m in re.finditer(r"        \{\"[A-Z]+\", .*\},\n", text):
        yield f"{path} {m[0].strip()}", text[:m.start()] + text[m.end():]
    for m in re.finditer(r"return ((?:word|range)_fits\(&at[^;]*);", text):
        yield f"{path}:{text.count(chr(10), 0, m.start()) + 1} {m[1]}", text[:m.start()] + "return 1 || " + m[1] + ";" + text[m.end():]


def mutants():
    for path in FILES:
        text = (ROOT / path).read_text()
        for m in refusals(path, text):
            yield (path, *m)
        if path.endswith("rows.c"):
            for m in fields(path, text):
                yield (path, *m)
        if path.endswith(("rows.c", "code.c")):
            for m in operands(path, text):
                yield (path, *m)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="build")
    p.add_argument("--only", default="")
    p.add_argument("--list", action="store_true")
    a = p.parse_args()
    build = ROOT / a.build
    survived = tried = broken = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        flags = ["-std=c17", "-O0", "-I.", "-Iinclude", "-w"]
        for t in TESTS:
            subprocess.run(["cc", *flags, "-c", f"tests/unit/{t.replace('unit', 'test')}.c", "-o", work / f"{t}.o"], check=True, cwd=ROOT)
        for path, what, text in mutants():
            if a.only not in what:
                continue
            if a.list:
                print(what)
                continue
            source = work / "without.c"
            source.write_text(text)
            r = subprocess.run(["cc", *flags, "-c", source, "-o", work / "without.o"], cwd=ROOT, capture_output=True, text=True)
            if r.returncode:
                print(f"does not compile: {what}\n{r.stderr[:300]}")
                broken += 1
                continue
            tried += 1
            caught = None
            for t in TESTS:
                subprocess.run(["cc", work / f"{t}.o", work / "without.o", build / "libengine.a", "-lcmocka", "-o", work / t], check=True, cwd=ROOT)
                try:
                    r = subprocess.run([work / t], cwd=ROOT, capture_output=True, timeout=60)
                except subprocess.TimeoutExpired:
                    caught = t
                    break
                if r.returncode:
                    caught = t
                    break
            if not caught:
                why = next((w for k, w in EXPECTED.items() if k in what), None)
                survived += why is None
                print(f"{'expected: ' + why if why else 'NOT CAUGHT'}: {' '.join(what.split())}", flush=True)
    print(f"{tried} checks taken away, {survived} not caught, {broken} do not compile")
    return survived != 0 or broken != 0


sys.exit(main())
