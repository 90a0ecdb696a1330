/* The verifier on tables (V22 to V28, V31, V52): every field against its domain in domains.def, then the
 * fields whose meaning depends on their row. */
#include "vm/abi/fields.h"
#include "vm/verifier.h"

#include <string.h>

enum shape {
    SHAPE_BELOW,
    SHAPE_OR_NONE,
    SHAPE_MASK,
    SHAPE_NUMBER,
    SHAPE_RANGE,
    SHAPE_LIST,
    SHAPE_COUNT,
    SHAPE_FUNC,
    SHAPE_DEPENDS,
    SHAPE_ANY
};

static const struct {
    const char *rule;
    uint8_t shape;
} DOMAINS[] = {
#define DOMAIN(name, rule, shape, limit) {rule, SHAPE_##shape},
#include "vm/abi/domains.def"
#undef DOMAIN
};

static uint32_t limit_of(const vm_pack *p, uint32_t domain)
{
    switch (domain) {
#define DOMAIN(name, rule, shape, limit)                                                           \
    case DOMAIN_##name:                                                                            \
        return limit;
#include "vm/abi/domains.def"
#undef DOMAIN
    default:
        return 0;
    }
}

typedef struct place { /* where a word stands */
    const vm_checker *c;
    uint32_t section, row;
    const char *name;
} place;

static int is_number(uint32_t v, uint32_t limit)
{
    return (int32_t)v <= (int32_t)limit && (int32_t)v >= -(int32_t)limit;
}

/* V31. A function without parameters that gives a number, one about a candidate, or an effect. */
static int fits_use(const place *at, uint32_t func, uint32_t domain)
{
    const vm_pack *p = at->c->p;
    const vm_func *f = &p->func[func];
    const int effect = domain == DOMAIN_EFFECT || domain == DOMAIN_EFFECT0;
    const uint32_t params = domain == DOMAIN_JUDGE0, flags = effect                  ? VM_FN_EFFECT
                                                             : domain == DOMAIN_SET0 ? VM_FN_SET
                                                                                     : 0;
    if (!func && domain == DOMAIN_EFFECT)
        return vm_refuse(at->c, "V31", at->section, at->row, 0, "%s: there must be an effect",
                         at->name);
    if (!func)
        return 1;
    if (f->flags != flags || f->params != params)
        return vm_refuse(at->c, "V31", at->section, at->row, 0,
                         "%s: function %u does not fit its use", at->name, func);
    /* What the candidate is put into: the rows of functions may not have been looked at yet. */
    if (params && (!f->reg_count || f->regs >= p->regs_count || p->regs[f->regs] != 'e'))
        return vm_refuse(at->c, "V31", at->section, at->row, 0,
                         "%s: function %u has no place for its candidate", at->name, func);
    return 1;
}

static int range_fits(const place *at, uint32_t first, uint32_t count, uint32_t limit)
{
    if (count > limit || first > limit - count)
        return vm_refuse(at->c, "V26", at->section, at->row, 0, "%s: rows %u to %u do not exist",
                         at->name, first, first + count);
    return 1;
}

static int list_fits(const place *at, uint32_t first, uint32_t count, uint32_t domain)
{
    const vm_pack *p = at->c->p;
    if (!range_fits(at, first, count, p->words_count))
        return 0;
    if ((*at->c->named += count) > VM_NAMED_MAX)
        return vm_refuse(at->c, "V66", at->section, at->row, 0, "%s: lists name too much",
                         at->name);
    for (uint32_t i = 0; i < count; i++)
        if (p->words[first + i] >= limit_of(p, domain))
            return vm_refuse(at->c, domain == DOMAIN_STRINGS ? "V23" : "V52", at->section, at->row,
                             0, "%s: %u does not exist", at->name, p->words[first + i]);
    return 1;
}

