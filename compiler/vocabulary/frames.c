/* Patterns: 'AMOUNT:number damage to TARGET:thing'. Words in capitals are operands; lower-case words are part
 * of the phrase; [ ] may be left out; verb forms stand in parentheses at the end. */
#include "compiler/vocabulary/vocabulary.h"

#include <ctype.h>
#include <string.h>

#include "grammar.tab.h"

typedef struct pattern {
    vocabulary *v;
    const syn_decl *decl;
    voc_part parts[VOC_PARTS_MAX];
    voc_slot slots[VOC_SLOTS_MAX];
    cc_span slot_at[VOC_SLOTS_MAX];
    const syn_token *native; /* its name */
    uint32_t part_count, slot_count;
    const char *forms[4];
    uint32_t form_count;
    voc_frame *frame;
    int failed;
} pattern;

static void wrong(pattern *p, const syn_token *t, const char *why)
{
    cc_diag_add(p->v->diags, CC_BAD_DECL, t->span, "%s", why);
    p->failed = 1;
}

static int is_sign(const syn_token *t, char c)
{
    return t->kind == TOK_SIGN && *t->text == c;
}

/* COST, N, WHAT2: an operand */
static int is_operand(const syn_token *t)
{
    if (t->kind != TOK_WORD)
        return 0;
    for (const char *c = t->text; *c; c++)
        if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
            return 0;
    return isupper((unsigned char)*t->text) != 0;
}

static uint8_t declared_type(const vocabulary *v, syn_word name)
{
    for (uint32_t i = 0; i < v->operand_count; i++)
        if (v->operand[i].name == name)
            return v->operand[i].type;
    return VOC_NO_TYPE;
}

static voc_part *push_part(pattern *p, voc_part_kind kind, const syn_token *at)
{
    if (p->part_count == VOC_PARTS_MAX) {
        wrong(p, at, "the pattern is too long");
        return &p->parts[0];
    }
    voc_part *part = &p->parts[p->part_count++];
    *part = (voc_part){(uint8_t)kind, 0, 0, 0};
    return part;
}

/* NAME[:[their] type]; gives the index behind it. */
static uint32_t read_slot(pattern *p, uint32_t i, uint8_t *out_slot)
{
    const syn_phrase ph = p->decl->phrase;
    const syn_token *t = &ph.first[i];
    voc_slot s = {.name = t->word};
    if (i + 2 < ph.count && ph.first[i + 1].kind == ':') {
        i += 2;
        if (ph.first[i].word == W_THEIR && i + 1 < ph.count) {
            s.own = 1;
            i++;
        }
        s.creature = ph.first[i].word == W_CREATURE; /* OBJECT:creature */
        s.type = s.creature ? VOC_PERMANENT
                            : voc_type_by_word(ph.first[i].text, strlen(ph.first[i].text));
        if (!s.type) {
            wrong(p, &ph.first[i], "this is no type of operands");
            return i + 1;
        }
    } else {
        s.type = declared_type(p->v, t->word);
    }
    if (!s.type) {
        cc_diag_add(p->v->diags, CC_BAD_DECL, t->span, "the operand '%s' needs a type: '%s:number'",
                    t->text, t->text);
        p->failed = 1;
    }
    if (p->slot_count == VOC_SLOTS_MAX) {
        wrong(p, t, "too many operands");
        return i + 1;
    }
    for (uint32_t k = 0; k < p->slot_count; k++)
        if (p->slots[k].name == s.name)
            wrong(p, t, "there is an operand of this name");
    *out_slot = (uint8_t)p->slot_count;
    p->slot_at[p->slot_count] = t->span;
    p->slots[p->slot_count++] = s;
    return i + 1;
}

static uint32_t read_forms(pattern *p, uint32_t i)
{
    const syn_phrase ph = p->decl->phrase;
    for (i++; i < ph.count && !is_sign(&ph.first[i], ')'); i++)
        if (!ph.first[i].word)
            continue;
        else if (p->form_count < 4)
            p->forms[p->form_count++] = ph.first[i].text;
        else
            wrong(p, &ph.first[i], "a verb has four forms at most");
    return i + 1;
}

