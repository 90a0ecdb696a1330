/* CLAIM: every allocation may fail. Whatever was called says so, the game is as it was before, and goes on as if
 * nothing had happened. Every other call of the libraries: test_every_call.c. */
#define SAMPLE_COMPILED compile_often
#include "cantrip/compiler.h"
static void compile_often(const cantrip_source *rules, uint32_t count, const cantrip_source *cards,
                          cantrip_compiled *out);
#include "failing.h"
#include "packer.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "cantrip/search.h"
#include "cantrip/setup.h"

static uint32_t compilations; /* that failed */

/* With every allocation failing in turn: each time it is told, until all is there; then the pack is the same. */
static void compile_often(const cantrip_source *rules, uint32_t count, const cantrip_source *cards,
                          cantrip_compiled *out)
{
    cantrip_compile(rules, count, cards, 1, out);
    for (long n = 1;; n++) {
        cantrip_compiled again;
        fail_at(n);
        const int done = cantrip_compile(rules, count, cards, 1, &again);
        const int all = allocations < n; /* none has failed */
        fail_at(0);
        if (done) { /* what was missing was a list of mistakes, and there are none */
            assert_int_equal(again.pack_size, out->pack_size);
            assert_memory_equal(again.pack, out->pack, out->pack_size);
        } else {
            assert_null(again.pack);
            assert_true(again.mistake_count > 0);
            compilations++;
        }
        cantrip_compiled_destroy(&again);
        if (all)
            break;
    }
}

static void test_compile(void **state)
{
    (void)state;
    assert_true(compilations > 20);
    print_message("%u compilations without memory said so\n", compilations);
}

static cantrip_compiled sample;
static cantrip_library *lib;

static cantrip_game *new_game(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *g;
    o.seed = 4;
    o.take_back = o.pay_by_hand = 3;
    assert_int_equal(cantrip_game_create(lib, &o, &g), CANTRIP_OK);
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t i = 0; i < cantrip_library_card_count(lib); i++)
            cantrip_game_deck_add(g, p, cantrip_library_card_name(lib, i), i ? 5 : 15);
    return g;
}

/* A step that succeeds in the end; whenever it could not, nothing has changed. */
static cantrip_step step(cantrip_game *g, uint32_t *out_failures)
{
    const uint64_t before = cantrip_game_hash(g);
    cantrip_step s;
    while ((s = cantrip_game_step(g)) == CANTRIP_STEP_MEMORY) {
        assert_true(cantrip_game_hash(g) == before);
        assert_false(cantrip_game_result(g).over);
        fail_at(0); /* there is memory again */
        ++*out_failures;
    }
    return s;
}

static void answer(cantrip_game *g, uint32_t salt, uint32_t *out_failures)
{
    const cantrip_decision *d;
    while (!(d = cantrip_game_decision(g))) {
        fail_at(0);
        ++*out_failures;
    }
    uint32_t chosen[16];
    for (uint32_t i = 0; i < d->min && i < 16; i++)
        chosen[i] = (salt + i) % d->option_count;
    const uint64_t before = cantrip_game_hash(g);
    const uint32_t count = d->min;
    while (cantrip_game_answer(g, chosen, count) == CANTRIP_E_MEMORY) {
        assert_true(cantrip_game_hash(g) == before);
        fail_at(0);
        ++*out_failures;
    }
}

/* Plays so many questions; the hash at the end. */
static long counted; /* allocations of the last play without failures */

static uint64_t play(long first_failure, uint32_t questions, uint32_t *out_failures)
{
    cantrip_game *g = new_game();
    *out_failures = 0;
    fail_at(first_failure);
    for (uint32_t i = 0; i < questions && step(g, out_failures) == CANTRIP_STEP_DECISION; i++)
        answer(g, i * 7, out_failures);
    step(g, out_failures);
    counted = allocations;
    fail_at(0);
    const uint64_t hash = cantrip_game_hash(g);
    cantrip_game_destroy(g);
    return hash;
}

static void test_steps(void **state)
{
    (void)state;
    uint32_t failures = 0, sum = 0, without = 0;
    const uint64_t want = play(0, 200, &failures);
    const long count = counted;
    assert_true(count > 5);
    for (all_later = 0; all_later < 2; all_later++)
        for (long n = 1; n <= count; n++) {
            assert_true(play(n, 200, &failures) == want);
            without += failures == 0; /* what is only kept to be found sooner is found anew */
            sum += failures;
        }
    assert_true(sum > 0 && without < (uint32_t)count);
    print_message("%u failures in steps and answers changed nothing\n", sum);
}

/* ---- memory that the program gives ------------------------------------------------------------- */

typedef struct purse {
    long blocks, calls, failing; /* that are out; calls; the call that fails, 0 = none */
} purse;

static void *purse_alloc(void *user, size_t size)
{
    purse *p = user;
    assert_true(size > 0);
    if (++p->calls == p->failing)
        return NULL;
    p->blocks++;
    size_t *at = __real_malloc(size + 16); /* the C library would notice that it is not its own */
    *at = size;
    return (char *)at + 16;
}

static void purse_free(void *user, void *at)
{
    ((purse *)user)->blocks--;
    free((char *)at - 16);
}

static void *purse_resize(void *user, void *at, size_t size)
{
    const size_t old = *(size_t *)(void *)((char *)at - 16);
    void *more = purse_alloc(user, size);
    if (!more)
        return NULL;
    memcpy(more, at, old < size ? old : size);
    purse_free(user, at);
    return more;
}