/* `next` is the word behind it: the count of a range. */
static int word_fits(const place *at, uint32_t v, uint32_t next, uint32_t domain)
{
    const uint32_t limit = limit_of(at->c->p, domain);
    int ok = 1;
    switch (DOMAINS[domain].shape) {
    case SHAPE_OR_NONE:
        ok = v == VM_NO_SYMBOL || v < limit;
        break;
    case SHAPE_BELOW:
        ok = v < limit;
        break;
    case SHAPE_FUNC:
        ok = v < limit;
        if (ok)
            return fits_use(at, v, domain);
        break;
    case SHAPE_MASK:
        ok = !(v & ~limit);
        break;
    case SHAPE_NUMBER:
        ok = is_number(v, limit);
        break;
    case SHAPE_RANGE:
        return range_fits(at, v, next, limit);
    case SHAPE_LIST:
        return list_fits(at, v, next, domain);
    default:
        break;
    }
    return ok || vm_refuse(at->c, DOMAINS[domain].rule, at->section, at->row, 0,
                           "%s: %u is outside its domain", at->name, v);
}

/* A word that stands in no table by itself, by the name of its domain. */
#define FITS(c, section, row, name, v, domain)                                                     \
    word_fits(&(place){c, section, row, name}, v, 0, DOMAIN_##domain)

/* The words of one field in all rows: is none of them wrong? What a range or list says is looked at one by one. */
static int column_fits(const vm_checker *c, const uint32_t *word, uint32_t rows, uint32_t width,
                       uint32_t domain)
{
    const uint32_t limit = limit_of(c->p, domain), *end = word + (size_t)rows * width;
    uint32_t bad = 0;
    switch (DOMAINS[domain].shape) {
    case SHAPE_OR_NONE:
        for (; word < end; word += width)
            bad |= *word >= limit && *word != VM_NO_SYMBOL;
        return !bad;
    case SHAPE_BELOW:
        for (; word < end; word += width)
            bad |= *word >= limit;
        return !bad;
    case SHAPE_MASK:
        for (; word < end; word += width)
            bad |= *word & ~limit;
        return !bad;
    case SHAPE_NUMBER:
        for (; word < end; word += width)
            bad |= !is_number(*word, limit);
        return !bad;
    case SHAPE_RANGE:
        for (; word < end; word += width)
            bad |= word[1] > limit || word[0] > limit - word[1];
        return !bad;
    case SHAPE_FUNC:
        for (; word < end; word += width)
            if (*word >= limit || ((*word || domain == DOMAIN_EFFECT) &&
                                   !fits_use(&(place){c, 0, 0, ""}, *word, domain)))
                return 0;
        return 1;
    case SHAPE_LIST:
        for (; word < end; word += width)
            if (word[1] && !list_fits(&(place){c, 0, 0, ""}, word[0], word[1], domain))
                return 0;
            else
                bad |= word[0] > c->p->words_count;
        return !bad;
    default:
        return 1;
    }
}

/* Column by column, which is quicker; where something is wrong, row by row: what comes first is said. */
static int table_fits(const vm_checker *c, uint32_t section, const uint32_t *rows, uint32_t count,
                      const vm_field *field, uint32_t width)
{
    int fits = 1;
    for (uint32_t i = 0; i < width && fits; i++)
        fits = column_fits(c, rows + i, count, width, field[i].domain);
    for (uint32_t r = 0; r < count && !fits; r++) {
        const uint32_t *word = rows + (size_t)r * width;
        for (uint32_t i = 0; i < width; i++)
            if (!word_fits(&(place){c, section, r, field[i].name}, word[i],
                           i + 1 < width ? word[i + 1] : 0, field[i].domain))
                return 0;
    }
    return 1;
}

static int check_fields(const vm_checker *c)
{
    const vm_pack *p = c->p;
    const struct {
        uint32_t section, count;
        const void *rows;
    } table[] = {
#define ROW(number, name, fields) {number, p->name##_count, p->name},
#include "vm/abi/pack_rows.def"
#undef ROW
    };
    vm_table_fields of = {0};
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        vm_fields_next(&of);
        const uint32_t max = table[t].section == VM_SECTION_face     ? VM_FACE_MAX
                             : table[t].section == VM_SECTION_symbol ? VM_SYMBOL_ROWS_MAX
                                                                     : VM_ROW_MAX;
        if (table[t].count > max)
            return vm_refuse(c, "V22", table[t].section, 0, 0, "%u rows", table[t].count);
        if (!table_fits(c, table[t].section, table[t].rows, table[t].count, of.field, of.width))
            return 0;
    }
    return 1;
}

