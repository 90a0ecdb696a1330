/* Declarations that are lists of words: types, subtypes, counters, nouns, adjectives, verbs ... */
#include "compiler/vocabulary/vocabulary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.tab.h"

static int is_vowel(int c)
{
    return c && strchr("aeiou", c) != NULL;
}

const char *voc_with_s(vocabulary *v, const char *w)
{
    size_t n = strlen(w);
    char last = w[n - 1], before = n > 1 ? w[n - 2] : ' ';
    if (last == 'y' && !is_vowel(before))
        return arena_printf(v->mem, "%.*sies", (int)n - 1, w);
    if (last == 's' || last == 'x' || last == 'z' || last == 'o' ||
        (last == 'h' && (before == 'c' || before == 's')))
        return arena_printf(v->mem, "%ses", w);
    return arena_printf(v->mem, "%ss", w);
}

static syn_word intern(vocabulary *v, const char *text)
{
    return syn_word_of(v->words, text, strlen(text));
}

static void verb_form(vocabulary *v, syn_word verb, const char *text, uint8_t form)
{
    syn_word w = intern(v, text);
    voc_word_info *i = voc_info(v, w);
    if (i->verb && i->verb != verb && !(i->forms & form))
        return; /* 'found' is a form of find before it is a verb of its own */
    i->verb = verb;
    i->forms |= form;
    i->known = 1;
    voc_add(v, &w, 1, VOC_CLASS_VERB, form, verb, verb, 0);
}

/* forms: third person, past, -ing, and drew where the past is drawn; what is missing is regular. */
void voc_add_verb(vocabulary *v, syn_word verb, const char *const *forms, uint32_t form_count)
{
    const char *w = syn_word_text(v->words, verb);
    size_t n = strlen(w);
    if (voc_info(v, verb)->verb == verb && !form_count)
        return; /* its forms have been given before */
    int e = w[n - 1] == 'e', y = w[n - 1] == 'y' && n > 1 && !is_vowel(w[n - 2]);
    const char *past = e   ? arena_printf(v->mem, "%sd", w)
                       : y ? arena_printf(v->mem, "%.*sied", (int)n - 1, w)
                           : arena_printf(v->mem, "%sed", w);
    const char *ing =
        e ? arena_printf(v->mem, "%.*sing", (int)n - 1, w) : arena_printf(v->mem, "%sing", w);
    verb_form(v, verb, w, VOC_FORM_BASE);
    verb_form(v, verb, form_count > 0 ? forms[0] : voc_with_s(v, w), VOC_FORM_S);
    verb_form(v, verb, form_count > 1 ? forms[1] : past, VOC_FORM_PAST);
    verb_form(v, verb, form_count > 2 ? forms[2] : ing, VOC_FORM_ING);
    if (form_count > 3)
        verb_form(v, verb, forms[3], VOC_FORM_PAST | VOC_FORM_DID);
}

/* ---- one entry of a list ----------------------------------------------------------------------
 */

enum { WORDS_MAX = 8 }; /* of one entry; more are refused */

typedef struct item {
    syn_word words[WORDS_MAX];
    uint32_t count;
    const char *forms[4];
    uint32_t form_count;
    cc_span span;
} item;

static const char *item_text(const vocabulary *v, const item *it)
{
    const char *text = syn_word_text(v->words, it->words[0]);
    for (uint32_t i = 1; i < it->count; i++)
        text = arena_printf(v->mem, "%s %s", text, syn_word_text(v->words, it->words[i]));
    return text;
}

static int is_sign(const syn_token *t, char c)
{
    return t->kind == TOK_SIGN && *t->text == c;
}

static void add_form(vocabulary *v, item *it, const char *form, cc_span span)
{
    if (form && it->form_count == sizeof it->forms / sizeof *it->forms)
        cc_diag_add(v->diags, CC_BAD_DECL, span, "a word has four forms at most");
    else if (form)
        it->forms[it->form_count++] = form;
}

