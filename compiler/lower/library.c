/* Libraries (CR 401): their top cards, searching, cards put on top or bottom, cards shuffled in. */
#include "compiler/lower/lower.h"

#include <string.h>

static cc_arg given(cc_val v)
{
    return (cc_arg){.v = v, .given = 1};
}

static cc_val actor_player(cc_fn *f)
{
    const cc_val p = f->actor.type == 'e' ? cc_as(f, f->actor, 'p') : f->actor;
    return p.type == 'p' ? p : cc_you(f);
}

/* the top two cards of target player's library */
cc_val cc_top(cc_fn *f, const m_ref *ref)
{
    const int one = ref->count->kind == AMT_CONST && ref->count->value == 1 && !ref->number;
    const int grave = ref->zone->zone == VM_ZONE_GRAVEYARD;
    if ((ref->zone->zone != VM_ZONE_LIBRARY && !(grave && one)) || !ref->zone->owner)
        return cc_wrong(f->u, CC_NO_NATIVE, ref->span,
                        "the rules machine finds the top cards of a player's library, and the top "
                        "card of a graveyard");
    if (!f->effect && !one)
        return cc_wrong(f->u, CC_NOT_HERE, ref->span,
                        "only an effect finds several cards on top of a library, or those below");
    const cc_val whose = cc_as(f, cc_ref(f, ref->zone->owner, 'p'), 'p');
    if (!f->effect || grave)
        return whose.type ? cc_op(f, VM_OP_TOP, 'o', whose.reg, grave, 0) : whose;
    const cc_arg a[3] = {
        given(whose), given(cc_amount(f, ref->count)), {.imm = (int32_t)(ref->number != 0)}};
    return a[0].v.type && a[1].v.type ? cc_native(f, VM_NATIVE_top, a) : CC_BAD;
}

/* What is looked for may be anywhere: here a description is not about the battlefield. */
uint32_t cc_selector_anywhere(cc_fn *f, const m_desc *desc)
{
    const uint32_t outer = f->s->anywhere;
    f->s->anywhere = f->u->depth + 1;
    const uint32_t row = cc_selector(f, f->s, desc);
    f->s->anywhere = outer;
    if (!row)
        return 0;
    vm_selector copy = f->u->selector.at[row];
    copy.zones = 0x7F;
    VEC_PUSH(f->u->mem, &f->u->selector, copy);
    return f->u->selector.count - 1;
}

/* What is looked for, at least and at most so many; 0 after a mistake. */
static int looked_for(cc_fn *f, const m_ref *ref, const m_zone *zone, cc_arg *what, cc_arg *least,
                      cc_arg *most)
{
    const int all = ref->kind == REF_ALL && !ref->each;
    const char *never = ref->desc ? cc_is_never_in(f->u, ref->desc, zone) : NULL;
    if (never) {
        cc_wrong(f->u, CC_BAD_SELECTOR, ref->span, "%s", never);
        return 0;
    }
    if (ref->kind != REF_SOME && !all) {
        cc_wrong(f->u, CC_NO_MEANING, ref->span,
                 "a search is for 'a ... card', 'up to two ... cards', 'any number of' or 'all ... "
                 "cards', or for two such things");
        return 0;
    }
    what->imm = (int32_t)cc_selector_anywhere(f, ref->desc);
    const cc_val count = ref->count ? cc_amount(f, ref->count) : cc_num(f, 1);
    const int open = all || ref->any_number || ref->or_more;
    *least = given(all ? cc_num(f, VM_NUMBER_MAX) /* as many as must be found */
                   : ref->up_to || ref->any_number ? cc_num(f, 0)
                   : ref->least                    ? cc_amount(f, ref->least)
                                                   : count);
    *most = given(open ? cc_num(f, VM_NUMBER_MAX) : count);
    return what->imm && least->v.type && most->v.type;
}

