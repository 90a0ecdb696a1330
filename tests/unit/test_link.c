/* CLAIM: packs that do not go together are refused by the rule that says why: V22, V63, V64, V65, V67; what is refused leaves
 * nothing behind. */
#include "packer.h"

#include <stdio.h>

static void opened(packer *p, vm_pack *out)
{
    size_t size;
    vm_refusal why;
    void *bytes = packer_write(p, &size);
    if (!vm_pack_open(out, bytes, size, &why))
        fail_msg("refused by %s (%s)", why.rule, why.message);
    free(bytes);
    packer_free(p);
}

/* `rule`: what must keep the two apart; NULL: nothing. Closes them. */
static void expect_link(const vm_pack *const *packs, uint32_t count, const char *rule)
{
    vm_pack all;
    vm_refusal why;
    const int ok = vm_pack_link(NULL, packs, count, &all, &why);
    if (ok)
        vm_pack_close(&all);
    if (ok ? rule != NULL : !rule || strcmp(rule, why.rule) != 0)
        fail_msg("%s, expected %s", ok ? "linked" : why.rule, rule ? rule : "nothing");
}

/* Packs of 24 MB together: eleven fit, twelve do not. */
static void test_large_together(void **state)
{
    (void)state;
    const vm_pack *list[12];
    vm_pack one;
    packer *p = packer_create();
    packer_more(p, VM_SECTION_words, 6000000, 4);
    opened(p, &one);
    for (int i = 0; i < 12; i++)
        list[i] = &one;
    expect_link(list, 11, NULL);
    expect_link(list, 12, "V22");
    vm_pack_close(&one);
}

/* The low bits of a string's hash follow from its letters: all of these are looked for in one place. */
static uint32_t collide(char *out, uint32_t count, uint32_t mask)
{
    uint32_t at = 4, found = 0;
    for (uint64_t i = 0; found < count; i++) {
        char text[16];
        const int n = snprintf(text, sizeof text, "%llu", (unsigned long long)i);
        if (hash_bytes(HASH_START, text, (size_t)n + 1) & mask)
            continue;
        memcpy(out + at, text, (size_t)n + 1);
        at += (uint32_t)n + 1;
        found++;
    }
    return at;
}

static void test_strings_that_collide(void **state)
{
    (void)state;
    enum { FEW = 200, LOTS = 4000, MASK = 0x3FFF }; /* 4,000 + 5 strings have 16,384 places */
    const uint32_t counts[] = {FEW, LOTS};
    for (int i = 0; i < 2; i++) {
        vm_pack a, b;
        packer *p = packer_create();
        char *strings = packer_more(p, VM_SECTION_strings, counts[i] * 16, 1);
        p->more[VM_SECTION_strings].size = collide(strings, counts[i], MASK);
        opened(p, &a);
        opened(packer_create(), &b);
        expect_link((const vm_pack *const[]){&b, &a}, 2, i ? "V67" : NULL);
        vm_pack_close(&a);
        vm_pack_close(&b);
    }
}

/* A string behind the empty one. */
static packer *with_string(const char *text)
{
    packer *p = packer_create();
    memcpy(p->strings + 4, text, strlen(text) + 1);
    p->strings_size = 8;
    return p;
}

static void expect_pair(packer *one, packer *other, const char *rule)
{
    vm_pack a, b;
    opened(one, &a);
    opened(other, &b);
    expect_link((const vm_pack *const[]){&a, &b}, 2, rule);
    expect_link((const vm_pack *const[]){&b, &a}, 2, rule);
    vm_pack_close(&a);
    vm_pack_close(&b);
}

static packer *with_card(const char *name, uint32_t flags)
{
    packer *p = with_string(name);
    p->face[p->face_count++] = (vm_face){.name = 4, .flags = flags};
    return p;
}

static void test_names_of_cards(void **state)
{
    (void)state;
    expect_pair(with_card("One", 0), with_card("Two", 0), NULL);
    expect_pair(with_card("One", 0), with_card("One", 0), "V63");
    expect_pair(with_card("One", 0), with_card("One", VM_FF_TOKEN), NULL);
}

static packer *with_word(const char *name, uint32_t kind, uint32_t number, uint32_t a)
{
    packer *p = with_string(name);
    p->symbol[p->symbol_count++] = (vm_symbol){kind, 4, number, a, 0};
    return p;
}

static void test_words(void **state)
{
    (void)state;
    enum { LAST = VM_SUBTYPE_MAX - 1 };
    expect_pair(with_word("Elf", VM_SYM_SUBTYPE, 1, 1), with_word("Elf", VM_SYM_SUBTYPE, 2, 1),
                NULL);
    expect_pair(with_word("Elf", VM_SYM_SUBTYPE, 1, 1), with_word("Elf", VM_SYM_SUBTYPE, 1, 2),
                "V64");
    expect_pair(with_word("Elf", VM_SYM_SUBTYPE, 1, 1), with_word("Orc", VM_SYM_SUBTYPE, 1, 2),
                NULL);
    expect_pair(with_word("Elf", VM_SYM_SUBTYPE, LAST, 1),
                with_word("Orc", VM_SYM_SUBTYPE, LAST, 1), "V64");
    expect_pair(with_word("Elf", VM_SYM_SUBTYPE, LAST, 1),
                with_word("Elf", VM_SYM_SUBTYPE, LAST, 1), NULL);
    expect_pair(with_word("Elf", VM_SYM_KEYWORD, 5, VM_NO_SYMBOL),
                with_word("Orc", VM_SYM_COUNTER, 5, 0), NULL);
}

/* One word of a list is a subtype and a place of a string. */
static void test_lists_of_two_kinds(void **state)
{
    (void)state;
    for (uint32_t at = 0; at < 2; at++) {
        packer *p = packer_create();
        p->words_count = 2;
        p->face[p->face_count++] = (vm_face){.subtypes = 0, .subtype_count = 1};
        p->test[p->test_count++] = (vm_test){.cites = at, .cite_count = 1};
        expect_pair(p, packer_create(), at ? NULL : "V65");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_together), cmocka_unit_test(test_names_of_cards),
        cmocka_unit_test(test_strings_that_collide), cmocka_unit_test(test_words),
        cmocka_unit_test(test_lists_of_two_kinds)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