/* Reads 'first strike (forms), ...'; gives the index behind the comma. */
static uint32_t read_item(vocabulary *v, syn_phrase p, uint32_t i, item *out)
{
    memset(out, 0, sizeof *out);
    out->span = p.first[i].span;
    for (; i < p.count && p.first[i].kind != TOK_COMMA; i++) {
        const syn_token *t = &p.first[i];
        if (t->kind == TOK_POSS && out->count && out->count < 8) { /* the city's blessing */
            out->words[out->count++] = W_S;
            continue;
        }
        if (is_sign(t, '(')) {
            const char *form = NULL;
            for (i++; i < p.count && !is_sign(&p.first[i], ')'); i++) {
                if (p.first[i].kind != TOK_COMMA) {
                    form = form ? arena_printf(v->mem, "%s %s", form, p.first[i].text)
                                : p.first[i].text;
                    continue;
                }
                add_form(v, out, form, t->span);
                form = NULL;
            }
            add_form(v, out, form, t->span);
            continue;
        }
        if (t->word && out->count < WORDS_MAX)
            out->words[out->count++] = t->word;
        else
            cc_diag_add(v->diags, CC_BAD_DECL, t->span, "'%s' cannot stand in a list of words",
                        t->text);
    }
    return i + 1;
}

static uint32_t words_of(vocabulary *v, const item *it, const char *text, syn_word *out)
{
    uint32_t n = 0;
    while (*text) {
        if (n == WORDS_MAX) {
            cc_diag_add(v->diags, CC_BAD_DECL, it->span, "a name of more than %d words", WORDS_MAX);
            break;
        }
        size_t k = strcspn(text, " ");
        out[n++] = syn_word_of(v->words, text, k);
        text += k + (text[k] == ' ');
    }
    return n;
}

/* Adds a noun in both numbers. */
static void add_noun(vocabulary *v, const item *it, voc_class entry_class, uint32_t number,
                     uint32_t extra)
{
    const char *one = item_text(v, it);
    syn_word lemma = intern(v, one), many[WORDS_MAX];
    voc_add(v, it->words, it->count, entry_class, VOC_FORM_ONE, lemma, number, extra);
    const uint32_t n = words_of(v, it, it->form_count ? it->forms[0] : voc_with_s(v, one), many);
    voc_add(v, many, n, entry_class, VOC_FORM_MANY, lemma, number, extra);
}

/* ---- kinds of words ---------------------------------------------------------------------------
 */

static int number_in(const char *text, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return i;
    return -1;
}

static int zone_number(const char *text)
{
    for (uint32_t i = 0; i < VM_ZONE_COUNT; i++)
        if (strcmp(vm_zone_name(i), text) == 0)
            return (int)i;
    return -1;
}

static int step_number(const char *text)
{
    for (uint32_t i = 0; i < VM_STEP_COUNT; i++)
        if (strcmp(vm_step_name(i), text) == 0)
            return (int)i;
    return -1;
}

static int property_number(const char *text)
{
    static const struct {
        const char *word;
        int number;
    } PROPS[] = {
#define PROPERTY(number, id, word) {word, number},
#include "vm/abi/vocab.def"
#undef PROPERTY
    };
    for (size_t i = 0; i < sizeof PROPS / sizeof *PROPS; i++)
        if (strcmp(PROPS[i].word, text) == 0)
            return PROPS[i].number;
    return -1;
}

static int noun_number(const char *text)
{
    for (int i = 0; i < NOUN_COUNT; i++)
        if (strcmp(VOC_NOUNS[i].word, text) == 0)
            return i;
    return -1;
}

static int color_mask(const char *text)
{
    static const char *const COLORS[] = {
#define COLOR(number, id, word, letter) [number] = word,
#include "vm/abi/vocab.def"
#undef COLOR
    };
    int n = number_in(text, COLORS, sizeof COLORS / sizeof *COLORS);
    return n < 0 ? 0 : 1 << n;
}

static int status_bit(const char *text, uint32_t *out_negative)
{
    static const struct {
        const char *word;
        int bit, negative;
    } STATUSES[] = {
#define STATUS(number, id, word, negative) {word, 1 << number, negative},
#include "vm/abi/vocab.def"
#undef STATUS
    };
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        if (strcmp(STATUSES[i].word, text) == 0) {
            *out_negative = (uint32_t)STATUSES[i].negative;
            return STATUSES[i].bit;
        }
    return 0;
}

static void has_it(vocabulary *v, uint32_t number, uint32_t on)
{
    for (uint32_t i = 0; i < v->symbols.count; i++)
        if (v->symbols.at[i].kind == VM_SYM_COUNTER && v->symbols.at[i].number == number)
            v->symbols.at[i].on = on ? (uint8_t)on : v->symbols.at[i].on;
}