/* ---- fields that depend on others of their row ------------------------------------------------
 */

static int check_symbol(const vm_checker *c, uint32_t i)
{
    const vm_symbol *s = &c->p->symbol[i];
    const uint32_t max = s->kind == VM_SYM_SUBTYPE     ? VM_SUBTYPE_MAX
                         : s->kind <= VM_SYM_SUPERTYPE ? VM_TYPE_NUMBER_MAX
                                                       : VM_SYMBOL_MAX;
    if (s->number >= max)
        return vm_refuse(c, "V28", VM_SECTION_symbol, i, 0, "the number %u is out of range",
                         s->number);
    switch (s->kind) {
    case VM_SYM_COUNTER:
        if (s->number >= VM_DESIGNATION_FIRST)
            return (s->a <= c->p->face_count && s->b < 2) ||
                   vm_refuse(c, "V52", VM_SECTION_symbol, i, 0, "no such designation");
        return FITS(c, VM_SECTION_symbol, i, "power", s->a, NUMBER) &&
               FITS(c, VM_SECTION_symbol, i, "toughness", s->b, NUMBER);
    case VM_SYM_KEYWORD:
        if (s->b > VM_SYMBOL_MAX)
            return vm_refuse(c, "V52", VM_SECTION_symbol, i, 0, "a kind of no keyword: %u", s->b);
        return s->a == VM_NO_SYMBOL || s->a < 32 ||
               vm_refuse(c, "V52", VM_SECTION_symbol, i, 0, "no marker %u", s->a);
    default:
        return FITS(c, VM_SECTION_symbol, i, "types", s->a, TYPES);
    }
}

static int is_mana_mask(uint32_t v)
{
    return v && !(v & ~(uint32_t)(VM_COLOR_MASK | VM_COLORLESS));
}

static int check_cost(const vm_checker *c, uint32_t i)
{
    const vm_cost *k = &c->p->cost[i];
    if ((k->kind == VM_COST_DOES) != (k->does != 0))
        return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "an effect that is no cost, or none");
    switch (k->kind) {
    case VM_COST_MANA:
    case VM_COST_PHYREXIAN:
    case VM_COST_TWO_OR:
        if (!is_mana_mask(k->a))
            return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "no such colours of mana: %u", k->a);
        break;
    case VM_COST_LOYALTY:
        if (!FITS(c, VM_SECTION_cost, i, "loyalty", k->a, NUMBER))
            return 0;
        break;
    case VM_COST_GENERIC:
        if (!FITS(c, VM_SECTION_cost, i, "amount", k->a, AMOUNT))
            return 0;
        break;
    case VM_COST_WAY:
        if (!k->a || k->a >= c->p->cost_count || i >= c->p->cost_count - k->a)
            return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "a way to pay of %u rows", k->a);
        return FITS(c, VM_SECTION_cost, i, "what it says", k->b, STR);
    case VM_COST_GIVE:
        if (k->a != VM_GIVE_FOR_VALUE && k->a != VM_GIVE_FOR_COST)
            return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "no such way to pay less: %u", k->a);
        break;
    case VM_COST_REMOVE_FROM:
        if (k->a != 1)
            return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "counters of %u things", k->a);
        break;
    case VM_COST_TOTAL:
        if (vm_total_property(k->b) > VM_PROP_COLOR_COUNT || k->b >> 8 > VM_SYMBOL_MAX)
            return vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "no property %u", k->b);
        return (int32_t)k->a == VM_COST_AMOUNT_X ||
               FITS(c, VM_SECTION_cost, i, "amount", k->a, AMOUNT);
    default: /* or the X that is announced */
        if ((int32_t)k->a != VM_COST_AMOUNT_X && !vm_cost_takes_all(k->kind, k->a) &&
            !vm_cost_halves(k->kind, k->a) && !FITS(c, VM_SECTION_cost, i, "amount", k->a, AMOUNT))
            return 0;
        break;
    }
    return k->b < VM_SYMBOL_MAX ||
           vm_refuse(c, "V52", VM_SECTION_cost, i, 0, "no kind of counter %u", k->b);
}

