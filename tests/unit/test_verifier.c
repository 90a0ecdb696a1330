/* CLAIM: each rule of the verifier refuses packs that no other rule refuses. Every case here is a small pack
 * that is right but for one thing; beside it stands one that is right altogether. */
#include "packer.h"

#include <stdio.h>

/* One function, given as its kind, its registers and its code. */
typedef struct program {
    const char *rule, *what;
    uint32_t flags, params;
    const char *regs;
    uint32_t code[48], words;
} program;

#define CODE(...) {__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4

static void expect_programs(const program *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        packer *p = packer_create();
        p->selector[p->selector_count++] =
            (vm_selector){.want = VM_WANT_OBJECTS, .zones = 8, .name = VM_NO_SYMBOL};
        p->face[p->face_count++] = (vm_face){0};
        p->ability[p->ability_count++] =
            (vm_ability){.keyword = VM_NO_SYMBOL, .event = VM_EVENT_draw};
        p->cost[p->cost_count++] = (vm_cost){VM_COST_MANA, 1, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_GET_PT, 0, 1, 1, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_COPY, 0, 0, 0, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_SET_COLOR_CHOSEN, 0, 0, 0, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_ADD_CREATURE_TYPE_CHOSEN, 0, 1, 0, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_TEXT, 0, 0, 0, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_SET_COLOR_CHOSEN, 0, 0, 1, 0, 0, 0};
        p->mod[p->mod_count++] = (vm_mod){VM_MOD_SET_COLOR_CHOSEN, 0, 0, 2, 0, 0, 0};
        packer_func(p, list[i].flags, list[i].params, list[i].regs, list[i].code, list[i].words);
        packer_expect(p, list[i].rule, list[i].what);
    }
}
#define EXPECT(list) expect_programs(list, sizeof list / sizeof *list)

enum { VALUE = 0, EFFECT = VM_FN_EFFECT, SET = VM_FN_SET };

