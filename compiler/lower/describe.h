/* What the files of descriptions share: a selector that is being made. */
#ifndef COMPILER_LOWER_DESCRIBE_H
#define COMPILER_LOWER_DESCRIBE_H

#include "compiler/lower/lower.h"

/* A selector row, and the predicate of what does not fit it. */
typedef struct cc_making {
    cc_fn *f; /* in which the description stands; NULL: none */
    cc_scope *s;
    vm_selector row;
    VEC(uint32_t) any, none;    /* subtypes */
    VEC(uint32_t) has, has_not; /* keywords */
    cc_fn *pred;                /* NULL until a condition needs one */
    cc_val holds;
    uint8_t zone_given, is_spell, failed;
    uint32_t class_types; /* of 'permanent' */
    const char *phrase;
    const m_desc *desc;
    uint32_t
        earlier; /* selector of the alternatives before it: 'them' of 'creatures and Auras attached to them'; 0 = none */
} cc_making;

/* ---- describe.c ---- */
/* The predicate, made when it is needed; conditions that it must meet. `neg`: must not. */
cc_fn *cc_describe_pred_of(cc_making *sel);
void cc_describe_require(cc_making *sel, cc_val b, int neg);
void cc_describe_require_meets(cc_making *sel, cc_val left, cc_val right, int neg);
void cc_describe_require_so_many(cc_making *sel, cc_val have, cc_val all, const m_ref *ref,
                                 int neg);
/* A reference, as it is seen from the predicate. */
cc_val cc_describe_inside(cc_making *sel, const m_ref *ref, char want);
void cc_describe_add_relation(cc_making *sel, const m_atom *a);
void cc_describe_add_zone(cc_making *sel, const m_atom *a);

/* ---- describe_atoms.c ---- */
/* One part of the description. */
void cc_describe_add_atom(cc_making *sel, const m_atom *a);

#endif
