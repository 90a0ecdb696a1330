/* Trees of acts, clauses, conditions, events, statements and abilities. */
#include "compiler/meaning/tree.h"

#include <string.h>

/* ---- operands ----------------------------------------------------------------------------------
 */

static void one_cost(tree *t, const m_cost *c)
{
    if (c->symbols || c->loyalty)
        t_put(t, "%s", c->symbols ? c->symbols : c->loyalty);
    else if (c->name)
        t_put(t, "name %s", t_name(t, c->name));
    else
        t_act_inline(t, c->act);
}

static void costs(tree *t, const m_cost *c)
{
    for (int n = 0; c; c = c->next) {
        t_put(t, n++ ? ", " : "");
        for (const m_cost *way = c; way; way = way->other) {
            t_put(t, way != c ? " or " : "");
            one_cost(t, way);
        }
    }
}

static void change(tree *t, const m_change *c, int sign)
{
    t_put(t, sign ? c->minus_power ? "-" : "+" : "");
    t_amount(t, c->power);
    t_put(t, sign ? c->minus_toughness ? "/-" : "/+" : "/");
    t_amount(t, c->toughness);
}

static void keywords(tree *t, const m_keyword *k, const char *between)
{
    for (int n = 0; k; k = k->next) {
        t_put(t, "%s%s", n++ ? between : "", k->frame->name);
        const m_act act = {.frame = k->frame, .operands = k->operands};
        t_operands_inline(t, &act);
    }
}

static void abilities(tree *t, const m_abilities *a)
{
    t_put(t, "%s%s%s", a->all ? a->keywords ? "all " : "all abilities" : "",
          a->this_ability ? "this ability" : "", a->all_creature_types ? "all creature types" : "");
    if (a->one_of)
        t_put(t, "%s of: ", a->chosen ? "chosen" : "your choice");
    keywords(t, a->keywords, a->one_of ? " or " : " and ");
}

static void mask(tree *t, uint32_t kind, uint32_t bits)
{
    for (uint32_t i = 0; i < 32; i++)
        if (bits >> i & 1)
            t_put(t, " %s", t_symbol(t, kind, i));
}

static void qualities(tree *t, const m_quality_list *q)
{
    const uint32_t start = t->out.count + 1;
    t_put(t, "{");
    if (q->tapped || q->attacking)
        t_put(t, "%s%s ", q->tapped ? "tapped" : "", q->attacking ? " attacking" : "");
    if (q->attacks || q->blocks) {
        t_put(t, "%s ", q->attacks ? "attacking" : "blocking");
        t_ref(t, q->attacks ? q->attacks : q->blocks);
    }
    if (q->has_pt) {
        t_amount(t, q->power);
        t_put(t, "/");
        t_amount(t, q->toughness);
    }
    if (q->colors || q->colorless) {
        t_put(t, " ");
        t_colors(t, q->colors);
    }
    mask(t, VM_SYM_SUPERTYPE, q->supertypes);
    for (uint32_t i = 0; i < q->subtypes.count; i++)
        t_put(t, " %s", t_symbol(t, VM_SYM_SUBTYPE, q->subtypes.at[i]));
    mask(t, VM_SYM_TYPE, q->types);
    if (q->chosen)
        t_put(t, " chosen %s%s", t_name(t, q->chosen), q->choice ? " now" : "");
    if (q->name)
        t_put(t, " named \"%s\"", q->name);
    if (q->abilities) {
        t_put(t, " with ");
        abilities(t, q->abilities);
    }
    if (q->size) {
        t_put(t, " of size ");
        t_amount(t, q->size);
    }
    t_put(t, "}");
    if (t->out.at[start] == ' ') { /* nothing stood in front of the first word */
        memmove(&t->out.at[start], &t->out.at[start + 1], t->out.count - start - 1);
        t->out.count--;
    }
}

