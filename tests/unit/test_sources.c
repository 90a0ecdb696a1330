/* CLAIM: bad input of any kind gets a clear answer and never a crash. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t first_code(const char *text, size_t size)
{
    cantrip_source rules = {"rules.card", SAMPLE_RULES, sizeof SAMPLE_RULES - 1, 0},
                   s = {"bad.card", text, size, 0};
    cantrip_compiled c;
    cantrip_compile(&rules, 1, &s, 1, &c);
    uint32_t code = c.diagnostic_count ? c.diagnostics[0].code : 0;
    assert_null(c.pack);
    assert_true(c.mistake_count > 0);
    for (uint32_t i = 0; i < c.diagnostic_count; i++)
        assert_non_null(cantrip_diagnostic_title(c.diagnostics[i].code));
    cantrip_compiled_destroy(&c);
    return code;
}

static void test_empty(void **state)
{
    (void)state;
    assert_int_equal(first_code("", 0), 904);
    assert_int_equal(first_code("// nothing\n", 11), 904);
}

static void test_not_utf8(void **state)
{
    (void)state;
    assert_int_equal(first_code("card \"\xff\"", 8), 105);
    assert_int_equal(first_code("card\0x", 6), 105);
    assert_int_equal(first_code("\xc0\x80", 2), 105);
}

static void test_too_large(void **state)
{
    (void)state;
    size_t size = 16 * 1024 * 1024 + 1;
    char *text = malloc(size);
    memset(text, ' ', size);
    assert_int_equal(first_code(text, size), 901);
    free(text);
}

static void test_long_line(void **state)
{
    (void)state;
    size_t size = 10 * 1024 * 1024;
    char *text = malloc(size);
    memset(text, 'a', size);
    assert_true(first_code(text, size) != 0);
    for (size_t i = 0; i < size; i += 2)
        text[i] = ' ';
    assert_true(first_code(text, size / 8) != 0);
    free(text);
}

static void test_deep_nesting(void **state)
{
    (void)state;
    enum { DEPTH = 10000 };
    static char text[DEPTH * 3 + 100];
    strcpy(text, "card \"X\" {R} instant ");
    size_t n = strlen(text);
    for (int i = 0; i < DEPTH; i++)
        text[n++] = '{', text[n++] = '\n';
    assert_int_equal(first_code(text, n), 902);
    strcpy(text, "card \"X\" {R} instant {\n    draw ");
    n = strlen(text);
    for (int i = 0; i < DEPTH; i++)
        text[n++] = '(';
    assert_int_equal(first_code(text, n), 902);
}

/* A keyword that contains itself is refused, not followed for ever. */
static void test_recursive_keyword(void **state)
{
    static const char TEXT[] =
        "keyword loopy {\n    loopy\n}\ncard \"X\" {R} creature Goblin 1/1 {\n    loopy\n}\n";
    (void)state;
    assert_int_equal(first_code(TEXT, sizeof TEXT - 1), 902);
}

static size_t long_ability(char *out, size_t size, int sentences)
{
    int n = snprintf(out, size, "card \"Long\" {R} instant {\n");
    for (int i = 0; i < sentences; i++)
        n += snprintf(out + n, size - (size_t)n, "    draw two cards\n");
    return (size_t)(n + snprintf(out + n, size - (size_t)n, "}\n"));
}

/* CLAIM an ability may have many sentences; one that does not fit any more is refused. */
static void test_long_ability(void **state)
{
    (void)state;
    static char text[400000];
    cantrip_source rules = {"rules.card", SAMPLE_RULES, sizeof SAMPLE_RULES - 1, 0},
                   s = {"long.card", text, long_ability(text, sizeof text, 200), 0};
    cantrip_compiled c;
    cantrip_compile(&rules, 1, &s, 1, &c);
    assert_non_null(c.pack);
    cantrip_compiled_destroy(&c);
    assert_int_equal(first_code(text, long_ability(text, sizeof text, 5000)), 905);
}

static void test_many_mistakes_are_counted(void **state)
{
    (void)state;
    static char text[400 * 60];
    size_t n = 0;
    for (int i = 0; i < 300; i++)
        n += (size_t)sprintf(text + n, "card \"X%d\" {R} instant {\n    destory it\n}\n", i);
    cantrip_source rules = {"rules.card", SAMPLE_RULES, sizeof SAMPLE_RULES - 1, 0},
                   s = {"bad.card", text, n, 0};
    cantrip_compiled c;
    assert_false(cantrip_compile(&rules, 1, &s, 1, &c));
    assert_int_equal(c.diagnostic_count, 100);
    assert_true(c.mistake_count >= 300);
    cantrip_compiled_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_too_large),    cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_deep_nesting), cmocka_unit_test(test_recursive_keyword),
        cmocka_unit_test(test_long_ability), cmocka_unit_test(test_many_mistakes_are_counted)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL),
        total = (int)(sizeof tests / sizeof *tests);
    printf("%d passed, %d failed\n", total - failed, failed);
    return failed;
}
