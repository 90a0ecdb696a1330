/* Keywords of a card: markers, operands, and bodies put in where they stand. */
#include "compiler/lower/lower.h"
#include "compiler/meaning/walk.h"

#include <string.h>

static m_name_kind kind_of(uint8_t type)
{
    switch (type) {
    case VOC_NUMBER:
        return M_NAME_NUMBER;
    case VOC_COST:
        return M_NAME_COST;
    case VOC_QUALITY:
    case VOC_DESCRIPTION:
        return M_NAME_QUALITY;
    case VOC_COLOR:
        return M_NAME_COLOR;
    default:
        return M_NAME_THINGS;
    }
}

void cc_give_operands(cc_unit *u, const voc_frame *frame, uint32_t first, m_context *context)
{
    for (uint32_t i = first; i < frame->slot_count; i++) {
        m_name *n = ARENA_NEW(u->mem, m_name);
        n->word = frame->slots[i].name;
        n->kind = (uint8_t)kind_of(frame->slots[i].type);
        n->operand = 1;
        n->slot = (uint8_t)i;
        n->next = context->names;
        context->names = n;
    }
}

/* The body of an action, read anew where it is put in: its names and operands are those of this use. */
m_body *cc_read_declared(cc_scope *s, const voc_frame *frame, m_context *context)
{
    m_reader r;
    context->declaration = frame;
    cc_give_operands(s->u, frame, frame->has_subject, context);
    m_reader_init(&r, s->u->mem, s->u->diags, s->u->voc, context);
    return m_read_body(&r, frame->body);
}

/* The block with what the card has behind the colon in the place of the operand `name` that stands for it. */
syn_block *cc_with_said(cc_unit *u, const syn_block *b, syn_word name, const syn_block *said)
{
    syn_block *all = ARENA_NEW(u->mem, syn_block);
    all->span = b->span;
    all->braces = b->braces;
    for (uint32_t i = 0; i < b->stmts.count; i++) {
        const syn_stmt *s = b->stmts.at[i];
        if (!s->body && s->phrase.count == 1 && s->phrase.first[0].word == name) {
            for (uint32_t n = 0; n < said->stmts.count; n++)
                VEC_PUSH(u->mem, &all->stmts, said->stmts.at[n]);
            continue;
        }
        syn_stmt *copy = ARENA_NEW(u->mem, syn_stmt);
        *copy = *s;
        copy->body = s->body ? cc_with_said(u, s->body, name, said) : NULL;
        copy->other = s->other ? cc_with_said(u, s->other, name, said) : NULL;
        VEC_PUSH(u->mem, &all->stmts, copy);
    }
    return all;
}

/* The body without what speaks of operands that were left out: suspend without a number and a cost. */
static const syn_block *said_of(cc_unit *u, const m_keyword *k)
{
    const syn_block *all = k->frame->body;
    syn_block *said = ARENA_NEW(u->mem, syn_block);
    said->span = all->span;
    said->braces = all->braces;
    for (uint32_t i = 0; i < all->stmts.count; i++) {
        int spoken = 1;
        for (uint32_t n = 0; n < k->frame->slot_count; n++)
            spoken &= k->operands[n].given || k->frame->slots[n].type == VOC_FLAG ||
                      !m_says_operand(all->stmts.at[i], &k->frame->slots[n]);
        if (spoken)
            VEC_PUSH(u->mem, &said->stmts, all->stmts.at[i]);
    }
    return k->said ? cc_with_said(u, said, k->frame->slots[k->frame->block - 1].name, k->said)
                   : said;
}

/* What the card says of a choice that its keyword makes means that choice (CR 607.2d, 702.105d). */
static void share_chosen(cc_unit *u, const m_context *card, m_context *body)
{
    for (const m_name *n = card->names; n; n = n->next) {
        if (!n->of_keyword)
            continue;
        m_name *same = ARENA_NEW(u->mem, m_name);
        *same = *n;
        same->given_at = 0;
        same->next = body->names;
        body->names = same;
    }
}

