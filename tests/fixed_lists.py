#!/usr/bin/env python3
"""Lists of a fixed length: each is as long as what it holds can ever be, or refuses aloud. Prints those that nobody has
looked at. To add one, say in KNOWN why nothing is lost."""
import glob
import re
import sys

# lengths that come from what the list is about
NATURAL = {
    "VM_REG_MAX": "registers, V30", "VM_ZONE_COUNT": "zones", "VM_STEP_COUNT": "steps of a turn", "VM_CARD_LINKS": "links of a card, E0902", "VM_CARD_LINKS / 8": "bits of them; those of cards that share one are asked for in vain", "M_GIVEN_MAX + 1": "E0902",
    "VOC_TRAIT_COUNT / 64 + 1": "a bit for each trait", "VM_SUBTYPE_MAX / 64": "a mask of all subtypes", "VM_OPTIONAL_COSTS_MAX": "V61", "VM_SECTION_SPAN": "sections of a pack",
    "VM_CAPTURED_MAX": "E0902", "VM_CAPTURED_MAX + 1": "the same", "VM_CAPTURED_MAX + 3": "the same",
    "VOC_SLOTS_MAX": "operands of a pattern, E0120", "VOC_PARTS_MAX": "parts of a pattern, E0120",
    "VOC_PARTS_MAX + 1": "places between parts", "RT_PLAYERS_MAX": "players of a game", "PLACES": "players of a game, and everybody else", "RT_BILL_HALVES": "of more, the half that the cost has is taken", "RT_FRESH_MAX": "with more everything is computed", "M_OPTIONS_MAX": "a longer list is no reading", "SEATS_WORDS": "words of a deed",
    "LABEL_COUNT": "labels of views.def", "CANTRIP_OBSERVE_WIDTH": "a row of search.h", "HEAD_NUMBERS": "numbers of the first line", "WORD_MAX": "longer words are no known ones",
}
KNOWN = {
    "base/bytes.c b": "the bytes of a word",
    "compiler/lower/arguments.c name": "names in natives.def", "compiler/lower/acts.c name": "names in natives.def", "compiler/lower/acts.c args": "arguments in natives.def, asserted", "compiler/lower/act_special.c args": "the same",
    "compiler/lower/bodies.c jumps": "past an else, and into none", "compiler/lower/clauses.c jumps": "three kinds of jumps", "compiler/lower/fn.c name": "names in natives.def",
    "compiler/lower/fn.c types": "arguments in natives.def, asserted", "compiler/lower/fn.c next": "ways on from an instruction",
    "compiler/lower/fn.c kind": "operands of an instruction", "compiler/lower/fn.c text": "of a diagnostic",
    "compiler/lower/lower.h arg": "two arguments", "compiler/lower/describe_atoms.c has": "two names", "runtime/state/state.h then": "the five participants of an event", "runtime/state/state.h held": "four of them", "runtime/query/past.c of": "those five", "compiler/lower/faces.c both": "two faces", "compiler/lower/faces.c spell": "two faces", 
    "compiler/meaning/chart.c text": "of a diagnostic", "compiler/meaning/complain.c list": "what a diagnostic mentions",
    "compiler/meaning/behind.c words": "a table", "compiler/meaning/joined.c at": "with more the sentence is refused", "compiler/meaning/amount.c words": "a table", "compiler/meaning/operand.c name": "names in natives.def",
    "compiler/meaning/print_amount.c signs": "one sign", "compiler/meaning/print_words.c low": "a prefix",
    "compiler/meaning/read.h wanted_word": "what a diagnostic mentions", "compiler/syntax/scan.l meant": "of a diagnostic",
    "compiler/vocabulary/declare.c words": "E0120", "compiler/vocabulary/declare.c forms": "E0120",
    "compiler/vocabulary/frames.c forms": "E0120",
    "compiler/vocabulary/frames.c open": "E0120", "compiler/vocabulary/nearest.c d": "longer words have no neighbours",
    "compiler/vocabulary/show.c ends": "deeper than frames.c allows",
    "runtime/cast/cast_targets.c bill": "what is older is found out again", "runtime/cast/cast_targets.c can": "the same", "runtime/events/events.h own": "participants of an event",
    "runtime/library/aspects.c i": "longer predicates name nothing", "runtime/host/api.c few": "more are allocated",
    "vm/link.c type": "bits of one word", "vm/link.c subtype": "a mask of all subtypes", "vm/link.c name": "names of natives.def", "compiler/pack/share.c name": "names of natives.def",
    "compiler/pack/share.c head": "three numbers", "runtime/events/event_apply.c row": "one row", "runtime/turn/flow.c imm": "immediates in natives.def, asserted",
    "runtime/natives/natives_casting.c face": "faces of a card", "runtime/cast/options.c face": "faces of a card",
    "runtime/layers/layer_parts.c own": "two values", "runtime/layers/layer_parts.c values": "two values",
    "runtime/library/library.h mask": "abilities with more are no free ones",
    "runtime/pay/mana_sources.c mask": "of free abilities", "runtime/library/library.h unused": "padding",
    "runtime/pay/mana_plan.c at": "more are matched by match_many", "runtime/pay/mana_sources.c at": "prices are bytes",
    "runtime/state/guard.h field_have": "colours, colourless and none", "runtime/state/guard.h have": "colours, colourless and none", "runtime/pay/mana_quick.c need": "the same", "runtime/pay/mana_spread.c have": "colours", "runtime/pay/mana_ways.c uses": "colours and colourless",
    "runtime/pay/mana_sources.c more": "five colours and colourless", "runtime/pay/mana_sources.c own": "of free abilities",
    "runtime/events/meld.c o": "a pair", "runtime/events/meld.c pair": "a pair",
    "runtime/pay/pay_with.c row": "more are only counted",
    "runtime/pay/mana_sources.c imm": "natives that add mana have three",
    "runtime/host/api.h refusal": "of a diagnostic", "runtime/views/explain.c room": "a line of an explanation, cut at its end", "runtime/ask/tell.c digits": "a number", "runtime/views/journal.c digits": "a number", "runtime/views/journal.c number": "a number",
    "runtime/views/print_pack.c few": "more is allocated", "runtime/state/random.c x": "ChaCha20",
    "runtime/state/state.h unused": "padding", "runtime/state/state.h value": "two values",
    "runtime/state/state.h object": "an effect on more has more rows", "runtime/state/state.h event_obj": "participants of an event",
    "runtime/state/state.h range": "more is a fault, V61", "runtime/state/state.h less": "five colours and colourless", "runtime/state/state.h less_colored": "the same",
    "runtime/state/state.h v": "variables of a procedure", "runtime/state/state.h kept": "sets of a native",
    "runtime/state/state.h rng": "ChaCha20", "runtime/state/state.h rng_buffer": "ChaCha20",
    "vm/pack.h rule": "V and two digits", "vm/pack.h message": "of a refusal",
    "vm/calls.c name": "names in natives.def", "vm/verifier_code.c want": "two values",
    "vm/verifier.h type": "signatures in natives.def, asserted", "vm/verifier.h named": "the same", "vm/verifier.h of": "the natives of natives.def", "base/hash.c lane": "sums side by side",
}
DECLARED = re.compile(r"^\s+(?:const |struct |unsigned )*[a-z_0-9]+\s[\w\s,*\[\]]*?\*?\b(\w+)\[([^\]]+)\]")
# filled on the spot: args[2] = {{...}, {...}}
FILLED = re.compile(r"\b(a|args|tests|who|move|parts|gain|whose|t|none|choice)\[\d\]( = |;|,)")


def main():
    seen, wrong = set(), []
    for pattern in ("base/*.[ch]", "runtime/*/*.[ch]", "vm/*.[ch]", "compiler/*.[ch]", "compiler/*/*.[chly]"):
        for path in sorted(glob.glob(pattern)):
            for number, line in enumerate(open(path), 1):
                found = DECLARED.match(line)
                head = line.split("=")[0]
                if not found or re.match(r"^\s+(static|return|extern|case|goto|else|typedef)\b", line) or "->" in head or "(" in head:
                    continue
                name, size = found.groups()
                if size in NATURAL or (path.startswith("compiler/lower/") and FILLED.search(line)):
                    continue
                key = f"{path} {name}"
                seen.add(key)
                if key not in KNOWN:
                    wrong.append(f"  {path}:{number}: {name}[{size}]")
    wrong += [f"  {key}: is in KNOWN and not in the sources" for key in sorted(set(KNOWN) - seen)]
    print("\n".join(wrong))
    return bool(wrong)


sys.exit(main())