/* search your library for up to two basic land cards · for a Forest card and a Plains card */
void cc_search(cc_fn *f, const m_act *act)
{
    const m_zone *zone = cc_needed(act, "ZONE")->is.zone;
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    const int two = ref->kind == REF_JOIN && !ref->join_or;
    cc_arg a[9];
    memset(a, 0, sizeof a);
    a[0] = given(actor_player(f));
    a[1] = zone->owner ? given(cc_as(f, cc_ref(f, zone->owner, 'p'), 'p')) : a[0];
    a[2].imm = (int32_t)(1u << zone->zone | zone->also);
    if (!a[1].v.type || !looked_for(f, two ? ref->left : ref, zone, &a[3], &a[4], &a[5]) ||
        (two && !looked_for(f, ref->right, zone, &a[6], &a[7], &a[8])))
        return;
    const int different = cc_operand(act, "DIFFERENT") != NULL;
    if (different && (two || (ref->kind == REF_SOME && cc_names_one(ref)))) {
        cc_wrong(f->u, CC_NO_MEANING, act->span,
                 "different from what? 'up to three ... cards with different names'");
        return;
    }
    cc_found(f, act,
             cc_native(f,
                       different ? VM_NATIVE_search_different
                       : two     ? VM_NATIVE_search_two
                                 : VM_NATIVE_search,
                       a));
    f->searched = cc_op(f, VM_OP_LDB, 'b', 0, 0, 1);
}

/* reveal cards from the top of your library until you reveal a land card: all of them, and those that were wanted */
static void until(cc_fn *f, const m_act *act, const char *done)
{
    const m_zone *zone = cc_needed(act, "ZONE")->is.zone;
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    if (zone->zone != VM_ZONE_LIBRARY || !zone->owner || ref->kind != REF_SOME || ref->up_to ||
        ref->any_number || ref->or_more) {
        cc_wrong(
            f->u, CC_NO_MEANING, act->span,
            "cards are taken from the top of somebody's library until there is 'a ... card' or "
            "'two ... cards'");
        return;
    }
    cc_arg a[3], all[1];
    memset(a, 0, sizeof a);
    a[0] = given(cc_as(f, cc_ref(f, zone->owner, 'p'), 'p'));
    a[1] = given(ref->count ? cc_amount(f, ref->count) : cc_num(f, 1));
    a[2].imm = (int32_t)cc_selector_anywhere(f, ref->desc);
    if (!a[0].v.type || !a[1].v.type || !a[2].imm)
        return;
    all[0] = given(cc_native(f, VM_NATIVE_until, a));
    const cc_val taken = cc_as(f, cc_native(f, vm_native_by_name(done), all), 'e');
    const cc_val found = cc_op(f, VM_OP_FILTER, 'e', taken.reg, 0, a[2].imm);
    cc_referent *r = cc_refer(f, NULL, taken, AGAIN_NOT, 0);
    r->ref_class = CLASS_OBJECT;
    r->plural = 1;
    r->paid = cc_taken_by(done);
    if (r->paid == 1u << PAID_EXILED)
        cc_link_made(f, LINKED_EXILED, taken);
    cc_referent *wanted = cc_refer(f, ref, found, AGAIN_NOT, 0);
    r->of_each = wanted->of_each = f->loops != 0;
    f->rest = cc_op(f, VM_OP_MINUS, 'e', taken.reg, found.reg, 0);
    f->rest_of = NULL;
    f->rest_from = NULL;
    f->wanted = found;
    f->wanted_rest = f->rest;
    if (ref->bind)
        cc_name_set(f, ref->bind, found);
    cc_done_by(f, act, found);
}

void cc_reveal_until(cc_fn *f, const m_act *act)
{
    until(f, act, "reveal");
}

void cc_exile_cards_until(cc_fn *f, const m_act *act)
{
    until(f, act, "exile");
}

/* How cards come into a library: put on top or bottom in the order that their owner wants (CR 401.4), who acts where that is
 * said ('in any order'), or at random. `own`: each of several players their own. */
static cc_val into_library(cc_fn *f, const m_act *act, cc_val cards, int random, int32_t place,
                           int own)
{
    const m_zone *zone = cc_needed(act, "ZONE")->is.zone;
    cc_arg a[5];
    memset(a, 0, sizeof a);
    a[0] = given(cc_as(f, cards, 'o'));
    a[1] = given(zone->any_order && !own ? actor_player(f)
                                         : cc_as(f, cc_op(f, VM_OP_NONE, 'e', 0, 0, 0), 'p'));
    a[2] = given(cc_num(f, place));
    a[3].imm = zone->bottom;
    a[4].imm = random;
    return cc_native(f, VM_NATIVE_put_in_library, a);
}