static void find_traits(voc_frame *f)
{
    static const struct {
        const char *native;
        voc_trait trait;
    } TRAITS[] = {
#define TRAIT(native, trait) {native, VOC_##trait},
#include "compiler/vocabulary/traits.def"
#undef TRAIT
    };
    for (size_t i = 0; i < sizeof TRAITS / sizeof *TRAITS; i++) {
        const size_t size = strlen(TRAITS[i].native);
        const int open = TRAITS[i].native[size - 1] == '*';
        if (open ? strncmp(TRAITS[i].native, f->native, size - 1) == 0
                 : strcmp(TRAITS[i].native, f->native) == 0)
            f->traits[TRAITS[i].trait / 64] |= UINT64_C(1) << TRAITS[i].trait % 64;
    }
}

static uint32_t read_tail(pattern *p, uint32_t i)
{
    const syn_phrase ph = p->decl->phrase;
    const syn_token *t = &ph.first[i];
    if (t->word == W_NATIVE && i + 1 < ph.count) {
        p->native = &ph.first[i + 1];
        return i + 2;
    }
    if (t->word == W_MARKER) {
        p->frame->marker = 1;
        return i + 1;
    }
    if (t->word == W_MEANS && i + 1 < ph.count) {
        p->frame->means = (syn_phrase){&ph.first[i + 1], ph.count - i - 1};
        return ph.count;
    }
    if (t->word == W_KIND && p->frame->kind == DECL_KEYWORD && i + 2 < ph.count &&
        ph.first[i + 1].word == W_OF) { /* plainscycling COST kind of cycling */
        p->frame->kind_of = &ph.first[i + 2];
        return i + 3;
    }
    if (t->word == W_ON && p->frame->kind == DECL_KEYWORD &&
        i + 1 < ph.count) { /* kicker COST marker on spell */
        p->frame->on = (syn_phrase){&ph.first[i + 1], ph.count - i - 1};
        return ph.count;
    }
    return i;
}

static void read_parts(pattern *p)
{
    const syn_phrase ph = p->decl->phrase;
    uint32_t open[4], depth = 0;
    for (uint32_t i = 0; i < ph.count && !p->failed;) {
        const syn_token *t = &ph.first[i];
        const uint32_t tail = read_tail(p, i);
        if (tail != i) {
            i = tail;
        } else if (is_sign(t, '(')) {
            i = read_forms(p, i);
        } else if (is_sign(t, '[') && depth == sizeof open / sizeof *open) {
            wrong(p, t, "optional parts stand four deep in one another at most");
        } else if (is_sign(t, '[')) {
            open[depth++] = p->part_count;
            push_part(p, VOC_PART_OPTION, t);
            i++;
        } else if (is_sign(t, ']') && depth) {
            p->parts[open[--depth]].end = (uint16_t)p->part_count;
            i++;
        } else if (is_operand(t)) {
            uint8_t slot = 0;
            i = read_slot(p, i, &slot);
            if (!p->part_count && slot == 0 && p->frame->kind != DECL_KEYWORD &&
                p->frame->kind != DECL_DURATION && p->frame->kind != DECL_COST &&
                (voc_is_reference(p->slots[0].type) || p->slots[0].type == VOC_POSSESSOR)) {
                p->frame->has_subject = 1;
                continue;
            }
            push_part(p, VOC_PART_SLOT, t)->slot = slot;
        } else if (t->word) {
            voc_part *last = p->part_count ? &p->parts[p->part_count - 1] : NULL;
            if (last && last->kind == VOC_PART_SLOT && p->slots[last->slot].type == VOC_NUMBER &&
                p->frame->kind != DECL_KEYWORD) {
                last->kind = VOC_PART_COUNTED; /* 'AMOUNT card' */
                last->word = t->word;
            } else {
                push_part(p, VOC_PART_LITERAL, t)->word = t->word;
                p->frame->literals++;
            }
            voc_info(p->v, t->word)->known = 1;
            i++;
        } else {
            wrong(p, t, "this cannot stand in a pattern");
        }
    }
    if (depth && !p->failed)
        wrong(p, p->decl->head, "a ']' is missing");
}