/* Everything that a host calls; 1 = it was done, 0 = there was no memory. What it took is given back either way. */
static int with_purse(purse *p, uint64_t *out_hash)
{
    static char text[1 << 16];
    const cantrip_library_options o = {
        sizeof o, 0, NULL, {purse_alloc, purse_resize, purse_free, p}};
    cantrip_library *l = NULL;
    cantrip_game *g = NULL, *copy = NULL, *loaded = NULL, *read = NULL;
    void *bytes = NULL;
    fail_at(1); /* nothing comes from the C library */
    int ok = cantrip_library_create(sample.pack, sample.pack_size, &o, &l, NULL) == CANTRIP_OK;
    ok = ok && cantrip_game_create(l, NULL, &g) == CANTRIP_OK;
    for (uint32_t i = 0; ok && i < cantrip_library_card_count(l); i++)
        ok = cantrip_game_deck_add(g, i & 1, cantrip_library_card_name(l, i), 9) == CANTRIP_OK;
    for (uint32_t i = 0; ok && i < 60 && !cantrip_game_result(g).over; i++)
        ok = cantrip_game_step(g) != CANTRIP_STEP_MEMORY &&
             cantrip_game_answer_json(g, "\"default\"", 9) == CANTRIP_OK;
    const size_t used = ok ? cantrip_journal_take(g, text, sizeof text) : 0;
    cantrip_replay r = {.struct_size = sizeof r, .upto = UINT32_MAX};
    ok = ok && cantrip_journal_read(l, text, used, &r, &read) == CANTRIP_OK;
    ok = ok && cantrip_game_clone(g, &copy) == CANTRIP_OK &&
         cantrip_game_undo(copy, 9) == CANTRIP_OK;
    ok = ok && cantrip_game_copy_into(g, copy) == CANTRIP_OK;
    const size_t size = ok ? cantrip_game_save_size(g) : 0;
    bytes = __real_malloc(size + 1);
    ok = ok && cantrip_game_save(g, bytes, size) == CANTRIP_OK &&
         cantrip_game_load(l, bytes, size, &loaded) == CANTRIP_OK;
    ok = ok && cantrip_game_json(g, CANTRIP_JSON_TABLE, CANTRIP_FULL, 0, text, sizeof text) != 0;
    ok = ok && (cantrip_playout(copy, 1, 3, 0), 1);
    *out_hash = ok ? cantrip_game_hash(loaded) : 0;
    cantrip_game *all[] = {g, copy, loaded, read};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cantrip_game_destroy(all[i]);
    cantrip_library_close(l);
    assert_int_equal(allocations, 0);
    fail_at(0);
    free(bytes);
    return ok;
}

static void test_own_memory(void **state)
{
    (void)state;
    purse p = {0, 0, 0};
    uint64_t want, hash;
    assert_true(with_purse(&p, &want));
    assert_int_equal(p.blocks, 0);
    const long calls = p.calls;
    assert_true(calls > 30);
    for (long n = 1; n <= calls; n++) {
        p = (purse){0, 0, n};
        if (with_purse(&p, &hash)) /* what can do without it goes on */
            assert_true(hash == want);
        assert_int_equal(p.blocks, 0);
    }
    print_message("%ld allocations, each failed once, all given back\n", calls);
    cantrip_library *l = lib;
    cantrip_library_options o = {sizeof o, 0, NULL, {purse_alloc, NULL, purse_free, &p}};
    assert_int_equal(cantrip_library_create(sample.pack, sample.pack_size, &o, &l, NULL),
                     CANTRIP_E_ARGUMENT);
    assert_null(l);
    o.memory.resize = purse_resize;
    o.struct_size = 8;
    assert_int_equal(cantrip_library_create(sample.pack, sample.pack_size, &o, &l, NULL),
                     CANTRIP_E_ARGUMENT);
}

/* Several packs become one: with every allocation failing in turn it is told, nothing is kept, and then they are the same. */
static void test_linking(void **state)
{
    (void)state;
    size_t size;
    packer *other = packer_create();
    memcpy(other->strings + 4, "Odd", 4);
    other->strings_size = 8;
    other->face[other->face_count++] = (vm_face){.name = 4, .types = VM_TYPE_ARTIFACT};
    void *bytes = packer_write(other, &size);
    const cantrip_bytes more = {bytes, size};
    uint32_t cards = 0;
    long calls = 0, failed = 0;
    for (long n = 0; n == 0 || n <= calls; n++) {
        purse p = {0, 0, n};
        const cantrip_library_options o = {
            sizeof o, 1, &more, {purse_alloc, purse_resize, purse_free, &p}};
        cantrip_library *l = NULL;
        cantrip_pack_error why;
        const cantrip_status status =
            cantrip_library_create(sample.pack, sample.pack_size, &o, &l, &why);
        if (n == 0) {
            assert_int_equal(status, CANTRIP_OK);
            cards = cantrip_library_card_count(l);
            assert_int_equal(cards, cantrip_library_card_count(lib) + 1);
            calls = p.calls;
        }
        failed += status == CANTRIP_E_MEMORY;
        if (status == CANTRIP_OK) {
            assert_int_equal(cantrip_library_card_count(l), cards);
            cantrip_library_close(l);
        } else {
            assert_int_equal(status, CANTRIP_E_MEMORY);
            assert_null(l);
        }
        assert_int_equal(p.blocks, 0);
    }
    assert_int_equal(failed, calls); /* each of them is needed */
    print_message("%ld allocations of linking, each failed once\n", calls);
    free(bytes);
    packer_free(other);
}

int main(void)
{
    cantrip_pack_error why;
    sample = sample_compile();
    if (cantrip_library_open(sample.pack, sample.pack_size, &lib, &why) != CANTRIP_OK)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_compile), cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_own_memory),
                                       cmocka_unit_test(test_linking)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cantrip_library_close(lib);
    cantrip_compiled_destroy(&sample);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
