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
    "subtype Plains (Plains), Island, Swamp, Mountain, Forest of land\n"
    "subtype Goblin, Bear of creature\n"
    "supertype basic, legendary\n"
    "color white, blue, black, red, green\n"
    "zone hand, library (libraries), graveyard, exile, battlefield (battlefield)\n"
    "noun card, permanent, spell, ability, token, source, player, opponent\n"
    "step upkeep, end step\n"
    "adjective tapped, untapped\n"
    "property power, toughness\n"
    "operand AMOUNT number\n"
    "operand COST cost\n"
    "keyword flying marker {\n"
    "    this can't be blocked except by creatures with flying\n"
    "}\n"
    "keyword haste marker\n"
    "keyword kicker COST marker\n"
    "keyword protection from QUALITY:quality marker\n"
    "counter +1/+1\n"
    "action YOU:player draw AMOUNT card (draws, drawn) native draw\n"
    "action THIS:object deal AMOUNT damage to TARGET:recipient (deals, dealt) native deal_damage\n"
    "action YOU:player gain AMOUNT life native gain_life\n"
    "action YOU:player gain AMOUNT native event_amount\n"
    "action YOU:player create TOKENS:tokens (creates, created, creating) native create\n"
    "action YOU:player put COUNTERS:counters on OBJECT:thing (puts, put, putting) native put_counters\n"
    "action YOU:player sacrifice OBJECT:their permanent native sacrifice\n"
    "action YOU:player choose WHAT:thing (chooses, chosen, choosing) native choose_any\n"
    "action YOU:player destroy OBJECT:permanent native destroy\n"
    "action YOU:player begin the game with OBJECT:object on ZONE:zone (begins, begun, beginning) native begin_with\n"
    "cost sacrifice OBJECT:their permanent native sacrifice\n"
    "rule WHAT:permanent get CHANGE:change (gets, got, getting) native get\n"
    "rule WHAT:thing have ABILITIES:abilities (has, had, having) native have\n"
    "rule WHAT:permanent can't be blocked except by BLOCKERS:description native cant_be_blocked_except_by\n"
    "duration until end of turn native end_of_turn\n"
    "event OBJECT:object enters native enters\n"
    "event PLAYER:player gains life native gain_life\n"
    "condition WHAT:object is kicked native kicked\n"
    "condition WHAT:object is in your opening hand native in_opening_hand\n"
    "condition WHAT:object is QUALITY:quality native is\n"
    "testing WHO:player control CARDS:cards native controls\n"
    "testing expect COND:condition native expect\n";

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