static void choice(tree *t, const m_choice *c)
{
    static const char *const NAMES[] = {[CHOICE_COLOR] = "a color",
                                        [CHOICE_CREATURE_TYPE] = "a creature type",
                                        [CHOICE_WORD] = "a color word or basic land type",
                                        [CHOICE_LIKE_WORD] = "another of the same kind",
                                        [CHOICE_NAME] = "the name of a",
                                        [CHOICE_CARD_TYPE] = "a card type",
                                        [CHOICE_LAND_TYPE] = "a land type",
                                        [CHOICE_KEYWORD] = "an ability: ",
                                        [CHOICE_NUMBER] = "a number",
                                        [CHOICE_THING] = "a thing"};
    t_put(t, "choice of %s", NAMES[c->kind]);
    keywords(t, c->keywords, " or ");
    if (c->ref)
        t_ref(t, c->ref);
    if (c->desc)
        t_desc(t, c->desc);
    if (c->number)
        t_put(t, " (%u)", c->number);
    if (c->bind && c->bind->word != W_CHOSEN) /* that is 'the chosen color' */
        t_put(t, " as %s", t_name(t, c->bind));
}

static void counted(tree *t, const m_operand *o)
{
    if (o->count)
        t_amount(t, o->count);
    if (o->type == VOC_COUNTERS)
        t_put(t, "%s %s", o->is.amount ? " or more" : "", t_symbol(t, VM_SYM_COUNTER, o->number));
    else if (o->is.quality)
        qualities(t, o->is.quality);
    else
        t_put(t, "any");
    if (o->type == VOC_TOKENS && o->name)
        t_put(t, " as %s", t_name(t, o->name));
}

static void more_types(tree *t, const m_operand *o)
{
    switch (o->type) {
    case VOC_MANA:
    case VOC_KEYWORD:
        t_put(t, "%s", o->is.text);
        break;
    case VOC_STEP:
        t_put(t, "%s%s", o->next ? "the next " : "", vm_step_name(o->number));
        if (o->is.ref) {
            t_put(t, " of ");
            t_ref(t, o->is.ref);
        }
        break;
    case VOC_DESIGNATION:
        t_put(t, "%s", o->is.text);
        break;
    case VOC_SUBTYPE:
        t_put(t, "%s", t_symbol(t, VM_SYM_SUBTYPE, o->number));
        break;
    case VOC_CONDITION:
        t_cond(t, o->is.cond);
        break;
    case VOC_CONTROL:
    case VOC_TURN:
    case VOC_POSSESSOR:
        t_ref(t, o->is.ref);
        break;
    case VOC_FLAG:
    case VOC_EFFECT:
        t_put(t, "yes");
        break;
    case VOC_OPTIONS:
        for (uint32_t i = 0; i < o->is.options->count; i++)
            t_put(t, i ? " or %s" : "%s", syn_word_text(t->voc->words, o->is.options->word[i]));
        break;
    case VOC_COLOR:
    case VOC_WORD:
        if (o->name)
            t_put(t, "%s", t_name(t, o->name));
        else if (o->number == 31)
            t_put(t, "any color");
        else
            t_colors(t, o->number);
        break;
    default:
        if (voc_is_reference(o->type))
            t_ref(t, o->is.ref);
    }
}

void t_operand(tree *t, const m_operand *o)
{
    switch (o->type) {
    case VOC_NUMBER:
        t_amount(t, o->is.amount);
        break;
    case VOC_QUANTITY:
        t_put(t, "%s ", t_compare((uint8_t)o->number));
        t_amount(t, o->is.amount);
        break;
    case VOC_DESCRIPTION:
    case VOC_QUALITY:
        t_desc(t, o->is.desc);
        break;
    case VOC_ZONE:
        t_zone(t, o->is.zone);
        break;
    case VOC_COST:
        costs(t, o->is.cost);
        break;
    case VOC_CHANGE:
    case VOC_SIZE:
        change(t, o->is.change, o->type == VOC_CHANGE);
        break;
    case VOC_ABILITIES:
        abilities(t, o->is.abilities);
        break;
    case VOC_BECOME:
        qualities(t, o->is.quality);
        break;
    case VOC_CHOICE:
        choice(t, o->is.choice);
        break;
    case VOC_COUNTERS:
    case VOC_TOKENS:
        counted(t, o);
        break;
    default:
        more_types(t, o);
    }
}

void t_operands_inline(tree *t, const m_act *act)
{
    int n = 0;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given) {
            t_put(t, "%s%s: ", n++ ? "; " : " (", act->frame->slot_names[i]);
            t_operand(t, &act->operands[i]);
        }
    t_put(t, n ? ")" : "");
}