/* An operand of a modification: `kind` is its letter in mods.def, `next` the operand behind it. */
static int operand_fits(const vm_checker *c, uint32_t i, char kind, uint32_t v, uint32_t next)
{
    const vm_pack *p = c->p;
    const place at = {c, VM_SECTION_mod, i, "operand"};
    switch (kind) {
    case 'm':
        return word_fits(&at, v, 0, DOMAIN_TYPES);
    case 'c':
        return word_fits(&at, v, 0, DOMAIN_COLORS);
    case 'y':
        return word_fits(&at, v, next, DOMAIN_SUBTYPES);
    case 'A':
        return word_fits(&at, v, next, DOMAIN_ABIL);
    case 's':
        return word_fits(&at, v, 0, DOMAIN_SEL0);
    case 'k':
        return v < VM_SYMBOL_MAX || vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no keyword %u", v);
    case 'K':
        return v < VM_SYMBOL_MAX ||
               vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no kind of counter %u", v);
    case 'l':
        return v < VM_LINK_MAX || vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no link %u", v);
    case 'r':
        return vm_is_trait(v) || vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no trait %u", v);
    case 'B':
        return word_fits(&at, v, 0, DOMAIN_YES_NO);
    case 'S':
        return word_fits(&at, v, 0, DOMAIN_STEP);
    case 'Z':
        return word_fits(&at, v, 0, DOMAIN_ZONE);
    case 't':
        return word_fits(&at, v & VM_TB_WHOSE, 0, DOMAIN_RELATION) &&
               word_fits(&at, v & ~(uint32_t)VM_TB_WHOSE, 0, DOMAIN_TARGETED_BY);
    case 'C': {
        const uint32_t count = p->mod[i].flags >> VM_MF_COSTS_SHIFT;
        return range_fits(&at, v, count, p->cost_count);
    }
    case 'W':
        return (v < 8 && (v & 5) != 4) ||
               vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no such way: %u", v);
    case 'v':
    case 'i':
        return word_fits(&at, v, 0, DOMAIN_NUMBER);
    default:
        return !v || vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "%s: an operand that is not used",
                               vm_mod_describe(p->mod[i].op)->name);
    }
}

static int check_mod(const vm_checker *c, uint32_t i)
{
    const vm_mod *m = &c->p->mod[i];
    const vm_mod_info *info = vm_mod_describe(m->op);
    if (!info)
        return vm_refuse(c, "V27", VM_SECTION_mod, i, 0, "no modification %u", m->op);
    const uint32_t costs = m->flags >> VM_MF_COSTS_SHIFT;
    if ((m->flags & ((1u << VM_MF_COSTS_SHIFT) - 1) & ~(uint32_t)VM_MF_MASK) ||
        (costs && info->b != 'C'))
        return vm_refuse(c, "V52", VM_SECTION_mod, i, 0, "no such flags: %u", m->flags);
    const int list = info->a == 'y' || info->a == 'A'; /* a: first, b: count */
    return operand_fits(c, i, info->a, m->a, m->b) &&
           (list || operand_fits(c, i, info->b, m->b, 0));
}