static const syn_word KEYWORD_TAILS[] = {W_FROM, W_FOR, W_ONTO, W_WITH, W_TO, W_OF};

static int is_keyword_tail(syn_word w)
{
    for (size_t i = 0; i < sizeof KEYWORD_TAILS / sizeof *KEYWORD_TAILS; i++)
        if (KEYWORD_TAILS[i] == w)
            return 1;
    return 0;
}

/* The words in front of the operands, without 'from' and the like: 'protection' of 'protection from QUALITY'. */
static void declare_keyword(pattern *p)
{
    voc_frame *f = p->frame;
    syn_word words[VOC_PARTS_MAX];
    uint32_t n = 0;
    if (p->part_count && p->parts[0].kind == VOC_PART_SLOT) { /* QUALITY offering */
        f->leads = 1;
        memmove(p->parts, p->parts + 1, --p->part_count * sizeof *p->parts);
        for (uint32_t i = 0; i < p->part_count; i++)
            if (p->parts[i].kind == VOC_PART_OPTION)
                p->parts[i].end--;
    }
    const voc_part *last = p->part_count ? &p->parts[p->part_count - 1] : NULL;
    if (last && last->kind == VOC_PART_SLOT && p->slots[last->slot].type == VOC_BLOCK) {
        f->block = (uint8_t)(last->slot + 1); /* forecast {1}{W}: draw a card */
        p->part_count--;
    }
    for (uint32_t i = 0; i < p->part_count && p->parts[i].kind == VOC_PART_LITERAL; i++)
        words[n++] = p->parts[i].word;
    while (n > 1 && is_keyword_tail(words[n - 1]))
        n--;
    if (!n) {
        wrong(p, p->decl->head, "a keyword needs a name");
        return;
    }
    const char *name = syn_word_text(p->v->words, words[0]);
    for (uint32_t i = 1; i < n; i++)
        name = arena_printf(p->v->mem, "%s %s", name, syn_word_text(p->v->words, words[i]));
    f->name = name;
    const int marker = f->marker ? vm_marker_by_name(name) : -1;
    if (f->marker && marker < 0) {
        cc_diag_add(p->v->diags, CC_NO_MARKER, p->decl->span,
                    "the rules machine has no marker '%s'", name);
        p->failed = 1;
        return;
    }
    if (!f->marker && !f->body) {
        cc_diag_add(p->v->diags, CC_NEEDS_BODY, p->decl->span,
                    "the keyword '%s' needs a body, or 'marker'", name);
        p->failed = 1;
        return;
    }
    const int of = f->kind_of ? voc_symbol_number(p->v, VM_SYM_KEYWORD, f->kind_of->text) : -1;
    if (f->kind_of && of < 0) {
        wrong(p, f->kind_of, "a keyword is a kind of one that stands before it");
        return;
    }
    f->number = voc_add_symbol(p->v, VM_SYM_KEYWORD, name,
                               marker < 0 ? VM_NO_SYMBOL : (uint32_t)marker, (uint32_t)(of + 1));
    /* the pattern goes on behind the name */
    memmove(p->parts, p->parts + n, (p->part_count - n) * sizeof *p->parts);
    p->part_count -= n;
    for (uint32_t i = 0; i < p->part_count; i++)
        if (p->parts[i].kind == VOC_PART_OPTION)
            p->parts[i].end = (uint16_t)(p->parts[i].end - n);
    voc_add(p->v, words, n, VOC_CLASS_KEYWORD, 0, syn_word_of(p->v->words, name, strlen(name)),
            f->number, 0)
        ->frame = f;
    if (f->leads)
        VEC_PUSH(p->v->mem, &p->v->led, f);
}