static void put_on(cc_fn *f, const m_act *act, cc_val cards, int own)
{
    cc_found(f, act, into_library(f, act, cards, cc_operand(act, "RANDOM") != NULL, 1, own));
}

/* put it on top of its owner's library · put them on the bottom of your library in a random order */
void cc_put_on(cc_fn *f, const m_act *act)
{
    const m_operand *zone = cc_needed(act, "ZONE");
    if (zone->is.zone->zone != VM_ZONE_LIBRARY || (!zone->is.zone->top && !zone->is.zone->bottom)) {
        cc_wrong(f->u, CC_NO_MEANING, zone->span,
                 "cards are put on the top or the bottom of a library, onto the battlefield, or "
                 "into another zone");
        return;
    }
    const cc_val cards = cc_moving(f, act);
    if (cards.type)
        put_on(f, act, cards, 0);
}

static const struct {
    const char *native;
    int32_t place;
} PLACES[] = {{"put_second", 2}, {"put_third", 3}, {"put_fourth", 4}, {"put_seventh", 7}};

/* put it into its owner's library third from the top */
void cc_put_at(cc_fn *f, const m_act *act)
{
    const m_operand *zone = cc_needed(act, "ZONE");
    if (zone->is.zone->zone != VM_ZONE_LIBRARY) {
        cc_wrong(f->u, CC_NO_MEANING, zone->span, "only the cards of a library have places");
        return;
    }
    const cc_val cards = cc_moving(f, act);
    for (size_t i = 0; cards.type && i < sizeof PLACES / sizeof *PLACES; i++)
        if (strcmp(PLACES[i].native, act->frame->native) == 0)
            cc_found(f, act, into_library(f, act, cards, 0, PLACES[i].place, 0));
}

static void shuffle_into(cc_fn *f, const m_act *act, cc_val cards, int own)
{
    const m_zone *zone = cc_needed(act, "ZONE")->is.zone;
    const cc_arg whose[1] = {given(cc_as(f, cc_ref(f, zone->owner, 'p'), 'p'))};
    if (!whose[0].v.type)
        return;
    const cc_val result = into_library(f, act, cards, 1, 1, own);
    cc_native(f, VM_NATIVE_shuffle, whose);
    cc_found(f, act, result);
}

/* shuffle it into its owner's library: the library is shuffled even if nothing comes to it (CR 701.19) */
void cc_shuffle_into(cc_fn *f, const m_act *act)
{
    const m_operand *zone = cc_needed(act, "ZONE");
    if (zone->is.zone->zone != VM_ZONE_LIBRARY || !zone->is.zone->owner) {
        cc_wrong(f->u, CC_NO_MEANING, zone->span, "cards are shuffled into somebody's library");
        return;
    }
    const cc_val cards = cc_moving(f, act);
    if (cards.type)
        shuffle_into(f, act, cards, 0);
}

static const struct {
    const char *native;
    void (*put)(cc_fn *f, const m_act *act, cc_val cards, int own);
} OF_SEVERAL[] = {{"put_in_library", put_on}, {"shuffle_into", shuffle_into}};

/* Several players each put their own cards there: all have chosen before anything moves (CR 101.4). 0: it is no such act. */
int cc_into_libraries(cc_fn *f, const m_act *act, cc_val cards)
{
    const m_operand *zone = cc_operand(act, "ZONE");
    for (size_t i = 0; act->frame->native && i < sizeof OF_SEVERAL / sizeof *OF_SEVERAL; i++) {
        if (strcmp(OF_SEVERAL[i].native, act->frame->native) != 0)
            continue;
        if (!zone || zone->is.zone->zone != VM_ZONE_LIBRARY || !zone->is.zone->owner ||
            !(i || zone->is.zone->top || zone->is.zone->bottom))
            return 0;
        if (cards.type)
            OF_SEVERAL[i].put(f, act, cards, 1);
        return 1;
    }
    return 0;
}