/* What melds is its own card, and one of the two that become what it names; those are two (CR 712.1a). */
static int check_pair(const vm_checker *c, uint32_t i)
{
    const vm_face *all = c->p->face, *f = &all[i],
                  *whole = f->shape == VM_SHAPE_MELD ? &all[f->other] : f;
    const uint32_t at = f->shape == VM_SHAPE_MELD ? f->other : i;
    if (whole->shape == VM_SHAPE_MELDED && whole->card != whole->other &&
        (f->shape == VM_SHAPE_MELDED ||
         (f->card == i && (whole->card == i || whole->other == i))) &&
        all[whole->card].shape == VM_SHAPE_MELD && all[whole->other].shape == VM_SHAPE_MELD &&
        all[whole->card].other == at && all[whole->other].other == at && !(f->flags & VM_FF_TOKEN))
        return 1;
    return vm_refuse(c, "V62", VM_SECTION_face, i, 0, "the faces of a pair do not fit together");
}

/* The faces of a card name each other. */
static int check_face(const vm_checker *c, uint32_t i)
{
    static const struct {
        uint8_t card, other,
            back; /* shapes of the card's face, the other one, and of the other's other */
    } LIKE[VM_SHAPE_COUNT] = {
        [VM_SHAPE_FRONT] = {VM_SHAPE_FRONT, VM_SHAPE_BACK, VM_SHAPE_FRONT},
        [VM_SHAPE_BACK] = {VM_SHAPE_FRONT, VM_SHAPE_FRONT, VM_SHAPE_BACK},
        [VM_SHAPE_UPRIGHT] = {VM_SHAPE_UPRIGHT, VM_SHAPE_FLIPPED, VM_SHAPE_UPRIGHT},
        [VM_SHAPE_FLIPPED] = {VM_SHAPE_UPRIGHT, VM_SHAPE_UPRIGHT, VM_SHAPE_FLIPPED},
        [VM_SHAPE_SPLIT] = {VM_SHAPE_SPLIT, VM_SHAPE_LEFT, VM_SHAPE_RIGHT},
        [VM_SHAPE_LEFT] = {VM_SHAPE_SPLIT, VM_SHAPE_RIGHT, VM_SHAPE_LEFT},
        [VM_SHAPE_RIGHT] = {VM_SHAPE_SPLIT, VM_SHAPE_LEFT, VM_SHAPE_RIGHT},
        [VM_SHAPE_TWOFOLD] = {VM_SHAPE_TWOFOLD, VM_SHAPE_AS_AURA, VM_SHAPE_TWOFOLD},
        [VM_SHAPE_AS_AURA] = {VM_SHAPE_TWOFOLD, VM_SHAPE_TWOFOLD, VM_SHAPE_AS_AURA},
    };
    const vm_face *all = c->p->face, *f = &all[i];
    if (f->shape == VM_SHAPE_MELD || f->shape == VM_SHAPE_MELDED)
        return check_pair(c, i);
    if (f->shape == VM_SHAPE_ONE || f->shape == VM_SHAPE_FACE_DOWN)
        return 1;
    const vm_face *card = &all[f->card], *other = &all[f->other];
    const int own = f->shape == LIKE[f->shape].card;
    if (card->shape == LIKE[f->shape].card && other->shape == LIKE[f->shape].other &&
        all[other->other].shape == LIKE[f->shape].back && other->card == f->card &&
        card->card == f->card && (!own || f->card == i) && !(card->flags & VM_FF_TOKEN) &&
        (f->shape == VM_SHAPE_SPLIT || other->other == i))
        return 1;
    return vm_refuse(c, "V62", VM_SECTION_face, i, 0, "the faces of the card do not fit together");
}

