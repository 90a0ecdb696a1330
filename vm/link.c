/* Several packs become one: their tables behind each other, every word in them moved to where it lies now. What a word is
 * says its domain (domains.def), the letter of its opcode or native, or its row; the same tables by which the verifier has
 * looked at it. Each pack has been verified by itself before; what comes out is verified as a whole.
 *
 * Words of the vocabulary are the same where they have the same name; a number that another word has already is exchanged
 * for a free one. Strings are kept once, because names are compared by their places. Cards come first, then all other
 * faces, as in each pack. V22: they are too large together; V63: two packs have a card of the same name; V64: they mean
 * different things by a word, or have too many; V65: a list is used for two kinds of things; V67: strings that were made
 * to be looked for in the same place. */
#include "base/assert.h"
#include "base/hash.h"
#include "vm/abi/fields.h"
#include "vm/verifier.h"

#include <stdio.h>
#include <string.h>

enum { LIST_UNUSED, LIST_SUBTYPES, LIST_STRINGS, LIST_KEYWORDS };
enum {
    LOOKS_FREE = 1 << 16,
    LOOKS_EACH = 8
}; /* half of the slots are free: strings of cards take less than one */

typedef struct bases { /* where the rows of a pack begin now */
#define ROW(section, name, fields) uint32_t name;
#include "vm/abi/pack_rows.def"
#undef ROW
    uint32_t code, words, regs, cards;
    uint32_t links; /* numbers of 'as NAME': those of all cards are different */
} bases;

typedef struct linking {
    const base_memory *memory;
    vm_pack *out;
    vm_refusal *why;
    bases at;          /* of the pack at hand */
    const vm_pack *in; /* the pack at hand */
    uint32_t cards;    /* how many of its faces are cards */
    uint32_t *str;     /* by its places: where the string is now */
    uint8_t *list;     /* by its words: LIST_ */
    uint32_t subtype[VM_SUBTYPE_MAX], keyword[VM_SYMBOL_MAX], counter[VM_SYMBOL_MAX];
    uint32_t type[32];
    uint32_t *slot, slots; /* strings that are there, + 1, by their hash */
    uint32_t *owner; /* by the place of a name: number of the pack that has a card of it, + 1 */
    uint32_t strings_used;
    uint64_t looks; /* how often a place for a string was taken already */
    uint32_t links; /* of the pack at hand: how many */
    int failed;
} linking;

static int refuse(linking *l, const char *rule, uint32_t section, const char *fmt, const char *name)
{
    memset(l->why, 0, sizeof *l->why);
    snprintf(l->why->rule, sizeof l->why->rule, "%s", rule);
    snprintf(l->why->message, sizeof l->why->message, fmt, name);
    l->why->section = section;
    l->failed = 1;
    return 0;
}

/* ---- strings ---------------------------------------------------------------------------------- */

static uint32_t string_at(linking *l, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *strings = (char *)(uintptr_t)l->out->strings;
    uint32_t i = (uint32_t)hash_bytes(HASH_START, text, size) & (l->slots - 1);
    for (; l->slot[i]; i = (i + 1) & (l->slots - 1)) {
        CANTRIP_ASSERT(l->slot[i] <= l->strings_used);
        if (strcmp(strings + l->slot[i] - 1, text) == 0)
            return l->slot[i] - 1;
        if (++l->looks > LOOKS_FREE + (uint64_t)LOOKS_EACH * l->slots)
            return (uint32_t)refuse(l, "V67", VM_SECTION_strings,
                                    "the strings were made to be hard to tell apart%s", "");
    }
    const uint32_t at = l->strings_used;
    CANTRIP_ASSERT(size <= l->out->strings_size - at);
    memcpy(strings + at, text, size);
    l->strings_used += (uint32_t)size;
    l->slot[i] = at + 1;
    return at;
}

static void take_strings(linking *l)
{
    for (uint32_t at = 0; at < l->in->strings_size && !l->failed;) {
        const uint32_t size = (uint32_t)strlen(l->in->strings + at) + 1,
                       now = string_at(l, l->in->strings + at);
        CANTRIP_ASSERT(size <= l->in->strings_size - at); /* V20 */
        for (uint32_t k = 0; k < size; k++)
            l->str[at + k] = now + k;
        at += size;
    }
}

/* ---- the vocabulary --------------------------------------------------------------------------- */