/* The verb of an action or rule is its first word; its forms may be given. */
static void declare_head(pattern *p)
{
    voc_frame *f = p->frame;
    uint32_t led = 0;
    while (led < p->part_count &&
           (p->parts[led].kind == VOC_PART_SLOT || p->parts[led].kind == VOC_PART_COUNTED))
        led++;
    if (led && led < p->part_count && p->parts[led].kind == VOC_PART_LITERAL)
        return; /* its subject is no reference: counters, a zone, two or more creatures */
    if (!p->part_count || p->parts[0].kind != VOC_PART_LITERAL) {
        wrong(p, p->decl->head, "a pattern begins with a word, or with its subject and a word");
        return;
    }
    const syn_word word = p->parts[0].word;
    const int possession =
        f->has_subject &&
        p->slots[0].type == VOC_POSSESSOR; /* 'life total becomes' has its verb later */
    const int acts = !possession && (f->kind == DECL_ACTION || f->kind == DECL_COST);
    if (word >= W_CLOSED_COUNT && (acts || p->form_count) &&
        (!voc_info(p->v, word)->verb || p->form_count))
        voc_add_verb(p->v, word, p->forms, p->form_count);
}

static void index_frame(vocabulary *v, voc_frame *f)
{
    static const voc_frame *const NONE;
    f->head = f->parts[0].kind == VOC_PART_LITERAL ? voc_head(v, f->parts[0].word) : 0;
    while (v->heads[f->kind].count <= f->head)
        VEC_PUSH(v->mem, &v->heads[f->kind], NONE);
    const voc_frame **at = &v->heads[f->kind].at[f->head];
    /* the more specific first; of equals the one declared first */
    while (*at && (*at)->literals >= f->literals)
        at = (const voc_frame **)(uintptr_t) & (*at)->next;
    f->next = *at;
    *at = f;
}

static void declare_adjective(pattern *p)
{
    voc_frame *f = p->frame;
    syn_word words[VOC_PARTS_MAX];
    uint32_t n = 0;
    for (; n < p->part_count && p->parts[n].kind == VOC_PART_LITERAL; n++)
        words[n] = p->parts[n].word;
    if (!n || n != p->part_count || !f->means.count) {
        wrong(p, p->decl->head,
              "an adjective reads: adjective historic means legendary, artifact or Saga");
        return;
    }
    voc_add(p->v, words, n, VOC_CLASS_ADJECTIVE, 0, words[0], 0, 0)->frame = f;
}

/* An event of which nothing says when it happens does so when the action of the same words is done; its number is one of
 * those of designations, which mean nothing to the rules machine either. */
static void declare_event(pattern *p)
{
    vocabulary *v = p->v;
    const char *name = "event";
    for (uint32_t i = 0; i < p->part_count; i++)
        if (p->parts[i].kind == VOC_PART_LITERAL)
            name = arena_printf(v->mem, "%s %s", name,
                                syn_word_text(v->words, voc_head(v, p->parts[i].word)));
    p->frame->native = "happens";
    p->frame->number = voc_add_designation(v, name, 0, NULL);
    if (p->frame->number >= VM_SYMBOL_MAX)
        wrong(p, p->decl->head, "there are too many events");
}

/* Do only instants and sorceries have the keyword? Then its body is what they do. */
int voc_is_of_spells(const vocabulary *v, const voc_frame *keyword)
{
    int found = 0;
    for (uint32_t i = 0; i < keyword->on.count; i++)
        for (const voc_entry *e = voc_entries(v, keyword->on.first[i].word); e; e = e->next) {
            if (e->entry_class != VOC_CLASS_TYPE && e->entry_class != VOC_CLASS_SUBTYPE &&
                e->entry_class != VOC_CLASS_NOUN)
                continue;
            if (e->entry_class != VOC_CLASS_TYPE ||
                !(1u << e->number & (VM_TYPE_INSTANT | VM_TYPE_SORCERY)))
                return 0;
            found = 1;
        }
    return found;
}

static uint32_t literal_from(const voc_frame *f, uint32_t i)
{
    while (i < f->part_count && f->parts[i].kind != VOC_PART_LITERAL)
        i++;
    return i;
}