/* A counter with power and toughness in its name gives them (CR 121.1a), to permanents alone. */
static void add_counter(vocabulary *v, const item *it, uint32_t on)
{
    const char *name = item_text(v, it), *slash = strchr(name, '/');
    int p = slash ? atoi(name) : 0, t = slash ? atoi(slash + 1) : 0;
    uint32_t n = voc_add_symbol(v, VM_SYM_COUNTER, name, (uint32_t)p, (uint32_t)t);
    has_it(v, n, on ? on : slash ? VOC_PERMANENT : 0);
    voc_add(v, it->words, it->count, VOC_CLASS_COUNTER, 0, intern(v, name), n, 0);
}

static void wrong(vocabulary *v, const item *it, const char *what)
{
    cc_diag_add(v->diags, CC_NO_NATIVE, it->span, "the rules machine knows no %s '%s'", what,
                item_text(v, it));
}

static void add_item(vocabulary *v, const item *it, voc_decl kind, uint32_t of,
                     const syn_block *body)
{
    const char *text = item_text(v, it);
    syn_word lemma = intern(v, text);
    uint32_t n, negative = 0;
    int k;
    switch (kind) {
    case DECL_TYPE:
        n = voc_add_symbol(v, VM_SYM_TYPE, text, 0, 0);
        if (n >= 16)
            cc_diag_add(v->diags, CC_TOO_LARGE, it->span, "there are more than 16 card types");
        add_noun(v, it, VOC_CLASS_TYPE, n, 0);
        break;
    case DECL_SUPERTYPE:
        n = voc_add_symbol(v, VM_SYM_SUPERTYPE, text, 0, 0);
        voc_add(v, it->words, it->count, VOC_CLASS_SUPERTYPE, 0, lemma, n, 0);
        break;
    case DECL_SUBTYPE:
        n = voc_add_symbol(v, VM_SYM_SUBTYPE, text, of, 0);
        if (n >= VM_SUBTYPE_MAX)
            cc_diag_add(v->diags, CC_TOO_LARGE, it->span, "there are more than %d subtypes",
                        VM_SUBTYPE_MAX);
        add_noun(v, it, VOC_CLASS_SUBTYPE, n, of);
        break;
    case DECL_COUNTER:
        add_counter(v, it, of);
        break;
    case DECL_DESIGNATION:
        n = voc_add_designation(v, text, (int)of, body);
        if (n >= VM_SYMBOL_MAX)
            cc_diag_add(v->diags, CC_TOO_LARGE, it->span, "there are too many designations");
        voc_add(v, it->words, it->count, VOC_CLASS_DESIGNATION, 0, lemma, n, 0);
        break;
    case DECL_COLOR:
        voc_add(v, it->words, it->count, VOC_CLASS_COLOR, 0, lemma, (uint32_t)color_mask(text), 0);
        break;
    case DECL_ZONE:
        if ((k = zone_number(text)) < 0)
            wrong(v, it, "zone");
        else
            add_noun(v, it, VOC_CLASS_ZONE, (uint32_t)k, 0);
        break;
    case DECL_STEP:
        if ((k = step_number(text)) < 0)
            wrong(v, it, "step");
        else
            add_noun(v, it, VOC_CLASS_STEP, (uint32_t)k, 0);
        break;
    case DECL_PROPERTY:
        if ((k = property_number(text)) < 0)
            wrong(v, it, "property");
        else
            add_noun(v, it, VOC_CLASS_PROPERTY, (uint32_t)k, 0);
        break;
    case DECL_NOUN:
        if ((k = noun_number(text)) >= 0)
            add_noun(v, it, VOC_CLASS_NOUN, (uint32_t)k, 0);
        else
            add_noun(v, it, VOC_CLASS_WORD, lemma, 0);
        break;
    case DECL_ADJECTIVE:
        if ((k = status_bit(text, &negative)) == 0)
            wrong(v, it, "status");
        else
            voc_add(v, it->words, it->count, VOC_CLASS_STATUS, 0, lemma, (uint32_t)k, negative);
        break;
    case DECL_VERB:
        voc_add_verb(v, it->words[0], it->forms, it->form_count);
        break;
    default:
        break;
    }
}

/* '... of instant and sorcery': the types that subtypes belong to. Cuts them off. */
static uint32_t types_behind_of(vocabulary *v, syn_phrase *p)
{
    uint32_t of = 0, i = 0;
    while (i < p->count && p->first[i].word != W_OF)
        i++;
    for (uint32_t k = i + 1; k < p->count; k++) {
        const syn_token *t = &p->first[k];
        if (t->word == W_AND || t->kind == TOK_COMMA)
            continue;
        int n = voc_symbol_number(v, VM_SYM_TYPE, t->text);
        if (n < 0)
            cc_diag_add(v->diags, CC_BAD_DECL, t->span, "'%s' is not a card type", t->text);
        else
            of |= 1u << n;
    }
    p->count = i;
    return of;
}

