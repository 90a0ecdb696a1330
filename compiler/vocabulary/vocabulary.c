#include "compiler/vocabulary/vocabulary.h"

#include <ctype.h>
#include <string.h>

#define NOUN(id, word, want, zones, types, has, has_not, relation)                                 \
    {word, want, zones, types, has, has_not, relation},
const voc_noun_info VOC_NOUNS[NOUN_COUNT] = {
#include "compiler/vocabulary/nouns.def"
};
#undef NOUN

static const char *const TYPE_TEXT[VOC_TYPE_COUNT] = {
    "anything",
#define OPERAND_TYPE(id, word, text) text,
#include "compiler/vocabulary/types.def"
#undef OPERAND_TYPE
};

const char *voc_type_text(uint8_t type)
{
    return TYPE_TEXT[type];
}

uint8_t voc_type_by_word(const char *word, size_t size)
{
    static const char *const TYPES[] = {
        "",
#define OPERAND_TYPE(id, word, text) word,
#include "compiler/vocabulary/types.def"
#undef OPERAND_TYPE
    };
    for (uint8_t i = 1; i < VOC_TYPE_COUNT; i++)
        if (strlen(TYPES[i]) == size && memcmp(TYPES[i], word, size) == 0)
            return i;
    return VOC_NO_TYPE;
}

uint32_t voc_things_of(uint8_t type)
{
    switch (type) {
    case VOC_THING:
        return 15;
    case VOC_OBJECT:
        return 14;
    case VOC_RECIPIENT:
        return 3;
    case VOC_PLAYER:
        return 1;
    case VOC_PERMANENT:
        return 2;
    case VOC_SPELL:
        return 4;
    case VOC_CARD:
        return 8;
    default:
        return 0;
    }
}

int voc_is_reference(uint8_t type)
{
    return voc_things_of(type) != 0;
}

static const char *const DECLS[] = {
#define DECL(id, word, head) word,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
};

const char *voc_decl_word(voc_decl kind)
{
    return DECLS[kind];
}

int voc_decl_kind(const char *word, voc_decl *out_kind)
{
    for (int i = 0; i < DECL_KIND_COUNT; i++)
        if (strcmp(DECLS[i], word) == 0) {
            *out_kind = (voc_decl)i;
            return 1;
        }
    return 0;
}

void voc_init(vocabulary *v, arena *mem, cc_diags *diags, syn_words *words)
{
    memset(v, 0, sizeof *v);
    v->mem = mem;
    v->diags = diags;
    v->words = words;
}

voc_word_info *voc_info(vocabulary *v, syn_word word)
{
    static const voc_word_info NONE;
    while (v->info.count <= word)
        VEC_PUSH(v->mem, &v->info, NONE);
    return &v->info.at[word];
}

const voc_entry *voc_entries(const vocabulary *v, syn_word word)
{
    return word < v->info.count ? v->info.at[word].entries : NULL;
}

static voc_word_info info_of(const vocabulary *v, syn_word word)
{
    static const voc_word_info NONE;
    return word < v->info.count ? v->info.at[word] : NONE;
}

int voc_same(const vocabulary *v, syn_word written, syn_word literal)
{
    if (written == literal)
        return 1;
    if (!written || !literal)
        return 0;
    if (syn_word_group(written) == syn_word_group(literal) && written < W_CLOSED_COUNT)
        return 1;
    const voc_word_info a = info_of(v, written), b = info_of(v, literal);
    if (a.noun && a.noun == b.noun)
        return 1;
    const uint8_t finite = VOC_FORM_BASE | VOC_FORM_S;
    return a.verb && a.verb == b.verb &&
           ((a.forms & b.forms) || ((a.forms & finite) && (b.forms & finite)));
}

syn_word voc_head(const vocabulary *v, syn_word word)
{
    const voc_word_info i = info_of(v, word);
    return i.verb ? i.verb : word < W_CLOSED_COUNT ? syn_word_group(word) : word;
}

const voc_frame *voc_frames(const vocabulary *v, voc_decl kind, syn_word written)
{
    const syn_word head = voc_head(v, written);
    return head < v->heads[kind].count ? v->heads[kind].at[head] : NULL;
}

voc_entry *voc_add(vocabulary *v, const syn_word *words, uint32_t count, voc_class entry_class,
                   uint8_t form, syn_word lemma, uint32_t number, uint32_t extra)
{
    for (voc_entry *e = voc_info(v, words[0])->entries; e; e = e->next)
        if (e->entry_class == entry_class && e->count == count && e->number == number &&
            entry_class != VOC_CLASS_KEYWORD && /* equip COST, equip QUALITY COST */
            memcmp(e->words, words, count * sizeof *words) == 0) {
            e->form |= form; /* the plural of Myr is Myr */
            return e;
        }
    voc_entry *e = ARENA_NEW(v->mem, voc_entry);
    syn_word *kept = arena_alloc(v->mem, count * sizeof *kept);
    memcpy(kept, words, count * sizeof *kept);
    *e = (voc_entry){
        (uint8_t)entry_class, form, (uint8_t)count, kept, lemma, number, extra, NULL, NULL};
    for (uint32_t i = 0; i < count; i++)
        voc_info(v, words[i])->known = 1;
    voc_word_info *first = voc_info(v, words[0]);
    voc_entry **at = &first->entries;
    while (*at && (*at)->count >= count) /* longer phrases first */
        at = &(*at)->next;
    e->next = *at;
    *at = e;
    if (count == 1 && (form & (VOC_FORM_ONE | VOC_FORM_MANY)) && entry_class != VOC_CLASS_VERB)
        first->noun = lemma;
    return e;
}

