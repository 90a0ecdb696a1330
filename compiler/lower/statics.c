/* Static abilities: which things a sentence of a permanent is about, when it holds of them, and what it says of them
 * (CR 604, 611.3). */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

#include <string.h>

/* while this is paired with another creature: those creatures ... */
static int means_a_pair(const cc_scope *s, const m_ref *ref)
{
    const cc_referent *r = s->referents;
    while (r && r->again != AGAIN_PAIR)
        r = r->next;
    return r && ref->kind == REF_THAT && (ref->plural || ref->each);
}

/* this and other Ogres you control: all that are the one or the other, so 'other' says nothing more; except where it is this
 * that they are other than: equipped creature and other artifacts */
static const m_ref *beside(cc_scope *s, const m_ref *first, const m_ref *ref)
{
    static const m_ref THIS = {.kind = REF_THIS, .ref_class = CLASS_OBJECT};
    if (!ref->desc || ref->ref_class == CLASS_PLAYER || !cc_says_other(ref->desc))
        return ref;
    const cc_fn f = {.u = s->u, .s = s};
    const int than_this = first->kind != REF_THIS && cc_is_rather_this(&f, first->desc, ref->desc);
    m_ref *out = ARENA_NEW(s->u->mem, m_ref);
    *out = *ref;
    m_desc *alts = NULL, **tail = &alts;
    for (const m_desc *d = ref->desc; d; d = d->or) {
        m_desc *alt = ARENA_NEW(s->u->mem, m_desc);
        m_atom **atom = &alt->atoms;
        *alt = *d;
        alt->or = NULL;
        *atom = NULL;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == ATOM_OTHER && !a->ref && !than_this)
                continue;
            m_atom *one = ARENA_NEW(s->u->mem, m_atom);
            *one = *a;
            one->next = NULL;
            if (a->kind == ATOM_OTHER && !a->ref)
                one->ref = (m_ref *)(uintptr_t)&THIS;
            *atom = one;
            atom = &one->next;
        }
        *tail = alt;
        tail = &alt->or ;
    }
    out->desc = alts;
    return out;
}

static const m_ref *joined(cc_scope *s, const m_ref *ref)
{
    if (ref->kind != REF_JOIN)
        return ref;
    m_ref *both = ARENA_NEW(s->u->mem, m_ref);
    *both = *ref;
    both->left = (m_ref *)(uintptr_t)joined(s, ref->left);
    both->right = (m_ref *)(uintptr_t)beside(s, ref->left, ref->right);
    return both;
}

