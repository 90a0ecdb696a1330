"""What the engine writes as JSON is what docs/host-api.schema.json says. Needs no other packages: the few words of JSON
Schema that the schema uses are checked here."""
import json
import pathlib
import random
import unittest

import cantrip

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[3] / "docs" / "host-api.schema.json").read_text())
IS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def faults(value, schema, at="$"):
    if "$ref" in schema:
        yield from faults(value, SCHEMA["$defs"][schema["$ref"].split("/")[-1]], at)
        return
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, IS[t]) and (t == "boolean" or not isinstance(value, bool)) for t in types):
        yield f"{at} is no {' or '.join(types)}: {value!r}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at} is none of the kinds: {value!r}"
    if isinstance(value, int) and value < schema.get("minimum", value):
        yield f"{at} is too small: {value}"
    if isinstance(value, dict):
        yield from (f"{at} has no {key}" for key in schema.get("required", []) if key not in value)
        for key, part in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", True))
            if inner is False:
                yield f"{at}.{key} is not in the schema"
            elif isinstance(inner, dict):
                yield from faults(part, inner, f"{at}.{key}")
    for i, part in enumerate(value if isinstance(value, list) and "items" in schema else []):
        yield from faults(part, schema["items"], f"{at}[{i}]")


class Schema(unittest.TestCase):
    def look(self, value, name):
        self.assertEqual(list(faults(value, {"$ref": name})), [])

    def test_games(self):
        library = cantrip.Library()
        for seed in range(6):
            decks = random.Random(seed).choices(("knights", "merfolk", "red-deck-wins"), k=2)
            game, chance, n = cantrip.Game(library, decks, seed=seed, events=True, turn_max=60), random.Random(seed), 0
            while game.step():
                n += 1
                if n % 7 == 0:
                    for viewer in (0, 1, cantrip.SPECTATOR, cantrip.FULL):
                        self.look(game.table(viewer), "table")
                    self.look(game.decision(), "decision")
                game.pick(chance.choice(game.actions()))
            for viewer in (0, cantrip.SPECTATOR):
                for event in game.events(viewer):
                    self.look(event, "event")

    def test_the_checker_finds_faults(self):
        self.assertTrue(list(faults({"turn": "one"}, {"$ref": "table"})))
        self.assertTrue(list(faults({"bogus": 1}, {"$ref": "object"})))


if __name__ == "__main__":
    unittest.main()
