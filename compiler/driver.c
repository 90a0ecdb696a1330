/* The passes: sources to statements (syntax), declarations to words and frames (vocabulary), card heads, then for
 * each card and test its phrases to meaning and meaning to code, and the pack. setjmp stands here and nowhere else:
 * it is how an exhausted arena ends a compilation. */
#include "compiler/explain.h"
#include "compiler/lower/lower.h"
#include "compiler/view/view.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cantrip/compiler.h"
#include "grammar.tab.h"

enum { DIAGNOSTICS_MAX = 100 };
/* Half a gigabyte, and more for long sources: no sentence may take it all, 20,000 cards may. */
static const size_t ARENA_SIZE_BASE = (size_t)512 << 20, ARENA_SIZE_PER_BYTE = 1024;

typedef struct job {
    arena mem;
    cc_diags diags;
    cc_unit unit;
    jmp_buf out_of_memory;
    const cantrip_source *source; /* imports, then sources */
    uint32_t source_count, import_count;
    syn_words words;
    vocabulary voc;
    syn_source **parsed;
    cantrip_compile_options options;
    cc_view view;
    void *pack;
    size_t pack_size;
} job;

static void exhausted(void *user)
{
    job *j = user;
    longjmp(j->out_of_memory, 1);
}

static size_t arena_limit(const cantrip_source *source, uint32_t count)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < count; i++)
        bytes += source[i].text ? source[i].size : 0;
    return ARENA_SIZE_BASE + bytes * ARENA_SIZE_PER_BYTE;
}

static void parse_all(job *j)
{
    j->parsed = arena_alloc(&j->mem, sizeof *j->parsed * (j->source_count + 1));
    for (uint32_t i = 0; i < j->source_count; i++) {
        syn_source *p = j->parsed[i] = ARENA_NEW(&j->mem, syn_source);
        p->mem = &j->mem;
        p->diags = &j->diags;
        p->words = &j->words;
        p->file = i;
        const uint32_t before = j->diags.total_count;
        syn_read(p, j->source[i].text, j->source[i].size);
        if (!p->decls.count && j->diags.total_count == before) {
            const cc_span at = {i, 1, 1, 1};
            cc_diag_add(&j->diags, CC_EMPTY, at,
                        "there is no card, test or declaration in this source");
        }
    }
}

static int is_declaration(const syn_decl *d)
{
    return d->head->kind == TOK_DECL;
}

/* Declarations travel in the pack as text, for packs that import it. */
static void keep_vocabulary(job *j)
{
    for (uint32_t i = 0; i < j->source_count; i++)
        for (uint32_t k = 0; k < j->parsed[i]->decls.count; k++)
            if (is_declaration(j->parsed[i]->decls.at[k])) {
                const cantrip_source *s = &j->source[i];
                for (size_t b = 0; b < s->size; b++)
                    VEC_PUSH(&j->mem, &j->unit.vocab_text, s->text[b]);
                break;
            }
}

static void import_names(job *j)
{
    for (uint32_t i = 0; i < j->import_count; i++)
        for (uint32_t k = 0; k < j->parsed[i]->decls.count; k++) {
            const syn_decl *d = j->parsed[i]->decls.at[k];
            if (d->head->kind != TOK_CARD)
                continue;
            const char *quoted = d->phrase.first[0].text;
            const char *name =
                arena_strndup(&j->mem, quoted + 1, strlen(quoted) > 2 ? strlen(quoted) - 2 : 0);
            VEC_PUSH(&j->mem, &j->unit.import_cards, name);
        }
}

static void keep_symbols(cc_unit *u)
{
    for (uint32_t i = 0; i < u->voc->symbols.count; i++) {
        const voc_symbol *s = &u->voc->symbols.at[i];
        const vm_symbol row = {s->kind, cc_string(u, s->name), s->number, s->a, s->b};
        VEC_PUSH(u->mem, &u->symbol, row);
    }
}

