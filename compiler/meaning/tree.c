/* The tree of meaning as text: acts, clauses and statements by lines, what stands in them in one line. Places in the
 * source are left out, so that trees can be compared. */
#include "compiler/meaning/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void t_put(tree *t, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    const int size = vsnprintf(NULL, 0, fmt, ap);
    char *text = arena_alloc(t->mem, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    va_end(ap);
    for (const char *c = text; *c; c++)
        VEC_PUSH(t->mem, &t->out, *c);
}

void t_line(tree *t, uint32_t depth, const char *field)
{
    if (t->out.count)
        t_put(t, "\n");
    for (uint32_t i = 0; i < depth; i++)
        t_put(t, "  ");
    t_put(t, "%s", field);
}

static void comma(tree *t, int *count)
{
    t_put(t, (*count)++ ? ", " : "");
}

const char *t_symbol(const tree *t, uint32_t kind, uint32_t number)
{
    const voc_symbol *s = voc_symbol_by_number(t->voc, kind, number);
    return s ? s->name : number == UINT32_MAX ? "any" : "?";
}

static const char *property(uint32_t prop)
{
    static const struct {
        uint32_t number;
        const char *word;
    } PROPS[] = {
#define PROPERTY(number, id, word) {number, word},
#include "vm/abi/vocab.def"
#undef PROPERTY
    };
    for (size_t i = 0; i < sizeof PROPS / sizeof *PROPS; i++)
        if (PROPS[i].number == prop)
            return PROPS[i].word;
    return "?";
}

void t_colors(tree *t, uint32_t mask)
{
    static const char *const COLORS[] = {
#define COLOR(number, id, word, letter) [number] = word,
#include "vm/abi/vocab.def"
#undef COLOR
    };
    int n = 0;
    for (uint32_t i = 0; i < sizeof COLORS / sizeof *COLORS; i++)
        if (mask >> i & 1) {
            t_put(t, "%s%s", n++ ? " and " : "", COLORS[i]);
        }
    if (!mask)
        t_put(t, "colorless");
}

static const char *status(uint32_t bit)
{
    static const struct {
        uint32_t bit;
        const char *word;
        int negative;
    } STATUSES[] = {
#define STATUS(number, id, word, negative) {1u << number, word, negative},
#include "vm/abi/vocab.def"
#undef STATUS
    };
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        if (STATUSES[i].bit == bit && !STATUSES[i].negative)
            return STATUSES[i].word;
    return "?";
}

const char *t_name(const tree *t, const m_name *n)
{
    return n ? syn_word_text(t->voc->words, n->word) : "?";
}

/* ---- frames ------------------------------------------------------------------------------------
 */

/* The pattern as it was declared, without what may be left out. */
void t_frame(tree *t, const voc_frame *f)
{
    static const char *const DECLS[] = {
#define DECL(id, word, head) word,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
    };
    t_put(t, "%s '%s", DECLS[f->kind],
          f->kind == DECL_KEYWORD ? f->name
          : f->has_subject        ? f->slot_names[0]
                                  : "");
    int first = f->kind != DECL_KEYWORD && !f->has_subject;
    for (uint32_t i = 0; i < f->part_count; i++) {
        const voc_part *part = &f->parts[i];
        if (part->kind == VOC_PART_OPTION) {
            i = part->end - 1u;
            continue;
        }
        t_put(t, first ? "" : " ");
        first = 0;
        if (part->kind != VOC_PART_LITERAL)
            t_put(t, "%s", f->slot_names[part->slot]);
        if (part->kind == VOC_PART_COUNTED)
            t_put(t, " ");
        if (part->kind != VOC_PART_SLOT)
            t_put(t, "%s", syn_word_text(t->voc->words, part->word));
    }
    t_put(t, "'");
}

/* ---- amounts -----------------------------------------------------------------------------------
 */

const char *t_compare(uint8_t cmp)
{
    static const char *const NAMES[] = {
        [CMP_EQ] = "=",  [CMP_GE] = ">=",     [CMP_LE] = "<=",     [CMP_GT] = ">",   [CMP_LT] = "<",
        [CMP_NE] = "<>", [CMP_SOME] = "some", [CMP_EVEN] = "even", [CMP_ODD] = "odd"};
    return NAMES[cmp];
}

