/* A library of all cards and the rules, to which a test adds functions of its own, instruction by instruction: for
 * what the machine can do and no sentence says yet. The result is written as a pack and goes through the verifier
 * like any other. */
#ifndef TESTS_UNIT_ASSEMBLE_H
#define TESTS_UNIT_ASSEMBLE_H

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/hash.h"
#include "cantrip/compiler.h"
#include "cantrip/setup.h"
#include "runtime/host/api.h"

enum { AS_SPARE = 256, AS_CODE = 8192 };

typedef struct assembly {
    vm_pack p;
    void *kept[32];
    uint32_t kept_count;
} assembly;

typedef struct as_insn {
    uint8_t op, a, b, c;
    int32_t imm;
} as_insn;

static inline char *as_read(const char *path, size_t *out_size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = malloc((size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, f), (size_t)size);
    fclose(f);
    *out_size = (size_t)size;
    return text;
}

static inline void *as_room(assembly *s, const void *rows, uint32_t count, size_t size,
                            uint32_t more)
{
    char *copy = calloc(count + more, size);
    if (count)
        memcpy(copy, rows, count * size);
    s->kept[s->kept_count++] = copy;
    return copy;
}

/* Rules and cards of the project, or the rules alone, and `extra`, compiled; with room for more rows in each table. */
static inline void as_begin_with(assembly *s, const char *cards, const char *extra)
{
    glob_t found;
    cantrip_compiled c;
    vm_refusal why;
    uint32_t n = 0;
    memset(s, 0, sizeof *s);
    assert_int_equal(glob("cardscripts/rules/*.card", 0, NULL, &found), 0);
    if (cards)
        assert_int_equal(glob(cards, GLOB_APPEND, NULL, &found), 0);
    cantrip_source *sources = calloc(found.gl_pathc + 1, sizeof *sources);
    assert_non_null(sources);
    for (; n < found.gl_pathc; n++) {
        size_t size;
        char *text = as_read(found.gl_pathv[n], &size);
        sources[n] = (cantrip_source){found.gl_pathv[n], text, size, 0};
    }
    sources[n] = (cantrip_source){"extra.card", extra, strlen(extra), 0};
    cantrip_compile(NULL, 0, sources, n + (*extra != 0), &c);
    for (uint32_t i = 0; i < c.diagnostic_count; i++)
        print_message("%s:%u:%u: %s\n", c.diagnostics[i].file, c.diagnostics[i].line,
                      c.diagnostics[i].column, c.diagnostics[i].message);
    assert_non_null(c.pack);
    while (n)
        free((void *)(uintptr_t)sources[--n].text);
    free(sources);
    globfree(&found);
    assert_true(vm_pack_open(&s->p, c.pack, c.pack_size, &why));
    cantrip_compiled_destroy(&c);
#define ROW(section, name, fields)                                                                 \
    s->p.name = as_room(s, s->p.name, s->p.name##_count, sizeof *s->p.name, AS_SPARE);
#include "vm/abi/pack_rows.def"
#undef ROW
    s->p.code = as_room(s, s->p.code, s->p.code_count, 4, AS_CODE);
    s->p.regs = as_room(s, s->p.regs, s->p.regs_count, 4, AS_CODE);
    s->p.words = as_room(s, s->p.words, s->p.words_count, 4, AS_CODE);
}

static inline void as_begin(assembly *s, const char *extra)
{
    as_begin_with(s, "cardscripts/cards/*.card", extra);
}

/* Adds a function; `types`: one letter for each register; `code` ends with op 0xFF. */
static inline uint32_t as_func(assembly *s, uint32_t flags, uint32_t params, const char *types,
                               const as_insn *code)
{
    vm_pack *p = &s->p;
    vm_func *f = &p->func[p->func_count];
    *f = (vm_func){p->code_count, 0, p->regs_count, (uint32_t)strlen(types), params, flags};
    for (; *types; types++)
        p->regs[p->regs_count++] = (uint32_t)*types;
    for (; code->op != 0xFF; code++) {
        p->code[p->code_count++] = (uint32_t)code->op | (uint32_t)code->a << 8 |
                                   (uint32_t)code->b << 16 | (uint32_t)code->c << 24;
        p->code[p->code_count++] = (uint32_t)code->imm;
        f->code_count += 2;
    }
    return p->func_count++;
}
#define END                                                                                        \
    {                                                                                              \
        0xFF, 0, 0, 0, 0                                                                           \
    }
#define CODE(...) ((const as_insn[]){__VA_ARGS__, END})
#define I(name, a, b, c, imm)                                                                      \
    {                                                                                              \
        VM_OP_##name, a, b, c, imm                                                                 \
    }
#define CALL(native, base, res)                                                                    \
    {                                                                                              \
        VM_OP_NATIVE, base, res, 0, VM_NATIVE_##native                                             \
    }
#define IMM(v)                                                                                     \
    {                                                                                              \
        VM_OP_IMM, 0, 0, 0, (int32_t)(v)                                                           \
    }
#define EFFECT(s, types, ...)                                                                      \
    as_func(s, VM_FN_EFFECT, 0, types, CODE(__VA_ARGS__, I(DONE, 0, 0, 0, 0)))
/* A value: its last instruction leaves it in register 0. */
#define VALUE(s, types, ...) as_func(s, 0, 0, types, CODE(__VA_ARGS__, I(RET, 0, 0, 0, 0)))
#define SET(s, types, ...)   as_func(s, VM_FN_SET, 0, types, CODE(__VA_ARGS__, I(GIVE, 0, 0, 0, 0)))

/* A selector that everything in `zones` matches; the test narrows it. */
static inline vm_selector *as_selector(assembly *s, uint32_t zones, uint32_t want, uint32_t *out)
{
    vm_selector *row = &s->p.selector[s->p.selector_count];
    memset(row, 0, sizeof *row);
    row->zones = zones;
    row->want = want;
    row->name = VM_NO_SYMBOL;
    *out = s->p.selector_count++;
    return row;
}

static inline vm_ability *as_ability(assembly *s, uint32_t kind, uint32_t *out)
{
    vm_ability *row = &s->p.ability[s->p.ability_count];
    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->keyword = VM_NO_SYMBOL;
    row->zones = 1u << VM_ZONE_BATTLEFIELD;
    *out = s->p.ability_count++;
    return row;
}

static inline uint32_t as_mod(assembly *s, vm_mod row)
{
    s->p.mod[s->p.mod_count] = row;
    return s->p.mod_count++;
}

static inline uint32_t as_cost(assembly *s, vm_cost row)
{
    s->p.cost[s->p.cost_count] = row;
    return s->p.cost_count++;
}

static inline vm_face *as_face(assembly *s, const char *name)
{
    for (uint32_t i = 0; i < s->p.face_count; i++)
        if (strcmp(vm_pack_str(&s->p, s->p.face[i].name), name) == 0)
            return &s->p.face[i];
    fail_msg("no card %s", name);
    return NULL;
}

/* A static ability with one mod, as the only ability of a card. */
static inline vm_ability *as_static(assembly *s, const char *card, vm_mod mod)
{
    uint32_t at;
    vm_ability *a = as_ability(s, VM_ABILITY_STATIC, &at);
    a->mods = as_mod(s, mod);
    a->mod_count = 1;
    vm_face *f = as_face(s, card);
    f->abilities = at;
    f->ability_count = 1;
    return a;
}

static inline void as_word(uint8_t **at, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        *(*at)++ = (uint8_t)(v >> 8 * i);
}

/* The pack, to be freed. */
static inline uint8_t *as_write(assembly *s, uint32_t *out_size)
{
    vm_pack *p = &s->p;
    uint32_t by_event = 0;
    for (uint32_t e = 1; e < VM_EVENT_SPAN; e++)
        for (uint32_t i = 0; i < p->ability_count && by_event < p->index_count + AS_SPARE; i++)
            if (p->ability[i].event == e)
                p->index[by_event++] = (vm_index){e, i};
    p->index_count = by_event;
    const struct {
        uint32_t id;
        const void *rows;
        uint32_t count, words;
    } section[] = {
#define F(name, domain)           +1
#define ROW(number, name, fields) {number, p->name, p->name##_count, 0 fields},
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
        {VM_SECTION_strings, p->strings, p->strings_size, 0},
        {VM_SECTION_code, p->code, p->code_count, 1},
        {VM_SECTION_words, p->words, p->words_count, 1},
        {VM_SECTION_regs, p->regs, p->regs_count, 1},
        {VM_SECTION_vocab, p->vocab, p->vocab_size, 0}};
    enum { SECTIONS = sizeof section / sizeof *section };
    uint32_t size = 32 + SECTIONS * 12;
    for (int i = 0; i < SECTIONS; i++)
        size += ((section[i].words ? section[i].words * 4 : 1) * section[i].count + 3) & ~3u;
    uint8_t *bytes = calloc(1, size), *at = bytes + 24, *out = bytes + 32 + SECTIONS * 12;
    as_word(&at, size);
    as_word(&at, SECTIONS);
    for (int i = 0; i < SECTIONS; i++) {
        uint32_t length = (section[i].words ? section[i].words * 4 : 1) * section[i].count;
        as_word(&at, section[i].id);
        as_word(&at, (uint32_t)(out - bytes));
        as_word(&at, length);
        uint8_t *next = out + ((length + 3) & ~3u);
        if (!section[i].words && length)
            memcpy(out, section[i].rows, length);
        for (uint32_t w = 0; section[i].words && w < length / 4; w++)
            as_word(&out, ((const uint32_t *)section[i].rows)[w]);
        out = next;
    }
    at = bytes;
    as_word(&at, VM_PACK_MAGIC);
    as_word(&at, VM_PACK_VERSION);
    as_word(&at, (uint32_t)vm_abi_hash());
    as_word(&at, (uint32_t)(vm_abi_hash() >> 32));
    uint64_t hash = hash_file(HASH_START, bytes + 24, size - 24);
    as_word(&at, (uint32_t)hash);
    as_word(&at, (uint32_t)(hash >> 32));
    while (s->kept_count)
        free(s->kept[--s->kept_count]);
    free(p->storage);
    *out_size = size;
    return bytes;
}

/* Writes the pack and opens it with such memory: fails when the verifier refuses it. */
static inline cantrip_library *as_finish_in(assembly *s, cantrip_memory memory)
{
    uint32_t size;
    uint8_t *bytes = as_write(s, &size);
    const cantrip_library_options o = {.struct_size = sizeof o, .memory = memory};
    cantrip_library *lib;
    cantrip_pack_error error;
    if (cantrip_library_create(bytes, size, &o, &lib, &error) != CANTRIP_OK)
        fail_msg("%s: section %u row %u pc %u: %s", error.rule, error.section, error.row,
                 error.instruction, error.message);
    free(bytes);
    return lib;
}

static inline cantrip_library *as_finish(assembly *s)
{
    return as_finish_in(s, (cantrip_memory){0});
}

/* ---- playing ------------------------------------------------------------------------------------ */

enum { LIBRARY, HAND, GRAVEYARD, BATTLEFIELD, STACK, EXILE };

static inline cantrip_game *as_game(const cantrip_library *lib)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    o.ask_trivial = 1; /* a question with one answer is a place to stop at */
    assert_int_equal(cantrip_game_create(lib, &o, &game), CANTRIP_OK);
    assert_int_equal(cantrip_setup_position(game, 3), CANTRIP_OK);
    return game;
}

