/* The shipped rules and a few cards, compiled for the unit tests. */
#ifndef TESTS_UNIT_SAMPLE_H
#define TESTS_UNIT_SAMPLE_H

#include <glob.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cantrip/compiler.h"
#include "cantrip/game.h"

/* A few of those rules, where a test looks at single sources. */
static const char SAMPLE_RULES[] =
    "type creature, land, instant\n"
    "subtype Goblin of creature\n"
    "color white, blue, black, red, green\n"
    "noun card\n"
    "action YOU:player draw AMOUNT:number card (draws, drawn) native draw\n";

/* Every kind of row, and every opcode that test_packs breaks, comes from one of these. */
static const char SAMPLE_CARDS[] =
    "card \"Mountain\" basic land Mountain\n"
    "card \"Bolt\" {R} instant {\n"
    "    this deals 3 damage to any target\n"
    "}\n"
    "card \"Hill\" {1}{R} creature Goblin 2/2 {\n"
    "    flying\n"
    "    {T}, sacrifice this: draw a card\n"
    "    whenever another creature enters: you gain 1 life\n"
    "}\n"
    "card \"Lord\" {2}{R} creature Goblin 1/1 {\n"
    "    other Goblin creatures you control get +1/+1 and have haste\n"
    "    creatures you control with power 3 or more get +1/+0\n"
    "}\n"
    "card \"Growth\" {R} instant {\n"
    "    kicker {2}\n"
    "    let n = 4 if this was kicked, else 2\n"
    "    target creature gets +1/+1 until end of turn\n"
    "    this deals n damage to any target\n"
    "}\n"
    "card \"Twice\" {R} enchantment {\n"
    "    if you would gain life: instead you gain twice that much\n"
    "    at the beginning of your upkeep: create a 1/1 red Goblin creature token\n"
    "}\n"
    "card \"Guest\" {R} creature Bear 1/1 {\n"
    "    kicker {1}\n"
    "    when this enters, if it is kicked: draw a card\n"
    "}\n"
    "card \"Powder\" {9} artifact {\n    if you could mulligan: you may {\n        exile your hand\n"
    "        draw that many cards\n    }\n}\n"
    "card \"Announced\" {9} creature Giant 5/5 {\n    if this is in your opening hand: {\n"
    "        you may reveal this\n"
    "        if you do: at the beginning of the next upkeep: you gain 1 life\n    }\n}\n"
    "card \"Early\" {9} enchantment {\n"
    "    if this is in your opening hand: you may begin the game with it on the battlefield\n"
    "}\n"
    "card \"Modes\" {R} sorcery {\n"
    "    choose one {\n"
    "        draw two cards\n"
    "        for each creature you control: put a +1/+1 counter on it\n"
    "    }\n"
    "}\n"
    "test \"t\" cites 704.5a {\n"
    "    you control \"Hill\"\n"
    "    expect \"Hill\" is 2/2\n"
    "}\n";

static inline cantrip_source sample_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    const size_t size = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(size + 1);
    assert_int_equal(fread(text, 1, size, f), size);
    fclose(f);
    return (cantrip_source){path, text, size, 0};
}

/* Who wants to see it done more than once says so before including this. */
#ifndef SAMPLE_COMPILED
#define SAMPLE_COMPILED(rules, count, cards, out) cantrip_compile(rules, count, cards, 1, out)
#endif

static inline cantrip_compiled sample_compile_text(const char *text)
{
    cantrip_source rules[32], cards = {"cards.card", text, strlen(text), 0};
    cantrip_compiled c;
    glob_t found;
    assert_int_equal(glob("cardscripts/rules/*.card", 0, NULL, &found), 0);
    const uint32_t count = (uint32_t)found.gl_pathc;
    assert_true(count <= sizeof rules / sizeof *rules);
    for (uint32_t i = 0; i < count; i++)
        rules[i] = sample_read(found.gl_pathv[i]);
    SAMPLE_COMPILED(rules, count, &cards, &c);
    for (uint32_t i = 0; i < count; i++)
        free((void *)(uintptr_t)rules[i].text);
    globfree(&found);
    for (uint32_t i = 0; i < c.diagnostic_count; i++)
        print_message("%s:%u:%u: %s\n", c.diagnostics[i].file, c.diagnostics[i].line,
                      c.diagnostics[i].column, c.diagnostics[i].message);
    assert_non_null(c.pack);
    return c;
}

static inline cantrip_compiled sample_compile(void)
{
    return sample_compile_text(SAMPLE_CARDS);
}

/* The first option of that kind, or 0. */
static inline uint32_t sample_option(const cantrip_decision *d, cantrip_option_kind kind)
{
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind)
            return i;
    return 0;
}

#endif
