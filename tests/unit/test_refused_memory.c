/* CLAIM: a library for which there is no memory says so and nothing else, whichever allocation fails: no place in a pack that is
 * right, and no text that somebody left there. */
#include "sample.h"

static long left; /* allocations that still succeed; -1 = all */

static void *take(void *user, size_t size)
{
    (void)user;
    if (!left)
        return NULL;
    left -= left > 0;
    return malloc(size);
}

static void *retake(void *user, void *at, size_t size)
{
    (void)user;
    if (!left)
        return NULL;
    left -= left > 0;
    return realloc(at, size);
}

static void give_back(void *user, void *at)
{
    (void)user;
    free(at);
}

static void check(const cantrip_pack_error *e)
{
    static const char NOTHING[sizeof e->message];
    if (e->rule[0])
        assert_string_equal(e->rule, "V8");
    assert_int_equal(e->section, 0);
    assert_int_equal(e->row, 0);
    assert_int_equal(e->instruction, 0);
    if (strcmp(e->message, "out of memory") != 0)
        assert_memory_equal(e->message, NOTHING, sizeof e->message);
}

/* With another pack beside it, or alone. */
static void refuse_each(const cantrip_compiled *c, const cantrip_bytes *imports, uint32_t count)
{
    cantrip_library_options o = {.struct_size = sizeof o,
                                 .import_count = count,
                                 .imports = imports,
                                 .memory = {take, retake, give_back, NULL}};
    cantrip_library *lib = NULL;
    long n = 0;
    for (;; n++) {
        cantrip_pack_error e;
        memset(&e, 0xEE, sizeof e);
        left = n;
        const cantrip_status s = cantrip_library_create(c->pack, c->pack_size, &o, &lib, &e);
        if (s == CANTRIP_OK)
            break;
        assert_int_equal(s, CANTRIP_E_MEMORY);
        if (n) /* before it nobody had looked */
            check(&e);
    }
    assert_true(n > 20);
    left = -1;
    cantrip_library_close(lib);
}

static void test_alone(void **state)
{
    refuse_each(*state, NULL, 0);
}

static void test_together(void **state)
{
    cantrip_compiled other = sample_compile_text("card \"Pond\" basic land Island\n");
    const cantrip_bytes import = {other.pack, other.pack_size};
    refuse_each(*state, &import, 1);
    cantrip_compiled_destroy(&other);
}

int main(void)
{
    cantrip_compiled c = sample_compile();
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_alone, &c),
                                       cmocka_unit_test_prestate(test_together, &c)};
    const int failed = cmocka_run_group_tests_name("refused memory", tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    cantrip_compiled_destroy(&c);
    return failed;
}