static void found_chosen(const m_context *body, const m_context *card)
{
    for (const m_name *b = body->names; b; b = b->next)
        for (m_name *n = card->names; n && b->of_keyword; n = n->next)
            n->given_at |= n->of_keyword && n->link == b->link ? b->given_at : 0;
}

/* The abilities of its body, and the scope in which they mean something, with its operands. */
static const m_ability *open_body(cc_scope *s, const m_keyword *k, cc_scope *inner)
{
    cc_unit *u = s->u;
    m_context *context = ARENA_NEW(u->mem, m_context);
    context->links = s->context->links;
    context->given = s->given;
    context->declaration = k->frame;
    context->is_spell = (uint8_t)voc_is_of_spells(u->voc, k->frame);
    share_chosen(u, s->context, context);
    cc_give_operands(u, k->frame, k->frame->has_subject, context);
    m_reader r;
    m_reader_init(&r, u->mem, u->diags, u->voc, context);
    const m_ability *list = m_read_abilities_block(&r, said_of(u, k));
    cc_scope_inner(s, inner);
    inner->kind = SCOPE_PERMANENT;
    inner->context = context; /* what it does as a spell resolves is lowered later */
    for (const m_name *n = context->names; n; n = n->next) {
        if (!n->operand)
            continue;
        cc_binding *b = ARENA_NEW(u->mem, cc_binding);
        b->name = n;
        b->operand = &k->operands[n->slot];
        b->outer = s;
        b->x = s->said_x;
        b->val = CC_BAD;
        b->below = s->seen;
        b->next = inner->bindings;
        inner->bindings = b;
    }
    inner->seen = inner->bindings;
    found_chosen(context, s->context);
    return list;
}

/* What the body says of 'this', said of players; 0 = it is about permanents. */
/* this can't be the target of ...: what is true of a player as well, and nothing else */
static int is_true_of_players(const m_ability *list)
{
    for (const m_ability *a = list; a; a = a->next) {
        if (a->kind != ABILITY_STATIC || a->cond)
            return 0;
        for (const m_clause *c = a->clauses; c; c = c->next)
            if (!c->acts || !cc_is_rule(c->acts) || !c->subject || c->subject->kind != REF_THIS ||
                c->acts->only_if || c->acts->unless_cond || !c->acts->frame->has_subject ||
                c->acts->frame->slots[0].type != VOC_THING)
                return 0;
    }
    return list != NULL;
}

int cc_player_may_have(cc_scope *s, const m_keyword *k)
{
    cc_scope inner;
    return (k->frame->marker && vm_marker_by_name(k->frame->name) == VM_MARKER_PROTECTION) ||
           is_true_of_players(k->frame->body ? open_body(s, k, &inner) : NULL);
}

int cc_keyword_of_player(cc_mods *m, const m_keyword *k, uint32_t sel)
{
    cc_scope inner, *const s = m->s;
    const m_ability *list = k->frame->body ? open_body(s, k, &inner) : NULL;
    if (!is_true_of_players(list))
        return 0;
    m->s = &inner;
    for (const m_ability *a = list; a; a = a->next)
        for (const m_clause *c = a->clauses; c; c = c->next)
            cc_mod_act(m, c->acts, sel);
    m->s = s;
    return 1;
}

/* Each instance counts what was paid for itself (CR 702.55b, 702.77b). What was counted before is not counted again, so that
 * thousands of keywords do not take the square of the time. */
static uint32_t instances(cc_unit *u, uint32_t keyword, const cc_abilities *list)
{
    while (u->instances.count <= keyword)
        VEC_PUSH(u->mem, &u->instances, (cc_instances){0});
    cc_instances *n = &u->instances.at[keyword];
    if (n->of != list->at || n->seen > list->count)
        *n = (cc_instances){.of = list->at};
    for (; n->seen < list->count; n->seen++) {
        const vm_ability *a = &list->at[n->seen];
        n->count +=
            a->kind == VM_ABILITY_COST && !(a->flags & VM_AF_ALTERNATIVE) && a->keyword == keyword;
    }
    return n->count;
}