static void begin_unit(job *j)
{
    cc_unit *u = &j->unit;
    u->mem = &j->mem;
    u->diags = &j->diags;
    u->voc = &j->voc;
    cc_string(u, "");
    const vm_func no_func = {0};
    vm_selector no_selector;
    memset(&no_selector, 0, sizeof no_selector);
    no_selector.name = VM_NO_SYMBOL;
    VEC_PUSH(u->mem, &u->func, no_func);
    VEC_PUSH(u->mem, &u->selector, no_selector);
}

static void read_sources(job *j)
{
    syn_words_init(&j->words, &j->mem);
    parse_all(j);
    if (j->import_count > 1)
        syn_merge_imports(&j->mem, j->parsed, j->import_count);
    voc_init(&j->voc, &j->mem, &j->diags, &j->words);
    voc_read(&j->voc, j->parsed, j->source_count);
}

static void build(job *j)
{
    cc_unit *u = &j->unit;
    begin_unit(j);
    read_sources(j);
    import_names(j);
    keep_symbols(u);
    const uint32_t unreadable = j->diags.total_count;
    cc_faces_read(u, j->parsed, j->import_count, j->source_count);
    if (j->options.view && (!unreadable || j->options.view != CANTRIP_VIEW_FORMAT))
        cc_view_make(u, &j->options, j->parsed[j->source_count - 1],
                     &j->source[j->source_count - 1], &j->view);
    if (j->options.view > CANTRIP_VIEW_MEANING) /* of these, no pack is wanted */
        return;
    cc_declarations(u, j->import_count);
    cc_face_bodies(u);
    for (uint32_t i = j->import_count; i < j->source_count; i++) {
        u->file_name = j->source[i].name;
        for (uint32_t k = 0; k < j->parsed[i]->decls.count; k++)
            if (j->parsed[i]->decls.at[k]->head->kind == TOK_TEST)
                cc_test(u, j->parsed[i]->decls.at[k]);
    }
    if (j->diags.total_count)
        return;
    for (uint32_t i = 0; i < j->import_count; i++)
        if (j->source[i].pack_hash) {
            const vm_import row = {cc_string(u, j->source[i].name),
                                   (uint32_t)j->source[i].pack_hash,
                                   (uint32_t)(j->source[i].pack_hash >> 32)};
            VEC_PUSH(u->mem, &u->import, row);
        }
    keep_vocabulary(j);
    cc_share(u);
    cc_pack_write(u, &j->pack, &j->pack_size);
    if (!j->pack)
        exhausted(j);
}

int cantrip_pack_as_import(const char *name, const void *bytes, size_t size, cantrip_source *out)
{
    vm_pack p;
    vm_refusal why;
    if (!out)
        return 0;
    memset(out, 0, sizeof *out);
    if ((size && !bytes) || !vm_pack_open(&p, bytes, size, &why))
        return 0;
    char *text = malloc(p.vocab_size + 1);
    if (text) {
        memcpy(text, p.vocab, p.vocab_size);
        text[p.vocab_size] = 0;
        *out = (cantrip_source){name, text, p.vocab_size, p.hash};
    }
    vm_pack_close(&p);
    return text != NULL;
}

static int by_place(const void *a, const void *b)
{
    const cc_diag *x = a, *y = b;
    if (x->span.file != y->span.file)
        return x->span.file < y->span.file ? -1 : 1;
    if (x->span.line != y->span.line)
        return x->span.line < y->span.line ? -1 : 1;
    return x->span.col < y->span.col ? -1 : x->span.col > y->span.col;
}

static const cantrip_diagnostic *publish(job *j, uint32_t *out_count)
{
    cc_diag *list = j->diags.list.at;
    uint32_t count = j->diags.list.count;
    cantrip_diagnostic *out = calloc(count + 2, sizeof *out);
    if (!out)
        return NULL;
    if (count)
        qsort(list, count, sizeof *list, by_place);
    for (uint32_t i = 0; i < count; i++)
        out[i] = (cantrip_diagnostic){(uint32_t)list[i].code,
                                      list[i].span.line ? j->source[list[i].span.file].name : "",
                                      list[i].span.line,
                                      list[i].span.col,
                                      list[i].span.end_col,
                                      list[i].message,
                                      list[i].help};
    if (!count && j->diags.total_count) { /* memory ended before anything could be said */
        static const char MESSAGE[] =
            "these sources need more memory than there is: a sentence has too many readings, or "
            "there is too much for one pack";
        const uint32_t first = j->import_count < j->source_count ? j->import_count : 0;
        out[count++] =
            (cantrip_diagnostic){CC_TOO_LARGE, j->source[first].name, 1, 1, 2, MESSAGE, NULL};
    }
    *out_count = count;
    return out;
}