void t_act_inline(tree *t, const m_act *act)
{
    if (act->negative)
        t_put(t, "not ");
    t_frame(t, act->frame);
    t_operands_inline(t, act);
}

void t_cond(tree *t, const m_cond *c)
{
    static const char *const JOINTS[] = {[COND_AND] = " and ", [COND_OR] = " or "};
    static const char *const WHEN[] = {"happened this turn", "happened last turn",
                                       "happened before", "happened this combat"};
    switch (c->kind) {
    case COND_AND:
    case COND_OR:
        t_put(t, "(");
        t_cond(t, c->left);
        t_put(t, "%s", JOINTS[c->kind]);
        t_cond(t, c->right);
        t_put(t, ")");
        break;
    case COND_NOT:
        t_put(t, "not (");
        t_cond(t, c->left);
        t_put(t, ")");
        break;
    case COND_DID:
        t_put(t, c->subject ? "it was done by " : "it was done");
        if (c->subject)
            t_ref(t, c->subject);
        break;
    case COND_COMPARE:
        t_amount(t, c->amount);
        t_put(t, " %s ", t_compare(c->cmp));
        t_amount(t, c->other);
        break;
    case COND_WAY:
        t_put(t, "this way %s%s", c->controlled ? "controlled what was " : "",
              syn_word_text(t->voc->words, c->word));
        if (c->by) {
            t_put(t, " by ");
            t_ref(t, c->by);
        }
        if (c->zone) {
            t_put(t, " to ");
            t_zone(t, c->zone);
        }
        t_put(t, ": ");
        t_ref(t, c->subject);
        break;
    case COND_HISTORY:
        t_put(t, "%s: ", WHEN[c->number & 3]);
        for (const m_event *e = c->event; e; e = e->or) {
            if (e->subject) {
                t_ref(t, e->subject);
                t_put(t, ": ");
            }
            t_act_inline(t, e->act);
            if (e->hole)
                t_put(t, " of %s", e->act->frame->slot_names[e->hole - 1]);
            if (e->or)
                t_put(t, " or ");
        }
        break;
    default:
        if (c->kept) {
            t_put(t, "the same: ");
        } else if (c->subject) {
            t_ref(t, c->subject);
            t_put(t, ": ");
        }
        t_act_inline(t, c->act);
    }
}

/* ---- acts and clauses --------------------------------------------------------------------------
 */

static void cond_line(tree *t, uint32_t depth, const char *field, const m_cond *c)
{
    if (!c)
        return;
    t_line(t, depth, field);
    t_put(t, ": ");
    t_cond(t, c);
}

static void amount_line(tree *t, uint32_t depth, const char *field, const m_amount *a)
{
    if (!a)
        return;
    t_line(t, depth, field);
    t_put(t, ": ");
    t_amount(t, a);
}

static void act(tree *t, uint32_t depth, const char *field, const m_act *a)
{
    t_line(t, depth, field);
    if (a->ways) {
        t_put(t, ": one of");
        for (const m_way *w = a->ways; w; w = w->next)
            act(t, depth + 1, "way", w->act);
        return;
    }
    if (a->pays && a->pays->other) {
        t_put(t, ": ");
        costs(t, a->pays);
        return;
    }
    t_put(t, ": %s", a->negative ? "not " : "");
    t_frame(t, a->frame);
    if (a->instead)
        t_put(t, " instead");
    for (uint32_t i = 0; i < a->frame->slot_count; i++)
        if (a->operands[i].given) {
            t_line(t, depth + 1, a->frame->slot_names[i]);
            t_put(t, ": ");
            t_operand(t, &a->operands[i]);
        }
    if (a->duration) {
        t_line(t, depth + 1, "duration: ");
        t_act_inline(t, a->duration);
    }
    amount_line(t, depth + 1, "for each", a->times);
    amount_line(t, depth + 1, "where X is", a->x);
    cond_line(t, depth + 1, a->while_so ? "while" : "if", a->only_if);
    cond_line(t, depth + 1, "unless", a->unless_cond);
    if (a->unless)
        t_clauses(t, depth + 1, "unless", a->unless);
    if (a->except)
        t_clauses(t, depth + 1, "except", a->except);
    if (a->only_for) {
        t_line(t, depth + 1, "only for: ");
        t_desc(t, a->only_for);
    }
    if (a->block)
        t_abilities(t, depth + 1, a->block->stmts->ability);
}

