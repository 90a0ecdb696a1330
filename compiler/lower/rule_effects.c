/* Rules as effects: a sentence of rule acts inside a body is one continuous effect with a duration (CR 611.2). */
#include "compiler/lower/refs.h"

#include <string.h>

#include "compiler/meaning/walk.h"

/* what the possessor that the sentence begins with names: your maximum hand size, its activated abilities */
static const m_operand *whose(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && act->frame->slots[i].type == VOC_POSSESSOR)
            return &act->operands[i];
    return NULL;
}

/* Whose damage can't be prevented: that of one source, or that of what all players control. */
static const m_ref *whose_damage(const m_act *act)
{
    static const m_atom player = {.kind = ATOM_NOUN, .number = NOUN_PLAYER};
    static const m_desc players = {.atoms = (m_atom *)&player};
    static const m_ref everybody = {
        .kind = REF_ALL, .ref_class = CLASS_PLAYER, .plural = 1, .desc = (m_desc *)&players};
    static const m_ref this_one = {.kind = REF_THIS, .ref_class = CLASS_OBJECT};
    const m_operand *by = cc_operand(act, "SOURCE");
    return by ? by->is.ref : voc_is(act->frame, VOC_UNPREVENTABLE_HERE) ? &this_one : &everybody;
}

const m_ref *cc_rule_object(const m_clause *c, const m_act *act)
{
    if (voc_is(act->frame, VOC_UNPREVENTABLE))
        return whose_damage(act);
    const int may_play = voc_is(act->frame, VOC_MAY_PLAY);
    const m_operand *o = may_play ? cc_needed(act, "OBJECT") : cc_operand(act, "OBJECT");
    if (may_play && o->is.ref->kind == REF_ALL)
        o = NULL;
    if (!o)
        o = whose(act);
    return o ? o->is.ref : c->subject;
}

/* for as long as you control this (CR 611.2b): an ability row that holds the condition; -1 after a mistake */
static int32_t as_long_as(cc_fn *f, const m_act *const *acts, uint32_t count)
{
    for (uint32_t i = 0; i <= count; i++) {
        m_act around; /* for as long as ...: it stands in front of all of them */
        memset(&around, 0, sizeof around);
        around.duration = f->s->ends;
        const m_act *says = i < count ? acts[i] : &around;
        const m_operand *o = says->duration ? cc_operand(cc_duration_of(says), "COND") : NULL;
        if (!o)
            continue;
        cc_scope inner;
        cc_scope_inner(f->s, &inner);
        cc_referent *r = cc_refer_event(&inner, NULL, NULL, CLASS_OBJECT, AGAIN_EVENT_OBJECT, 0);
        r->desc = f->subject ? f->subject->desc : NULL;
        vm_ability a = cc_ability_new(VM_ABILITY_STATIC, acts[0]->span);
        a.condition = cc_condition_fn(&inner, o->is.cond);
        if (!a.condition)
            return -1;
        VEC_PUSH(f->u->mem, &f->u->ability, a);
        return (int32_t)f->u->ability.count - 1;
    }
    return -1;
}

/* ---- what has been chosen ---------------------------------------------------------------------
 */