/* What a host may have got wrong: text that is not there, more sources than can be counted. */
static int are_there(const cantrip_source *sources, uint32_t count)
{
    for (uint32_t i = 0; sources && i < count; i++)
        if (sources[i].size && !sources[i].text)
            return 0;
    return (sources || !count) && count < UINT32_MAX / 2;
}

int cantrip_compile(const cantrip_source *imports, uint32_t import_count,
                    const cantrip_source *sources, uint32_t source_count, cantrip_compiled *out)
{
    return cantrip_compile_with(NULL, imports, import_count, sources, source_count, out);
}

int cantrip_compile_with(const cantrip_compile_options *options, const cantrip_source *imports,
                         uint32_t import_count, const cantrip_source *sources,
                         uint32_t source_count, cantrip_compiled *out)
{
    if (!out)
        return 0;
    memset(out, 0, sizeof *out);
    out->mistake_count = 1;
    if (!are_there(imports, import_count) || !are_there(sources, source_count))
        return 0;
    job *j = calloc(1, sizeof *j);
    cantrip_source *all = calloc((size_t)import_count + source_count + 1, sizeof *all);
    if (!j || !all) {
        free(j);
        free(all);
        return 0;
    }
    if (import_count)
        memcpy(all, imports, sizeof *all * import_count);
    if (source_count)
        memcpy(all + import_count, sources, sizeof *all * source_count);
    arena_init(&j->mem, arena_limit(all, import_count + source_count), exhausted, j);
    j->source = all;
    j->source_count = import_count + source_count;
    j->import_count = import_count;
    if (options)
        j->options = *options;
    j->diags.mem = &j->mem;
    j->diags.max = DIAGNOSTICS_MAX;
    if (setjmp(j->out_of_memory) == 0) {
        build(j);
    } else {
        j->pack = NULL;
        j->diags.total_count += !j->diags.total_count;
    }
    out->diagnostics = publish(j, &out->diagnostic_count);
    out->mistake_count = j->diags.total_count;
    out->pack = j->pack;
    out->pack_size = j->pack_size;
    out->card_count = j->unit.card_face_count;
    out->test_count = j->unit.test.count;
    out->view = j->view.text;
    out->view_count = j->view.count;
    out->view_findings = j->view.findings;
    out->storage = j;
    return j->pack != NULL;
}

void cantrip_compiled_destroy(cantrip_compiled *compiled)
{
    if (!compiled)
        return;
    job *j = compiled->storage;
    if (j) {
        arena_reset(&j->mem);
        free((void *)(uintptr_t)j->source);
        free(j);
    }
    free(compiled->pack);
    free((void *)(uintptr_t)compiled->diagnostics);
    memset(compiled, 0, sizeof *compiled);
}

const char *cantrip_diagnostic_title(uint32_t code)
{
    return cc_code_title(code);
}

char *cantrip_explain(const cantrip_source *sources, uint32_t source_count, const char *what)
{
    job *j = what && are_there(sources, source_count) ? calloc(1, sizeof *j) : NULL;
    if (!j)
        return NULL;
    arena_init(&j->mem, arena_limit(sources, source_count), exhausted, j);
    j->source = sources;
    j->source_count = source_count;
    j->diags.mem = &j->mem;
    if (setjmp(j->out_of_memory) == 0) {
        read_sources(j);
        const char *text = cc_explain(&j->voc, j->parsed, sources, source_count, what);
        if (text && (j->pack = malloc(strlen(text) + 1)) != NULL)
            strcpy(j->pack, text);
    }
    char *answer = j->pack;
    arena_reset(&j->mem);
    free(j);
    return answer;
}
