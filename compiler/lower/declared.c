/* Declarations are looked at where they stand, not where a card first uses them: bodies must be sentences. (What natives take
 * is known before: compiler/vocabulary/takes.c.) A keyword's body is also turned into code once, with something in the place
 * of each operand, and the code is thrown away. */
#include "compiler/lower/lower.h"

#include <string.h>

/* ---- keywords ---------------------------------------------------------------------------------
 */

/* Something that an operand could be; 0 = nothing that does for all of its type. */
static int sample(cc_unit *u, const voc_slot *slot, cc_span at, m_operand *o)
{
    memset(o, 0, sizeof *o);
    o->type = slot->type;
    o->given = 1;
    o->span = at;
    switch (slot->type) {
    case VOC_BLOCK: /* what is said: nothing */
        return 1;
    case VOC_NUMBER:
        o->is.amount = ARENA_NEW(u->mem, m_amount);
        o->is.amount->kind = AMT_CONST;
        o->is.amount->value = 1;
        o->is.amount->span = at;
        return 1;
    case VOC_COST:
        o->is.cost = ARENA_NEW(u->mem, m_cost);
        o->is.cost->symbols = "{1}";
        o->is.cost->span = at;
        return 1;
    case VOC_COLOR:
        o->number = 1;
        return 1;
    default:
        return 0;
    }
}

/* What is written is thrown away: rows by their counts, strings by the table in which they are found. */
static void lower_and_forget(cc_unit *u, const m_keyword *k)
{
    const cc_unit was = *u;
    const size_t size = sizeof *u->string_bucket * u->string_bucket_count;
    uint32_t *bucket = arena_alloc(u->mem, size + 1);
    m_links links = {0};
    m_context context = {0};
    cc_abilities list = {0};
    cc_scope s;
    if (size)
        memcpy(bucket, u->string_bucket, size);
    memset(&s, 0, sizeof s);
    context.links = &links;
    s.u = u;
    s.context = &context;
    s.duration = -1;
    s.clause = 1;
    s.kind = SCOPE_PERMANENT;
    s.of_card = 1;
    const vm_face some = {.types = VM_TYPE_CREATURE}; /* 'this' */
    VEC_PUSH(u->mem, &u->face, some);
    s.face_idx = u->face.count - 1;
    cc_keyword(&s, k, &list);
    *u = was;
    if (size)
        memcpy(u->string_bucket, bucket, size);
}

static void keyword(cc_unit *u, const voc_frame *f)
{
    m_keyword k = {.span = f->span, .frame = f};
    k.operands = arena_alloc(u->mem, sizeof *k.operands * (f->slot_count + 1u));
    k.said = f->block ? ARENA_NEW(u->mem, syn_block) : NULL;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (!sample(u, &f->slots[i], f->span, &k.operands[i]))
            return;
    lower_and_forget(u, &k);
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static void body(cc_unit *u, const voc_frame *f)
{
    m_links links = {0};
    m_context context = {0};
    m_reader r;
    const uint32_t mistakes = u->diags->total_count;
    context.links = &links;
    context.declaration = f;
    context.is_test = f->kind == DECL_TESTING;
    context.is_spell = f->kind == DECL_KEYWORD && voc_is_of_spells(u->voc, f);
    cc_give_operands(u, f, f->has_subject && !context.is_test, &context);
    m_reader_init(&r, u->mem, u->diags, u->voc, &context);
    if (f->kind == DECL_ACTION || f->kind == DECL_COST)
        m_read_body(&r, f->body);
    for (uint32_t i = 0; f->kind == DECL_TESTING && i < f->body->stmts.count; i++)
        m_read_steps(&r, f->body->stmts.at[i]);
    if (f->kind != DECL_KEYWORD)
        return;
    const syn_block nothing = {.span = f->span};
    m_read_abilities_block(
        &r, f->block ? cc_with_said(u, f->body, f->slots[f->block - 1].name, &nothing) : f->body);
    if (u->diags->total_count == mistakes)
        keyword(u, f);
}

static int has_body(voc_decl kind)
{
    return kind == DECL_KEYWORD || kind == DECL_ACTION || kind == DECL_COST || kind == DECL_TESTING;
}

void cc_declarations(cc_unit *u, uint32_t first_file)
{
    for (const voc_frame *f = u->voc->frames; f; f = f->after) {
        if (f->span.file < first_file)
            continue;
        if (f->means.count) {
            cc_means_check(u, f);
            continue;
        }
        if (f->body && has_body(f->kind))
            body(u, f);
        else if (f->body) {
            cc_diag_add(u->diags, CC_BAD_DECL, f->span,
                        "only an action, a cost, a keyword and a phrase of tests have a body");
            cc_diag_help(u->diags, "here 'means' stands behind the phrase, or 'native' and a name");
        }
    }
}
