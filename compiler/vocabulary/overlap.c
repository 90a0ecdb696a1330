/* Two frames that cover the same sentence, found by comparing them: part for part, a literal is more specific than an
 * operand, an operand of a narrower type more than one of a wider type. Where neither frame is the more specific one, no
 * sentence could say which is meant: that is told where they are declared, not years later by some card. */
#include "compiler/vocabulary/vocabulary.h"

#include <string.h>

typedef struct comparison {
    const vocabulary *v;
    const voc_frame *a, *b;
    uint8_t seen[VOC_PARTS_MAX + 1]
                [VOC_PARTS_MAX + 1]; /* bits: which of both was narrower so far */
    int ambiguous;
} comparison;

/* May the same words fill both? *out_a, *out_b: one of them is the narrower type. */
static int slots_meet(const voc_slot *a, const voc_slot *b, int *out_a, int *out_b)
{
    const uint32_t x = voc_things_of(a->type), y = voc_things_of(b->type);
    if (!x || !y)
        return a->type == b->type;
    if (!(x & y))
        return 0;
    *out_a |= (x & ~y) == 0 && x != y;
    *out_b |= (y & ~x) == 0 && x != y;
    if (x != y && (x & ~y) && (y & ~x))
        *out_a = *out_b = 1;
    *out_a |= x == y && a->own && !b->own; /* 'their card' is narrower than 'card' */
    *out_b |= x == y && b->own && !a->own;
    return 1;
}

/* A number with its noun is more than a number, and more than a reference. */
static int parts_meet(const comparison *c, const voc_part *p, const voc_part *q, int *out_a,
                      int *out_b)
{
    const int pl = p->kind == VOC_PART_LITERAL, ql = q->kind == VOC_PART_LITERAL;
    if (pl && ql)
        return voc_same(c->v, p->word, q->word) || voc_same(c->v, q->word, p->word);
    if (pl || ql)
        return 0; /* an operand is no single word of a pattern */
    if (p->kind == VOC_PART_COUNTED && q->kind == VOC_PART_COUNTED)
        return voc_same(c->v, p->word, q->word);
    if (p->kind != q->kind) {
        *(p->kind == VOC_PART_COUNTED ? out_a : out_b) = 1;
        return 0;
    }
    return slots_meet(&c->a->slots[p->slot], &c->b->slots[q->slot], out_a, out_b);
}

static void compare(comparison *c, uint32_t i, uint32_t j, int a, int b)
{
    const uint8_t bit = (uint8_t)(1 << (a + 2 * b));
    if (c->ambiguous || (c->seen[i][j] & bit))
        return;
    c->seen[i][j] |= bit;
    const voc_part *p = i < c->a->part_count ? &c->a->parts[i] : NULL,
                   *q = j < c->b->part_count ? &c->b->parts[j] : NULL;
    if (p && p->kind == VOC_PART_OPTION) {
        compare(c, p->end, j, a, b);
        compare(c, i + 1, j, a, b);
        return;
    }
    if (q && q->kind == VOC_PART_OPTION) {
        compare(c, i, q->end, a, b);
        compare(c, i, j + 1, a, b);
        return;
    }
    if (!p && !q) {
        c->ambiguous = a == b;
        return;
    }
    if (!p || !q)
        return;
    if (p->kind != VOC_PART_LITERAL && c->a->slots[p->slot].type == VOC_FLAG)
        compare(c, i + 1, j, a, b);
    else if (q->kind != VOC_PART_LITERAL && c->b->slots[q->slot].type == VOC_FLAG)
        compare(c, i, j + 1, a, b);
    else if (parts_meet(c, p, q, &a, &b))
        compare(c, i + 1, j + 1, a, b);
}

static int cover_the_same(const vocabulary *v, const voc_frame *x, const voc_frame *y)
{
    comparison c = {.v = v, .a = x, .b = y};
    int a = 0, b = 0;
    if (x->native && y->native &&
        strcmp(x->native, y->native) == 0) /* either way it means the same */
        return 0;
    if (x->has_subject != y->has_subject ||
        (x->has_subject && !slots_meet(&x->slots[0], &y->slots[0], &a, &b)))
        return 0;
    compare(&c, 0, 0, a, b);
    return c.ambiguous;
}

void voc_compare_frames(vocabulary *v)
{
    for (const voc_frame *f = v->frames; f; f = f->after) {
        if (f->kind == DECL_KEYWORD || f->kind == DECL_ADJECTIVE || !f->part_count)
            continue;
        for (const voc_frame *g = v->heads[f->kind].at[f->head]; g; g = g->next) {
            if (g == f || g->span.file > f->span.file ||
                (g->span.file == f->span.file && g->span.line >= f->span.line))
                continue;
            if (!cover_the_same(v, g, f))
                continue;
            cc_diag_add(v->diags, CC_AMBIGUOUS, f->span,
                        "this covers the same sentences as '%s' of line %u", voc_frame_text(v, g),
                        g->span.line);
            cc_diag_help(
                v->diags,
                "make one of them more specific: by a word, or by a narrower type of operand");
            break;
        }
    }
}