void t_amount(tree *t, const m_amount *a)
{
    static const char *const NAMES[] = {[AMT_CONST] = "",
                                        [AMT_X] = "X",
                                        [AMT_NAME] = "name ",
                                        [AMT_EVENT] = "that many",
                                        [AMT_COUNT] = "count",
                                        [AMT_PROPERTY] = "",
                                        [AMT_GREATEST] = "greatest ",
                                        [AMT_LEAST] = "least ",
                                        [AMT_COUNTERS] = "counters ",
                                        [AMT_TYPES] = "card types among",
                                        [AMT_COLORS] = "colors among",
                                        [AMT_LAND_TYPES] = "basic land types among",
                                        [AMT_ADD] = "+",
                                        [AMT_SUB] = "-",
                                        [AMT_MUL] = "*",
                                        [AMT_HALF_UP] = "half up",
                                        [AMT_HALF_DOWN] = "half down",
                                        [AMT_ANY] = "any number",
                                        [AMT_FRAME] = ""};
    if (!a) {
        t_put(t, "nothing");
        return;
    }
    t_put(t, "%s", NAMES[a->kind]);
    if (a->kind == AMT_CONST)
        t_put(t, "%d", a->value);
    if (a->kind == AMT_NAME)
        t_put(t, "%s", t_name(t, a->name));
    if (a->kind == AMT_PROPERTY || a->kind == AMT_GREATEST || a->kind == AMT_LEAST)
        t_put(t, "%s", property(a->prop));
    if (a->kind == AMT_COUNTERS)
        t_put(t, "%s", t_symbol(t, VM_SYM_COUNTER, (uint32_t)a->value));
    if (a->kind == AMT_FRAME)
        t_act_inline(t, a->act);
    if (a->ref || a->left) {
        t_put(t, "(");
        if (a->ref)
            t_ref(t, a->ref);
        if (a->left)
            t_amount(t, a->left);
        if (a->right) {
            t_put(t, ", ");
            t_amount(t, a->right);
        }
        t_put(t, ")");
    }
}

/* ---- zones, references -------------------------------------------------------------------------
 */

void t_zone(tree *t, const m_zone *z)
{
    t_put(t, "%s%s", z->top ? "top of " : z->bottom ? "bottom of " : "", vm_zone_name(z->zone));
    for (uint32_t k = 0; k < VM_ZONE_COUNT; k++)
        if (z->also >> k & 1)
            t_put(t, " and %s", vm_zone_name(k));
    if (z->owner) {
        t_put(t, "(%s", z->owners ? "of each: " : "");
        t_ref(t, z->owner);
        t_put(t, ")");
    }
    t_put(t, "%s%s%s", z->all ? "(all)" : "", z->any_order ? " in any order" : "",
          z->random_order ? " in a random order" : "");
}

/* What is said of how many and how they are chosen. */
static void choosing(tree *t, const m_ref *ref)
{
    static const struct {
        const char *word;
        size_t at;
    } FLAGS[] = {{"up to", offsetof(m_ref, up_to)},     {"any number", offsetof(m_ref, any_number)},
                 {"or more", offsetof(m_ref, or_more)}, {"or fewer", offsetof(m_ref, or_less)},
                 {"exactly", offsetof(m_ref, exact)},   {"another", offsetof(m_ref, another)},
                 {"each", offsetof(m_ref, each)},       {"with this", offsetof(m_ref, with_this)},
                 {"next", offsetof(m_ref, next)}};
    int n = 0;
    const int all = ref->kind == REF_ALL;
    if (ref->least) {
        comma(t, &n);
        t_put(t, "at least ");
        t_amount(t, ref->least);
    }
    if (ref->count) {
        comma(t, &n);
        t_amount(t, ref->count);
    }
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (*((const uint8_t *)ref + FLAGS[i].at) &&
            !(all && FLAGS[i].at == offsetof(m_ref, each))) {
            comma(t, &n);
            t_put(t, "%s", FLAGS[i].word);
        }
    if (ref->plural &&
        (ref->kind == REF_THAT || ref->kind == REF_THE || ref->kind == REF_CONTROLLER ||
         ref->kind == REF_OWNER || ref->kind == REF_OPPONENTS || ref->kind == REF_PAID)) {
        comma(t, &n);
        t_put(t, "several");
    }
    if (ref->of_choice) {
        comma(t, &n);
        t_put(t, ref->of_choice == 1   ? "of your choice"
                 : ref->of_choice == 2 ? "of their choice"
                                       : "of an opponent's choice");
    }
}

