/* Between the files that lower rules: rules.c and rule_*.c. */
#ifndef COMPILER_LOWER_RULES_H
#define COMPILER_LOWER_RULES_H

#include "compiler/lower/lower.h"

/* One native of 'rule' declarations. */
typedef struct cc_rule_native {
    const char *name; /* NULL: the end of a table */
    void (*lower)(cc_mods *m, const m_act *act, uint32_t sel);
    uint32_t op; /* without a function: a mod without operands */
    int pays;    /* 'unless their controller pays' is read by the function */
} cc_rule_native;
extern const cc_rule_native CC_COST_RULES[], CC_COMBAT_RULES[], CC_LIMIT_RULES[];

typedef struct cc_term { /* +2, -X, +1 for each creature */
    const m_amount *amount, *times;
    int minus;
} cc_term;

void cc_rule_wrong(cc_mods *m, cc_span at, const char *why);
/* The description or the thing that a rule is about: who is attacked, what is blocked. A selector, 0 for none. */
uint32_t cc_rule_about(cc_mods *m, const m_act *act, const char *name);
void cc_rule_value(cc_mods *m, int which, const cc_term *t); /* operand a or b of the last mod */
/* A number that is the limit or the change of a rule. */
void cc_rule_number(cc_mods *m, const m_act *act, uint32_t op, int minus, uint32_t b, uint32_t sel);

#endif