static const m_name *chosen_of_desc(const m_desc *d, const m_choice **out)
{
    for (; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            if (a->kind == ATOM_CHOSEN && !a->name->operand) {
                *out = a->choice;
                return a->name;
            }
    return NULL;
}

/* The chosen color or land type that acts speak of: an effect is made for each that it can be, and the one that it is
 * takes place. *out: it is chosen now. */
static const m_name *chosen_of(const m_act *act, const m_choice **out)
{
    const m_name *n = NULL;
    for (uint32_t i = 0; i < act->frame->slot_count && !n; i++) {
        const m_operand *o = &act->operands[i];
        if (!o->given)
            continue;
        if (o->type == VOC_BECOME && o->is.quality->chosen) {
            n = o->is.quality->chosen;
            *out = o->is.quality->choice;
        } else if (o->type == VOC_DESCRIPTION || o->type == VOC_QUALITY) {
            n = chosen_of_desc(o->is.desc, out);
        } else if (o->type == VOC_ABILITIES) {
            for (const m_keyword *k = o->is.abilities->keywords; k && !n; k = k->next)
                for (uint32_t s = 0; s < k->frame->slot_count && !n; s++)
                    if (k->operands[s].given && (k->operands[s].type == VOC_DESCRIPTION ||
                                                 k->operands[s].type == VOC_QUALITY))
                        n = chosen_of_desc(k->operands[s].is.desc, out);
        }
    }
    return n;
}

static void one_effect(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count);

static int for_each_choice(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count);

/* Which operand is one of several keywords; -1 = none. */
static int alternatives_of(const m_act *act)
{
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (act->operands[i].given && act->operands[i].type == VOC_ABILITIES &&
            act->operands[i].is.abilities->one_of)
            return (int)i;
    return -1;
}

static const m_act *with_one(cc_fn *f, const m_act *act, int slot, const m_keyword *k)
{
    m_act *one = ARENA_NEW(f->u->mem, m_act);
    *one = *act;
    one->operands = cc_operands_copied(f->u, act);
    m_abilities *a = ARENA_NEW(f->u->mem, m_abilities);
    m_keyword *alone = ARENA_NEW(f->u->mem, m_keyword);
    *alone = *k;
    alone->next = NULL;
    a->span = act->operands[slot].is.abilities->span;
    a->keywords = alone;
    one->operands[slot].is.abilities = a;
    return one;
}

/* gains your choice of flying or trample: an effect is made for each, and the one that is chosen takes place */
static int for_each_keyword(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count)
{
    uint32_t at = 0;
    while (at < count && alternatives_of(acts[at]) < 0)
        at++;
    if (at == count)
        return 0;
    const int slot = alternatives_of(acts[at]);
    const m_abilities *a = acts[at]->operands[slot].is.abilities;
    const cc_val chosen =
        a->chosen ? cc_name_number(f, a->chosen) : cc_keyword_choice(f, a->keywords, a->span);
    int32_t number = 0;
    for (const m_keyword *k = a->keywords; k && chosen.type; k = k->next) {
        const m_act **now = arena_alloc(f->u->mem, sizeof *now * count);
        memcpy(now, acts, sizeof *now * count);
        now[at] = with_one(f, acts[at], slot, k);
        const cc_val n = cc_num(f, number++), so = cc_op(f, VM_OP_EQ, 'b', chosen.reg, n.reg, 0);
        const uint32_t skip = cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
        if (!for_each_choice(f, c, now, count))
            one_effect(f, c, now, count);
        cc_patch(f, skip);
    }
    return 1;
}

/* Gives whether the choice was one of those that are taken apart. */
static int for_each_choice(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count)
{
    const m_choice *now = NULL;
    const m_name *n = NULL;
    if (for_each_keyword(f, c, acts, count))
        return 1;
    for (uint32_t i = 0; i < count && !n; i++)
        n = chosen_of(acts[i], &now);
    if (!n || n == f->s->chosen)
        return 0;
    if (now)
        cc_choice(f, now);
    if (n->kind != M_NAME_COLOR && (n->kind != M_NAME_LAND || n->land != 1))
        return 0;
    f->at = acts[0]->span;
    const cc_val is = cc_name_number(f, n);
    const m_name *outer = f->s->chosen;
    for (uint32_t i = 0; i < 5; i++) {
        f->s->chosen = n;
        f->s->chosen_value = n->kind == M_NAME_COLOR ? 1u << i : i;
        const cc_val one = cc_value(f, is.type, (int32_t)f->s->chosen_value),
                     so = cc_op(f, VM_OP_EQ, 'b', is.reg, one.reg, 0);
        const uint32_t skip = cc_emit(f, VM_OP_JF, so.reg, 0, 0, 0);
        one_effect(f, c, acts, count);
        cc_patch(f, skip);
    }
    f->s->chosen = outer;
    return 1;
}

/* Does it say something that only this effect knows? */
static int is_of_effect(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind != REF_YOU && ref->kind != REF_OPPONENTS && ref->kind != REF_THIS &&
           ref->kind != REF_SOME && ref->kind != REF_ALL;
}

/* ... during target player's next untap step: an effect that belongs to that player, whoever controls what it is about */
int cc_untaps_with_player(const m_operand *step)
{
    return step && step->next && step->is.ref && step->is.ref->kind != REF_CONTROLLER &&
           step->is.ref->ref_class != CLASS_OBJECT;
}

/* creatures target player controls don't untap during their next untap step: those that the effect's player controls */
static m_desc *of_that_player(cc_fn *f, const m_desc *desc)
{
    m_desc *first = NULL, **tail = &first;
    for (; desc; desc = desc->or) {
        m_desc *one = ARENA_NEW(f->u->mem, m_desc);
        m_atom **at = &one->atoms;
        one->span = desc->span;
        for (const m_atom *a = desc->atoms; a; a = a->next) {
            m_atom *copy = ARENA_NEW(f->u->mem, m_atom);
            *copy = *a;
            copy->next = NULL;
            if (a->kind == ATOM_DESC)
                copy->desc = of_that_player(f, a->desc);
            if (a->kind == ATOM_CONTROL && a->ref->ref_class == CLASS_PLAYER &&
                a->ref->kind != REF_YOU) {
                copy->ref = ARENA_NEW(f->u->mem, m_ref);
                copy->ref->kind = REF_YOU;
                copy->ref->ref_class = CLASS_PLAYER;
                copy->ref->span = a->ref->span;
            }
            *at = copy;
            at = &copy->next;
        }
        *tail = one;
        tail = &one->or ;
    }
    return first;
}

/* What changes no characteristics is about all that it describes for as long as it lasts, not only about those that were
 * there when it began (CR 611.2c): a selector, or 0. */
static uint32_t goes_on(cc_fn *f, const m_ref *about, const cc_mods *m, int duration)
{
    if (!about || about->kind != REF_ALL || !about->desc || about->ref_class == CLASS_PLAYER ||
        duration == VM_DURATION_WHILE || duration == VM_DURATION_NEXT_UNTAP || m->arg_count ||
        m_any_in_desc(about->desc, is_of_effect, NULL))
        return 0;
    for (uint32_t i = 0; i < m->list.count; i++)
        if (vm_mod_describe(m->list.at[i].op)->layer)
            return 0;
    cc_referent *subject = f->subject; /* others than it, and not than these others themselves */
    const int others = cc_says_other(about->desc);
    f->subject = others ? NULL : subject;
    const int named = others && cc_find_other(f, about->desc) != NULL;
    f->told = m->told;
    const uint32_t row = named ? 0 : cc_selector(f, f->s, about->desc);
    f->told = NULL;
    f->subject = subject;
    return row;
}

/* spells target player casts cost {1} more: what says nothing of spells that are there is about those to come */
static int misses_later(cc_fn *f, const m_ref *about, const cc_mods *m)
{
    int spells = 0;
    if (about && about->next) {
        cc_wrong(f->u, CC_NO_NATIVE, about->span,
                 "what the next spell is or has cannot be said, so far; what it costs, and that it "
                 "can't be countered, can");
        return 1;
    }
    for (const m_desc *d = about && about->kind == REF_ALL ? about->desc : NULL; d; d = d->or)
        for (const m_atom *a = d->atoms; a; a = a->next)
            spells |= a->kind == ATOM_NOUN && a->number == NOUN_SPELL && !a->neg;
    for (uint32_t i = 0; i < m->list.count; i++)
        spells &= m->list.at[i].op == VM_MOD_COSTS_MORE ||
                  m->list.at[i].op == VM_MOD_COSTS_MANA_MORE ||
                  m->list.at[i].op == VM_MOD_COSTS_MANA_LESS;
    if (spells)
        cc_wrong(
            f->u, CC_NO_NATIVE, about->span,
            "this would be about the spells that are there now; what those cast later cost can "
            "be said of yours, your opponents' and all");
    return spells;
}

static void without_regeneration(cc_fn *f, const cc_referent *r, const m_act *act)
{
    if (r->final_at && r->owner == f->id && !act->only_if && !act->duration)
        cc_set_flag(f, r->final_at);
    else
        cc_wrong(f->u, CC_NOT_HERE, act->span,
                 "this comes too late, it has been destroyed or regenerated by now: 'destroy ... "
                 "without regeneration'");
}

/* creatures destroyed this way · a creature destroyed this way: by whichever of the acts before */
static int were_destroyed_this_way(cc_fn *f, const m_ref *ref, const m_act *act)
{
    const m_ref *way = ref->kind == REF_PART ? ref->of : ref;
    int said = 0;
    if (way->kind != REF_PAID || way->number != PAID_DESTROYED)
        return 0;
    for (const cc_referent *r = f->s->referents; r; r = r->next) {
        if (!cc_paid_so(r, PAID_DESTROYED) || !cc_describes(f->u, way->desc, r))
            continue;
        if (cc_narrows(f->u, way->desc, r))
            cc_wrong(f->u, CC_NO_NATIVE, way->span,
                     "only some of what was destroyed this way: 'destroy ... without "
                     "regeneration' and another 'destroy' tell them apart");
        else
            without_regeneration(f, r, act);
        said = 1;
    }
    return said;
}

/* destroy target creature. It can't be regenerated: what stands behind says how it is destroyed (CR 608.2c) */
static int was_destroyed(cc_fn *f, const m_ref *ref, const m_act *act)
{
    if (!ref)
        return 0;
    const cc_referent *r =
        ref->kind == REF_PRONOUN || ref->kind == REF_THAT ? cc_find(f, ref) : NULL;
    if (!r || !(r->paid & 1u << PAID_DESTROYED))
        return were_destroyed_this_way(f, ref, act);
    without_regeneration(f, r, act);
    return 1;
}

/* How long it lasts: what this act says of that, or leaves as it is. *whose: whose next untap step ends it. */
static void ends(cc_fn *f, const m_act *act, int *duration, const m_ref **whose)
{
    if (act->duration)
        *duration = cc_duration(f, act);
    if (voc_is(act->frame, VOC_FOR_A_TURN) || cc_operand(act, "TURN"))
        *duration = VM_DURATION_END_OF_TURN;
    else if (cc_operand(act, "COMBAT"))
        *duration = VM_DURATION_END_OF_COMBAT;
    if (cc_operand(act, "NEXT"))
        *duration = VM_DURATION_NEXT_SPELL;
    const m_operand *step = cc_operand(act, "STEP");
    if (!step || !step->next)
        return;
    *duration = cc_untaps_with_player(step) ? VM_DURATION_THEIR_NEXT_UNTAP : VM_DURATION_NEXT_UNTAP;
    if (*duration == VM_DURATION_THEIR_NEXT_UNTAP) { /* only a player has steps: 'their' */
        m_ref *player = ARENA_NEW(f->u->mem, m_ref);
        *player = *step->is.ref;
        player->ref_class = CLASS_PLAYER;
        *whose = player;
    }
}

/* sel: whom they are about, if that is said by the effect itself */
static void store_mods(cc_unit *u, cc_mods *m, uint32_t sel)
{
    for (uint32_t i = 0; i < m->list.count; i++) {
        m->list.at[i].sel = sel ? sel : m->list.at[i].sel;
        VEC_PUSH(u->mem, &u->mod, m->list.at[i]);
    }
}

/* What has been destroyed is not kept from regenerating; what has died gets nothing (complains). */
static int is_out_of_reach(cc_fn *f, const m_ref *about, const m_act *act)
{
    f->wants_permanent = about && cc_is_about_permanents(f, act);
    const int gone = f->wants_permanent && cc_is_gone(f, about);
    f->wants_permanent = 0;
    if (gone)
        return 1;
    return voc_is(act->frame, VOC_AGAINST_REGENERATION) && was_destroyed(f, about, act);
}

/* What its predicates mean by what was said before it (CR 611.2c). */
static void tell(cc_fn *f, const cc_told *told)
{
    cc_arg a[VM_CAPTURED_MAX];
    memset(a, 0, sizeof a);
    for (uint32_t i = 0; i < told->count; i++)
        a[i] = (cc_arg){.v = told->v[i], .given = 1};
    if (told->count)
        cc_native(f, VM_NATIVE_tell, a);
}

/* gain control of them: things */
static cc_val object_of_rule(cc_fn *f, const m_act *act, const m_ref *object)
{
    const uint8_t wants = f->wants_object;
    for (uint32_t i = 0; i < act->frame->slot_count; i++)
        if (voc_is_reference(act->operands[i].type) && act->operands[i].is.ref == object)
            f->wants_object =
                object->kind == REF_PRONOUN && act->frame->slots[i].type != VOC_PLAYER;
    const cc_val v = cc_ref_now(f, object, 'e');
    f->wants_object = wants;
    return v;
}

/* target player ..., they gain flying: of whom it is said shows what they can have */
static const m_ref *as_players(cc_fn *f, const m_ref *about)
{
    if (!about || about->kind != REF_PRONOUN || !f->subject ||
        f->subject->ref_class != CLASS_PLAYER)
        return about;
    m_ref *they = ARENA_NEW(f->u->mem, m_ref);
    *they = *about;
    they->ref_class = CLASS_PLAYER;
    return they;
}

static int is_of_player(const m_act *act)
{
    return act->frame->has_subject && act->frame->slots[0].type == VOC_PLAYER;
}

/* What it is about. CC_BAD: a mistake was said. */
static cc_val affected(cc_fn *f, const m_clause *c, const m_act *act, const m_ref *object)
{
    const int again =
        f->subject && f->subject->now.type && f->subject->owner == f->id; /* it came back as this */
    return f->arriving.type                                 ? f->arriving
           : object != c->subject && object                 ? object_of_rule(f, act, object)
           : again && f->subject->ref_class != CLASS_PLAYER ? f->subject->now
           : f->subject && f->subject->moved == f->id
               ? cc_as(f, cc_referent_value(f, f->subject, 1), 'e')
           : f->actor.type ? f->actor
           : !c->subject && is_of_player(act)
               ? cc_as(f, cc_you(f), 'e') /* until end of turn: play ... */
               : cc_this(f);
}

/* Acts that belong together make one effect, and the end that one of them has is that of all. */
static void one_effect(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count)
{
    cc_unit *u = f->u;
    cc_mods m;
    cc_told told = {.count = 0};
    cc_mods_begin(&m, f);
    m.told = &told;
    uint32_t entering = 0;
    while (entering < count && cc_enters_here(f, c, acts[entering]))
        entering++;
    if (entering == count)
        return;
    const m_ref *object = cc_rule_object(c, acts[0]);
    m.about = object ? object : c->subject;
    if (is_out_of_reach(f, m.about, acts[0]))
        return;
    const cc_val set = affected(f, c, acts[0], object);
    if (!set.type)
        return;
    if (object == c->subject)
        m.about = as_players(f, object);
    int duration = m.about && m.about->next ? VM_DURATION_NEXT_SPELL : cc_duration(f, acts[0]);
    const m_ref *whose = NULL;
    for (uint32_t i = 0; i < count; i++) {
        ends(f, acts[i], &duration, &whose);
        if (acts[i]->while_so) {
            cc_wrong(
                u, CC_NO_MEANING, acts[i]->only_if->span,
                "'while' belongs to what is always so; an effect has an end: 'until end of turn'");
            return;
        }
        cc_mod_act(&m, acts[i], 0);
    }
    if (m.failed || !m.list.count || duration < 0)
        return;
    m_ref all_of_them;
    if (whose && m.about && m.about->kind == REF_ALL && m.about->desc) { /* CR 611.2c */
        all_of_them = *m.about;
        all_of_them.desc = of_that_player(f, m.about->desc);
        m.about = &all_of_them;
    }
    const uint32_t all = goes_on(f, m.about, &m, duration), first = u->mod.count;
    if (!all && misses_later(f, m.about, &m))
        return;
    store_mods(u, &m, all);
    cc_arg a[7];
    memset(a, 0, sizeof a);
    a[0].v = all ? cc_op(f, VM_OP_NONE, 'e', 0, 0, 0) : cc_as(f, set, 'e');
    a[0].given = 1;
    for (uint32_t i = 0; i < m.arg_count; i++)
        a[1 + i] = (cc_arg){.v = m.arg[i], .given = 1};
    a[4].v = whose ? cc_ref(f, whose, 'p')
                   : cc_you(f); /* your next turn, and not that of who is affected */
    /* what players do to a thing they do; what they may not do, you say */
    const int they_do = f->actor.type == 'p' && object && object != c->subject;
    a[3].v = whose ? a[4].v : they_do ? f->actor : cc_you(f);
    a[3].given = a[4].given = 1;
    if (!a[3].v.type || !a[4].v.type)
        return;
    a[5].imm = (int32_t)first;
    a[5].imm2 = (int32_t)m.list.count;
    a[6].imm = duration == VM_DURATION_WHILE ? as_long_as(f, acts, count) : duration;
    tell(f, &told);
    if (a[6].imm >= 0)
        cc_native(f,
                  duration == VM_DURATION_WHILE ? VM_NATIVE_effect_while
                  : f->arriving.type            ? VM_NATIVE_arriving
                                                : VM_NATIVE_effect,
                  a);
}

/* you may look at that card any time, for as long as it remains exiled: who may look knows it as long as it lies there */
static void looks(cc_fn *f, const m_act *act)
{
    const cc_arg a[2] = {
        {.v = f->actor.type == 'p' ? f->actor : cc_you(f), .given = 1},
        {.v = cc_as(f, cc_ref_now(f, cc_needed(act, "CARDS")->is.ref, 'o'), 'o'), .given = 1}};
    if (a[0].v.type && a[1].v.type)
        cc_native(f, VM_NATIVE_look, a);
}

void cc_rule_effect(cc_fn *f, const m_clause *c, const m_act *const *acts, uint32_t count)
{
    if (count == 1 && voc_is(acts[0]->frame, VOC_LOOKS_ANY_TIME)) {
        looks(f, acts[0]);
        return;
    }
    if (c != f->arrived && !for_each_choice(f, c, acts, count))
        one_effect(f, c, acts, count);
}

/* that creature is a black Zombie in addition to ...: not what it becomes or gains */
static int says_what_it_is(const m_act *act)
{
    const voc_frame *frame = act->frame;
    return cc_is_rule(act) && voc_is(frame, VOC_SAYS_WHAT_IT_IS) && !act->only_if &&
           !act->duration && !act->while_so && frame->part_count &&
           frame->parts[0].kind == VOC_PART_LITERAL &&
           (frame->parts[0].word == W_IS || frame->parts[0].word == W_ARE);
}

/* Does the sentence behind speak of what this one moves? */
static int is_about(cc_fn *f, const m_act *act, const m_ref *subject)
{
    const m_operand *o = cc_operand(act, "OBJECT");
    const m_ref *ref = o ? o->is.ref : NULL;
    const cc_referent *moved = !ref ? NULL
                               : ref->kind == REF_PRONOUN || ref->kind == REF_THAT
                                   ? cc_find(f, ref)
                                   : cc_referent_of(f, ref);
    return moved && moved == cc_find(f, subject);
}

/* What a sentence behind says of what is put onto the battlefield here: it is so as it enters (CR 611.2e). */
void cc_arrival(cc_fn *f, const m_act *act, int native, const cc_arg *args)
{
    const m_clause *c = f->behind && f->behind->kind == STMT_CLAUSES ? f->behind->clauses : NULL;
    const m_act *so = c ? c->acts : NULL;
    const int what = cc_arg_index(native, "OBJECT"), zone = cc_arg_index(native, "ZONE");
    if (!so || c == f->arrived || c->next || c->may || !c->subject || what < 0 ||
        !(native == VM_NATIVE_put_onto_battlefield ||
          (native == VM_NATIVE_move && args[zone].imm == VM_ZONE_BATTLEFIELD)) ||
        !(c->subject->kind == REF_PRONOUN || c->subject->kind == REF_THAT) ||
        !says_what_it_is(so) || f->s->duration >= 0 || !is_about(f, act, c->subject))
        return;
    f->arriving = cc_as(f, args[what].v, 'e');
    cc_rule_effect(f, c, &so, 1);
    f->arriving = CC_BAD;
    f->arrived = c;
}