/* ---- symbols ----------------------------------------------------------------------------------
 */

int voc_symbol_number(const vocabulary *v, uint32_t kind, const char *name)
{
    for (uint32_t i = 0; i < v->symbols.count; i++)
        if (v->symbols.at[i].kind == kind && strcmp(v->symbols.at[i].name, name) == 0)
            return (int)v->symbols.at[i].number;
    return -1;
}

const voc_symbol *voc_symbol_by_number(const vocabulary *v, uint32_t kind, uint32_t number)
{
    for (uint32_t i = 0; i < v->symbols.count; i++)
        if (v->symbols.at[i].kind == kind && v->symbols.at[i].number == number)
            return &v->symbols.at[i];
    return NULL;
}

static uint32_t fixed_number(uint32_t kind, const char *name)
{
    static const struct {
        uint32_t kind, number;
        const char *word;
    } FIXED[] = {
#define TYPE(number, id, word)      {VM_SYM_TYPE, number, word},
#define SUPERTYPE(number, id, word) {VM_SYM_SUPERTYPE, number, word},
#define SUBTYPE(number, id, word)   {VM_SYM_SUBTYPE, number, word},
#define COUNTER(number, id, word)   {VM_SYM_COUNTER, number, word},
#include "vm/abi/vocab.def"
#undef TYPE
#undef SUPERTYPE
#undef SUBTYPE
#undef COUNTER
    };
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++)
        if (FIXED[i].kind == kind && strcmp(FIXED[i].word, name) == 0)
            return FIXED[i].number;
    return VM_NO_SYMBOL;
}

uint32_t voc_add_symbol(vocabulary *v, uint32_t kind, const char *name, uint32_t a, uint32_t b)
{
    static const uint32_t FIRST_FREE[VM_SYM_KIND_COUNT] = {VM_TYPE_LAST + 1, 4, 16, 0, 8};
    int known = voc_symbol_number(v, kind, name);
    if (known >= 0)
        return (uint32_t)known;
    uint32_t number = fixed_number(kind, name);
    if (number == VM_NO_SYMBOL) {
        number = FIRST_FREE[kind];
        for (uint32_t i = 0; i < v->symbols.count; i++)
            if (v->symbols.at[i].kind == kind && v->symbols.at[i].number >= number &&
                (kind != VM_SYM_COUNTER || v->symbols.at[i].number < VM_DESIGNATION_FIRST))
                number = v->symbols.at[i].number + 1;
    }
    const voc_symbol s = {kind, number, a, b, arena_strndup(v->mem, name, strlen(name)), NULL, 0};
    VEC_PUSH(v->mem, &v->symbols, s);
    return number;
}

/* Kinds of counters of their own, behind all others. */
uint32_t voc_add_designation(vocabulary *v, const char *name, int one, const syn_block *body)
{
    const int known = voc_symbol_number(v, VM_SYM_COUNTER, name);
    if (known >= VM_DESIGNATION_FIRST)
        return (uint32_t)known;
    uint32_t number = VM_DESIGNATION_FIRST;
    for (uint32_t i = 0; i < v->symbols.count; i++)
        if (v->symbols.at[i].kind == VM_SYM_COUNTER && v->symbols.at[i].number >= number)
            number = v->symbols.at[i].number + 1;
    const voc_symbol s = {
        VM_SYM_COUNTER, number, 0, (uint32_t)one, arena_strndup(v->mem, name, strlen(name)),
        body,           0};
    VEC_PUSH(v->mem, &v->symbols, s);
    return number;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

static const char DECL_HEADS[] = {
#define DECL(id, word, head) head,
#include "compiler/vocabulary/decl_kinds.def"
#undef DECL
};

void voc_read(vocabulary *v, syn_source *const *sources, uint32_t count)
{
    /* Types first, because subtypes name them; then all other words, so that patterns know them; events last, because
     * their verbs are those of actions. */
    for (int pass = 0; pass < 4; pass++)
        for (uint32_t s = 0; s < count; s++)
            for (uint32_t i = 0; i < sources[s]->decls.count; i++) {
                const syn_decl *d = sources[s]->decls.at[i];
                voc_decl kind;
                if (!voc_decl_kind(d->head->text, &kind))
                    continue;
                const int words = DECL_HEADS[kind] != 'P';
                const int when = kind == DECL_TYPE ? 0 : words ? 1 : kind == DECL_EVENT ? 3 : 2;
                if (when != pass)
                    continue;
                if (words)
                    voc_declare_words(v, d, kind);
                else
                    voc_declare_frame(v, d, kind);
            }
    voc_compare_frames(v);
}