static inline void put(cantrip_game *game, uint32_t player, const char *card, uint32_t zone)
{
    assert_int_equal(cantrip_setup_put(game, player, card, zone, 1, 0, 0), CANTRIP_OK);
}

static inline rt_entity find_in(cantrip_game *game, uint32_t zone, uint32_t player,
                                const char *card)
{
    const rt_game *g = &game->g;
    for (uint32_t i = rt_zone_count(g, zone, player); i-- > 0;) {
        rt_entity e = rt_handle(g, rt_zone_at(g, zone, player, i));
        if (strcmp(rt_name(g, e), card) == 0 &&
            (zone != VM_ZONE_BATTLEFIELD || rt_live(g, e)->controller == player))
            return e;
    }
    return 0;
}

static inline const cantrip_decision *asked(cantrip_game *game)
{
    return cantrip_game_step(game) == CANTRIP_STEP_DECISION ? cantrip_game_decision(game) : NULL;
}

/* The question must be of this kind, put to this player; gives it. */
static inline const cantrip_decision *expect_asked(cantrip_game *game, uint32_t kind,
                                                   uint32_t player)
{
    const cantrip_decision *d = asked(game);
    assert_non_null(d);
    if (d->kind != kind)
        fail_msg("asked \"%s\" instead of \"%s\"", cantrip_decision_text(d->kind),
                 cantrip_decision_text((cantrip_decision_kind)kind));
    assert_int_equal(d->player, player);
    return d;
}

