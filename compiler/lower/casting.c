/* What may be cast and played beyond the usual: rules that allow it (CR 601.3), and effects that let it happen now. */
#include "compiler/lower/lower.h"

#include <string.h>

static m_desc *in_zone(cc_unit *u, const m_desc *desc, const m_zone *zone)
{
    m_desc *all = NULL, **tail = &all;
    for (const m_desc *d = desc; d; d = d->or) {
        m_desc *one = ARENA_NEW(u->mem, m_desc);
        m_atom *a = ARENA_NEW(u->mem, m_atom);
        a->kind = ATOM_ZONE;
        a->zone = (m_zone *)(uintptr_t)zone;
        a->span = zone->span;
        a->next = d->atoms;
        one->atoms = a;
        one->span = d->span;
        *tail = one;
        tail = &one->or ;
    }
    return all;
}

static int says_zone(const m_desc *d)
{
    for (const m_atom *a = d->atoms; a; a = a->next)
        if (a->kind == ATOM_ZONE)
            return 1;
    return 0;
}

/* Cards are meant, wherever a noun like 'spells' has its home. */
static m_desc *without_noun(cc_unit *u, const m_desc *desc)
{
    m_desc *all = NULL, **tail = &all;
    for (const m_desc *d = desc; d; d = d->or) {
        m_desc *one = ARENA_NEW(u->mem, m_desc);
        m_atom **last = &one->atoms;
        one->span = d->span;
        for (const m_atom *a = d->atoms; a; a = a->next) {
            if (a->kind == ATOM_NOUN && a->number == NOUN_SPELL && !a->neg)
                continue;
            m_atom *copy = ARENA_NEW(u->mem, m_atom);
            *copy = *a;
            copy->next = NULL;
            *last = copy;
            last = &copy->next;
        }
        *tail = one;
        tail = &one->or ;
    }
    return all;
}

/* The cards that a rule is about, in the zone that it names. */
static uint32_t cards_meant(cc_mods *m, const m_ref *ref, const m_zone *zone)
{
    cc_unit *u = m->s->u;
    const m_desc *d = without_noun(u, ref->desc);
    if (!zone && !says_zone(d)) {
        cc_wrong(u, CC_MISSING_OPERAND, ref->span,
                 "from where? 'from your graveyard', 'from the top of your library'");
        return 0;
    }
    const uint32_t row = cc_selector(m->f, m->s, zone ? in_zone(u, d, zone) : d);
    if (row && zone)
        u->selector.at[row].zones = 1u << zone->zone;
    return row;
}

static uint32_t flags_of(const m_act *act)
{
    static const struct {
        const char *operand;
        uint32_t flag;
    } FLAGS[] = {{"FREE", VM_MF_FREE},         {"FREES", VM_MF_FREE},
                 {"EXILED", VM_MF_THEN_EXILE}, {"CAST", VM_MF_CAST_ONLY},
                 {"ADDED", VM_MF_IN_ADDITION}, {"FLASH", VM_MF_AS_FLASH}};
    uint32_t flags = 0;
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        flags |= cc_operand(act, FLAGS[i].operand) ? FLAGS[i].flag : 0;
    return flags;
}

static uint32_t zone_bit(const m_act *act, const char *name)
{
    const m_operand *o = cc_operand(act, name);
    return o ? 1u << o->is.zone->zone : 0;
}

static int are_lands(const m_desc *d)
{
    for (; d; d = d->or) {
        int land = 0;
        for (const m_atom *a = d->atoms; a; a = a->next)
            land |= a->kind == ATOM_TYPE && !a->neg && 1u << a->number == VM_TYPE_LAND;
        if (!land)
            return 0;
    }
    return 1;
}

/* by paying {X}, where X is that spell's mana value: what is cast so would ask for an X of its own. 0 after a complaint. */
static int knows_x(const cc_scope *s, const m_act *act, uint32_t cost, uint32_t count)
{
    return !act->x || !cc_asks_x(s->u, cost, count) ||
           cc_wrong(s->u, CC_NO_NATIVE, cc_needed(act, "COST")->span,
                    "an X that is worked out for what is cast cannot be its cost yet: {X} of such "
                    "a cost is chosen by whoever casts it")
               .type;
}