static uint32_t *numbers_of(linking *l, uint32_t kind)
{
    CANTRIP_ASSERT(kind >= VM_SYM_SUBTYPE && kind < VM_SYM_KIND_COUNT);
    return kind == VM_SYM_SUBTYPE ? l->subtype : kind == VM_SYM_KEYWORD ? l->keyword : l->counter;
}

/* Kinds of counters and what only has a number like them (designations, events) are two ranges. */
static int is_of_range(const vm_symbol *s, const vm_symbol *other)
{
    return s->kind == other->kind &&
           (s->kind != VM_SYM_COUNTER ||
            (s->number < VM_DESIGNATION_FIRST) == (other->number < VM_DESIGNATION_FIRST));
}

static vm_symbol *symbol_named(const linking *l, const vm_symbol *s, uint32_t name)
{
    for (uint32_t i = 0; i < l->out->symbol_count; i++)
        if (l->out->symbol[i].name == name && is_of_range(s, &l->out->symbol[i]))
            return &l->out->symbol[i];
    return NULL;
}

static const vm_symbol *symbol_numbered(const linking *l, const vm_symbol *s)
{
    for (uint32_t i = 0; i < l->out->symbol_count; i++)
        if (l->out->symbol[i].number == s->number && is_of_range(s, &l->out->symbol[i]))
            return &l->out->symbol[i];
    return NULL;
}

/* Its own number if nobody has it, else one behind all that there are; UINT32_MAX = there is none left. */
static uint32_t free_number(const linking *l, const vm_symbol *s)
{
    const uint32_t end = s->kind == VM_SYM_SUBTYPE     ? VM_SUBTYPE_MAX
                         : s->kind <= VM_SYM_SUPERTYPE ? VM_TYPE_NUMBER_MAX
                         : s->kind == VM_SYM_COUNTER && s->number < VM_DESIGNATION_FIRST
                             ? VM_DESIGNATION_FIRST
                             : VM_SYMBOL_MAX;
    uint32_t next = s->number;
    int taken = 0;
    for (uint32_t i = 0; i < l->out->symbol_count; i++) {
        const vm_symbol *other = &l->out->symbol[i];
        if (!is_of_range(s, other))
            continue;
        taken |= other->number == s->number;
        next = other->number >= next ? other->number + 1 : next;
    }
    return !taken ? s->number : next < end ? next : UINT32_MAX;
}

static uint32_t types_now(const linking *l, uint32_t mask)
{
    uint32_t now = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        now |= 1u << l->type[__builtin_ctz(rest)];
    CANTRIP_ASSERT(!(mask & VM_TYPE_MASK) == !(now & VM_TYPE_MASK)); /* types stay types */
    return now;
}

static uint32_t face_now(const linking *l, uint32_t face)
{
    const uint32_t now = face < l->cards ? l->at.cards + face : l->at.face + face - l->cards;
    CANTRIP_ASSERT(face < l->in->face_count && now < l->out->face_count);
    return now;
}

/* What a symbol says beside its number. */
static vm_symbol said_now(const linking *l, const vm_symbol *s)
{
    vm_symbol now = *s;
    CANTRIP_ASSERT(s->name < l->in->strings_size && s->kind < VM_SYM_KIND_COUNT);
    now.name = l->str[s->name];
    if (s->kind <= VM_SYM_SUBTYPE)
        now.a = types_now(l, s->a);
    else if (s->kind == VM_SYM_KEYWORD)
        now.b = s->b ? l->keyword[s->b - 1] + 1 : 0; /* that one stands before it */
    else if (s->kind == VM_SYM_COUNTER && s->number >= VM_DESIGNATION_FIRST)
        now.a = s->a ? face_now(l, s->a - 1) + 1 : 0;
    return now;
}