/* Answers with the options for these cards (or one kind of option, when `card` is NULL). */
static inline void answer_cards(cantrip_game *game, const char *const *cards, uint32_t count)
{
    const cantrip_decision *d = cantrip_game_decision(game);
    uint32_t chosen[16], n = 0;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < d->option_count; i++) {
            int used = 0;
            for (uint32_t q = 0; q < n; q++)
                used |= chosen[q] == i;
            if (!used && d->options[i].id.bits &&
                strcmp(rt_name(&game->g, d->options[i].id.bits), cards[k]) == 0) {
                chosen[n++] = i;
                break;
            }
        }
    assert_int_equal(n, count);
    assert_int_equal(cantrip_game_answer(game, chosen, n), CANTRIP_OK);
}
#define ANSWER(game, ...)                                                                          \
    answer_cards(game, (const char *const[]){__VA_ARGS__},                                         \
                 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static inline void answer_option(cantrip_game *game, uint32_t kind, int32_t value)
{
    const cantrip_decision *d = cantrip_game_decision(game);
    for (uint32_t i = 0; i < d->option_count; i++)
        if (d->options[i].kind == kind && d->options[i].value == value) {
            assert_int_equal(cantrip_game_answer(game, &i, 1), CANTRIP_OK);
            return;
        }
    fail_msg("no option of kind %u with value %d", kind, value);
}

static inline void answer_none(cantrip_game *game)
{
    assert_int_equal(cantrip_game_answer(game, NULL, 0), CANTRIP_OK);
}

/* Passes until the stack is empty. */
static inline void resolve(cantrip_game *game)
{
    while (asked(game) && cantrip_game_decision(game)->kind == CANTRIP_DECIDE_PRIORITY &&
           rt_zone_count(&game->g, VM_ZONE_STACK, 0))
        answer_option(game, CANTRIP_OPTION_PASS, 0);
}

static inline int can_do(cantrip_game *game, uint32_t kind, const char *card)
{
    const cantrip_decision *d = asked(game);
    for (uint32_t i = 0; d && i < d->option_count; i++)
        if (d->options[i].kind == kind &&
            strcmp(rt_name(&game->g, d->options[i].id.bits), card) == 0)
            return 1;
    return 0;
}

static inline void act(cantrip_game *game, uint32_t kind, const char *card)
{
    const cantrip_decision *d = asked(game);
    for (uint32_t i = 0; d && i < d->option_count; i++)
        if (d->options[i].kind == kind &&
            strcmp(rt_name(&game->g, d->options[i].id.bits), card) == 0) {
            assert_int_equal(cantrip_game_answer(game, &i, 1), CANTRIP_OK);
            return;
        }
    fail_msg("%s is not offered", card);
}

/* Passes until that step of that turn. */
static inline void advance(cantrip_game *game, uint32_t step, uint32_t turn)
{
    for (int i = 0; i < 2000; i++) {
        const cantrip_decision *d = asked(game);
        if (!d || (game->g.s->step == step && game->g.s->turn == turn))
            return;
        uint32_t chosen[16];
        for (uint32_t k = 0; k < 16; k++)
            chosen[k] = k;
        uint32_t n = d->min;
        if (d->kind == CANTRIP_DECIDE_ATTACK || d->kind == CANTRIP_DECIDE_BLOCK)
            chosen[0] = d->option_count - 1;
        assert_int_equal(cantrip_game_answer(game, chosen, n), CANTRIP_OK);
    }
    fail_msg("step %u of turn %u does not come", step, turn);
}

static inline void carry_out(cantrip_game *game, uint32_t func, uint32_t player)
{
    asked(game);
    assert_int_equal(cantrip_eval_effect(game, func, player), CANTRIP_OK);
}

static inline uint32_t count_in(const cantrip_game *game, uint32_t zone, uint32_t player)
{
    return rt_zone_count(&game->g, zone, player);
}

static inline const char *name_at(cantrip_game *game, uint32_t zone, uint32_t player,
                                  uint32_t from_top)
{
    const rt_game *g = &game->g;
    uint32_t n = rt_zone_count(g, zone, player);
    return from_top < n ? rt_name(g, rt_handle(g, rt_zone_at(g, zone, player, n - 1 - from_top)))
                        : "";
}

/* What an effect that was carried out put into a slot with SET_LINK_NUM, or how many with SET_LINK. */
static inline int32_t number_in(const cantrip_game *game, uint32_t slot)
{
    const rt_game *g = &game->g;
    for (uint32_t i = 0; i < g->s->link.count; i++)
        if (!rt_link_row(g, i)->self && rt_link_row(g, i)->slot == slot &&
            rt_link_row(g, i)->is_number)
            return (int32_t)rt_link_row(g, i)->value;
    return -1;
}

static inline uint32_t set_in(const cantrip_game *game, uint32_t slot, rt_entity *out_first)
{
    const rt_game *g = &game->g;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->link.count; i++)
        if (!rt_link_row(g, i)->self && rt_link_row(g, i)->slot == slot) {
            if (!n++ && out_first)
                *out_first = rt_link_row(g, i)->value;
        }
    return n;
}

static inline int run_all(const char *claim, const struct CMUnitTest *tests, size_t count)
{
    int failed = _cmocka_run_group_tests(claim, tests, count, NULL, NULL);
    printf("%d passed, %d failed\n", (int)count - failed, failed);
    return failed;
}

#endif