/* additional cost COST: of no keyword by itself, so of the one that says so (escalate) */
static int is_any_cost(const cc_unit *u, uint32_t keyword)
{
    for (const voc_frame *f = u->voc->frames; f; f = f->after)
        if (f->kind == DECL_KEYWORD && f->number == keyword && f->marker)
            return vm_marker_by_name(f->name) == VM_MARKER_ADDITIONAL_COST;
    return 0;
}

/* Cast by paying COST, as an effect says (madness): whose cost that is, which rules can change, is said by an ability that holds
 * the permission. */
static void holds_permissions(cc_unit *u, const m_keyword *k, uint32_t first)
{
    for (uint32_t i = first; i < u->mod.count; i++) {
        const vm_mod *m = &u->mod.at[i];
        if (m->op != VM_MOD_MAY_PLAY || m->sel || m->a || !(m->flags >> VM_MF_COSTS_SHIFT))
            continue;
        vm_ability a = cc_ability_new(VM_ABILITY_STATIC, k->span);
        a.keyword = k->frame->number;
        a.mods = i;
        a.mod_count = 1;
        VEC_PUSH(u->mem, &u->ability, a);
    }
}

static void keyword_body(cc_scope *s, const m_keyword *k, cc_abilities *out)
{
    cc_unit *u = s->u;
    cc_scope inner;
    const m_ability *list = open_body(s, k, &inner);
    u->depth++;
    const uint32_t first = out->count, mods = u->mod.count;
    inner.instance_of = k->frame->number;
    inner.instance = 1 + instances(u, k->frame->number, out);
    cc_abilities_lower(&inner, list, out);
    for (uint32_t i = first; i < out->count; i++)
        if (out->at[i].keyword == VM_NO_SYMBOL || is_any_cost(u, out->at[i].keyword))
            out->at[i].keyword = k->frame->number;
    holds_permissions(u, k, mods);
    if (u->as_aura.hosts && !u->as_aura.keyword)
        u->as_aura.keyword = k->frame->number + 1;
    u->depth--;
}

static int is_it(const m_ref *ref, void *user)
{
    (void)user;
    return ref->kind == REF_PRONOUN && ref->word == W_IT;
}

/* The quality of 'protection from red', 'enchant creature': a description of what may or may not. */
uint32_t cc_quality(cc_scope *s, const m_keyword *k)
{
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        if (k->operands[i].given &&
            (k->operands[i].type == VOC_QUALITY || k->operands[i].type == VOC_DESCRIPTION)) {
            const m_desc *d = k->operands[i].is.desc;
            if (m_any_in_desc(d, is_it, NULL)) {
                cc_wrong(s->u, CC_NO_NATIVE, d->span,
                         "what 'it' is is not asked in the quality of a keyword yet");
                return 0;
            }
            const char *why = cc_from(k) ? cc_is_no_quality(d) : NULL;
            if (why) {
                cc_wrong(s->u, CC_BAD_SELECTOR, d->span, "%s", why);
                return 0;
            }
            const uint32_t row = cc_selector(NULL, s, d);
            if (row && m_desc_class(d) == CLASS_ANY) /* red: whatever is red, wherever */
                s->u->selector.at[row].zones = 0x7F;
            return row;
        }
    return 0;
}