static int check_ability(const vm_checker *c, uint32_t i)
{
    const vm_ability *a = &c->p->ability[i];
    if (a->event && !vm_event_name(a->event))
        return vm_refuse(c, "V52", VM_SECTION_ability, i, 0, "no event %u", a->event);
    if (a->target_count > VM_TARGET_SLOTS_MAX || a->mode_count > VM_MODES_MAX ||
        (a->mode_count && (a->mode_min > a->mode_max || a->mode_max > a->mode_count)))
        return vm_refuse(c, "V52", VM_SECTION_ability, i, 0, "too many targets or modes");
    for (uint32_t k = 0; k < a->mode_count; k++)
        if (c->p->mode[a->modes + k].target_count > VM_TARGET_SLOTS_MAX)
            return vm_refuse(c, "V52", VM_SECTION_ability, i, 0, "too many targets in a mode");
    return 1;
}

/* What a test asks its runner to do; the words of a step by its kind (abi.h). */
static int check_step(const vm_checker *c, uint32_t i)
{
    const vm_pack *p = c->p;
    const vm_step *s = &p->step[i];
    const int by_step = s->kind == VM_TEST_STEP || s->kind == VM_TEST_ADVANCE,
              two_functions = vm_step_has_two(s->kind);
    uint32_t b_limit = p->func_count;
    if (s->kind == VM_TEST_PUT)
        b_limit = VM_ZONE_COUNT;
    else if (s->kind == VM_TEST_COUNTERS)
        b_limit = VM_SYMBOL_MAX;
    else if (s->kind == VM_TEST_ATTACH)
        b_limit = p->strings_size;
    else if (s->kind == VM_TEST_GAME)
        b_limit = VM_GAME_RULE_COUNT;
    if (by_step ? s->a >= VM_STEP_COUNT : s->a != VM_NO_SYMBOL && s->a >= p->strings_size)
        return vm_refuse(c, by_step ? "V52" : "V23", VM_SECTION_step, i, 0,
                         "what a test step names does not exist: %u", s->a);
    if (s->b >= b_limit || (two_functions && s->d >= p->func_count) ||
        (s->kind == VM_TEST_PUT && (s->d & ~(uint32_t)VM_STATUS_MASK)))
        return vm_refuse(c, "V52", VM_SECTION_step, i, 0,
                         "what a test step acts on does not exist: %u %u", s->b, s->d);
    return FITS(c, VM_SECTION_step, i, "number", s->c, NUMBER) &&
           FITS(c, VM_SECTION_step, i, "number", s->d, NUMBER);
}

static int check_index(const vm_checker *c, uint32_t i)
{
    const vm_index *x = &c->p->index[i];
    return c->p->ability[x->ability].event == x->event ||
           vm_refuse(c, "V52", VM_SECTION_index, i, 0,
                     "the event index does not fit the abilities");
}

int vm_check_rows(const vm_checker *c)
{
    static const struct {
        uint32_t section;
        int (*check)(const vm_checker *, uint32_t);
    } DEPENDENT[] = {
        {VM_SECTION_face, check_face},       {VM_SECTION_symbol, check_symbol},
        {VM_SECTION_cost, check_cost},       {VM_SECTION_mod, check_mod},
        {VM_SECTION_ability, check_ability}, {VM_SECTION_step, check_step},
        {VM_SECTION_index, check_index},
    };
    const vm_pack *p = c->p;
    if (!check_fields(c) || !vm_check_sums(c))
        return 0;
    for (size_t t = 0; t < sizeof DEPENDENT / sizeof *DEPENDENT; t++) {
        uint32_t count = 0;
        switch (DEPENDENT[t].section) {
#define ROW(number, name, fields)                                                                  \
    case number:                                                                                   \
        count = p->name##_count;                                                                   \
        break;
#include "vm/abi/pack_rows.def"
#undef ROW
        }
        for (uint32_t i = 0; i < count; i++)
            if (!DEPENDENT[t].check(c, i))
                return 0;
    }
    return 1;
}
