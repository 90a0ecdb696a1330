/* A small vocabulary and a few cards, compiled for the unit tests. */
#ifndef TESTS_UNIT_SAMPLE_H
#define TESTS_UNIT_SAMPLE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "cantrip/compiler.h"

static const char SAMPLE_RULES[] =
    "type creature, artifact, enchantment, land, planeswalker, instant, sorcery\n"
    "subtype Plains (Plains), Island, Swamp, Mountain, Forest of land\nsubtype Goblin, Bear of "
    "creature\nsupertype basic, legendary\n"
    "color white, blue, black, red, green\nzone hand, library (libraries), graveyard, exile, "
    "battlefield (battlefield)\n"
    "noun card, permanent, spell, ability, token, source, player, opponent, controller, owner, "
    "counter, control\n"
    "noun damage (damage), life (life), target, beginning, end of turn\nstep upkeep, end "
    "step\nadverb as a sorcery, this turn\n"
    "adjective tapped, untapped, other\nproperty power, toughness\n"
    "keyword flying marker {\n    this can't be blocked except by creatures with "
    "flying\n}\nkeyword haste marker\nkeyword kicker COST marker\n"
    "keyword protection from QUALITY marker\n"
    "counter +1/+1\naction draw AMOUNT card (draws, drawn) native draw\n"
    "action deal AMOUNT damage to TARGET (deals, dealt) native deal_damage\naction gain AMOUNT "
    "life native gain_life\n"
    "action get CHANGE (gets, got, getting) native mod_get\naction gain ABILITY native "
    "mod_have\naction have ABILITY (has, had, having) native mod_have\n"
    "action create TOKENS (creates, created, creating) native create\naction add MANA native "
    "add_mana\n"
    "action put COUNTERS on OBJECT (puts, put, putting) native put_counters\naction exile OBJECT "
    "native exile\n"
    "action sacrifice OBJECT native sacrifice\naction choose OBJECT (chooses, chosen, choosing) "
    "native choose_any\n"
    "action destroy OBJECT native destroy\nverb block\nverb enter\nverb control\nverb cast (casts, "
    "cast, casting)\nverb resolve\n"
    "event OBJECT enters native enters\nevent PLAYER gains life native gain_life\ncondition OBJECT "
    "is kicked native kicked\nverb kick\nverb begin (begins, begun)\nadjective opening\nnoun game\n";

static const char SAMPLE_CARDS[] =
    "card \"Mountain\" basic land Mountain\n"
    "card \"Bolt\" {R} instant {\n    deal 3 damage to any target\n}\n"
    "card \"Hill\" {1}{R} creature Goblin 2/2 {\n    flying\n    {T}, sacrifice this: draw a "
    "card\n    whenever another creature enters: you gain 1 life\n}\n"
    "card \"Lord\" {2}{R} creature Goblin 1/1 {\n    other Goblin creatures you control get +1/+1 "
    "and have haste\n"
    "    creatures you control with power 3 or more get +1/+0\n}\n"
    "card \"Growth\" {R} instant {\n    kicker {2}\n    let n = 4 if this was kicked, else 2\n    "
    "target creature gets +1/+1 until end of turn\n    deal n damage to any target\n}\n"
    "card \"Twice\" {R} enchantment {\n    if you would gain life: instead you gain twice that "
    "much\n    at the beginning of your upkeep: create a 1/1 red Goblin creature token\n}\n"
    "card \"Early\" {9} enchantment {\n    if this is in your opening hand: you may begin "
    "the game with it on the battlefield\n}\ncard \"Modes\" {R} sorcery {\n    choose one {\n      "
    "  draw two cards\n        for each "
    "creature you control: put a +1/+1 counter on it\n    }\n}\n"
    "test \"t\" cites 704.5a {\n    you control \"Hill\"\n    expect \"Hill\" is 2/2\n}\n";

static inline cantrip_compiled sample_compile(void)
{
    cantrip_source rules = {"rules.card", SAMPLE_RULES, sizeof SAMPLE_RULES - 1, 0};
    cantrip_source cards = {"cards.card", SAMPLE_CARDS, sizeof SAMPLE_CARDS - 1, 0};
    cantrip_compiled c;
    cantrip_compile(&rules, 1, &cards, 1, &c);
    for (uint32_t i = 0; i < c.diagnostic_count; i++)
        print_message("%s:%u:%u: %s\n", c.diagnostics[i].file, c.diagnostics[i].line,
                      c.diagnostics[i].column, c.diagnostics[i].message);
    assert_non_null(c.pack);
    return c;
}

#endif