void t_clauses(tree *t, uint32_t depth, const char *field, const m_clause *c)
{
    for (; c; c = c->next) {
        t_line(t, depth, field);
        t_put(t, "%s%s%s%s%s", c->then ? ", then" : "",
              c->may == 2 ? ", may as before"
              : c->may    ? ", may"
                          : "",
              c->instead ? ", instead" : "", c->kept ? ", the same subject" : "",
              c->alternatives ? ", one of" : "");
        if (c->subject && !c->kept) {
            t_line(t, depth + 1, "subject: ");
            t_ref(t, c->subject);
        }
        if (c->acts)
            act(t, depth + 1, "act", c->acts);
        if (c->alternatives)
            act(t, depth + 1, "or", c->alternatives);
    }
}

/* ---- statements --------------------------------------------------------------------------------
 */

void t_body(tree *t, uint32_t depth, const char *field, const m_body *b)
{
    if (!b)
        return;
    t_line(t, depth, field);
    for (const m_stmt *s = b->stmts; s; s = s->next)
        t_stmt(t, depth + 1, s);
}

static void let(tree *t, uint32_t depth, const m_stmt *s)
{
    t_line(t, depth, "let");
    t_put(t, " %s = ", t_name(t, s->name));
    if (s->choice)
        choice(t, s->choice);
    else if (s->ref)
        t_ref(t, s->ref);
    else
        t_amount(t, s->amount);
    cond_line(t, depth + 1, "if", s->cond);
    amount_line(t, depth + 1, "else", s->amount2);
}

void t_stmt(tree *t, uint32_t depth, const m_stmt *s)
{
    switch (s->kind) {
    case STMT_CLAUSES:
        t_clauses(t, depth, "clause", s->clauses);
        t_body(t, depth + 1, "do", s->body);
        if (s->later)
            t_stmt(t, depth, s->later);
        break;
    case STMT_IF:
        cond_line(t, depth, "if", s->cond);
        t_body(t, depth, "then", s->body);
        t_body(t, depth, "else", s->other);
        break;
    case STMT_LET:
        let(t, depth, s);
        break;
    case STMT_FOREACH:
        t_line(t, depth, "for each: ");
        t_ref(t, s->ref);
        t_body(t, depth, "do", s->body);
        break;
    case STMT_UNTIL:
        t_line(t, depth, "until: ");
        t_act_inline(t, s->duration);
        t_body(t, depth, "do", s->body);
        break;
    case STMT_MODES:
        t_line(t, depth, "modes: ");
        t_amount(t, s->amount);
        t_put(t, s->or_more ? " or more" : "");
        for (const m_stmt *m = s->body->stmts; m; m = m->next) {
            t_line(t, depth + 1, "mode");
            t_stmt(t, depth + 2, m);
        }
        break;
    case STMT_DELAYED:
        t_line(t, depth, s->behind ? "delayed, its targets are chosen now" : "delayed");
        t_abilities(t, depth + 1, s->ability);
        break;
    case STMT_REFLEXIVE:
        t_body(t, depth, "when it was done", s->body);
        break;
    default:
        t_body(t, depth, "block", s->body);
    }
}

/* ---- abilities ---------------------------------------------------------------------------------
 */