static int take_symbol(linking *l, const vm_symbol *s)
{
    vm_symbol now = said_now(l, s);
    const int designates = s->kind == VM_SYM_COUNTER && s->number >= VM_DESIGNATION_FIRST;
    vm_symbol *there = symbol_named(l, s, now.name);
    if (there && designates && !there->a)
        there->a = now.a;
    if (there && ((!designates && there->a != now.a) || there->b != now.b))
        return refuse(l, "V64", VM_SECTION_symbol, "the packs mean different things by \"%.60s\"",
                      vm_pack_str(l->in, s->name));
    now.number = there ? there->number : free_number(l, s);
    if (now.number == UINT32_MAX)
        return refuse(
            l, "V64", VM_SECTION_symbol,
            "the packs have too many words together: there is no number left for \"%.60s\"",
            vm_pack_str(l->in, s->name));
    if (s->kind <= VM_SYM_SUPERTYPE)
        l->type[s->number + (s->kind ? 16 : 0)] = now.number + (s->kind ? 16 : 0);
    else
        numbers_of(l, s->kind)[s->number] = now.number;
    CANTRIP_ASSERT(symbol_numbered(l, &now) == there); /* a number is one word's */
    if (!there)
        l->out->symbol[l->out->symbol_count++] = now;
    return 1;
}

/* Card types first: subtypes say of which they are. */
static int take_symbols(linking *l)
{
    for (uint32_t i = 0; i < 32; i++)
        l->type[i] = i;
    for (uint32_t i = 0; i < VM_SYMBOL_MAX; i++)
        l->keyword[i] = l->counter[i] = i;
    for (uint32_t i = 0; i < VM_SUBTYPE_MAX; i++)
        l->subtype[i] = i;
    for (int types = 1; types >= 0; types--)
        for (uint32_t i = 0; i < l->in->symbol_count; i++)
            if ((l->in->symbol[i].kind <= VM_SYM_SUPERTYPE) == types &&
                !take_symbol(l, &l->in->symbol[i]))
                return 0;
    return 1;
}

/* ---- rows ------------------------------------------------------------------------------------- */

static uint32_t beyond_none(uint32_t v, uint32_t base) /* row 0 is that of all */
{
    return v ? v + base : 0;
}

static uint32_t list_now(linking *l, uint32_t first, uint32_t count, uint8_t kind)
{
    CANTRIP_ASSERT(count <= l->in->words_count && first <= l->in->words_count - count);
    for (uint32_t i = first; i < first + count; i++) {
        if (l->list[i] != LIST_UNUSED && l->list[i] != kind)
            refuse(l, "V65", VM_SECTION_words, "a list is used for two kinds of things%s", "");
        l->list[i] = kind;
    }
    return first + l->at.words;
}

/* A word of a row by its domain; `next` is the one behind it. */
static uint32_t word_now(linking *l, uint32_t v, uint32_t next, uint32_t domain)
{
    switch (domain) {
    case DOMAIN_STR:
        CANTRIP_ASSERT(v < l->in->strings_size);
        return l->str[v];
    case DOMAIN_STR0:
        CANTRIP_ASSERT(v == VM_NO_SYMBOL || v < l->in->strings_size);
        return v == VM_NO_SYMBOL ? v : l->str[v];
    case DOMAIN_VALUE0:
    case DOMAIN_JUDGE0:
    case DOMAIN_SET0:
    case DOMAIN_EFFECT0:
    case DOMAIN_EFFECT:
        CANTRIP_ASSERT(v < l->in->func_count);
        return beyond_none(v, l->at.func);
    case DOMAIN_SEL0:
        return beyond_none(v, l->at.selector);
    case DOMAIN_ABIL:
    case DOMAIN_ABILITY:
        return v + l->at.ability;
    case DOMAIN_TARGET:
        return v + l->at.target;
    case DOMAIN_MODE:
        return v + l->at.mode;
    case DOMAIN_COST:
        return v + l->at.cost;
    case DOMAIN_MOD:
        return v + l->at.mod;
    case DOMAIN_STEPS:
        return v + l->at.step;
    case DOMAIN_CODE:
    case DOMAIN_PLACE:
        return v + l->at.code;
    case DOMAIN_REGS:
        return v + l->at.regs;
    case DOMAIN_SUBTYPES:
        return list_now(l, v, next, LIST_SUBTYPES);
    case DOMAIN_KEYWORDS:
        return list_now(l, v, next, LIST_KEYWORDS);
    case DOMAIN_STRINGS:
        return list_now(l, v, next, LIST_STRINGS);
    case DOMAIN_FACE:
        return face_now(l, v);
    case DOMAIN_KEYWORD:
        CANTRIP_ASSERT(v == VM_NO_SYMBOL || v < VM_SYMBOL_MAX);
        return v == VM_NO_SYMBOL ? v : l->keyword[v];
    case DOMAIN_TYPES:
        return types_now(l, v);
    default: /* what means the same in every pack, and what depends on its row */
        return v;
    }
}

