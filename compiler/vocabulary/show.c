/* Declared frames as an author reads them: 'deal AMOUNT damage to TARGET'. */
#include "compiler/vocabulary/vocabulary.h"

#include <string.h>

static const char *add(vocabulary *v, const char *so_far, const char *word)
{
    const size_t n = strlen(so_far);
    return arena_printf(v->mem, !n || so_far[n - 1] == '[' || *word == ']' ? "%s%s" : "%s %s",
                        so_far, word);
}

const char *voc_frame_text(vocabulary *v, const voc_frame *f)
{
    const char *text = f->kind == DECL_KEYWORD ? f->name : "";
    uint32_t ends[8], depth = 0;
    if (f->has_subject && f->kind != DECL_ACTION)
        text = add(v, text, f->slot_names[0]);
    for (uint32_t i = 0; i < f->part_count; i++) {
        const voc_part *p = &f->parts[i];
        for (; depth && ends[depth - 1] == i; depth--)
            text = add(v, text, "]");
        if (p->kind == VOC_PART_OPTION && depth < 8) {
            ends[depth++] = p->end;
            text = add(v, text, "[");
            continue;
        }
        if ((p->kind == VOC_PART_SLOT || p->kind == VOC_PART_COUNTED) &&
            f->slots[p->slot].type != VOC_FLAG)
            text = add(v, text, f->slot_names[p->slot]);
        if (p->kind == VOC_PART_LITERAL || p->kind == VOC_PART_COUNTED)
            text = add(v, text, syn_word_text(v->words, p->word));
    }
    for (; depth; depth--)
        text = add(v, text, "]");
    return text;
}
