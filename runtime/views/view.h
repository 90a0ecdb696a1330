/* What views, words for people and JSON offer one another. */
#ifndef RUNTIME_VIEW_H
#define RUNTIME_VIEW_H

#include "runtime/host/history.h"

#include <stdio.h>

/* Text into a buffer that may be too small: everything is counted, what fits is written. */
typedef struct rt_text {
    char *at;
    size_t size, used;
    int escaped; /* inside of a string of JSON */
} rt_text;
void rt_text_add(rt_text *t, const char *text);
void rt_text_char(rt_text *t, char c);
void rt_text_number(rt_text *t, int64_t n);
/* The question (UINT32_MAX) or an option, in words; 0 = no memory, and nothing is added. */
int rt_ask_words(cantrip_game *game, uint32_t option, rt_text *out);
size_t rt_text_end(rt_text *t); /* the closing zero; the length without it */
/* Says why an answer is refused; gives E_ILLEGAL. */
cantrip_status rt_refuse(cantrip_game *game, const char *fmt, ...);

/* What the k-th mode of an ability says, or "". Temporary memory: inside of the rules machine. */
const char *rt_mode_text(const rt_game *g, uint32_t ability, uint32_t mode);
/* Answers what whoever does not care answers. */
cantrip_status rt_answer_fallback(cantrip_game *game);
/* The numbers of an object's row behind the first (include/cantrip/search.h), if the viewer may see it; else 0. Inside of the
 * rules machine. */
int rt_object_numbers(rt_game *g, uint32_t viewer, rt_entity e, int32_t *out);
/* Something told, in words. */
void rt_told_text(const rt_told *told, uint32_t viewer, rt_text *out);

/* ---- view.c ---- */
/* May the player know which card this is? view.c */
int rt_may_see(const rt_game *g, rt_entity e, uint32_t viewer);
/* The same, with what rules show (CR 401.5). Inside of the rules machine. */
int rt_sees(rt_game *g, rt_entity e, uint32_t viewer);
/* What is told of it as an id: of what has left a hand or a library what it became there where all see it, or 0. Its id from
 * before says which of the hidden cards it was. */
rt_entity rt_told_id(const rt_game *g, rt_entity e);

/* ---- why.c ---- */
const char *rt_why_not_cast(rt_game *g, uint32_t player, uint32_t idx, const char **out_rule);

#endif
