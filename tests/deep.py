#!/usr/bin/env python3
"""CLAIM: nothing that is written very deep, very long or in circles hangs the compiler or breaks it. Each of these sources gets a
pack or a diagnostic, in some seconds, with a small stack; where a pack is made its verifier has taken it, and it is loaded again.

    tests/deep.py [--only WORDS] [--show]
"""
import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
CANTRIP = ROOT / "build/cantrip"
SECONDS = 20
STACK = 1 << 20  # a megabyte: what recurses without a limit does not get far
DEPTHS = (3, 60, 500, 20000)


def card(*lines, head='card "Deep" {0} sorcery'):
    return head + " {\n" + "\n".join("    " + l for l in lines) + "\n}\n"


def word(i):
    return "".join("bcdfghjklmnpqrtvwxz"[i // 19**k % 19] for k in (2, 1, 0)) + "o"


def chain(n, first, each, wide=""):
    """Declarations that speak of each other: {n} of {m}, which comes before; `wide` stands there many times."""
    return "\n".join([first.format(n=word(0), m=word(n - 1))] +
                     [each.format(n=word(i), m=word(i - 1), wide=wide.format(m=word(i - 1)) * 30) for i in range(1, n)]) + "\n"


# name -> text for a depth
SOURCES = {
    "blocks": lambda n: card("you may {\n" * n + "you gain 1 life\n" + "}\n" * n),
    "blocks of conditions": lambda n: card("if you control a creature {\n" * n + "you gain 1 life\n" + "}\n" * n),
    "open blocks": lambda n: card("you may {\n" * n),
    "closed blocks": lambda n: "}\n" * n,
    "loops": lambda n: card("for each creature {\n" * n + "you gain 1 life\n" + "}\n" * n),
    "sentences on one line": lambda n: card("you may " * n + "gain 1 life"),
    "descriptions": lambda n: card("destroy all " + "creatures with power greater than the number of " * n + "creatures"),
    "that share": lambda n: card("destroy all " + "creatures that share a color with target " * n + "creature"),
    "attached": lambda n: card("destroy " + "target creature attached to " * n + "a creature"),
    "possessors": lambda n: card("destroy target creature" + "'s controller's creature" * n),
    "amounts": lambda n: card("you gain " + "twice " * n + "two life"),
    "half": lambda n: card("you gain " + "half the number of creatures plus " * n + "one life"),
    "sums": lambda n: card("you gain life equal to " + "1 plus " * n + "1"),
    "or": lambda n: card("destroy target " + "creature or " * n + "land"),
    "commas": lambda n: card("destroy target " + "creature, " * n + "or land"),
    "and": lambda n: card("you gain 1 life" + " and you gain 1 life" * n),
    "then": lambda n: card("you gain 1 life" + ", then you gain 1 life" * n),
    "not": lambda n: card("destroy target " + "non" * n + "creature permanent"),
    "not, joined": lambda n: card("destroy target " + "nonland " * n + "permanent"),
    "unless": lambda n: card("you gain 1 life" + " unless you control a creature" * n),
    "conditions": lambda n: card("if " + "you control a creature and " * n + "you control a land: you gain 1 life"),
    "or conditions": lambda n: card("if " + "you control a creature or " * n + "you control a land: you gain 1 life"),
    "triggers in triggers": lambda n: card("whenever a creature dies: " * n + "you gain 1 life", head='card "Deep" {0} enchantment'),
    "quoted abilities": lambda n: card("creatures you control have {\n" * n + "flying\n" + "}\n" * n,
                                       head='card "Deep" {0} enchantment'),
    "tokens with abilities": lambda n: card("create a 1/1 red Goblin creature token with {\nwhen this dies: " * n + "you gain 1 life\n" + "}\n" * n),
    "modes in modes": lambda n: card("choose one {\nyou gain 1 life\n" * n + "you gain 2 life\n" + "}\n" * n),
    "costs": lambda n: card("{T}" + ", sacrifice a creature" * n + ": you gain 1 life", head='card "Deep" {0} artifact'),
    "mana symbols": lambda n: card("you gain 1 life", head='card "Deep" ' + "{R}" * n + " sorcery"),
    "types": lambda n: card("flying", head='card "Deep" {0} creature ' + "Goblin " * n + "1/1"),
    "keywords": lambda n: card(", ".join(["flying"] * n), head='card "Deep" {0} creature Goblin 1/1'),
    "lines": lambda n: card(*["you gain 1 life"] * n),
    "abilities": lambda n: card(*["when this enters: you gain 1 life"] * n, head='card "Deep" {0} enchantment'),
    "targets": lambda n: card(*["destroy target creature"] * n),
    "names": lambda n: card(*[f"let {word(i)} = the number of creatures" for i in range(n)], "you gain 1 life"),
    "a name of a name": lambda n: card(f"let {word(0)} = the number of creatures", *[f"let {word(i)} = {word(i - 1)} plus 1" for i in range(1, n)], f"you gain {word(n - 1)} life"),
    "doubled names": lambda n: card(f"let {word(0)} = the number of creatures", *[f"let {word(i)} = {word(i - 1)} plus {word(i - 1)}" for i in range(1, n)], f"you gain {word(n - 1)} life"),
    "long words": lambda n: card("you gain " + "l" * n + " life"),
    "long numbers": lambda n: card("you gain " + "9" * n + " life"),
    "long names": lambda n: card("you gain 1 life", head='card "' + "N" * n + '" {0} sorcery'),
    "brackets": lambda n: "action YOU:player do " + "[" * n + "a" + "]" * n + " (does, did, doing) {\n    you gain 1 life\n}\n",
    "options of a pattern": lambda n: "action YOU:player dabble " + " ".join(f"[opt{word(i)}]" for i in range(min(n, 300))) + " now (dabbles, dabbled, dabbling) {\n    you gain 1 life\n}\n"
                            + card("you dabble now"),
    "adjectives of adjectives": lambda n: chain(n, "adjective adj{n} means creature", "adjective adj{n} means adj{m} permanent") + card(f"destroy target adj{word(n - 1)} creature"),
    "doubled adjectives": lambda n: chain(n, "adjective adj{n} means creature", "adjective adj{n} means {wide} adj{m}", "adj{m} or ") + card(f"destroy target adj{word(n - 1)} creature"),
    "amounts of amounts": lambda n: chain(n, "amount amt{n} of WHO:player means the number of creatures WHO controls",
                                          "amount amt{n} of WHO:player means {wide}1", "the amt{m} of WHO plus ") + card(f"you gain life equal to the amt{word(n - 1)} of target opponent"),
    "conditions of conditions": lambda n: chain(n, "condition WHO:player is cond{n} means WHO has 5 or less life",
                                                "condition WHO:player is cond{n} means {wide}WHO is cond{m}", "WHO is cond{m} and ") + card(f"if you are cond{word(n - 1)}: you gain 1 life"),
    "rules of rules": lambda n: chain(n, "rule WHAT:permanent is rul{n} means WHAT has flying", "rule WHAT:permanent is rul{n} means {wide}WHAT is rul{m}", "WHAT is rul{m} and ")
                      + card(f"creatures you control are rul{word(n - 1)}", head='card "Deep" {0} enchantment'),
    "events of events": lambda n: chain(n, "event WHAT:permanent evt{n}s means WHAT dies", "event WHAT:permanent evt{n}s means WHAT evt{m}s")
                        + card(f"whenever a creature evt{word(n - 1)}s: you gain 1 life", head='card "Deep" {0} enchantment'),
    "actions of actions": lambda n: chain(n, "action YOU:player act{n} (act{n}s, act{n}ed, act{n}ing) {{\n    you gain 1 life\n}}",
                                          "action YOU:player act{n} (act{n}s, act{n}ed, act{n}ing) {{\n{wide}}}", "    you act{m}\n") + card(f"you act{word(n - 1)}"),
    "keywords of keywords": lambda n: chain(n, "keyword key{n} on permanent {{\n    this gets +1/+1\n}}",
                                            "keyword key{n} on permanent {{\n{wide}}}", "    key{m}\n")
                            + card(f"key{word(n - 1)}", head='card "Deep" {0} creature Goblin 1/1'),
    "keywords that give keywords": lambda n: chain(n, "keyword key{n} on permanent {{\n    this gets +1/+1\n}}",
                                                   "keyword key{n} on permanent {{\n{wide}}}", "    other creatures have key{m}\n")
                                   + card(f"key{word(n - 1)}", head='card "Deep" {0} creature Goblin 1/1'),
    "adjectives in a circle": lambda n: chain(n, "adjective odd{n} means odd{m} creature", "adjective odd{n} means odd{m} creature") + card(f"destroy target odd{word(0)} creature"),
    "actions in a circle": lambda n: chain(n, "action YOU:player cir{n} (cir{n}s, cir{n}ed, cir{n}ing) {{\n    you cir{m}\n}}",
                                           "action YOU:player cir{n} (cir{n}s, cir{n}ed, cir{n}ing) {{\n    you cir{m}\n}}") + card(f"you cir{word(0)}"),
    "an adjective of itself": lambda n: "adjective odd means odd creature\n" + card("destroy target odd creature"),
    "an action of itself": lambda n: "action YOU:player circle (circles, circled, circling) {\n    you circle\n}\n" + card("you circle"),
    "a keyword of itself": lambda n: "keyword selfish on permanent {\n    this has selfish\n}\n" + card("selfish", head='card "Deep" {0} creature Goblin 1/1'),
    "a condition of itself": lambda n: "condition WHO:player is vain means WHO is vain\n" + card("if you are vain: you gain 1 life"),
    "an amount of itself": lambda n: "amount vanity of WHO:player means the vanity of WHO plus 1\n" + card("you gain life equal to the vanity of target opponent"),
    "a rule of itself": lambda n: "rule WHAT:permanent is smug means WHAT is smug\n" + card("creatures are smug", head='card "Deep" {0} enchantment'),
    "an event of itself": lambda n: "event WHAT:permanent loops means WHAT loops\n" + card("whenever a creature loops: you gain 1 life", head='card "Deep" {0} enchantment'),
    "an ability that grants itself": lambda n: "keyword endless on permanent {\n    all creatures have endless\n}\n" + card("endless", head='card "Deep" {0} enchantment'),
    "many cards": lambda n: "".join(f'card "C{i}" {{0}} sorcery {{ you gain 1 life }}\n' for i in range(n)),
    "many frames of one word": lambda n: "".join(f"condition WHO:player is like{word(i)} thing means WHO has 5 or less life\n" for i in range(min(n, 3000))),
    "parentheses": lambda n: "(" * n + ")" * n,
    "comments": lambda n: "//" * n + "\n" + card("you gain 1 life"),
    "continued lines": lambda n: card("you gain 1 life" + "\n      and you gain 1 life" * n),
    "deeper and deeper lines": lambda n: card("you gain 1 life" + "".join("\n" + " " * (5 + i % 3000) + "and you gain 1 life" for i in range(n))),
    "steps of a test": lambda n: 'test "deep" {\n' + "    you control a Forest\n" * n + "    expect you have 20 life\n" * n + "}\n",
}


def small():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(*command):
    try:
        return subprocess.run([str(CANTRIP), *map(str, command)], capture_output=True, text=True, errors="replace", timeout=SECONDS * 3, preexec_fn=small, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--only")
    p.add_argument("--show", action="store_true")
    p.add_argument("--depth", type=int, nargs="*", default=DEPTHS)
    a = p.parse_args()
    wrong = tried = packs = 0
    with tempfile.TemporaryDirectory() as folder:
        source, pack = pathlib.Path(folder) / "deep.card", pathlib.Path(folder) / "deep.ctp"
        for name, make in SOURCES.items():
            if a.only and a.only != name:
                continue
            for n in a.depth:
                source.write_text(make(n))
                pack.unlink(missing_ok=True)
                r = run("build", source, "-o", pack)
                tried += 1
                said = (r.stdout + r.stderr).strip().splitlines() if r else []
                bad = not r or r.returncode not in (0, 1) or (r.returncode == 1 and not any("error[" in l for l in said))
                if r and r.returncode == 0:
                    packs += 1
                    again = run("dis", pack)
                    bad = bad or not again or again.returncode != 0
                if bad or a.show:
                    what = "no end" if not r else f"exit {r.returncode}"
                    print(f"{'WRONG ' if bad else ''}{name} {n}: {what}: {said[0][:150] if said else ''}", flush=True)
                wrong += bad
    print(f"{tried} sources, {packs} of them packs; {wrong} wrong")
    return wrong != 0


sys.exit(main())
