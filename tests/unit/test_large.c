/* CLAIM: what is large, or named by far more rows than there are, is refused or opened in time that grows with the size of
 * the file: V22 and V66. Ranges that lie over one another, words without end. */
#include "packer.h"

#include <stdio.h>

enum { MANY = 1000000, FACES = 65000 };

/* A pack of one table of many rows, which the test fills. */
static packer *with_list(uint32_t faces)
{
    packer *p = packer_create();
    packer_more(p, VM_SECTION_words, MANY, 4);
    vm_face *face = p->more_faces = calloc(faces, sizeof *face);
    p->more_face_count = faces;
    for (uint32_t i = 0; i < faces; i++)
        face[i].subtype_count = MANY;
    return p;
}

static void test_lists(void **state)
{
    (void)state;
    packer_expect(with_list(VM_NAMED_MAX / MANY), NULL, "as much as may be named");
    packer_expect(with_list(VM_NAMED_MAX / MANY + 1), "V66", "a list of many faces");
    packer_expect(with_list(FACES), "V66", "a list of far too many faces");
}

/* Abilities that all have a long effect, and the same costs and modifications. */
static packer *with_abilities(uint32_t faces, uint32_t abilities, uint32_t mods, uint32_t costs)
{
    packer *p = packer_create();
    const uint32_t effect[] = {OP(VM_OP_DONE, 0, 0, 0, 0)};
    packer_func(p, VM_FN_EFFECT, 0, "", effect, 2);
    vm_mod *mod = packer_more(p, VM_SECTION_mod, mods + 1, sizeof *mod);
    for (uint32_t i = 0; i <= mods; i++)
        mod[i] = (vm_mod){VM_MOD_GET_PT, 0, 1, 1, 0, 0, 0};
    vm_cost *cost = packer_more(p, VM_SECTION_cost, costs + 1, sizeof *cost);
    for (uint32_t i = 0; i <= costs; i++)
        cost[i].kind = VM_COST_TAP;
    vm_ability *ability = packer_more(p, VM_SECTION_ability, abilities + 1, sizeof *ability);
    for (uint32_t i = 0; i <= abilities; i++)
        ability[i] = (vm_ability){.kind = VM_ABILITY_STATIC,
                                  .keyword = VM_NO_SYMBOL,
                                  .mod_count = i ? mods : 0,
                                  .cost_count = i ? costs : 0,
                                  .effect = 1};
    vm_face *face = p->more_faces = calloc(faces, sizeof *face);
    p->more_face_count = faces;
    for (uint32_t i = 0; i < faces; i++)
        face[i] = (vm_face){.abilities = 1, .ability_count = abilities};
    return p;
}

static void test_ranges_over_one_another(void **state)
{
    (void)state;
    packer_expect(with_abilities(1, 100000, 1, 1), NULL, "a card with 100,000 abilities");
    packer_expect(with_abilities(60000, 100, 1, 1), NULL, "many cards with a hundred abilities");
    packer_expect(with_abilities(FACES, 700000, 1, 0), "V66", "faces that share abilities");
    packer_expect(with_abilities(1, 400000, 400000, 0), "V66", "abilities that share changes");
    packer_expect(with_abilities(1, 400000, 0, 400000), "V66", "abilities that share costs");
    packer_expect(with_abilities(FACES, 1, 400000, 0), "V66", "faces whose ability says much");
    packer *p = with_abilities(1, 100000, 1, 1); /* all modifications grant all of them */
    vm_mod *mod = packer_more(p, VM_SECTION_mod, MANY, sizeof *mod);
    for (uint32_t i = 0; i < MANY; i++)
        mod[i] = (vm_mod){VM_MOD_ADD_ABILITIES, 0, 0, 100000, 0, 0, 0};
    packer_expect(p, "V66", "changes that grant the same abilities");
}

/* One value function of 4,000 instructions that everything asks. */
static void test_functions(void **state)
{
    (void)state;
    for (uint32_t abilities = 100; abilities <= 700000; abilities += 699900) {
        packer *p = packer_create();
        uint32_t code[8000], n = 0;
        for (; n < 7998; n += 2)
            memcpy(code + n, (uint32_t[]){OP(VM_OP_LDI, 0, 0, 0, 5)}, 8);
        memcpy(code + n, (uint32_t[]){OP(VM_OP_RET, 0, 0, 0, 0)}, 8);
        packer_func(p, 0, 0, "n", code, 8000);
        vm_ability *ability = packer_more(p, VM_SECTION_ability, abilities, sizeof *ability);
        for (uint32_t i = 0; i < abilities; i++)
            ability[i] =
                (vm_ability){.kind = VM_ABILITY_STATIC, .keyword = VM_NO_SYMBOL, .condition = 1};
        packer_expect(p, abilities > 100 ? "V66" : NULL, "a long condition of many abilities");
    }
}

static void test_natives(void **state)
{
    (void)state;
    for (uint32_t natives = 60; natives <= 70; natives += 10) {
        packer *p = packer_create();
        uint32_t code[1000], n = 0;
        memcpy(code, (uint32_t[]){OP(VM_OP_YOU, 0, 0, 0, 0)}, 8);
        for (n = 2; n < 2 + natives * 10; n += 10)
            memcpy(code + n,
                   (uint32_t[]){OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_vote),
                                OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, MANY),
                                OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, 0)},
                   40);
        memcpy(code + n, (uint32_t[]){OP(VM_OP_DONE, 0, 0, 0, 0)}, 8);
        packer_func(p, VM_FN_EFFECT, 0, "p", code, n + 2);
        packer_more(p, VM_SECTION_words, MANY, 4);
        packer_expect(p, natives > 60 ? "V66" : NULL, "natives that name the same words");
    }
}

static void test_symbols(void **state)
{
    (void)state;
    for (uint32_t over = 0; over < 2; over++) {
        packer *p = packer_create();
        packer_more(p, VM_SECTION_symbol, VM_SYMBOL_ROWS_MAX + over, sizeof(vm_symbol));
        packer_expect(p, over ? "V22" : NULL, "many words");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists), cmocka_unit_test(test_ranges_over_one_another),
        cmocka_unit_test(test_functions), cmocka_unit_test(test_natives),
        cmocka_unit_test(test_symbols)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