/* you may cast this from your graveyard · you may play lands from your graveyard · you may play that card */
/* instead exile it, you may play that card: it is not in exile yet, and there it is another object (CR 400.7) */
static int is_still_to_move(const cc_mods *m, const m_ref *ref)
{
    if (!m->f || !m->s->replacing || (ref->kind != REF_PRONOUN && ref->kind != REF_THAT))
        return 0;
    const cc_referent *r = cc_find(m->f, ref);
    return r && (r->again == AGAIN_EVENT_OBJECT || r->again == AGAIN_CAPTURED || r->is_this);
}

void cc_may_play(cc_mods *m, const m_act *act, uint32_t sel)
{
    const m_operand *zone = cc_operand(act, "ZONE"), *cost = cc_operand(act, "COST");
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    uint32_t count = 0, first = 0, ability_flags = 0, functions = 0, cards = 0;
    if (zone && zone->is.zone->zone == VM_ZONE_BATTLEFIELD) {
        cc_wrong(m->s->u, CC_NO_MEANING, zone->span,
                 "what is on the battlefield is played already; cards are played from a hand, a "
                 "graveyard, a library, exile or the command zone");
        m->failed = 1;
    }
    if (is_still_to_move(m, ref)) {
        cc_wrong(m->s->u, CC_NO_NATIVE, ref->span,
                 "what is replaced has not moved yet, so nobody can be allowed to play it: the "
                 "rules machine cannot say that of what it will be");
        m->failed = 1;
        return;
    }
    if (cc_operand(act, "CAST") && ref->kind == REF_ALL && are_lands(ref->desc)) {
        cc_wrong(m->s->u, CC_NO_MEANING, ref->span,
                 "lands are never cast (CR 305.9): 'you may play lands from ...'");
        m->failed = 1;
    }
    if (cost) {
        m->s->may_offer = !m->f;
        first = cc_costs(m->s, cost->is.cost, &count, &ability_flags, &functions);
        m->s->may_offer = 0;
        m->failed |= !count || !knows_x(m->s, act, first, count);
    }
    if (ref->kind == REF_ALL) {
        cards = cards_meant(m, ref, zone ? zone->is.zone : NULL);
        m->failed |= !cards;
    } else if (!m->f) {
        if (!zone) {
            cc_wrong(m->s->u, CC_MISSING_OPERAND, act->span,
                     "from where? 'you may cast this from your graveyard'");
            m->failed = 1;
        }
        m->zones |= zone_bit(act, "ZONE") | zone_bit(act, "SECOND");
    }
    cc_mod_push(m, VM_MOD_MAY_PLAY, sel, cards, first)->flags =
        flags_of(act) | count << VM_MF_COSTS_SHIFT;
}

/* you may cast this as an Aura that enchants creature by paying {3}{W} */
void cc_may_cast_as_aura(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_unit *u = m->s->u;
    uint32_t count = 0, flags = 0, functions = 0;
    const uint32_t first =
        cc_costs(m->s, cc_needed(act, "COST")->is.cost, &count, &flags, &functions);
    const vm_face *f = &u->face.at[m->s->face_idx];
    (void)sel;
    m->as_aura = 1;
    if (m->f || !m->s->of_card || cc_needed(act, "OBJECT")->is.ref->kind != REF_THIS ||
        f->shape != VM_SHAPE_ONE || !(f->types & (VM_TYPE_MASK & VM_PERMANENT_TYPES))) {
        cc_wrong(u, CC_NOT_HERE, act->span, "a permanent card with one face says this of itself");
        return;
    }
    u->as_aura.cost = first;
    u->as_aura.cost_count = count;
    u->as_aura.hosts = cc_selector(NULL, m->s, cc_needed(act, "QUALITY")->is.desc);
    u->as_aura.keyword = 0;
}

/* you may splice this onto Arcane spells you cast by paying {1}{R} */
void cc_may_splice(cc_mods *m, const m_act *act, uint32_t sel)
{
    uint32_t count = 0, flags = 0, functions = 0;
    const m_ref *spells = cc_needed(act, "SPELLS")->is.ref;
    const uint32_t first =
        cc_costs(m->s, cc_needed(act, "COST")->is.cost, &count, &flags, &functions);
    const uint32_t row = spells->kind == REF_ALL ? cc_selector(m->f, m->s, spells->desc) : 0;
    (void)sel;
    if (m->f || spells->kind != REF_ALL || cc_needed(act, "OBJECT")->is.ref->kind != REF_THIS)
        cc_wrong(
            m->s->u, CC_NOT_HERE, act->span,
            "a card in a hand says this of itself: you may splice this onto Arcane spells you cast "
            "by paying {1}{R}");
    m->failed |= !count || !row;
    m->zones |= 1u << VM_ZONE_HAND;
    cc_mod_push(m, VM_MOD_MAY_SPLICE, 0, row, first)->flags = count << VM_MF_COSTS_SHIFT;
}

