#!/usr/bin/env python3
"""Writes docs/host-api.md, the reference of what can be seen, asked and told, and docs/host-api.schema.json, from the
manifests in include/cantrip. --check: says whether they are up to date."""
import json
import os
import re
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def rows(name, macro, fields):
    """The rows of a manifest: MACRO(a, "b, c", d) -> {field: value}."""
    text = re.sub(r"/\*.*?\*/", "", open(f"include/cantrip/{name}").read(), flags=re.S)
    found = []
    for body in re.findall(rf'^{macro}\(((?:[^()"]|"[^"]*")*)\)', text, flags=re.M):
        parts = re.findall(r'"[^"]*"|[^,"\s][^,"]*', body)
        found.append(dict(zip(fields, (p.strip().strip('"') for p in parts), strict=True)))
    return found


VIEW = ("type", "name", "label", "shown", "what")
OBJECT, PLAYER, TABLE, HAPPENED = (rows("views.def", m, VIEW) for m in ("OBJECT", "PLAYER", "TABLE", "HAPPENED"))
DECISION = rows("decisions.def", "DECISION", ("number", "id", "name", "question", "rule", "fallback", "context", "pass"))
CHOICE = rows("options.def", "CHOICE", ("number", "id", "name", "what"))
EVENT = rows("events.def", "EVENT", ("number", "id", "name", "volume", "words"))

TYPES = {"UINT": "number", "INT": "number", "FLAG": "true or false", "ID": "id", "TEXT": "text", "TEXTS": "list of texts",
         "IDS": "list of ids", "COUNTERS": "object: kind to number", "ZONE": "name of a zone", "STEP": "name of a step",
         "TYPES": "list of words", "SUPERTYPES": "list of words", "COLORS": "list of words", "MANA": "object: colour to number"}
LABELS = {"PUBLIC": "everybody", "SEEN": "who may see the card", "LOOKED": "who may look at it", "OTHER": "who may see the other"}
SHOWN = {"ALWAYS": "always", "FILLED": "if not empty", "CREATURE": "of creatures"}
SCHEMA = {"UINT": {"type": "integer", "minimum": 0}, "INT": {"type": "integer"}, "FLAG": {"type": "boolean"},
          "ID": {"type": "integer", "minimum": 0}, "TEXT": {"type": "string"},
          "TEXTS": {"type": "array", "items": {"type": "string"}}, "IDS": {"type": "array", "items": {"type": "integer"}},
          "COUNTERS": {"type": "object", "additionalProperties": {"type": "integer"}}, "ZONE": {"type": "string"},
          "STEP": {"type": "string"}, "TYPES": {"type": "array", "items": {"type": "string"}},
          "SUPERTYPES": {"type": "array", "items": {"type": "string"}}, "COLORS": {"type": "array", "items": {"type": "string"}},
          "MANA": {"type": "object", "additionalProperties": {"type": "integer"}}}


def fields(title, intro, list_):
    lines = [f"## {title}", "", intro, "", "| field | what it is | seen by | in JSON | |", "|---|---|---|---|---|"]
    for f in list_:
        lines.append(f"| `{f['name']}` | {TYPES[f['type']]} | {LABELS[f['label']]} | {SHOWN[f['shown']]} | {f['what']} |")
    return lines + [""]


def page():
    lines = ["# The host's reference", "", "Made from `include/cantrip/*.def` by `docs/host_api.py`. How to use it: [host-guide.md](host-guide.md). "
             "The JSON has a schema: [host-api.schema.json](host-api.schema.json).", ""]
    lines += fields("The game", "`CANTRIP_JSON_TABLE` has these, and `players`, `battlefield`, `stack` (the last resolves first), `command`, "
                    "`decision`.", TABLE)
    lines += fields("Players", "And `hand_cards`, `library_cards` (both: those that the viewer may see), `graveyard_cards`, `exile_cards`.", PLAYER)
    lines += fields("Objects", "Cards, permanents, spells and abilities.", OBJECT)
    lines += fields("Events", "And `number`, `kind`, `text`.", HAPPENED)
    lines += ["## Kinds of events", "", "| number | kind | in words |", "|---|---|---|"]
    lines += [f"| {e['number']} | `{e['name']}` | {e['words']} |" for e in EVENT]
    lines += ["", "## Kinds of decisions", "", "`default` is what a host may answer that does not care.", "",
              "| number | kind | question | rule | default |", "|---|---|---|---|---|"]
    lines += [f"| {d['number']} | `{d['name']}` | {d['question']} | {d['rule']} | {d['fallback'].lower()} |" for d in DECISION]
    lines += ["", "## Kinds of options", "", "| number | kind | |", "|---|---|---|"]
    lines += [f"| {c['number']} | `{c['name']}` | {c['what']} |" for c in CHOICE]
    return "\n".join(lines) + "\n"


def one(list_, more):
    properties = {f["name"]: SCHEMA[f["type"]] for f in list_}
    properties.update(more)
    required = [f["name"] for f in list_ if f["shown"] == "ALWAYS" and f["label"] == "PUBLIC"] + sorted(more)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def schema():
    ref = lambda name: {"$ref": f"#/$defs/{name}"}
    many = lambda name: {"type": "array", "items": ref(name)}
    text, number = {"type": "string"}, {"type": "integer"}
    option = {"type": "object", "additionalProperties": False, "required": ["index", "kind", "text"],
              "properties": {"index": number, "kind": {"enum": [c["name"] for c in CHOICE]}, "id": number, "value": number,
                             "extra": number, "text": text}}
    decision = {"type": ["object", "null"], "additionalProperties": False,
                "required": ["kind", "player", "text", "rule", "min", "max", "default", "options"],
                "properties": {"kind": {"enum": [d["name"] for d in DECISION]}, "player": number, "choice_of": number, "source": number, "source_name": text,
                               "text": text, "rule": text, "min": number, "max": number, "default": {"type": "array", "items": number},
                               "options": many("option")}}
    cards = {name: many("object") for name in ("hand_cards", "library_cards", "graveyard_cards", "exile_cards")}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cantrip: tables, decisions, events",
            "$defs": {"object": one(OBJECT, {}), "player": one(PLAYER, cards), "option": option, "decision": decision,
                      "event": one(HAPPENED, {"number": number, "kind": {"enum": [e["name"] for e in EVENT]}, "text": text}),
                      "table": one(TABLE, {"players": many("player"), "battlefield": many("object"), "stack": many("object"),
                                           "command": many("object"), "decision": ref("decision")})},
            "oneOf": [ref("table"), ref("decision"), many("event")]}


def main():
    made = {"docs/host-api.md": page(), "docs/host-api.schema.json": json.dumps(schema(), indent=1) + "\n"}
    stale = [path for path, text in made.items() if not os.path.exists(path) or open(path).read() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is not what the manifests say: run docs/host_api.py")
        return bool(stale)
    for path, text in made.items():
        open(path, "w").write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