/* CR 702.36: the cost is that of turning it face up; it is cast face down for {3}. */
static void morph(cc_scope *s, const m_keyword *k, int mega, vm_ability *a)
{
    uint32_t zone = 0;
    a->kind = VM_ABILITY_MORPH;
    a->mode_min = (uint32_t)mega;
    a->mode_max = 3;
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        if (k->operands[i].given && k->operands[i].type == VOC_COST)
            a->cost = cc_costs(s, k->operands[i].is.cost, &a->cost_count, &a->flags, &zone);
    for (uint32_t i = 0; i < a->cost_count; i++) /* CR 702.36f */
        s->x_known |= s->u->cost.at[a->cost + i].kind == VM_COST_X;
    cc_face_down(s->u);
}

static void atom_copies(cc_scope *s, m_atom ***at, const m_atom *from)
{
    for (; from; from = from->next) {
        m_atom *one = ARENA_NEW(s->u->mem, m_atom);
        *one = *from;
        one->next = NULL;
        **at = one;
        *at = &one->next;
    }
}

/* What fits both: of each alternative of the first all, and of the second one. */
static m_desc *fits_both(cc_scope *s, const m_desc *a, m_desc *b)
{
    m_desc *all = NULL, **at = &all;
    const m_atom other = {.kind = ATOM_DESC, .span = b->span, .desc = b};
    for (; a; a = a->or) {
        m_desc *one = ARENA_NEW(s->u->mem, m_desc);
        *one = *a;
        one->or = NULL;
        m_atom **last = &one->atoms;
        atom_copies(s, &last, a->atoms);
        atom_copies(s, &last, b->or ? &other : b->atoms);
        *at = one;
        at = &one->or ;
    }
    return all;
}

/* CR 702.5c: all of them apply, so each says what all of them allow. */
static uint32_t enchants(cc_scope *s, const m_keyword *k, cc_abilities *out, uint32_t own)
{
    m_desc *d = k->operands[0].given ? k->operands[0].is.desc : NULL;
    if (!d || !own || !s->of_card)
        return own;
    if (!s->enchants) {
        s->enchants = d;
        return own;
    }
    s->enchants = fits_both(s, s->enchants, d);
    m_keyword all = *k;
    m_operand *operands = ARENA_NEW(s->u->mem, m_operand);
    operands[0] = k->operands[0];
    operands[0].is.desc = s->enchants;
    all.operands = operands;
    const uint32_t row = cc_quality(s, &all);
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].keyword == k->frame->number)
            out->at[i].sel = row;
    return row;
}

static uint32_t optional_costs(const cc_abilities *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        n += list->at[i].kind == VM_ABILITY_COST &&
             !(list->at[i].flags & (VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY));
    return n;
}

/* One ability for each cost: kicker {1}{U} and/or {B} has two (CR 702.32b). */
static void cost_keyword(cc_scope *s, const m_keyword *k, int marker, vm_ability a,
                         cc_abilities *out)
{
    uint32_t zone = 0;
    a.kind = VM_ABILITY_COST;
    const int always = marker == VM_MARKER_ADDITIONAL_COST;
    a.flags = always ? VM_AF_MANDATORY : 0;
    for (uint32_t i = 0; i < k->frame->slot_count; i++)
        if (k->operands[i].given && k->operands[i].type == VOC_FLAG)
            a.flags = always ? VM_AF_PER_MODE : a.flags | VM_AF_REPEATED;
    for (uint32_t i = 0; i < k->frame->slot_count; i++) {
        vm_ability one = a;
        if (!k->operands[i].given || k->operands[i].type != VOC_COST)
            continue;
        if (!(a.flags & VM_AF_PER_MODE))
            VEC_PUSH(s->u->mem, &s->additional, k->operands[i].is.cost);
        one.cost = cc_costs(s, k->operands[i].is.cost, &one.cost_count, &one.flags, &zone);
        for (uint32_t c = 0; c < one.cost_count; c++)
            s->x_known |= s->u->cost.at[one.cost + c].kind == VM_COST_X;
        const cc_kicker kicker = {one.cost, one.cost_count, optional_costs(out)};
        if (marker == VM_MARKER_KICKER)
            VEC_PUSH(s->u->mem, &s->kickers, kicker);
        VEC_PUSH(s->u->mem, out, one);
    }
}