static int same_words(const vocabulary *v, const voc_frame *a, const voc_frame *b)
{
    uint32_t i = literal_from(a, 0), k = literal_from(b, 0);
    while (i < a->part_count && k < b->part_count &&
           voc_head(v, a->parts[i].word) == voc_head(v, b->parts[k].word)) {
        i = literal_from(a, i + 1);
        k = literal_from(b, k + 1);
    }
    return i == a->part_count && k == b->part_count;
}

/* The event that happens when this action is done, or NULL. */
const voc_frame *voc_event_of(const vocabulary *v, const voc_frame *action)
{
    if (action->kind != DECL_ACTION || v->heads[DECL_EVENT].count <= action->head)
        return NULL;
    for (const voc_frame *e = v->heads[DECL_EVENT].at[action->head]; e; e = e->next)
        if (e->number && same_words(v, e, action))
            return e;
    return NULL;
}

/* A declaration whose native wants something else is none: nobody would know what to do with what cards say with it. */
static int bind_native(pattern *p, voc_frame *f)
{
    voc_native n = {.kind = f->kind,
                    .native = p->native->text,
                    .at = p->native->span,
                    .slots = f->slots,
                    .names = f->slot_names,
                    .slot_at = p->slot_at,
                    .count = f->slot_count,
                    .has_subject = f->has_subject};
    for (uint32_t i = 0; i < p->part_count; i++)
        for (uint32_t k = i + 1; p->parts[i].kind == VOC_PART_OPTION && k < p->parts[i].end; k++)
            if (p->parts[k].kind == VOC_PART_SLOT || p->parts[k].kind == VOC_PART_COUNTED)
                n.in_option[p->parts[k].slot] = 1;
    f->native = n.native;
    find_traits(f);
    return voc_takes(p->v, &n);
}

void voc_declare_frame(vocabulary *v, const syn_decl *d, voc_decl kind)
{
    pattern p;
    memset(&p, 0, sizeof p);
    p.v = v;
    p.decl = d;
    p.frame = ARENA_NEW(v->mem, voc_frame);
    p.frame->of = v;
    p.frame->kind = kind;
    p.frame->span = d->span;
    p.frame->file = d->span.file;
    p.frame->body = d->body;
    read_parts(&p);
    if (p.failed)
        return;
    if (kind == DECL_KEYWORD)
        declare_keyword(&p);
    else if (kind == DECL_ADJECTIVE)
        declare_adjective(&p);
    else
        declare_head(&p);
    if (p.failed)
        return;
    voc_frame *f = p.frame;
    voc_part *parts = arena_alloc(v->mem, sizeof *parts * (p.part_count + 1));
    voc_slot *slots = arena_alloc(v->mem, sizeof *slots * (p.slot_count + 1));
    memcpy(parts, p.parts, sizeof *parts * p.part_count);
    memcpy(slots, p.slots, sizeof *slots * p.slot_count);
    const char **names = arena_alloc(v->mem, sizeof *names * (p.slot_count + 1));
    for (uint32_t i = 0; i < p.slot_count; i++)
        names[i] = syn_word_text(v->words, p.slots[i].name);
    f->slot_names = names;
    f->parts = parts;
    f->slots = slots;
    f->part_count = (uint8_t)p.part_count;
    f->slot_count = (uint8_t)p.slot_count;
    if (p.native && !bind_native(&p, f))
        return;
    for (uint32_t i = 0; i < p.slot_count; i++)
        slots[i].given_up = slots[i].own && voc_is(f, VOC_GIVES_UP);
    if (kind != DECL_KEYWORD && kind != DECL_ADJECTIVE) {
        if (f->means.count)
            f->native = "means"; /* which no native is called */
        if (kind == DECL_EVENT && !f->native && !f->body)
            declare_event(&p);
        if (!f->native && !f->body) {
            cc_diag_add(v->diags, CC_NEEDS_BODY, d->span,
                        "this declaration needs a body, or 'native' and a name");
            return;
        }
        index_frame(v, f);
    }
    if (v->last_frame)
        ((voc_frame *)(uintptr_t)v->last_frame)->after = f;
    else
        v->frames = f;
    v->last_frame = f;
}