/* An operand of a modification by its letter in mods.def. */
static uint32_t operand_now(linking *l, char kind, uint32_t v, uint32_t next)
{
    switch (kind) {
    case 'm':
        return types_now(l, v);
    case 'y':
        return list_now(l, v, next, LIST_SUBTYPES);
    case 'A':
        return v + l->at.ability;
    case 's':
        return beyond_none(v, l->at.selector);
    case 'k':
        return l->keyword[v];
    case 'K':
        return l->counter[v];
    case 'C':
        return v + l->at.cost;
    default:
        return v;
    }
}

static uint32_t link_now(linking *l, uint32_t link)
{
    CANTRIP_ASSERT(link < VM_LINK_MAX);
    if (link >= l->links)
        l->links = link + 1;
    return link + l->at.links;
}

static void mod_now(linking *l, vm_mod *m)
{
    const vm_mod_info *info = vm_mod_describe(m->op);
    CANTRIP_ASSERT(info != NULL);
    const int list = info->a == 'y' || info->a == 'A'; /* a: first, b: count */
    uint32_t a = operand_now(l, info->a, m->a, m->b);
    if (info->a == 'l' && (m->b & 1)) /* else it is a value of the effect */
        a = link_now(l, a);
    if (!list)
        m->b = operand_now(l, info->b, m->b, 0);
    m->a = a;
}

static void cost_now(linking *l, vm_cost *c)
{
    CANTRIP_ASSERT(c->kind < VM_COST_KIND_COUNT);
    if (c->kind == VM_COST_REMOVE || c->kind == VM_COST_PUT || c->kind == VM_COST_PLAYER_COUNTERS ||
        c->kind == VM_COST_REMOVE_FROM || c->kind == VM_COST_REMOVE_AMONG)
        c->b = l->counter[c->b]; /* below VM_SYMBOL_MAX: V52 */
    else if (c->kind == VM_COST_WAY)
        c->b = l->str[c->b];
    else if (c->kind == VM_COST_TOTAL && c->b >> 8)
        c->b = (c->b & 255) | (l->keyword[(c->b >> 8) - 1] + 1) << 8;
}

static uint32_t answer_now(const linking *l, uint32_t v)
{
    if (v >= VM_ANSWER_COUNTER && v < VM_ANSWER_COUNTER + VM_SYMBOL_MAX)
        return VM_ANSWER_COUNTER + l->counter[v - VM_ANSWER_COUNTER];
    if (v >= VM_ANSWER_SUBTYPE && v < VM_ANSWER_SUBTYPE + VM_SUBTYPE_MAX)
        return VM_ANSWER_SUBTYPE + l->subtype[v - VM_ANSWER_SUBTYPE];
    if (v >= VM_ANSWER_TYPE && v < VM_ANSWER_TYPE + VM_TYPE_NUMBER_MAX)
        return VM_ANSWER_TYPE + l->type[v - VM_ANSWER_TYPE];
    return v;
}

static void step_now(linking *l, vm_step *s)
{
    const int by_step = s->kind == VM_TEST_STEP || s->kind == VM_TEST_ADVANCE,
              two_functions = vm_step_has_two(s->kind);
    CANTRIP_ASSERT(s->kind < VM_TEST_STEP_COUNT);
    if (!by_step && s->a != VM_NO_SYMBOL)
        s->a = l->str[s->a];
    if (s->kind == VM_TEST_COUNTERS)
        s->b = l->counter[s->b];
    else if (s->kind == VM_TEST_ATTACH)
        s->b = l->str[s->b];
    else if (s->kind != VM_TEST_PUT && s->kind != VM_TEST_GAME)
        s->b = beyond_none(s->b, l->at.func);
    if (two_functions)
        s->d = beyond_none(s->d, l->at.func);
    if (s->kind == VM_TEST_ANSWER)
        s->d = answer_now(l, s->d);
}

/* The keyword for which a card is cast as an Aura stands, + 1, in its first ability (CR 702.102a). */
static void auras_now(linking *l)
{
    for (uint32_t i = 0; i < l->in->face_count; i++) {
        const vm_face *f = &l->in->face[i];
        vm_ability *a = &l->out->ability[l->at.ability + f->abilities];
        if (f->shape == VM_SHAPE_AS_AURA && f->ability_count && a->mode_max &&
            a->mode_max <= VM_SYMBOL_MAX)
            a->mode_max = l->keyword[l->in->ability[f->abilities].mode_max - 1] + 1;
    }
}