/* The things that a static ability is about, as a selector. */
static uint32_t subject_selector(cc_scope *s, const m_ref *ref)
{
    if (ref->kind == REF_JOIN) {
        ref = joined(s, ref);
        if (ref->left->desc && ref->right->desc && ref->left->kind == REF_ALL &&
            ref->right->kind == REF_ALL) {
            m_desc *all = NULL, **tail = &all;
            const m_desc *parts[2] = {ref->left->desc, ref->right->desc};
            for (int i = 0; i < 2; i++)
                for (const m_desc *d = parts[i]; d; d = d->or) {
                    m_desc *one = ARENA_NEW(s->u->mem, m_desc);
                    *one = *d;
                    one->or = NULL;
                    *tail = one;
                    tail = &one->or ;
                }
            return cc_selector(NULL, s, all);
        }
    }
    if (ref->kind == REF_ALL || ref->kind == REF_NAMED)
        return cc_selector(NULL, s, ref->desc);
    if (ref->kind == REF_TARGET) {
        cc_wrong(s->u, CC_NOT_HERE, ref->span,
                 "a target can only be chosen by a spell or ability that does something");
        cc_diag_help(s->u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
        return 0;
    }
    if ((ref->kind == REF_SOME || ref->kind == REF_THAT || ref->kind == REF_PRONOUN) &&
        !means_a_pair(s, ref)) {
        cc_wrong(
            s->u, CC_NOT_HERE, ref->span,
            "a static ability is about all of them: 'creatures ...', 'each creature ...', 'this'");
        return 0;
    }
    if (ref->kind == REF_HOST)
        return cc_selector_of_host(s);
    m_desc d = {.span = ref->span};
    m_atom among = {.kind = ATOM_AMONG, .span = ref->span, .ref = (m_ref *)(uintptr_t)ref};
    d.atoms = &among;
    const uint32_t row = cc_selector(NULL, s, &d);
    if (row)
        s->u->selector.at[row].want = VM_WANT_OBJECTS | VM_WANT_PLAYERS;
    return row;
}

static int names_itself(const m_ref *ref)
{
    return ref && ref->kind == REF_THIS;
}

static int can_be_pronoun(const m_ref *ref, void *found)
{
    if (ref->kind == REF_THIS || ref->kind == REF_HOST)
        *(const m_ref **)found = ref;
    return 0;
}

/* enchanted creature gets +2/+2 and its controller can't gain life; creatures you control have flying and creatures blocking
 * them ...: what the condition and the sentences before it are about can be meant by a pronoun of a later one. */
static void refer_before(cc_scope *s, const m_ref *about)
{
    const cc_again again = about->kind == REF_THIS   ? AGAIN_THIS
                           : about->kind == REF_HOST ? AGAIN_HOST
                           : about->kind == REF_ALL  ? AGAIN_ALL
                                                     : AGAIN_NOT;
    if (again == AGAIN_NOT)
        return;
    const uint32_t row = again == AGAIN_ALL ? cc_selector(NULL, s, about->desc) : 0;
    if (again != AGAIN_ALL || row)
        cc_refer_event(s, about, about->desc, (m_ref_class)about->ref_class, again, row);
}

static void refer_to_antecedents(cc_scope *s, const m_ability *m, const m_clause *before)
{
    const m_ref *found = NULL;
    if (m->cond)
        m_any_in_cond(m->cond, can_be_pronoun, &found);
    if (found)
        refer_before(s, found);
    for (const m_clause *c = m->clauses; c && c != before; c = c->next) {
        const m_ref *about = c->acts && cc_is_rule(c->acts) ? cc_rule_object(c, c->acts) : NULL;
        if (about && !c->kept)
            refer_before(s, about);
    }
}

/* 'while this is attacking: it gets +2/+0': what the condition or a sentence before is about. */
static const m_ref *static_antecedent(const m_ability *m, const m_clause *before, const m_ref *ref)
{
    if (ref->kind != REF_PRONOUN && ref->kind != REF_THAT)
        return ref;
    const m_ref *found = NULL;
    if (m->cond)
        m_any_in_cond(m->cond, can_be_pronoun, &found);
    for (const m_clause *c = m->clauses; c && c != before; c = c->next) {
        const m_ref *about = c->acts && cc_is_rule(c->acts) ? cc_rule_object(c, c->acts) : NULL;
        if (about && about->ref_class != CLASS_PLAYER && about->kind != REF_PRONOUN &&
            about->plural == ref->plural)
            found = about;
    }
    return found && (ref->kind == REF_PRONOUN || found->kind == REF_HOST) ? found : ref;
}

/* enchanted creature gets +1/+1 and creatures with flying can't block it: what is done to what an earlier sentence is about */
static const m_act *with_antecedents(const cc_scope *s, const m_ability *m, const m_clause *c)
{
    const m_act *act = c->acts;
    m_act *named = NULL;
    for (uint32_t i = act->frame->has_subject; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL,
                    *of = ref && ref->kind == REF_PRONOUN ? static_antecedent(m, c, ref) : ref;
        if (of == ref)
            continue;
        if (!named) {
            named = ARENA_NEW(s->u->mem, m_act);
            *named = *act;
            named->operands = cc_operands_copied(s->u, act);
        }
        named->operands[i].is.ref = (m_ref *)(uintptr_t)of;
    }
    return named ? named : act;
}

/* 'play with the top card of your library revealed': what a player is told without a subject is told to you. */
static const m_ref YOU = {.kind = REF_YOU, .ref_class = CLASS_PLAYER};

static int is_said_to_you(const m_act *act)
{
    return act->frame->has_subject && act->frame->slots[0].type == VOC_PLAYER;
}

/* this is colorless, this is all colors: a characteristic-defining ability (CR 604.3), so that the card is that everywhere. No
 * effect comes before it, and losing abilities comes later (613.1e, f): the colors of the face are those. */
static int defines_color(cc_scope *s, const m_ref *about, const m_cond *cond, const cc_mods *mods)
{
    if (!s->of_card || cond || !names_itself(about) || mods->list.count != 1 ||
        mods->list.at[0].op != VM_MOD_SET_COLORS || mods->list.at[0].flags)
        return 0;
    s->u->face.at[s->face_idx].colors = mods->list.at[0].a;
    s->u->face.at[s->face_idx].identity |= mods->list.at[0].a;
    return 1;
}

/* 'while defending player ...: this can't attack' says of each player whom it can't attack, as the 'if' behind it does. */
static m_act *about_defender(const cc_unit *u, const m_act *act, m_cond *cond)
{
    m_act *asks = ARENA_NEW(u->mem, m_act);
    *asks = *act;
    if (cond && !act->only_if && !act->unless_cond)
        asks->only_if = cond;
    return cc_asks_defender(asks) ? asks : NULL;
}

/* ---- when it holds ----------------------------------------------------------------------------
 */

static m_cond *cond_new(cc_scope *s, m_cond_kind kind, const m_cond *left, const m_cond *right)
{
    m_cond *c = ARENA_NEW(s->u->mem, m_cond);
    c->kind = (uint8_t)kind;
    c->span = left->span;
    c->left = (m_cond *)(uintptr_t)left;
    c->right = (m_cond *)(uintptr_t)right;
    return c;
}

static const m_cond *both(cc_scope *s, const m_cond *a, const m_cond *b)
{
    return a && b ? cond_new(s, COND_AND, a, b) : a ? a : b;
}

static int has_condition(const m_act *act)
{
    return act && (act->only_if || act->unless_cond);
}

/* What the sentence itself says behind the act: while, if, unless. */
static const m_cond *own_condition(cc_scope *s, const m_act *act)
{
    const m_cond *c = act->only_if;
    if (!act->unless_cond) /* can't attack unless you control a Forest */
        return c;
    m_cond *no = cond_new(s, COND_NOT, act->unless_cond, NULL);
    no->whole = 1;
    return both(s, c, no);
}

/* Does it speak of what the sentence is about: its, another creature? */
static int is_pronoun(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN ||
           (ref->ref_class != CLASS_PLAYER && (ref->another || cc_says_other(ref->desc)));
}

/* 'each creature has flying while it's attacking', 'enchanted creature gets +1/+1 if its controller ...': what the sentence is
 * about is asked for each of them, so the condition is a part of what it is about. */
static int asks_each(const m_ref *about, const m_cond *c)
{
    return c && about && (about->kind == REF_ALL || about->kind == REF_HOST) &&
           m_any_in_cond(c, is_pronoun, NULL);
}

uint32_t cc_those_of_whom(cc_scope *s, const m_ref *about, uint32_t sel, const m_cond *c)
{
    cc_unit *u = s->u;
    cc_fn f;
    cc_fn_begin(&f, s, 0);
    f.candidate = cc_reg(&f, 'e');
    f.about = about;
    f.params = 1;
    f.at = c->span;
    const cc_val fits = cc_op(&f, VM_OP_MATCH, 'b', f.candidate.reg, 0, (int32_t)sel),
                 holds = cc_condition(&f, c);
    if (!holds.type)
        return 0;
    vm_selector row = u->selector.at[sel];
    row.pred = cc_fn_end_value(&f, cc_op(&f, VM_OP_AND, 'b', fits.reg, holds.reg, 0));
    VEC_PUSH(u->mem, &u->selector, row);
    return u->selector.count - 1;
}

/* ---- one ability ------------------------------------------------------------------------------
 */

static int says_rules(cc_unit *u, const m_clause *first, const m_clause *end)
{
    for (const m_clause *c = first; c != end; c = c->next)
        if (!c->acts || !cc_is_rule(c->acts) || c->may || c->instead) {
            cc_wrong(
                u, CC_SPELL_ABILITY, c->span,
                "a permanent does not do this by itself; when does it happen, or at what cost?");
            cc_diag_help(u->diags, "begin with 'when ...:', 'at ...:' or a cost and ':'");
            return 0;
        }
    return 1;
}

static void zones_of(vm_ability *a, const cc_scope *inner, const cc_mods *mods, const m_ref *about,
                     int always)
{
    cc_ability_functions(inner, a);
    if (mods->all_zones && names_itself(about))
        a->zones |= 0x7Fu;
    if (always && names_itself(about) && mods->list.count == 1 &&
        mods->list.at[0].op == VM_MOD_SET_COLORS) {
        a->flags |= VM_AF_CDA; /* CR 604.3 */
        a->zones = 0x7F;
    }
    if (mods->zones && names_itself(about))
        a->zones = mods->zones;
}

static int is_target(const m_ref *ref, void *user)
{
    const m_ref **out = user;
    *out = ref->kind == REF_TARGET ? ref : *out;
    return ref->kind == REF_TARGET;
}

/* What is always so has no targets: those are chosen as a spell or ability goes on the stack (CR 114.1). */
static int has_target(cc_unit *u, const m_clause *c, const m_clause *end)
{
    const m_ref *target = NULL;
    for (; c != end; c = c->next)
        if (m_any_in_clause(c, is_target, &target)) {
            cc_wrong(u, CC_NOT_HERE, target->span,
                     "what is always so has no targets; a spell or ability that does something "
                     "chooses them");
            return 1;
        }
    return 0;
}

/* What something always does, or is in every zone, needs no look at others: traits, every creature type (CR 604.3). */
static int are_of_itself(const cc_mods *mods)
{
    for (uint32_t i = 0; i < mods->list.count; i++)
        if (mods->list.at[i].op != VM_MOD_TRAIT && mods->list.at[i].op != VM_MOD_ALL_CREATURE_TYPES)
            return 0;
    return 1;
}

static void one_static(cc_scope *s, const m_ability *m, const m_clause *first, const m_clause *end,
                       cc_abilities *out)
{
    cc_unit *u = s->u;
    vm_ability a = cc_ability_new(VM_ABILITY_STATIC, m->span);
    cc_scope inner;
    cc_mods mods;
    cc_scope_inner(s, &inner);
    memset(&mods, 0, sizeof mods);
    mods.s = &inner;
    const m_cond *cond = m->cond, *of_each = NULL;
    const uint32_t mistakes = u->diags->total_count;
    if (!says_rules(u, first, end) || has_target(u, first, end))
        return;
    const m_ref *about = cc_rule_object(first, first->acts);
    if (!about && is_said_to_you(first->acts))
        about = &YOU;
    if (about)
        about = static_antecedent(m, first, about);
    for (const m_clause *c = first; c != end; c = c->next) {
        const m_cond *own = own_condition(s, c->acts);
        if (about_defender(u, c->acts, m->cond))
            cond = NULL;
        else if (asks_each(about, own))
            of_each = both(s, of_each, own);
        else
            cond = both(s, cond, own);
    }
    if (cond)
        a.condition = cc_condition_fn(&inner, cond);
    cc_referent *const itself = inner.referents;
    refer_to_antecedents(&inner, m, first);
    uint32_t sel = about ? subject_selector(&inner, about) : 0;
    if (about && about->ref_class != CLASS_PLAYER) /* what is said of it is about itself */
        inner.referents = itself;
    if (sel && of_each)
        sel = cc_those_of_whom(&inner, about, sel, of_each);
    mods.about = about;
    mods.always = !cond && !of_each;
    if (u->diags->total_count != mistakes || (about && !sel))
        return;
    for (const m_clause *c = first; c != end; c = c->next) {
        const m_act *asks = about_defender(u, c->acts, m->cond);
        cc_mod_act(&mods, asks ? asks : with_antecedents(s, m, c), sel);
    }
    if (mods.as_aura)
        return;
    if (mods.says_each)
        u->says_each = a.condition;
    if (mods.failed || !mods.list.count || defines_color(s, about, cond, &mods))
        return;
    a.mods = u->mod.count;
    a.mod_count = mods.list.count;
    for (uint32_t i = 0; i < mods.list.count; i++)
        VEC_PUSH(u->mem, &u->mod, mods.list.at[i]);
    zones_of(&a, &inner, &mods, about, !cond && !of_each);
    if (mods.always && names_itself(about) && !inner.functions_in && are_of_itself(&mods)) {
        a.kind = VM_ABILITY_KEYWORD;
        a.zones = 0x7F;
    }
    VEC_PUSH(u->mem, out, a);
}

/* gets +1/+1 while A and has flying while B: two abilities; with one condition it is that of both. */
static const m_clause *end_of(const m_clause *first)
{
    const m_clause *end = first->next;
    int conditions = has_condition(first->acts);
    for (const m_clause *c = end; c && c->kept; c = c->next)
        conditions += has_condition(c->acts);
    while (conditions < 2 && end && end->kept)
        end = end->next;
    return end;
}

static int marker_of(const cc_unit *u, uint32_t keyword)
{
    for (const voc_frame *f = u->voc->frames; f; f = f->after)
        if (f->kind == DECL_KEYWORD && f->number == keyword && f->marker)
            return vm_marker_by_name(f->name);
    return -1;
}

/* this effect doesn't remove this: said of the protection that the sentence before gives (CR 702.16m) */
static void spares(cc_scope *s, const m_act *act, const cc_abilities *out)
{
    cc_unit *u = s->u;
    const m_ref *what = cc_needed(act, "OBJECT")->is.ref;
    const vm_ability *before = out->count ? &out->at[out->count - 1] : NULL;
    uint32_t found = 0, flag = what->kind == REF_THIS ? VM_AF_SPARES_ITS : 0;
    if (what->kind == REF_ALL && !what->desc->or
        &&what->desc->atoms && what->desc->atoms->kind == ATOM_SUBTYPE &&
            !what->desc->atoms->next && what->desc->atoms->number == VM_SUBTYPE_AURA)
        flag = VM_AF_SPARES_AURAS;
    for (uint32_t i = 0; before && i < before->mod_count; i++) {
        const vm_mod *m = &u->mod.at[before->mods + i];
        for (uint32_t k = 0; m->op == VM_MOD_ADD_ABILITIES && k < m->b; k++) {
            vm_ability *a = &u->ability.at[m->a + k];
            if (a->kind != VM_ABILITY_KEYWORD || a->keyword == VM_NO_SYMBOL ||
                marker_of(u, a->keyword) != VM_MARKER_PROTECTION)
                continue;
            a->flags |= flag;
            found++;
        }
    }
    if (!flag)
        cc_wrong(u, CC_NO_NATIVE, what->span,
                 "protection can leave 'this' or 'Auras' where they are");
    else if (!found)
        cc_wrong(u, CC_NOT_HERE, act->span,
                 "this stands behind a sentence that gives protection to something");
}

static int is_some_player(const m_ref *ref, void *user)
{
    const m_ref **found = user;
    *found = ref->kind == REF_SOME && ref->ref_class == CLASS_PLAYER ? ref : *found;
    return *found != NULL;
}

/* Goblins have haste and other creatures have defender: others than this, or than Goblins? while an opponent ...: other players ... */
static int is_other_than_those(cc_unit *u, const m_cond *cond, const m_ref *before,
                               const m_ref *subject)
{
    const int players = subject && subject->ref_class == CLASS_PLAYER;
    if (players && !before && cond)
        m_any_in_cond(cond, is_some_player, &before);
    if (!before || !subject || before == subject || before->kind == REF_YOU ||
        (!players && (before->kind == REF_THIS || before->kind == REF_HOST ||
                      before->ref_class == CLASS_PLAYER)) ||
        !(subject->another || m_desc_says(subject->desc, ATOM_OTHER)))
        return 0;
    cc_wrong(u, CC_NO_MEANING, subject->span,
             players
                 ? "other than you, or than those of the sentence? Say which in a sentence of its "
                   "own: 'your opponents', 'players who ...'"
                 : "other than this, or than those of the sentence? Say which in a sentence of its "
                   "own, or by what they are: 'non-Goblin creatures'");
    return 1;
}

/* this gets +1/+1 and other creatures you control have haste while you control an artifact: both? */
static int is_half_conditional(cc_unit *u, const m_clause *c, const m_clause *end)
{
    const m_clause *next = end;
    for (; c != end; c = c->next)
        if (has_condition(c->acts))
            return 0;
    while (next && next->next)
        next = next->next;
    if (!next || !has_condition(next->acts) || next->then)
        return 0;
    cc_wrong(u, CC_NO_MEANING,
             (next->acts->only_if ? next->acts->only_if : next->acts->unless_cond)->span,
             "is this asked of both? 'while ...: A and B', or a sentence of its own for each");
    return 1;
}

static int first_it(const m_ref *ref, void *found)
{
    if (ref->kind == REF_PRONOUN && ref->ref_class != CLASS_PLAYER && !*(const m_ref **)found)
        *(const m_ref **)found = ref;
    return 0;
}

/* while it's white: enchanted creature gets +1/+2. This, or that creature? */
static int is_either_of_two(cc_unit *u, const m_ability *m)
{
    const m_ref *said = NULL, *it = NULL, *about = m->clauses ? m->clauses->subject : NULL;
    if (!m->cond || !about || about->kind != REF_HOST)
        return 0;
    m_any_in_cond(m->cond, can_be_pronoun, &said);
    m_any_in_cond(m->cond, first_it, &it);
    if (said || !it)
        return 0;
    cc_wrong(
        u, CC_AMBIGUOUS, it->span,
        "this, or what it is attached to? 'while this is ...: ...'; what the sentence is about "
        "is asked behind it: '... gets +1/+1 while it's ...'");
    return 1;
}

/* Where the spell is none any more its X is 0 (CR 107.3f). */
static void check_spells_x(const cc_scope *s, const cc_abilities *out, uint32_t first)
{
    if (!s->of_card || s->kind != SCOPE_PERMANENT)
        return;
    for (uint32_t i = first; i < out->count; i++)
        if (!(out->at[i].zones >> VM_ZONE_STACK & 1)) {
            cc_wrong(s->u, CC_NO_REFERENT, s->u->x_at, CC_X_IS_OVER);
            return;
        }
}

void cc_static(cc_scope *s, const m_ability *m, cc_abilities *out)
{
    if (cc_enters_sentence(s, m, out) || is_either_of_two(s->u, m))
        return;
    m_ability apart = *m;
    const m_clause *c = cc_apart(s->u, m->clauses);
    const m_ref *before = NULL;
    apart.clauses = (m_clause *)(uintptr_t)c;
    m = &apart;
    while (c) {
        const m_clause *end = end_of(c);
        if (is_other_than_those(s->u, m->cond, before, c->subject) ||
            is_half_conditional(s->u, c, end))
            return;
        before = c->subject;
        if (c->acts && voc_is(c->acts->frame, VOC_SPARES))
            spares(s, c->acts, out);
        else if (c->acts && cc_is_prevention(c->acts)) {
            if (!has_target(s->u, c, end))
                cc_static_prevention(s, m, c, out);
        } else {
            const uint32_t first = out->count, asked = s->u->x_asked;
            one_static(s, m, c, end, out);
            if (s->u->x_asked != asked)
                check_spells_x(s, out, first);
        }
        c = end;
    }
}