/* '... of one player': nobody else has it then. Cuts it off. */
static int of_one_player(syn_phrase *p)
{
    const uint32_t n = p->count;
    if (n < 4 || p->first[n - 3].word != W_OF || strcmp(p->first[n - 2].text, "one") != 0 ||
        strcmp(p->first[n - 1].text, "player") != 0)
        return 0;
    p->count = n - 3;
    return 1;
}

/* operand N, AMOUNT number */
static void declare_operands(vocabulary *v, syn_phrase p)
{
    const syn_token *last = &p.first[p.count - 1];
    const uint8_t type = voc_type_by_word(last->text, strlen(last->text));
    if (!type) {
        cc_diag_add(v->diags, CC_BAD_DECL, last->span, "'%s' is no type of operands", last->text);
        return;
    }
    for (uint32_t i = 0; i + 1 < p.count; i++)
        if (p.first[i].word && v->operand_count == VOC_OPERANDS_MAX) {
            cc_diag_add(v->diags, CC_BAD_DECL, p.first[i].span, "more than %d operands have types",
                        VOC_OPERANDS_MAX);
            return;
        } else if (p.first[i].word) {
            v->operand[v->operand_count].name = p.first[i].word;
            v->operand[v->operand_count++].type = (uint8_t)type;
        }
}

/* property life means life total, step combat phase means combat: another word for the same number */
static int means_another(vocabulary *v, syn_phrase p, int is_step)
{
    item word, other;
    uint32_t i = 0;
    while (i < p.count && p.first[i].word != W_MEANS)
        i++;
    if (i == p.count)
        return 0;
    read_item(v, (syn_phrase){p.first, i}, 0, &word);
    read_item(v, (syn_phrase){p.first + i + 1, p.count - i - 1}, 0, &other);
    const int number = !other.count ? -1
                       : is_step    ? step_number(item_text(v, &other))
                                    : property_number(item_text(v, &other));
    if (number < 0 || !word.count)
        wrong(v, number < 0 && other.count ? &other : &word, is_step ? "step" : "property");
    else if (is_step)
        add_noun(v, &word, VOC_CLASS_STEP, (uint32_t)number, 0);
    else
        voc_add(v, word.words, word.count, VOC_CLASS_PROPERTY, VOC_FORM_ONE, word.words[0],
                (uint32_t)number, 0);
    return 1;
}

/* counter loyalty, level on permanent · counter poison on player: what has such counters, a type of operands. Cuts it off. */
static uint32_t on_what(vocabulary *v, syn_phrase *p)
{
    const uint32_t n = p->count;
    if (n < 3 || p->first[n - 2].word != W_ON)
        return 0;
    const char *word = p->first[n - 1].text;
    const uint8_t type = voc_type_by_word(word, strlen(word));
    if (!type || !voc_is_reference((uint8_t)type))
        cc_diag_add(v->diags, CC_BAD_DECL, p->first[n - 1].span,
                    "'%s' is nothing that has counters: 'on permanent', 'on player'",
                    p->first[n - 1].text);
    p->count = n - 2;
    return type > 0 ? (uint32_t)type : 0;
}

void voc_declare_words(vocabulary *v, const syn_decl *d, voc_decl kind)
{
    syn_phrase p = d->phrase;
    if (kind == DECL_OPERAND) {
        declare_operands(v, p);
        return;
    }
    if (kind == DECL_ADJECTIVE)
        for (uint32_t i = 0; i < p.count; i++)
            if (p.first[i].word == W_MEANS) {
                voc_declare_frame(v, d, kind);
                return;
            }
    if ((kind == DECL_PROPERTY || kind == DECL_STEP) && means_another(v, p, kind == DECL_STEP))
        return;
    const uint32_t of = kind == DECL_SUBTYPE       ? types_behind_of(v, &p)
                        : kind == DECL_DESIGNATION ? (uint32_t)of_one_player(&p)
                        : kind == DECL_COUNTER     ? on_what(v, &p)
                                                   : 0;
    for (uint32_t i = 0; i < p.count;) {
        item it;
        i = read_item(v, p, i, &it);
        if (it.count)
            add_item(v, &it, kind, of, d->body);
    }
}