/* What only some cards can have, and where it stands on them. */
static void check_place(const cc_scope *s, const m_keyword *k, int marker)
{
    cc_unit *u = s->u;
    const uint32_t shape = s->of_card ? u->face.at[s->face_idx].shape : 0;
    if (marker == VM_MARKER_FUSE && s->of_card && shape != VM_SHAPE_LEFT &&
        shape != VM_SHAPE_RIGHT) /* CR 702.101a */
        cc_wrong(u, CC_NOT_HERE, k->span, "only the halves of a split card have 'fuse'");
    if (marker == VM_MARKER_AFTERMATH && s->of_card && shape != VM_SHAPE_RIGHT) /* CR 702.126a */
        cc_wrong(
            u, CC_NOT_HERE, k->span,
            "only the second half of a split card has 'aftermath': it stands behind the first, "
            "'split \"Name\" ...'");
    if ((marker == VM_MARKER_MORPH || marker == VM_MARKER_MEGAMORPH) && !s->of_card)
        cc_wrong(u, CC_NOT_HERE, k->span, "'%s' cannot be given: only a card has it as its own",
                 k->frame->name); /* it is asked of the card, face down */
}

static void one_keyword(cc_scope *s, const m_keyword *k, cc_abilities *out)
{
    cc_unit *u = s->u;
    if (u->depth > 8) {
        cc_wrong(u, CC_TOO_DEEP, k->span, "the keyword '%s' contains itself", k->frame->name);
        return;
    }
    if (out->count >= UINT16_MAX) { /* an object has no more of its own (rt_object.granted_count) */
        if (!u->too_many++)
            cc_wrong(u, CC_TOO_LARGE, k->span, "with '%s' there are more than %d abilities",
                     k->frame->name, UINT16_MAX);
        return;
    }
    vm_ability a = cc_ability_new(VM_ABILITY_KEYWORD, k->span);
    a.keyword = k->frame->number;
    a.zones = 0x7F;
    cc_paid_by(s, k->frame->number);
    const int marker = k->frame->marker ? vm_marker_by_name(k->frame->name) : -1;
    if (cc_from(k) || marker == VM_MARKER_ENCHANT || marker == VM_MARKER_BANDS_WITH_OTHER)
        a.sel = cc_quality(s, k);
    if (marker == VM_MARKER_ENCHANT && k->operands[0].given && k->operands[0].is.desc &&
        cc_is_never_enchanted(k->operands[0].is.desc))
        cc_wrong(u, CC_BAD_SELECTOR, k->operands[0].span,
                 "an Aura enchants permanents, players, or cards in a graveyard: 'enchant creature "
                 "card in a graveyard'");
    if (marker == VM_MARKER_ENCHANT)
        a.sel = enchants(s, k, out, a.sel);
    check_place(s, k, marker);
    if (marker == VM_MARKER_FUSE && s->of_card)
        VEC_PUSH(u->mem, &u->fused, s->face_idx);
    const int mega = marker == VM_MARKER_MEGAMORPH;
    if (marker == VM_MARKER_MORPH || mega) {
        for (uint32_t i = 0; i < out->count; i++)
            if (out->at[i].kind == VM_ABILITY_MORPH)
                cc_wrong(u, CC_NOT_HERE, k->span, "a card has one morph cost");
        morph(s, k, mega, &a);
    }
    if (marker == VM_MARKER_KICKER || marker == VM_MARKER_ADDITIONAL_COST)
        cost_keyword(s, k, marker, a, out);
    else
        VEC_PUSH(u->mem, out, a);
    if (k->frame->body)
        keyword_body(s, k, out);
}

void cc_keyword(cc_scope *s, const m_keyword *k, cc_abilities *out)
{
    for (k = cc_each_from(s->u, k); k; k = k->next)
        one_keyword(s, k, out);
}