static const char *const REF_NAMES[] = {[REF_THIS] = "this",
                                        [REF_YOU] = "you",
                                        [REF_PRONOUN] = "",
                                        [REF_THAT] = "that",
                                        [REF_THE] = "the",
                                        [REF_ALL] = "all",
                                        [REF_SOME] = "some",
                                        [REF_NONE] = "no",
                                        [REF_TARGET] = "target",
                                        [REF_NAME] = "name",
                                        [REF_CONTROLLER] = "controller",
                                        [REF_OWNER] = "owner",
                                        [REF_OPPONENTS] = "opponents",
                                        [REF_DEFENDER] = "defending player",
                                        [REF_ACTIVE] = "active player",
                                        [REF_SEAT] = "player number",
                                        [REF_HOST] = "host",
                                        [REF_JOIN] = "",
                                        [REF_PART] = "part",
                                        [REF_TOP] = "",
                                        [REF_PILE] = "pile",
                                        [REF_PAID] = "paid",
                                        [REF_NAMED] = "named",
                                        [REF_GIVER] = "giver",
                                        [REF_ZONE] = "cards in",
                                        [REF_EVENT] = "event"};

void t_ref(tree *t, const m_ref *ref)
{
    if (!ref) {
        t_put(t, "nobody");
        return;
    }
    t_put(t, "%s", ref->kind == REF_ALL && ref->each ? "each" : REF_NAMES[ref->kind]);
    if (ref->kind == REF_PRONOUN) {
        t_put(t, "%s%s", syn_word_text(t->voc->words, ref->word),
              ref->number == 1 ? " itself" : "");
    } else if (ref->kind == REF_JOIN) {
        t_ref(t, ref->left);
        t_put(t, ref->join_or ? " or " : " and ");
        t_ref(t, ref->right);
        return;
    }
    if (ref->kind == REF_TOP)
        t_put(t, ref->number ? "bottom" : "top");
    if (ref->kind == REF_PILE) {
        static const char *const WHICH[] = {" chosen now", " chosen", " other", " with most votes"};
        t_put(t, "%s", WHICH[ref->number]);
    }
    if (ref->kind == REF_PAID)
        t_put(t, " %s%s", syn_word_text(t->voc->words, ref->word), ref->many ? " all" : "");
    if (ref->kind == REF_THE && ref->word == W_REST)
        t_put(t, " rest");
    if (ref->kind == REF_THE && ref->word == W_CHOSEN)
        t_put(t, " chosen");
    if (ref->kind == REF_NAME)
        t_put(t, " %s", t_name(t, ref->name));
    if (ref->kind == REF_NAMED)
        t_put(t, " \"%s\"", ref->text);
    const uint32_t before = t->out.count;
    t_put(t, "(");
    choosing(t, ref);
    if (t->out.count == before + 1)
        t->out.count = before;
    else
        t_put(t, ")");
    if (ref->zone) {
        t_put(t, " ");
        t_zone(t, ref->zone);
    }
    if (ref->desc && ref->kind != REF_NAMED) {
        t_put(t, " ");
        t_desc(t, ref->desc);
    }
    if (ref->of) {
        t_put(t, " of ");
        t_ref(t, ref->of);
    }
    if (ref->bind)
        t_put(t, " as %s", t_name(t, ref->bind));
}

/* ---- descriptions ------------------------------------------------------------------------------
 */

static const char *const ATOM_NAMES[] = {[ATOM_NOUN] = "noun",
                                         [ATOM_TYPE] = "type",
                                         [ATOM_SUPERTYPE] = "supertype",
                                         [ATOM_SUBTYPE] = "subtype",
                                         [ATOM_COLOR] = "color",
                                         [ATOM_STATUS] = "status",
                                         [ATOM_KEYWORD] = "keyword",
                                         [ATOM_DESIGNATED] = "designated ",
                                         [ATOM_CONTROL] = "control",
                                         [ATOM_OWN] = "own",
                                         [ATOM_ZONE] = "in",
                                         [ATOM_COMPARE] = "",
                                         [ATOM_COUNTERS] = "counters",
                                         [ATOM_NAMED] = "named",
                                         [ATOM_OTHER] = "other",
                                         [ATOM_AMONG] = "among",
                                         [ATOM_SHARES] = "shares",
                                         [ATOM_CHOSEN] = "chosen",
                                         [ATOM_RANDOM] = "at random",
                                         [ATOM_PT] = "size",
                                         [ATOM_ABILITIES] = "abilities",
                                         [ATOM_EXTRA] = "extra",
                                         [ATOM_ATTACHED] = "attached to",
                                         [ATOM_HOST_OF] = "host of",
                                         [ATOM_TARGETING] = "targeting",
                                         [ATOM_COMBAT] = "",
                                         [ATOM_ENTERING] = "entering",
                                         [ATOM_QUALITY] = "quality",
                                         [ATOM_COND] = "",
                                         [ATOM_HISTORY] = "history ",
                                         [ATOM_WAY] = "",
                                         [ATOM_DESC] = ""};