/* this says each instead of target: what the spell does is made twice (CR 702.95a, 612.1) */
void cc_says_each(cc_mods *m, const m_act *act, uint32_t sel)
{
    (void)sel;
    m->says_each = 1;
    if (m->f || !m->about || m->about->kind != REF_THIS)
        cc_wrong(m->s->u, CC_NOT_HERE, act->span,
                 "a spell says this of itself: 'while its ... cost was paid: this says ...'");
}

static syn_block *with_each(cc_unit *u, const syn_block *b);

static const syn_stmt *each_for_target(cc_unit *u, const syn_stmt *s)
{
    syn_stmt *said = ARENA_NEW(u->mem, syn_stmt);
    syn_token *t = arena_alloc(u->mem, sizeof *t * s->phrase.count);
    *said = *s;
    for (uint32_t i = 0; i < s->phrase.count; i++) {
        t[i] = s->phrase.first[i];
        if (t[i].word == W_TARGET) {
            t[i].word = W_EACH;
            t[i].text = syn_word_text(u->voc->words, W_EACH);
        }
    }
    said->phrase.first = t;
    said->body = s->body ? with_each(u, s->body) : NULL;
    said->other = s->other ? with_each(u, s->other) : NULL;
    return said;
}

static syn_block *with_each(cc_unit *u, const syn_block *b)
{
    syn_block *said = ARENA_NEW(u->mem, syn_block);
    said->span = b->span;
    said->braces = b->braces;
    for (uint32_t i = 0; i < b->stmts.count; i++)
        VEC_PUSH(u->mem, &said->stmts, (syn_stmt *)(uintptr_t)each_for_target(u, b->stmts.at[i]));
    return said;
}

/* What the spell does where its text has 'each' for 'target'. */
m_body *cc_read_with_each(cc_scope *s, const m_ability *m)
{
    syn_block all = {.span = m->span};
    m_reader r;
    for (uint32_t i = 0; i < m->said.count; i++)
        VEC_PUSH(s->u->mem, &all.stmts, (syn_stmt *)(uintptr_t)m->said.at[i]);
    m_reader_init(&r, s->u->mem, s->u->diags, s->u->voc, s->context);
    return m_read_body(&r, with_each(s->u, &all));
}

/* you may pay {0} rather than pay the mana cost for Zombie spells you cast: of cards in hand */
void cc_may_pay_instead(cc_mods *m, const m_act *act, uint32_t sel)
{
    uint32_t count = 0, flags = 0, functions = 0;
    const uint32_t first =
        cc_costs(m->s, cc_needed(act, "COST")->is.cost, &count, &flags, &functions);
    const m_ref *ref = cc_needed(act, "SPELLS")->is.ref;
    const uint32_t row = ref->kind == REF_ALL ? cc_selector(m->f, m->s, ref->desc) : 0;
    if (ref->kind != REF_ALL)
        cc_wrong(m->s->u, CC_NO_MEANING, ref->span, "which spells? 'spells you cast'");
    m->failed |= !count || !row || !knows_x(m->s, act, first, count);
    if (row)
        m->s->u->selector.at[row].zones = 1u << VM_ZONE_HAND;
    cc_mod_push(m, VM_MOD_MAY_PLAY, sel, row, first)->flags =
        VM_MF_CAST_ONLY | count << VM_MF_COSTS_SHIFT;
}

/* this is put into its owner's hand as it resolves */
void cc_resolves_to(cc_mods *m, const m_act *act, uint32_t sel)
{
    cc_mod_push(m, VM_MOD_RESOLVES_TO, sel, cc_needed(act, "ZONE")->is.zone->zone, 0);
    m->zones |= 1u << VM_ZONE_STACK;
}

/* this may be paid for by tapping untapped creatures you control: each for one mana (CR 702.50a) */
static void helps(cc_mods *m, const m_act *act, uint32_t sel, uint32_t colored)
{
    const uint32_t row = cc_selector(m->f, m->s, cc_needed(act, "HELPERS")->is.desc);
    m->failed |= !row;
    m->all_zones = 1;
    cc_mod_push(m, VM_MOD_HELPS_PAY, sel, row, colored);
}