typedef struct table {
    uint32_t section, count, at, room, first; /* first: 1 where row 0 is that of all packs */
    const uint32_t *from;
    uint32_t *to;
} table;

static uint32_t *row_of(const linking *l, const table *t, uint32_t row, uint32_t width)
{
    const uint32_t at = t->section == VM_SECTION_face ? face_now(l, row) : t->at + row;
    CANTRIP_ASSERT(row < t->count && at < t->room);
    return t->to + (size_t)at * width;
}

static void take_rows(linking *l)
{
    const vm_pack *in = l->in;
    const table tables[] = {
#define ROW(number, name, fields)                                                                  \
    {number,                                                                                       \
     in->name##_count,                                                                             \
     l->at.name,                                                                                   \
     l->out->name##_count,                                                                         \
     number == VM_SECTION_func || number == VM_SECTION_selector,                                   \
     (const uint32_t *)in->name,                                                                   \
     (uint32_t *)l->out->name},
#include "vm/abi/pack_rows.def"
#undef ROW
    };
    vm_table_fields of = {0};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        vm_fields_next(&of);
        const uint32_t width = of.width;
        if (tables[t].section == VM_SECTION_symbol)
            continue;
        for (uint32_t r = tables[t].first; r < tables[t].count; r++) {
            const uint32_t *from = tables[t].from + (size_t)r * width;
            uint32_t *to = row_of(l, &tables[t], r, width);
            for (uint32_t i = 0; i < width; i++)
                to[i] = word_now(l, from[i], i + 1 < width ? from[i + 1] : 0, of.field[i].domain);
        }
    }
    for (uint32_t i = 0; i < in->mod_count; i++)
        mod_now(l, &l->out->mod[l->at.mod + i]);
    for (uint32_t i = 0; i < in->cost_count; i++)
        cost_now(l, &l->out->cost[l->at.cost + i]);
    for (uint32_t i = 0; i < in->step_count; i++)
        step_now(l, &l->out->step[l->at.step + i]);
    auras_now(l);
}

/* ---- code ------------------------------------------------------------------------------------- */

static uint32_t immediate_now(linking *l, const vm_func *f, vm_insn i, char kind)
{
    const uint32_t v = (uint32_t)i.imm;
    const char type = kind == 'v' ? (char)l->in->regs[f->regs + i.a] : 0;
    CANTRIP_ASSERT(kind != 's' || v < l->in->selector_count);
    CANTRIP_ASSERT(kind != 'a' || v < l->in->ability_count);
    CANTRIP_ASSERT(type != 's' || v < VM_SUBTYPE_MAX);
    switch (kind) {
    case 's':
        return v + l->at.selector;
    case 'a':
        return v + l->at.ability;
    case 'l':
        return link_now(l, v);
    case 'w':
        return l->keyword[v];
    case 'c':
        return i.imm < 0 ? v : l->counter[v];
    case 'v':
        return type == 's' || (type == 'w' && v < VM_SUBTYPE_MAX) ? l->subtype[v]
               : type == 'y'                                      ? types_now(l, v)
                                                                  : v;
    default:
        return v;
    }
}

/* An IMM word by its letter in the native's signature; `next` is the one behind it. */
static uint32_t argument_now(linking *l, char type, const char *name, uint32_t v, uint32_t next)
{
    switch (type) {
    case 'K':
        return l->counter[v];
    case 'F':
        return face_now(l, v);
    case 'S':
    case 'R':
        return beyond_none(v, l->at.selector);
    case 'A':
        return v + l->at.ability;
    case 'M':
    case 'C':
        return v + l->at.cost;
    case 'L':
        return v + l->at.mod;
    case 'W':
        return list_now(l, v, next, LIST_STRINGS);
    default:
        if (strcmp(name, "LINK") == 0)
            return v ? link_now(l, v - 1) + 1 : 0;
        return strcmp(name, "TYPES") == 0                             ? types_now(l, v)
               : strcmp(name, "BUT") == 0 && v && v <= VM_SUBTYPE_MAX ? l->subtype[v - 1] + 1
                                                                      : v;
    }
}