static void test_instructions(void **state)
{
    (void)state;
    static const program LIST[] = {
        {NULL, "a number", VALUE, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 0, 0, 0, 0))},
        {NULL, "a set", SET, 0, "e",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_GIVE, 0, 0, 0, 0))},
        {NULL, "an effect", EFFECT, 0, "", CODE(OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V30", "a type of register", VALUE, 0, "nx",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V31", "an effect that gives a set", EFFECT | SET, 0, "",
         CODE(OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V40", "an opcode", EFFECT, 0, "", CODE(OP(0x7F, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V40", "an unused operand", EFFECT, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 1, 0, 5), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V40", "an unused immediate", EFFECT, 0, "", CODE(OP(VM_OP_DONE, 0, 0, 0, 1))},
        {"V40", "a result of a native without one", EFFECT, 0, "n",
         CODE(OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_event_cancel), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V41", "a register that is written", EFFECT, 0, "n",
         CODE(OP(VM_OP_LDI, 1, 0, 0, 5), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V41", "a register that is read", VALUE, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 1, 0, 0, 0))},
        {"V42", "a number as a set", EFFECT, 0, "np",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_DEFENDER, 1, 0, 0, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V42", "a set into a number", EFFECT, 0, "n",
         CODE(OP(VM_OP_THIS, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V42", "a copy of another type", EFFECT, 0, "nb",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_MOV, 1, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V44", "a jump out of the function", EFFECT, 0, "b",
         CODE(OP(VM_OP_LDB, 0, 0, 0, 1), OP(VM_OP_JF, 0, 0, 0, 9), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V44", "a jump to an immediate operand", EFFECT, 0, "pnb",
         CODE(OP(VM_OP_LDB, 2, 0, 0, 1), OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 1),
              OP(VM_OP_JF, 2, 0, 0, 5), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_emblem),
              OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V44", "back to an ITER on condition", EFFECT, 0, "eneb",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_LDB, 3, 0, 0, 0),
              OP(VM_OP_ITER, 2, 0, 1, 5), OP(VM_OP_JF, 3, 0, 0, 3), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V45", "a native", EFFECT, 0, "",
         CODE(OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_SPAN), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V46", "a native without its operand", EFFECT, 0, "pn",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 1),
              OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_emblem), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V46", "an operand without its native", EFFECT, 0, "",
         CODE(OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
    };
    EXPECT(LIST);
}

static void test_immediates_and_ends(void **state)
{
    (void)state;
    static const program LIST[] = {
        {"V47", "a number whose negative is none", VALUE, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 0x80000000), OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V47", "a truth value", EFFECT, 0, "b",
         CODE(OP(VM_OP_LDB, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a selector", EFFECT, 0, "e",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a link", EFFECT, 0, "e",
         CODE(OP(VM_OP_LINK, 0, 0, 0, VM_LINK_MAX), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a kind of counter", EFFECT, 0, "en",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_COUNTERS, 1, 0, 0, VM_SYMBOL_MAX),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a field of an event", EFFECT, 0, "o",
         CODE(OP(VM_OP_EVENT_OBJ, 0, 3, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a target slot", EFFECT, 0, "e",
         CODE(OP(VM_OP_TARGETS, 0, VM_TARGET_SLOTS_MAX, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a target slot of players", EFFECT, 0, "ep",
         CODE(OP(VM_OP_YOU, 1, 0, 0, 0), OP(VM_OP_TARGETS_FOR, 0, VM_TARGET_SLOTS_MAX, 1, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a kind of payment", EFFECT, 0, "o",
         CODE(OP(VM_OP_PAID, 0, VM_PAID_KIND_COUNT, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {NULL, "all optional costs", EFFECT, 0, "n",
         CODE(OP(VM_OP_TIMES_PAID, 0, VM_TIMES_PAID_ALL, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "an optional cost", EFFECT, 0, "n",
         CODE(OP(VM_OP_TIMES_PAID, 0, VM_OPTIONAL_COSTS_MAX, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a side of a move", EFFECT, 0, "z",
         CODE(OP(VM_OP_EVENT_ZONE, 0, 2, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "an ability that is not there", EFFECT, 0, "n",
         CODE(OP(VM_OP_HISTORY_COUNT, 0, 0, 0, 1000), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a step", EFFECT, 0, "pn",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 1),
              OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_skip_step), OP(VM_OP_IMM, 0, 0, 0, VM_STEP_COUNT),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "types to choose from", EFFECT, 0, "py",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_choose_card_type),
              OP(VM_OP_IMM, 0, 0, 0, 2 << VM_TYPE_LAST), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a zone of a native", EFFECT, 0, "",
         CODE(OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_event_zone),
              OP(VM_OP_IMM, 0, 0, 0, VM_ZONE_COUNT), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "costs of a native", EFFECT, 0, "pnnb",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 1), OP(VM_OP_LDI, 2, 0, 0, 1),
              OP(VM_OP_NATIVE, 0, 3, 0, VM_NATIVE_pay), OP(VM_OP_IMM, 0, 0, 0, 0),
              OP(VM_OP_IMM, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {NULL, "a copy", EFFECT, 0, "eo",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_event_copy),
              OP(VM_OP_IMM, 0, 0, 0, 1), OP(VM_OP_IMM, 0, 0, 0, 1), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a copy that does not copy", EFFECT, 0, "eo",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_event_copy),
              OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, 1), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a copy of nothing", EFFECT, 0, "eo",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_event_copy),
              OP(VM_OP_IMM, 0, 0, 0, 5), OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V48", "a native in a value", VALUE, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_event_cancel),
              OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V48", "a link set by a value", VALUE, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_SET_LINK_NUM, 0, 0, 0, 1),
              OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V48", "a link that a value adds to", VALUE, 0, "en",
         CODE(OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 5), OP(VM_OP_ADD_LINK, 0, 0, 0, 1),
              OP(VM_OP_RET, 1, 0, 0, 0))},
        {"V49", "an effect that ends with a value", EFFECT, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V49", "a value that ends without one", VALUE, 0, "", CODE(OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V49", "a set that is a number", SET, 0, "n",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V49", "a path past the end", EFFECT, 0, "n", CODE(OP(VM_OP_LDI, 0, 0, 0, 5))},
    };
    EXPECT(LIST);
}

/* V47: what stands behind the natives, and the small constants of instructions. */
static void test_domains_of_constants(void **state)
{
    (void)state;
    static const program LIST[] = {
        {NULL, "what happened", EFFECT, 0, "nnob",
         CODE(OP(VM_OP_HISTORY_COUNT, 0, VM_HISTORY_SPAN_COUNT - 1, 1, 0),
              OP(VM_OP_HISTORY_SUM, 1, 0, 0, 0), OP(VM_OP_THIS, 2, 0, 0, 0),
              OP(VM_OP_SHARES, 3, 2, 2, VM_SHARED_COUNT - 1), OP(VM_OP_EVENT_KEYWORD, 3, 0, 0, 1),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "what is shared", EFFECT, 0, "ob",
         CODE(OP(VM_OP_THIS, 0, 0, 0, 0), OP(VM_OP_SHARES, 1, 0, 0, VM_SHARED_COUNT),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a keyword", EFFECT, 0, "ob",
         CODE(OP(VM_OP_THIS, 0, 0, 0, 0), OP(VM_OP_EVENT_KEYWORD, 1, 0, 0, VM_SYMBOL_MAX),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V49", "no code at all", EFFECT, 0, "", {0}, 0},
        {"V47", "an operand that such an instruction does not have", EFFECT, 0, "e",
         CODE(OP(VM_OP_CAPTURED, 0, 0, 1, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "what was captured", EFFECT, 0, "e",
         CODE(OP(VM_OP_CAPTURED, 0, VM_CAPTURED_MAX, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "how far back it is counted", EFFECT, 0, "n",
         CODE(OP(VM_OP_HISTORY_COUNT, 0, VM_HISTORY_SPAN_COUNT, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "whose are counted", EFFECT, 0, "n",
         CODE(OP(VM_OP_HISTORY_COUNT, 0, 0, VM_HISTORY_COUNT_COUNT, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "how far back it is added up", EFFECT, 0, "n",
         CODE(OP(VM_OP_HISTORY_SUM, 0, VM_HISTORY_SPAN_COUNT, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "how far back there were some", EFFECT, 0, "e",
         CODE(OP(VM_OP_HISTORY_SET, 0, VM_HISTORY_SPAN_COUNT, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "which of those that took part", EFFECT, 0, "e",
         CODE(OP(VM_OP_HISTORY_SET, 0, 0, VM_HISTORY_OPERAND_COUNT, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "what mana was spent", EFFECT, 0, "on",
         CODE(OP(VM_OP_THIS, 0, 0, 0, 0), OP(VM_OP_SPENT, 1, 0, VM_SPENT_COUNT, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "how a step is counted", EFFECT, 0, "q",
         CODE(OP(VM_OP_STEP, 0, 3, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
    };
    EXPECT(LIST);
}

#define NATIVE_OF(native, result)                                                                  \
    OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_NONE, 1, 0, 0, 0), OP(VM_OP_NONE, 2, 0, 0, 0),            \
        OP(VM_OP_NONE, 3, 0, 0, 0), OP(VM_OP_LDI, 4, 0, 0, 1), OP(VM_OP_LDI, 5, 0, 0, 1),          \
        OP(VM_OP_NONE, 6, 0, 0, 0), OP(VM_OP_NONE, 7, 0, 0, 0), OP(VM_OP_LDI, 8, 0, 0, 1),         \
        OP(VM_OP_NONE, 9, 0, 0, 0), OP(VM_OP_LDI, 10, 0, 0, 1)
#define WORD(v)  OP(VM_OP_IMM, 0, 0, 0, v)
#define AND_DONE OP(VM_OP_DONE, 0, 0, 0, 0)

#define KIND(rule, what, types, ...)                                                               \
    {                                                                                              \
        rule, what, EFFECT, 0, types, CODE(__VA_ARGS__, OP(VM_OP_DONE, 0, 0, 0, 0))                \
    }
#define EFFECT_OF(first_mod, count)                                                                \
    OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 1), OP(VM_OP_LDI, 2, 0, 0, 1),              \
        OP(VM_OP_YOU, 3, 0, 0, 0), OP(VM_OP_YOU, 4, 0, 0, 0),                                      \
        OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_effect), OP(VM_OP_IMM, 0, 0, 0, first_mod),            \
        OP(VM_OP_IMM, 0, 0, 0, count), OP(VM_OP_IMM, 0, 0, 0, 0)

/* Words, colours, zones, types, names and steps are no numbers, and not each other. */
static void test_kinds_of_numbers(void **state)
{
    (void)state;
    static const program LIST[] = {
        KIND(NULL, "colours", "ecb", OP(VM_OP_NONE, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, 63),
             OP(VM_OP_HAS_COLOR, 2, 0, 1, 0)),
        KIND("V47", "a colour that there is not", "c", OP(VM_OP_LDI, 0, 0, 0, 64)),
        KIND("V42", "a number as a colour", "enb", OP(VM_OP_NONE, 0, 0, 0, 0),
             OP(VM_OP_LDI, 1, 0, 0, 1), OP(VM_OP_HAS_COLOR, 2, 0, 1, 0)),
        KIND("V42", "a sum of colours", "cc", OP(VM_OP_LDI, 0, 0, 0, 1), OP(VM_OP_ADD, 1, 0, 0, 0)),
        KIND(NULL, "types", "y", OP(VM_OP_LDI, 0, 0, 0, VM_TYPE_CREATURE)),
        KIND("V47", "types that there are not", "y", OP(VM_OP_LDI, 0, 0, 0, 2 << VM_TYPE_LAST)),
        KIND("V42", "types as colours", "eyb", OP(VM_OP_NONE, 0, 0, 0, 0),
             OP(VM_OP_LDI, 1, 0, 0, 1), OP(VM_OP_HAS_COLOR, 2, 0, 1, 0)),
        KIND(NULL, "a subtype", "s", OP(VM_OP_LDI, 0, 0, 0, VM_SUBTYPE_MAX - 1)),
        KIND("V47", "a subtype that there is not", "s", OP(VM_OP_LDI, 0, 0, 0, VM_SUBTYPE_MAX)),
        KIND("V47", "a subtype below all", "s", OP(VM_OP_LDI, 0, 0, 0, -1)),
        KIND(NULL, "words", "ww", OP(VM_OP_LDI, 0, 0, 0, VM_WORD_COLOR + 4),
             OP(VM_OP_LDI, 1, 0, 0, 0)),
        KIND("V47", "a word that there is not", "w", OP(VM_OP_LDI, 0, 0, 0, VM_WORD_COLOR + 5)),
        KIND("V47", "a word between words", "w", OP(VM_OP_LDI, 0, 0, 0, VM_SUBTYPE_MAX)),
        KIND("V47", "a name that nobody chose", "m", OP(VM_OP_LDI, 0, 0, 0, 1)),
        KIND(NULL, "zones", "zzb", OP(VM_OP_EVENT_ZONE, 0, 1, 0, 0),
             OP(VM_OP_LDI, 1, 0, 0, VM_ZONE_COUNT), OP(VM_OP_EQ, 2, 0, 1, 0)),
        KIND("V47", "a zone that there is not", "z", OP(VM_OP_LDI, 0, 0, 0, VM_ZONE_COUNT + 1)),
        KIND("V42", "a zone and a number", "znb", OP(VM_OP_EVENT_ZONE, 0, 1, 0, 0),
             OP(VM_OP_LDI, 1, 0, 0, 1), OP(VM_OP_EQ, 2, 0, 1, 0)),
        KIND(NULL, "steps", "qqb", OP(VM_OP_STEP, 0, 0, 0, 0), OP(VM_OP_LDI, 1, 0, 0, -1),
             OP(VM_OP_LE, 2, 0, 1, 0)),
        KIND("V47", "a step that there is not", "q", OP(VM_OP_LDI, 0, 0, 0, 2 * VM_STEP_COUNT)),
        KIND("V42", "a set as a number", "eb", OP(VM_OP_NONE, 0, 0, 0, 0),
             OP(VM_OP_EQ, 1, 0, 0, 0)),
        KIND("V42", "a number for a set", "e", OP(VM_OP_LDI, 0, 0, 0, 0)),
        KIND(NULL, "a link of a colour", "c", OP(VM_OP_LINK_NUM, 0, 1, 0, 0)),
        KIND("V47", "a number's link as a colour", "c", OP(VM_OP_LINK_NUM, 0, 0, 0, 0)),
        KIND("V47", "a colour in a number's link", "c", OP(VM_OP_LDI, 0, 0, 0, 1),
             OP(VM_OP_SET_LINK_NUM, 0, 0, 0, 0)),
        KIND(NULL, "a player's link of a colour", "cp", OP(VM_OP_YOU, 1, 0, 0, 0),
             OP(VM_OP_LINK_OF, 0, 1, 1, 0)),
        KIND("V47", "a player's number as a colour", "cp", OP(VM_OP_YOU, 1, 0, 0, 0),
             OP(VM_OP_LINK_OF, 0, 0, 1, 0)),
        KIND("V42", "a link of no player", "cn", OP(VM_OP_LDI, 1, 0, 0, 0),
             OP(VM_OP_LINK_OF, 0, 1, 1, 0)),
        KIND(NULL, "an effect with numbers", "ennpp", EFFECT_OF(0, 1)),
        KIND(NULL, "an effect with a colour", "ecnpp", EFFECT_OF(2, 1)),
        KIND("V42", "a number as the colour of an effect", "ennpp", EFFECT_OF(2, 1)),
        KIND(NULL, "an effect with a subtype", "enspp", EFFECT_OF(3, 1)),
        KIND("V42", "a number as the subtype of an effect", "ennpp", EFFECT_OF(3, 1)),
        KIND(NULL, "an effect on text", "ewwpp", EFFECT_OF(4, 1)),
        KIND("V42", "numbers as the words of an effect", "ennpp", EFFECT_OF(4, 1)),
        KIND(NULL, "numbers beside a link that has the color", "ennpp", EFFECT_OF(5, 1)),
        KIND("V42", "numbers as a color beside the others", "ennpp", EFFECT_OF(6, 1)),
        KIND("V42", "a number as the first word of an effect", "enwpp", EFFECT_OF(4, 1)),
        KIND("V42", "a number as the second word of an effect", "ewnpp", EFFECT_OF(4, 1)),
    };
    EXPECT(LIST);
}

static void test_domains_of_operands(void **state)
{
    (void)state;
    /* registers: 0-3 e, 4 5 n, 6 7 p, 8 n, 9 e, 10 n, 11 o and 12 m for results */
#define PROGRAM(rule, what, native, base, result, ...)                                             \
    {                                                                                              \
        rule, what, EFFECT, 0, "eeeennppnenom",                                                    \
            CODE(NATIVE_OF(native, result), OP(VM_OP_NATIVE, base, result, 0, native),             \
                 __VA_ARGS__, AND_DONE)                                                            \
    }
    static const program LIST[] = {
        PROGRAM(NULL, "counters", VM_NATIVE_put_counters, 9, 0, WORD(1)),
        PROGRAM("V47", "a kind of counter of a native", VM_NATIVE_put_counters, 9, 0,
                WORD(VM_SYMBOL_MAX)),
        PROGRAM(NULL, "a token", VM_NATIVE_create, 7, 11, WORD(0), WORD(1)),
        PROGRAM("V47", "yes or no", VM_NATIVE_create, 7, 11, WORD(0), WORD(2)),
        PROGRAM("V47", "a face", VM_NATIVE_create, 7, 11, WORD(1), WORD(0)),
        PROGRAM(NULL, "a name", VM_NATIVE_choose_name, 7, 12, WORD(0)),
        PROGRAM("V47", "a selector or none", VM_NATIVE_choose_name, 7, 12, WORD(2)),
        PROGRAM(NULL, "a trigger", VM_NATIVE_delay, 0, 0, WORD(0), WORD(0)),
        PROGRAM("V47", "an ability of a native", VM_NATIVE_delay, 0, 0, WORD(1), WORD(0)),
        PROGRAM("V47", "a duration", VM_NATIVE_delay, 0, 0, WORD(0), WORD(VM_DURATION_COUNT)),
        PROGRAM(NULL, "an effect", VM_NATIVE_effect, 3, 0, WORD(0), WORD(2), WORD(0)),
        PROGRAM("V47", "modifications", VM_NATIVE_effect, 3, 0, WORD(0), WORD(8), WORD(0)),
    };
    EXPECT(LIST);
    static const program MORE[] = {
        {NULL, "a search", EFFECT, 0, "ppnno",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_YOU, 1, 0, 0, 0), OP(VM_OP_LDI, 2, 0, 0, 0),
              OP(VM_OP_LDI, 3, 0, 0, 1), OP(VM_OP_NATIVE, 0, 4, 0, VM_NATIVE_search), WORD(1),
              WORD(1), AND_DONE)},
        {"V47", "zones to search", EFFECT, 0, "ppnno",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_YOU, 1, 0, 0, 0), OP(VM_OP_LDI, 2, 0, 0, 0),
              OP(VM_OP_LDI, 3, 0, 0, 1), OP(VM_OP_NATIVE, 0, 4, 0, VM_NATIVE_search),
              WORD(1u << VM_ZONE_COUNT), WORD(1), AND_DONE)},
        {"V47", "what to search for", EFFECT, 0, "ppnno",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_YOU, 1, 0, 0, 0), OP(VM_OP_LDI, 2, 0, 0, 0),
              OP(VM_OP_LDI, 3, 0, 0, 1), OP(VM_OP_NATIVE, 0, 4, 0, VM_NATIVE_search), WORD(1),
              WORD(0), AND_DONE)},
        {"V47", "an order", EFFECT, 0, "opno",
         CODE(OP(VM_OP_THIS, 0, 0, 0, 0), OP(VM_OP_YOU, 1, 0, 0, 0), OP(VM_OP_LDI, 2, 0, 0, 1),
              OP(VM_OP_NATIVE, 0, 3, 0, VM_NATIVE_put_in_library), WORD(0), WORD(VM_ORDER_COUNT),
              AND_DONE)},
    };
    EXPECT(MORE);
}

/* V43: on every path, over every edge. Registers: e set, n counter, e element, n and b for the rest. */
static void test_paths(void **state)
{
    (void)state;
    static const program LIST[] = {
        {NULL, "written on both branches", VALUE, 0, "bn",
         CODE(OP(VM_OP_LDB, 0, 0, 0, 1), OP(VM_OP_JF, 0, 0, 0, 4), OP(VM_OP_LDI, 1, 0, 0, 1),
              OP(VM_OP_JMP, 0, 0, 0, 5), OP(VM_OP_LDI, 1, 0, 0, 2), OP(VM_OP_RET, 1, 0, 0, 0))},
        {"V43", "never written", VALUE, 0, "n", CODE(OP(VM_OP_RET, 0, 0, 0, 0))},
        {"V43", "written on one branch", VALUE, 0, "bn",
         CODE(OP(VM_OP_LDB, 0, 0, 0, 1), OP(VM_OP_JF, 0, 0, 0, 3), OP(VM_OP_LDI, 1, 0, 0, 1),
              OP(VM_OP_RET, 1, 0, 0, 0))},
        {"V43", "an element behind its loop", SET, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 4),
              OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_GIVE, 2, 0, 0, 0))},
        {NULL, "an element, and nothing goes back", SET, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 4),
              OP(VM_OP_GIVE, 2, 0, 0, 0), OP(VM_OP_GIVE, 0, 0, 0, 0))},
        {"V43", "no element behind the end, and nothing goes back", SET, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 4),
              OP(VM_OP_GIVE, 0, 0, 0, 0), OP(VM_OP_GIVE, 2, 0, 0, 0))},
        {"V49", "past the end behind a jump", EFFECT, 0, "b",
         CODE(OP(VM_OP_LDB, 0, 0, 0, 1), OP(VM_OP_JF, 0, 0, 0, 3), OP(VM_OP_DONE, 0, 0, 0, 0),
              OP(VM_OP_LDB, 0, 0, 0, 1))},
        {"V43", "written in a loop that may not be walked", VALUE, 0, "enen",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 5),
              OP(VM_OP_LDI, 3, 0, 0, 1), OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_RET, 3, 0, 0, 0))},
        /* The path to 3 writes n at 3 only in the second round; a backward edge from 7, which jumps over
         * the first loop's head into the second's, brings a path on which it is not written. */
        {"V43", "lost over a backward edge", EFFECT, 0, "enenbn",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_LDB, 4, 0, 0, 1),
              OP(VM_OP_JF, 4, 0, 0, 8), OP(VM_OP_LDI, 3, 0, 0, 7), OP(VM_OP_ITER, 2, 0, 1, 10),
              OP(VM_OP_MOV, 5, 3, 0, 0), OP(VM_OP_JMP, 0, 0, 0, 5),
              /* 8: here n 3 was not written */
              OP(VM_OP_LDI, 5, 0, 0, 1), OP(VM_OP_JMP, 0, 0, 0, 5), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V43", "an argument of a native", EFFECT, 0, "pn",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_gain_life),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
    };
    EXPECT(LIST);
}

/* V51: registers 0 set, 1 counter, 2 element; 3 to 5 the same for a loop inside. */
static void test_loops(void **state)
{
    (void)state;
    static const program LIST[] = {
        {NULL, "a loop", EFFECT, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 4),
              OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {NULL, "a loop in a loop", EFFECT, 0, "eneene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 8),
              OP(VM_OP_SELECT, 3, 0, 0, 1), OP(VM_OP_LDI, 4, 0, 0, 0), OP(VM_OP_ITER, 5, 3, 4, 7),
              OP(VM_OP_JMP, 0, 0, 0, 5), OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "its counter begun again", EFFECT, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 5),
              OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "its set made anew", EFFECT, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 5),
              OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "its set made smaller by its own element", EFFECT, 0, "en",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 0, 0, 1, 4),
              OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "its counter set by a native", EFFECT, 0, "enepn",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_YOU, 3, 0, 0, 0),
              OP(VM_OP_ITER, 2, 0, 1, 7), OP(VM_OP_NATIVE, 0, 1, 0, VM_NATIVE_votes),
              OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_JMP, 0, 0, 0, 3), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "two loops that share a counter", EFFECT, 0, "eneene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 8),
              OP(VM_OP_SELECT, 3, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 5, 3, 1, 7),
              OP(VM_OP_JMP, 0, 0, 0, 5), OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "two loops, each of which begins the other again", EFFECT, 0, "eneenb",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_LDI, 4, 0, 0, 0),
              OP(VM_OP_LDB, 5, 0, 0, 1), OP(VM_OP_ITER, 2, 0, 1, 10), OP(VM_OP_LDI, 4, 0, 0, 0),
              OP(VM_OP_ITER, 3, 0, 4, 10), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_JF, 5, 0, 0, 10),
              OP(VM_OP_JMP, 0, 0, 0, 4), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V51", "an ITER that goes on when it is done", EFFECT, 0, "ene",
         CODE(OP(VM_OP_SELECT, 0, 0, 0, 1), OP(VM_OP_LDI, 1, 0, 0, 0), OP(VM_OP_ITER, 2, 0, 1, 3),
              OP(VM_OP_JMP, 0, 0, 0, 2), OP(VM_OP_DONE, 0, 0, 0, 0))},
    };
    EXPECT(LIST);
}

/* Loops inside one another: as many as are allowed, and one more. */
static void test_loop_depth(void **state)
{
    (void)state;
    for (uint32_t depth = VM_LOOPS_MAX; depth <= VM_LOOPS_MAX + 1; depth++) {
        uint32_t code[512], n = 0, head[VM_LOOPS_MAX + 2];
        char regs[64] = "";
        packer *p = packer_create();
        for (uint32_t i = 0; i < depth; i++) {
            strcat(regs, "ene");
            const uint32_t begin[] = {OP(VM_OP_NONE, i * 3, 0, 0, 0),
                                      OP(VM_OP_LDI, i * 3 + 1, 0, 0, 0),
                                      OP(VM_OP_ITER, i * 3 + 2, i * 3, i * 3 + 1, 0)};
            memcpy(code + n, begin, sizeof begin);
            n += 6;
            head[i] = n / 2 - 1;
        }
        for (uint32_t i = depth; i-- > 0;) {
            const uint32_t back[] = {OP(VM_OP_JMP, 0, 0, 0, head[i])};
            memcpy(code + n, back, sizeof back);
            n += 2;
            code[head[i] * 2 + 1] = n / 2;
        }
        const uint32_t done[] = {OP(VM_OP_DONE, 0, 0, 0, 0)};
        memcpy(code + n, done, sizeof done);
        packer_func(p, EFFECT, 0, regs, code, n + 2);
        packer_expect(p, depth == VM_LOOPS_MAX ? NULL : "V51", "loops in one another");
    }
}

/* A chain of `depth` selectors, each with a predicate that asks the next; `circle`: the last asks the
 * first. */
static packer *chain(uint32_t depth, int circle)
{
    packer *p = packer_create();
    p->regs[p->regs_count++] = 'e';
    p->regs[p->regs_count++] = 'e';
    p->regs[p->regs_count++] = 'n';
    p->more_func_count = p->more_selector_count = depth + 1;
    p->more_funcs = calloc(depth + 1, sizeof *p->more_funcs);
    p->more_selectors = calloc(depth + 1, sizeof *p->more_selectors);
    p->more_selectors[0].name = VM_NO_SYMBOL;
    for (uint32_t i = 1; i <= depth; i++) {
        const uint32_t next = i < depth ? i + 1 : 1;
        const uint32_t ask[] = {OP(VM_OP_SELECT, 1, 0, 0, next), OP(VM_OP_COUNT, 2, 1, 0, 0),
                                OP(VM_OP_RET, 2, 0, 0, 0)},
                       last[] = {OP(VM_OP_NONE, 1, 0, 0, 0), OP(VM_OP_COUNT, 2, 1, 0, 0),
                                 OP(VM_OP_RET, 2, 0, 0, 0)};
        p->more_selectors[i] =
            (vm_selector){.want = VM_WANT_OBJECTS, .zones = 8, .name = VM_NO_SYMBOL, .pred = i};
        p->more_funcs[i] = (vm_func){p->code_count, 6, 0, 3, 1, 0};
        memcpy(p->code + p->code_count, i < depth || circle ? ask : last, sizeof ask);
        p->code_count += 6;
    }
    return p;
}

static void test_nesting(void **state)
{
    (void)state;
    packer_expect(chain(VM_NESTING_MAX, 0), NULL, "predicates in one another");
    packer_expect(chain(VM_NESTING_MAX + 2, 0), "V53", "predicates too deep in one another");
    packer_expect(chain(6000, 0), "V53", "predicates far too deep in one another");
    packer_expect(chain(1, 1), "V50", "a predicate that asks itself");
    packer_expect(chain(9, 1), "V50", "predicates in a circle");
}

/* ---- rows --------------------------------------------------------------------------------------
 */

static packer *rows(void)
{
    const uint32_t value[] = {OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_RET, 0, 0, 0, 0)},
                   effect[] = {OP(VM_OP_DONE, 0, 0, 0, 0)},
                   judge[] = {OP(VM_OP_COUNT, 1, 0, 0, 0), OP(VM_OP_RET, 1, 0, 0, 0)};
    packer *p = packer_create();
    packer_func(p, VALUE, 0, "n", value, 4);  /* 1 */
    packer_func(p, EFFECT, 0, "", effect, 2); /* 2 */
    packer_func(p, VALUE, 1, "en", judge, 4); /* 3 */
    packer_func(p, VALUE, 0, "nn", value, 4); /* 4, which nothing uses */
    p->symbol[0] = (vm_symbol){VM_SYM_KEYWORD, 0, 1, 31, 0};
    p->symbol[1] = (vm_symbol){VM_SYM_COUNTER, 0, 1, 1, 1};
    p->symbol[2] = (vm_symbol){VM_SYM_SUBTYPE, 0, 1, 1, 0};
    p->symbol[3] = (vm_symbol){VM_SYM_TYPE, 0, 1, 0, 0};
    p->symbol_count = 4;
    p->face[p->face_count++] = (vm_face){.subtypes = 0, .subtype_count = 1};
    p->words[p->words_count++] = 1;
    p->mode[p->mode_count++] = (vm_mode){.effect = 2};
    p->mode[p->mode_count++] = (vm_mode){.effect = 2};
    p->ability[p->ability_count++] = (vm_ability){.kind = VM_ABILITY_TRIGGERED,
                                                  .keyword = VM_NO_SYMBOL,
                                                  .event = VM_EVENT_draw,
                                                  .condition = 1,
                                                  .effect = 2,
                                                  .modes = 0,
                                                  .mode_count = 2,
                                                  .mode_max = 1};
    p->index[p->index_count++] = (vm_index){VM_EVENT_draw, 0};
    p->cost[0] = (vm_cost){VM_COST_MANA, 1, 0, 0, 0};
    p->cost[1] = (vm_cost){VM_COST_GENERIC, 1, 0, 0, 0};
    p->cost[2] = (vm_cost){VM_COST_LOYALTY, (uint32_t)-2, 0, 0, 0};
    p->cost_count = 3;
    p->mod[0] = (vm_mod){VM_MOD_GET_PT, 0, 1, 1, 3, 3, VM_MF_ARG_A};
    p->mod[1] = (vm_mod){VM_MOD_CANT_ATTACK, 0, 0, 0, 0, 0, 1 << VM_MF_COSTS_SHIFT};
    p->mod[2] = (vm_mod){VM_MOD_ADD_ABILITIES, 0, 0, 1, 0, 0, 0};
    p->mod[3] = (vm_mod){VM_MOD_LOSE_KEYWORD, 0, 31, 0, 0, 0, 0};
    p->mod[4] = (vm_mod){VM_MOD_SET_COLORS, 0, 31, 0, 0, 0, 0};
    p->mod[5] = (vm_mod){VM_MOD_ADD_SUBTYPES, 0, 0, 1, 0, 0, 0};
    p->mod[6] = (vm_mod){VM_MOD_MAX_COUNTERS, 0, 1, 1, 0, 0, 0};
    p->mod[7] = (vm_mod){VM_MOD_ADD_CREATURE_TYPE_CHOSEN, 0, 1, 1, 0, 0, 0};
    p->mod[8] =
        (vm_mod){VM_MOD_CANT_BE_TARGETED, 0, 0, VM_REL_OPPONENT | VM_TB_ONLY_SPELLS, 0, 0, 0};
    p->mod[9] = (vm_mod){VM_MOD_SKIP_STEP, 0, 1, 0, 0, 0, 0};
    p->mod[10] = (vm_mod){VM_MOD_RESOLVES_TO, 0, VM_ZONE_EXILE, 0, 0, 0, 0};
    p->mod_count = 11;
    p->import_count = 1;
    for (uint32_t i = 0; i < 2; i++) /* a front and its back */
        p->face[p->face_count++] =
            (vm_face){.shape = i ? VM_SHAPE_BACK : VM_SHAPE_FRONT, .card = 1, .other = i ? 1 : 2};
    p->cost[3] = (vm_cost){VM_COST_LIFE, (uint32_t)VM_COST_AMOUNT_X, 0, 0, 0};
    p->cost_count = 4;
    p->ability[p->ability_count++] = (vm_ability){.keyword = VM_NO_SYMBOL};
    p->selector[p->selector_count++] = (vm_selector){.want = 1, .zones = 8, .pred = 3};
    for (uint32_t i = 0; i < 6; i++)
        p->target[p->target_count++] = (vm_target){1, 0, 1, 0, 0};
    p->step[0] = (vm_step){.kind = VM_TEST_PUT, .a = 0, .b = VM_ZONE_HAND, .c = 1};
    p->step[1] = (vm_step){.kind = VM_TEST_ATTACH, .a = 0, .b = 3};
    p->step[2] = (vm_step){.kind = VM_TEST_ADVANCE, .a = VM_STEP_UPKEEP};
    p->step[3] = (vm_step){.kind = VM_TEST_EXPECT, .a = VM_NO_SYMBOL, .b = 1};
    p->step_count = 4;
    p->test[p->test_count++] = (vm_test){.steps = 0, .step_count = 4};
    return p;
}

/* Sets one field of a pack that is right, and says which rule must see it. */
#define BREAK(field, value, rule)                                                                  \
    do {                                                                                           \
        packer *broken = rows();                                                                   \
        broken->field = (value);                                                                   \
        packer_expect(broken, rule, #field " = " #value);                                          \
    } while (0)

static void test_rows(void **state)
{
    (void)state;
    packer_expect(rows(), NULL, "rows that are right");
    BREAK(strings[3], 'x', "V20");
    BREAK(func[0].code_count, 2, "V21");
    BREAK(func[0].code, 2, "V21");
    BREAK(func[0].reg_count, 1, "V21");
    BREAK(func[0].flags, VM_FN_EFFECT, "V21");
    BREAK(func[0].params, 1, "V21");
    BREAK(face[0].name, 4, "V23");
    BREAK(face[0].colors, 32, "V52");
    BREAK(face[0].flags, 16, "V52");
    BREAK(face[0].power, 1000001, "V52");
    BREAK(words[0], VM_SUBTYPE_MAX, "V52");
    BREAK(ability[0].condition, 5, "V24");
    BREAK(ability[0].condition, 2, "V31");
    BREAK(ability[0].condition, 3, "V31");
    BREAK(ability[0].effect, 1, "V31");
    BREAK(ability[0].those, 1, "V31"); /* a number is no set */
    BREAK(ability[0].those, 5, "V24");
    BREAK(ability[0].zones, 128, "V52");
    BREAK(ability[0].flags, VM_AF_MASK + 1u, "V52");
    BREAK(ability[0].keyword, VM_SYMBOL_MAX, "V52");
    BREAK(ability[0].mode_max, 3, "V52");
    BREAK(ability[0].sel, 2, "V25");
    BREAK(mode[0].effect, 0, "V31"); /* nothing stands in for the effect of a mode */
    BREAK(mode[0].target_count, 7, "V26");
    BREAK(selector[1].pred, 1, "V31");
    BREAK(selector[1].pred, 2, "V31");
    BREAK(selector[1].status_all, VM_STATUS_MASK + 1, "V52");
    BREAK(selector[1].zones, 128, "V52");
    BREAK(selector[1].want, 4, "V52");
    BREAK(selector[1].name, 4, "V23");
    BREAK(selector[1].controller, VM_REL_COUNT, "V27");
    BREAK(selector[1].which, VM_WHICH_COUNT, "V27");
    BREAK(target[0].flags, 64, "V52");
    BREAK(regs[1], 'n', "V31"); /* the candidate of function 3 */
    BREAK(index[0].event, VM_EVENT_dies, "V52");
    BREAK(func[3].code, 4, "V29");
    BREAK(func[4].params, 2, "V52");
    BREAK(func[4].flags, 4, "V52");
    BREAK(test[0].step_count, 5, "V26");
    BREAK(test[0].flags, 2, "V52");
    BREAK(step[0].b, VM_ZONE_COUNT, "V52");
    BREAK(step[0].d, VM_STATUS_MASK + 1, "V52");
    BREAK(step[2].a, VM_STEP_COUNT, "V52");
    BREAK(step[0], ((vm_step){.kind = VM_TEST_GAME, .a = VM_NO_SYMBOL, .b = VM_GAME_RULE_COUNT}),
          "V52");
    BREAK(step[0],
          ((vm_step){.kind = VM_TEST_GAME, .a = VM_NO_SYMBOL, .b = VM_GAME_RULE_COUNT - 1}), NULL);
}

static void test_rows_that_depend(void **state)
{
    (void)state;
    BREAK(symbol[0].number, VM_SYMBOL_MAX, "V28");
    BREAK(symbol[0].a, 32, "V52");
    BREAK(symbol[1].a, 1000001, "V52");
    BREAK(symbol[2].number, VM_SUBTYPE_MAX, "V28");
    BREAK(symbol[3].number, 16, "V28");
    BREAK(cost[0].a, 0, "V52");
    BREAK(cost[0].a, 64, "V52");
    BREAK(cost[0].b, VM_SYMBOL_MAX, "V52");
    BREAK(cost[1].a, (uint32_t)-1, "V52");
    BREAK(cost[2].a, (uint32_t)-1000001, "V52");
    BREAK(mod[0].op, 0, "V27");
    BREAK(mod[0].a, 1000001, "V52");
    BREAK(mod[0].flags, 1 << VM_MF_COSTS_SHIFT, "V52");
    BREAK(mod[0].fa, 1, "V31");
    BREAK(mod[1].a, 2, "V25");
    BREAK(mod[8].b, VM_REL_COUNT, "V27");
    BREAK(mod[8].b, 64, "V52");
    BREAK(mod[9].a, VM_STEP_COUNT, "V27");
    BREAK(cost[3].a, (uint32_t)-2, "V52");
    BREAK(mod[1].flags, 5 << VM_MF_COSTS_SHIFT, "V26");
    BREAK(mod[2].b, 3, "V26");
    BREAK(mod[3].a, VM_SYMBOL_MAX, "V52");
    BREAK(mod[3].b, 2, "V25");
    BREAK(mod[4].a, 32, "V52");
    BREAK(mod[4].b, 1, "V52");
    BREAK(mod[5].b, 2, "V26");
    BREAK(mod[6].a, VM_SYMBOL_MAX, "V52");
    BREAK(mod[7].a, VM_LINK_MAX, "V52");
    BREAK(mod[7].b, 4, "V52");
    BREAK(ability[1].event, VM_EVENT_SPAN, "V52");
    BREAK(mode[0].target_count, VM_TARGET_SLOTS_MAX + 1, "V52");
    BREAK(mode[1].target_count, VM_TARGET_SLOTS_MAX + 1, "V52");
    BREAK(ability[0].target_count, VM_TARGET_SLOTS_MAX + 1, "V52");
    BREAK(step[0].a, 4, "V23");
    BREAK(step[0].b, VM_ZONE_COUNT, "V52");
    BREAK(step[1].b, 4, "V52");
    BREAK(step[2].a, VM_STEP_COUNT, "V52");
    BREAK(step[3].b, 5, "V52");
    BREAK(step[3].kind, VM_TEST_STEP_COUNT, "V27");
    BREAK(import[0].name, 4, "V23");
    BREAK(mod[10].a, VM_ZONE_COUNT, "V27");
    BREAK(face[1].other, 0, "V62");
}

/* Rows of kinds that the others have not. `put`: what is set in a pack that is right. */
#define EXPECT_ROW(rule, put)                                                                      \
    do {                                                                                           \
        packer *p = rows();                                                                        \
        put;                                                                                       \
        packer_expect(p, rule, #put);                                                              \
    } while (0)

static void test_rows_of_further_kinds(void **state)
{
    (void)state;
#define SYMBOL(...) p->symbol[p->symbol_count++] = (vm_symbol){__VA_ARGS__}
    EXPECT_ROW(NULL, SYMBOL(VM_SYM_COUNTER, 0, VM_DESIGNATION_FIRST, 3, 1));
    EXPECT_ROW("V52", SYMBOL(VM_SYM_COUNTER, 0, VM_DESIGNATION_FIRST, 4, 1));
    EXPECT_ROW("V52", SYMBOL(VM_SYM_COUNTER, 0, VM_DESIGNATION_FIRST, 3, 2));
#define COST(...) p->cost[p->cost_count++] = (vm_cost){__VA_ARGS__, 0}
    EXPECT_ROW(NULL, COST(VM_COST_WAY, 1, 0, 0); COST(VM_COST_TAP, 1, 0, 0));
    EXPECT_ROW("V52", COST(VM_COST_WAY, 1, 0, 0));
    EXPECT_ROW("V52", COST(VM_COST_DOES, 0, 0, 0)); /* without what is done */
    EXPECT_ROW("V52", COST(VM_COST_WAY, 0, 0, 0); COST(VM_COST_TAP, 1, 0, 0));
    EXPECT_ROW("V23", COST(VM_COST_WAY, 1, 4, 0); COST(VM_COST_TAP, 1, 0, 0));
    EXPECT_ROW(NULL, COST(VM_COST_TOTAL, 1, VM_PROP_COLOR_COUNT, 0));
    EXPECT_ROW("V52", COST(VM_COST_TOTAL, 1, VM_PROP_COLOR_COUNT + 1, 0));
    EXPECT_ROW("V52", COST(VM_COST_TOTAL, 1, (VM_SYMBOL_MAX + 1) << 8, 0));
#define MOD(...) p->mod[p->mod_count++] = (vm_mod){__VA_ARGS__}
    EXPECT_ROW(NULL, MOD(VM_MOD_LIFE_CANT_CHANGE, 0, 1, 0, 0, 0, 0));
    EXPECT_ROW("V27", MOD(VM_MOD_LIFE_CANT_CHANGE, 0, 2, 0, 0, 0, 0));
#define FACE(...) p->face[p->face_count++] = (vm_face){__VA_ARGS__}
    EXPECT_ROW("V62", FACE(.shape = VM_SHAPE_MELD, .card = 3, .other = 0));
    EXPECT_ROW("V62", FACE(.shape = VM_SHAPE_MELDED, .card = 3, .other = 3));
}

/* The words of a native, and what has two small constants. */
static void test_further_constants(void **state)
{
    (void)state;
    static const program LIST[] = {
        {"V47", "words that are not there", EFFECT, 0, "p",
         CODE(OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_vote),
              OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, 1), OP(VM_OP_IMM, 0, 0, 0, 0),
              OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a link of something else", EFFECT, 0, "e",
         CODE(OP(VM_OP_LINK, 0, 2, 0, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "a number's link of something else", EFFECT, 0, "n",
         CODE(OP(VM_OP_LINK_NUM, 0, 0, 2, 0), OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V48", "a player's link set by a value", VALUE, 0, "np",
         CODE(OP(VM_OP_LDI, 0, 0, 0, 5), OP(VM_OP_YOU, 1, 0, 0, 0),
              OP(VM_OP_SET_LINK_OF, 0, 0, 1, 1), OP(VM_OP_RET, 0, 0, 0, 0))},
        {NULL, "which mana", EFFECT, 0, "nec",
         CODE(OP(VM_OP_NONE, 1, 0, 0, 0), OP(VM_OP_MANA_TYPES, 2, 1, 3, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
        {"V47", "which mana of those", EFFECT, 0, "nec",
         CODE(OP(VM_OP_NONE, 1, 0, 0, 0), OP(VM_OP_MANA_TYPES, 2, 1, 4, 0),
              OP(VM_OP_DONE, 0, 0, 0, 0))},
    };
    EXPECT(LIST);
    for (uint32_t k = 0; k < 4; k++) { /* one word, and the second of two */
        const uint32_t over = k & 1, count = 1 + (k >> 1);
        const uint32_t code[] = {
            OP(VM_OP_YOU, 0, 0, 0, 0), OP(VM_OP_NATIVE, 0, 0, 0, VM_NATIVE_vote),
            OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, count),
            OP(VM_OP_IMM, 0, 0, 0, 0), OP(VM_OP_IMM, 0, 0, 0, 0),
            OP(VM_OP_DONE, 0, 0, 0, 0)};
        packer *p = packer_create();
        packer_func(p, EFFECT, 0, "p", code, sizeof code / 4);
        for (uint32_t i = 0; i < count; i++)
            p->words[p->words_count++] = p->strings_size - 1 + (over && i + 1 == count);
        packer_expect(p, over ? "V47" : NULL, "a word of a vote");
    }
}

/* Objects name their face in 16 bits. */
static void test_many_faces(void **state)
{
    (void)state;
    for (uint32_t over = 0; over < 2; over++) {
        packer *p = packer_create();
        p->more_face_count = VM_FACE_MAX + over;
        p->more_faces = calloc(p->more_face_count, sizeof *p->more_faces);
        packer_expect(p, over ? "V22" : NULL, "many faces");
    }
}

static void test_code_and_functions_fit(void **state)
{
    (void)state;
    packer *p = rows();
    p->code_count += 2;
    packer_expect(p, "V29", "code behind the last function");
    p = rows();
    p->func[4].code_count--;
    p->code_count--;
    packer_expect(p, "V29", "half an instruction");
}

/* A test names cards by the place of their strings, which may stand behind any number of others. */
static void test_late_strings(void **state)
{
    (void)state;
    packer *p = rows();
    p->strings_size = sizeof p->strings;
    p->step[1].b = sizeof p->strings - 1;
    packer_expect(p, NULL, "a test that names a late string");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_instructions),
                                       cmocka_unit_test(test_immediates_and_ends),
                                       cmocka_unit_test(test_domains_of_constants),
                                       cmocka_unit_test(test_kinds_of_numbers),
                                       cmocka_unit_test(test_domains_of_operands),
                                       cmocka_unit_test(test_paths),
                                       cmocka_unit_test(test_loops),
                                       cmocka_unit_test(test_loop_depth),
                                       cmocka_unit_test(test_nesting),
                                       cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_rows_that_depend),
                                       cmocka_unit_test(test_rows_of_further_kinds),
                                       cmocka_unit_test(test_further_constants),
                                       cmocka_unit_test(test_late_strings),
                                       cmocka_unit_test(test_many_faces),
                                       cmocka_unit_test(test_code_and_functions_fit)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed;
}