void cc_helps_pay(cc_mods *m, const m_act *act, uint32_t sel)
{
    helps(m, act, sel, 0);
}

void cc_helps_pay_colored(cc_mods *m, const m_act *act, uint32_t sel)
{
    helps(m, act, sel, 1);
}

/* you may cast that card without paying its mana cost: while this resolves (CR 608.2f) */
void cc_cast_now(cc_fn *f, const m_act *act)
{
    const m_operand *zone = cc_operand(act, "ZONE");
    const m_ref *ref = cc_needed(act, "OBJECT")->is.ref;
    cc_arg a[8];
    memset(a, 0, sizeof a);
    const m_operand *cost = cc_operand(act, "COST");
    if (cost) {
        uint32_t count = 0, flags = 0, functions = 0;
        vm_mod row = {VM_MOD_MAY_PLAY, 0, 0, 0, 0, 0, 0};
        row.b = cc_costs(f->s, cost->is.cost, &count, &flags, &functions);
        row.flags = count << VM_MF_COSTS_SHIFT;
        a[5].imm = (int32_t)f->u->mod.count;
        a[5].imm2 = 1;
        VEC_PUSH(f->u->mem, &f->u->mod, row);
        if (!count || !knows_x(f->s, act, row.b, count))
            return;
    }
    a[0].v = f->actor.type == 'p' ? f->actor : cc_you(f);
    const int offered =
        ref->kind == REF_PART || (ref->kind == REF_SOME && m_desc_says(ref->desc, ATOM_AMONG));
    if (offered) {
        a[1].v = cc_as(f, cc_offered(f, ref, &a[2].v), 'o');
    } else if (ref->kind == REF_SOME) {
        const m_desc *d = without_noun(f->u, ref->desc);
        if (!zone && !says_zone(d)) {
            cc_wrong(f->u, CC_MISSING_OPERAND, ref->span, "from where? 'from your hand'");
            return;
        }
        a[1].v = cc_as(f, cc_desc_set(f, zone ? in_zone(f->u, d, zone->is.zone) : d), 'o');
        a[2].v =
            ref->any_number || !ref->count ? cc_num(f, VM_NUMBER_MAX) : cc_amount(f, ref->count);
    } else {
        a[1].v = cc_ref_now(f, ref, 'o');
        if (!a[1].v.type)
            return;
        cc_val all = cc_as(f, a[1].v, 'e');
        all = cc_op(f, VM_OP_NOW, 'e', all.reg, 0, 0);
        if (zone) /* you may cast this from exile: if it is there */
            all = cc_those_in(f, all, zone->is.zone);
        a[1].v = cc_as(f, all, 'o');
        a[2].v = cc_op(f, VM_OP_COUNT, 'n', all.reg, 0, 0);
    }
    if (!a[1].v.type || !a[2].v.type)
        return;
    a[0].given = a[1].given = a[2].given = 1;
    a[3].imm = cc_operand(act, "FREE") || cc_operand(act, "FREES");
    a[4].imm = cc_operand(act, "EXILED") != NULL;
    a[6].imm = cc_operand(act, "MUST") != NULL;
    a[7].imm = cc_operand(act, "PLAYED") != NULL;
    if (!offered && ref->kind != REF_SOME && f->rest.type) { /* that card, and those before it */
        const cc_val one = cc_as(f, a[1].v, 'e');
        f->rest = cc_op(f, VM_OP_UNION, 'e', f->rest.reg, one.reg, 0);
    }
    const cc_val cast = cc_native(f, VM_NATIVE_cast_now, a);
    if (f->rest.type &&
        (offered || ref->kind != REF_SOME)) { /* what was not cast is still where it was */
        const cc_val gone = cc_op(f, VM_OP_GONE, 'e', f->rest.reg, 0, 0);
        f->rest = cc_op(f, VM_OP_MINUS, 'e', f->rest.reg, gone.reg, 0);
    }
    cc_done(f, cast); /* pronouns go on to mean the card */
}

/* Who acts is asked by the act itself whether and what: a 'may' in front of it needs no question of its own. */
int cc_only_may(const m_act *act)
{
    return act && voc_is(act->frame, VOC_CASTS) && !cc_operand(act, "MUST");
}

int cc_asks_itself(const m_act *act)
{
    return cc_only_may(act) ||
           (act && voc_is(act->frame, VOC_PAYS) && !act->only_if && !act->unless_cond);
}