static void arguments_now(linking *l, const uint32_t *from, uint32_t *to, uint32_t native)
{
    const char *at = vm_native_describe(native)->signature;
    char name[32], type;
    uint32_t word = 1; /* behind the NATIVE; the immediate is the second half of an instruction */
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0) {
        if (type >= 'a')
            continue;
        CANTRIP_ASSERT((uint8_t)from[2 * word] == VM_OP_IMM); /* V46 */
        const int wide = type == 'M' || type == 'C' || type == 'L' || type == 'W';
        to[2 * word + 1] =
            argument_now(l, type, name, from[2 * word + 1], wide ? from[2 * word + 3] : 0);
        word += wide ? 2 : 1;
    }
}

static void take_code(linking *l)
{
    const vm_pack *in = l->in;
    CANTRIP_ASSERT(in->code_count <= l->out->code_count - l->at.code);
    CANTRIP_ASSERT(in->regs_count <= l->out->regs_count - l->at.regs);
    CANTRIP_ASSERT(in->words_count <= l->out->words_count - l->at.words);
    memcpy(l->out->code + l->at.code, in->code, sizeof *in->code * in->code_count);
    memcpy(l->out->regs + l->at.regs, in->regs, sizeof *in->regs * in->regs_count);
    for (uint32_t i = 1; i < in->func_count; i++) {
        const vm_func *f = &in->func[i];
        for (uint32_t pc = 0; pc < f->code_count / 2; pc++) {
            const vm_insn x = vm_insn_at(in, f->code, pc);
            const uint32_t *from = in->code + f->code + 2 * pc;
            uint32_t *to = l->out->code + l->at.code + f->code + 2 * pc;
            to[1] = immediate_now(l, f, x, vm_op_describe(x.op)->imm);
            if (x.op == VM_OP_NATIVE) {
                arguments_now(l, from, to, (uint32_t)x.imm);
                pc += vm_insn_span(in, f, pc) - 1;
            }
        }
    }
    for (uint32_t i = 0; i < in->words_count; i++) {
        const uint32_t v = in->words[i];
        CANTRIP_ASSERT(l->list[i] != LIST_SUBTYPES || v < VM_SUBTYPE_MAX);
        CANTRIP_ASSERT(l->list[i] != LIST_STRINGS || v < in->strings_size);
        l->out->words[l->at.words + i] = l->list[i] == LIST_SUBTYPES   ? l->subtype[v]
                                         : l->list[i] == LIST_STRINGS  ? l->str[v]
                                         : l->list[i] == LIST_KEYWORDS ? l->keyword[v]
                                                                       : v;
    }
}

/* ---- all of it -------------------------------------------------------------------------------- */

/* Decks name cards: a name must mean one of them. */
static int take_names(linking *l, uint32_t pack)
{
    for (uint32_t i = 0; i < l->in->face_count; i++) {
        const vm_face *f = &l->in->face[i];
        uint32_t *owner = &l->owner[l->str[f->name]];
        if (f->flags & VM_FF_TOKEN)
            continue;
        if (*owner && *owner != pack + 1)
            return refuse(l, "V63", VM_SECTION_face, "two of the packs have a card \"%.60s\"",
                          vm_pack_str(l->in, f->name));
        *owner = pack + 1;
    }
    return 1;
}

static uint32_t cards_of(const vm_pack *p)
{
    uint32_t n = 0;
    while (n < p->face_count && !(p->face[n].flags & VM_FF_TOKEN))
        n++;
    return n;
}

static int take_pack(linking *l, const vm_pack *in, uint32_t number)
{
    l->in = in;
    l->cards = cards_of(in);
    l->str = base_alloc(l->memory, sizeof *l->str * in->strings_size);
    l->list = base_zeroed(l->memory, in->words_count + 1, 1);
    int ok = l->str && l->list;
    if (!ok)
        refuse(l, "V8", 0, "out of memory%s", "");
    if (ok)
        take_strings(l);
    ok = ok && !l->failed && take_names(l, number) && take_symbols(l);
    if (ok) {
        take_rows(l);
        take_code(l);
        ok = !l->failed;
    }
    base_free(l->memory, l->str);
    base_free(l->memory, l->list);
    l->at.cards += l->cards;
#define ROW(section, name, fields) l->at.name += in->name##_count;
#include "vm/abi/pack_rows.def"
#undef ROW
    l->at.face -= l->cards;
    l->at.func--;
    l->at.selector--;
    l->at.code += in->code_count;
    l->at.words += in->words_count;
    l->at.regs += in->regs_count;
    l->at.links += l->links;
    l->links = 0;
    return ok;
}