static void event(tree *t, uint32_t depth, const m_event *e)
{
    for (const char *field = "event"; e; e = e->or, field = "or event") {
        t_line(t, depth, field);
        t_put(t, ": ");
        if (e->state) {
            t_put(t, "as soon as ");
            t_cond(t, e->state);
            continue;
        }
        if (e->is_step) {
            t_put(t, "%s%s%s%s%s",
                  e->next_turn  ? "the next turn's "
                  : e->next_one ? "the next "
                                : "",
                  e->each ? "each " : "", e->first ? "first " : "", vm_step_name(e->step),
                  e->that_turn ? " of that turn" : "");
            if (e->whose) {
                t_put(t, " of ");
                t_ref(t, e->whose);
            }
            continue;
        }
        t_frame(t, e->act->frame);
        if (e->first)
            t_put(t, " for the %s time each turn", m_ordinal_word(e->first));
        if (e->subject) {
            t_line(t, depth + 1, e->act->frame->slot_names[0]);
            t_put(t, ": ");
            t_ref(t, e->subject);
        }
        for (uint32_t i = 0; i < e->act->frame->slot_count; i++)
            if (e->act->operands[i].given) {
                t_line(t, depth + 1, e->act->frame->slot_names[i]);
                t_put(t, ": ");
                t_operand(t, &e->act->operands[i]);
            }
    }
}

static void ability(tree *t, uint32_t depth, const m_ability *a)
{
    static const char *const NAMES[] = {[ABILITY_KEYWORDS] = "keywords: ",
                                        [ABILITY_TRIGGER] = "trigger",
                                        [ABILITY_ACTIVATED] = "activated",
                                        [ABILITY_STATIC] = "static",
                                        [ABILITY_REPLACEMENT] = "replacement",
                                        [ABILITY_ENTERS] = "as it enters",
                                        [ABILITY_RESOLVES] = "as it resolves",
                                        [ABILITY_DEFINE] = "define ",
                                        [ABILITY_LEVEL] = "level ",
                                        [ABILITY_CHAPTER] = "chapter",
                                        [ABILITY_ALTERNATIVE] = "alternative cost",
                                        [ABILITY_OPENING] = "in the opening hand",
                                        [ABILITY_CAST_ONLY] = "cast only",
                                        [ABILITY_OPTIONAL] = "optional cost",
                                        [ABILITY_SPELL] = "spell"};
    t_line(t, depth, NAMES[a->kind]);
    if (a->kind == ABILITY_KEYWORDS)
        keywords(t, a->keywords, ", ");
    if (a->kind == ABILITY_DEFINE) {
        t_put(t, "%s = ", a->prop == VM_PROP_POWER ? "power" : "toughness");
        t_amount(t, a->amount);
    }
    if (a->kind == ABILITY_LEVEL) {
        t_put(t, a->to == INT32_MAX ? "%d or more, " : "%d to %d, ", a->from, a->to);
        change(t, a->change, 0);
    }
    for (uint32_t i = 0; i < a->numbers.count; i++)
        t_put(t, "%s%d", i ? ", " : " ", a->numbers.at[i]);
    t_put(t, "%s%s%s", a->next_time ? ", the next time" : "", a->sorcery ? ", as a sorcery" : "",
          !a->once_each_turn ? ""
          : a->most > 1      ? ", so often each turn: "
                             : ", once each turn");
    if (a->most > 1)
        t_put(t, "%d", a->most);
    t_put(t, "%s%s", a->optional == OPTIONAL_REPEATED ? ", repeated" : "",
          a->optional == OPTIONAL_ALL_MODES ? ", all modes" : "");
    t_put(t, "%s%s%s", a->once ? ", once" : "", a->instant ? ", as an instant" : "",
          a->anybody ? ", by any player" : "");
    t_put(t, "%s", a->special ? ", as a special action" : "");
    if (a->duration) {
        t_put(t, ", ");
        t_act_inline(t, a->duration);
    }
    if (a->cost) {
        t_line(t, depth + 1, "cost: ");
        costs(t, a->cost);
    }
    event(t, depth + 1, a->event);
    cond_line(t, depth + 1, a->kind == ABILITY_STATIC ? "while" : "if", a->cond);
    t_clauses(t, depth + 1, "clause", a->clauses);
    t_body(t, depth + 1, "do", a->body);
    t_abilities(t, depth + 1, a->list);
}

void t_abilities(tree *t, uint32_t depth, const m_ability *a)
{
    for (; a; a = a->next)
        ability(t, depth, a);
}

const char *m_tree(arena *mem, const vocabulary *voc, const m_ability *list)
{
    tree t = {.mem = mem, .voc = voc};
    t_abilities(&t, 0, list);
    VEC_PUSH(mem, &t.out, 0);
    return t.out.at;
}