static void atom_value(tree *t, const m_atom *a)
{
    static const char *const SHARED[] = {[VM_SHARED_CREATURE_TYPE] = "creature type",
                                         [VM_SHARED_COLOR] = "color",
                                         [VM_SHARED_CARD_TYPE] = "card type",
                                         [VM_SHARED_NAME] = "name"};
    static const char *const COMBAT[] = {"blocking", "blocked by", "attacking",
                                         "blocking or blocked by"};
    switch (a->kind) {
    case ATOM_NOUN:
        t_put(t, " %s", VOC_NOUNS[a->number].word);
        break;
    case ATOM_TYPE:
        t_put(t, " %s", t_symbol(t, VM_SYM_TYPE, a->number));
        break;
    case ATOM_SUPERTYPE:
        t_put(t, " %s", t_symbol(t, VM_SYM_SUPERTYPE, a->number));
        break;
    case ATOM_SUBTYPE:
        t_put(t, " %s", t_symbol(t, VM_SYM_SUBTYPE, a->number));
        break;
    case ATOM_COLOR:
        t_put(t, " ");
        t_colors(t, a->number);
        break;
    case ATOM_STATUS:
        t_put(t, " %s", status(a->number));
        break;
    case ATOM_KEYWORD:
        t_put(t, " %s", a->frame->name);
        break;
    case ATOM_COMPARE:
        t_put(t, "%s %s ", property(a->number), t_compare(a->cmp));
        t_amount(t, a->amount);
        t_put(t, "%s", a->number2 ? " among them" : "");
        break;
    case ATOM_COUNTERS:
        t_put(t, " %s %s", t_symbol(t, VM_SYM_COUNTER, a->number), t_compare(a->cmp));
        if (a->amount) {
            t_put(t, " ");
            t_amount(t, a->amount);
        }
        break;
    case ATOM_NAMED:
        if (!a->name)
            t_put(t, " \"%s\"", a->text);
        break;
    case ATOM_SHARES:
        t_put(t, " %s with", SHARED[a->number]);
        break;
    case ATOM_PT:
        t_put(t, " %u/%u", a->number, a->number2);
        break;
    case ATOM_COMBAT:
        t_put(t, "%s", COMBAT[a->number]);
        break;
    case ATOM_DESC:
        t_put(t, "%s", a->frame ? a->text : "either");
        break;
    default:
        break;
    }
}

static void atom(tree *t, const m_atom *a)
{
    t_put(t, "%s%s", a->neg ? "not " : "", ATOM_NAMES[a->kind]);
    atom_value(t, a);
    if (a->ref) {
        t_put(t, "(");
        t_ref(t, a->ref);
        t_put(t, ")");
    }
    if (a->zone) {
        t_put(t, " ");
        t_zone(t, a->zone);
    }
    if (a->name && a->name->word == W_CHOSEN)
        t_put(t, "%s%s%s",
              a->number == CHOSEN_BY_ANY       ? " by any"
              : a->number == CHOSEN_ONE_OF_TWO ? " one of two"
              : a->name2                       ? " other of two"
                                               : "",
              a->name->kind == M_NAME_COLOR  ? " color"
              : a->name->kind == M_NAME_CARD ? " name"
              : a->name->kind == M_NAME_TYPE ? " card type"
                                             : " type",
              a->choice ? " now" : "");
    else if (a->name)
        t_put(t, " %s", t_name(t, a->name));
    if (a->kind == ATOM_DESIGNATED)
        t_put(t, "%s", a->text);
    if (a->act)
        t_act_inline(t, a->act);
    if (a->history)
        t_cond(t, a->history);
    if (a->desc) {
        t_put(t, " ");
        t_desc(t, a->desc);
    }
}

void t_desc(tree *t, const m_desc *d)
{
    for (const m_desc *one = d; one; one = one->or) {
        int n = 0;
        t_put(t, "%s[", one == d ? "" : " or ");
        for (const m_atom *a = one->atoms; a; a = a->next) {
            comma(t, &n);
            atom(t, a);
        }
        t_put(t, "]");
    }
}