static uint64_t size_of(const vm_pack *p)
{
    uint64_t words = (uint64_t)p->code_count + p->words_count + p->regs_count;
#define F(name, domain)            +1
#define ROW(section, name, fields) words += (uint64_t)p->name##_count * (0 fields);
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    return words * 4 + p->strings_size;
}

/* Room for all tables together: no more than there is in the packs. */
static int make_room(linking *l, const vm_pack *const *packs, uint32_t count)
{
    uint64_t size = 0;
    uint32_t strings = 0;
    vm_pack sum = {0};
#define F(name, domain) +1
    for (uint32_t k = 0; k < count; k++) {
        size += size_of(packs[k]);
        if (size > VM_LINKED_SIZE_MAX)
            return refuse(l, "V22", 0, "the packs are too large to be played together%s", "");
#define ROW(section, name, fields) sum.name##_count += packs[k]->name##_count;
#include "vm/abi/pack_rows.def"
#undef ROW
        sum.code_count += packs[k]->code_count;
        sum.words_count += packs[k]->words_count;
        sum.regs_count += packs[k]->regs_count;
        sum.strings_size += packs[k]->strings_size;
        for (uint32_t i = 0; i < packs[k]->strings_size; i++)
            strings += !packs[k]->strings[i];
        l->at.face += cards_of(packs[k]);
    }
    sum.func_count -= count - 1;
    sum.selector_count -= count - 1;
    for (l->slots = 16; l->slots < 2 * strings;)
        l->slots *= 2;
    l->slot = base_zeroed(l->memory, l->slots, sizeof *l->slot);
    l->owner = base_zeroed(l->memory, sum.strings_size, sizeof *l->owner);
    uint32_t *at = sum.storage = base_zeroed(l->memory, 1, (size_t)size + 8);
    sum.memory = l->memory;
    *l->out = sum;
    if (!l->slot || !l->owner || !at)
        return refuse(l, "V8", 0, "out of memory%s", "");
#define ROW(section, name, fields)                                                                 \
    l->out->name = (void *)at;                                                                     \
    at += (size_t)sum.name##_count * (0 fields);
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    l->out->code = at;
    l->out->words = at += sum.code_count;
    l->out->regs = at += sum.words_count;
    l->out->strings = (const char *)(at + sum.regs_count);
    l->out->symbol_count = 0;
    l->out->hash = HASH_START;
    l->out->selector[0] = packs[0]->selector[0];
    CANTRIP_ASSERT((l->slots & (l->slots - 1)) == 0 && l->slots >= 2 * strings);
    CANTRIP_ASSERT(l->at.face <= l->out->face_count);
    return 1;
}

/* Every row of every table has been written. */
static int is_full(const linking *l)
{
    const vm_pack *p = l->out;
    int full = l->at.code == p->code_count && l->at.words == p->words_count &&
               l->at.regs == p->regs_count && l->strings_used <= p->strings_size;
    full &= l->at.func + 1 == p->func_count && l->at.selector + 1 == p->selector_count;
    return full && l->at.ability == p->ability_count && l->at.mod == p->mod_count;
}

int vm_pack_link(const base_memory *memory, const vm_pack *const *packs, uint32_t count,
                 vm_pack *out, vm_refusal *why)
{
    CANTRIP_ASSERT(count > 1);
    memset(out, 0, sizeof *out);
    linking *l = base_zeroed(memory, 1, sizeof *l);
    if (!l) {
        memset(why, 0, sizeof *why);
        memcpy(why->rule, "V8", 3);
        return 0;
    }
    l->memory = memory;
    l->out = out;
    l->why = why;
    int ok = make_room(l, packs, count);
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = take_pack(l, packs[i], i);
        out->hash = hash_number(out->hash, packs[i]->hash);
    }
    CANTRIP_ASSERT(!ok || is_full(l));
    out->strings_size = l->strings_used;
    base_free(memory, l->slot);
    base_free(memory, l->owner);
    base_free(memory, l);
    if (ok && vm_pack_verify(out, why))
        return 1;
    vm_pack_close(out);
    return 0;
}
