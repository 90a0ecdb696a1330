/* Covering a sentence with a frame: every literal stands there, every slot is filled by something of its type.
 * Then what hangs on the act: durations, 'for each', 'where X is', 'unless', conditions, exceptions. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

typedef struct state {
    uint32_t end;
    m_operand *operands;
} state;
typedef VEC(state) states;

static m_operand *operands_copy(m_reader *r, const voc_frame *f, const m_operand *from)
{
    m_operand *o = arena_alloc(r->mem, sizeof *o * (f->slot_count + 1u));
    if (from)
        memcpy(o, from, sizeof *o * f->slot_count);
    return o;
}

static void state_add(m_reader *r, states *s, uint32_t end, m_operand *operands)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].end == end && s->at[i].operands == operands)
            return;
    VEC_PUSH(r->mem, s, ((state){end, operands}));
}

/* target player's power: players have none, and objects no life total */
static int has_property(m_reader *r, syn_word word, const m_ref *whose, uint32_t end)
{
    for (const voc_entry *e = r->context->is_test ? NULL : voc_entries(r->voc, word); e;
         e = e->next) {
        if (e->entry_class != VOC_CLASS_PROPERTY)
            continue;
        const int player = e->number == VM_PROP_LIFE || e->number == VM_PROP_LIFE_LOST ||
                           e->number == VM_PROP_HAND_SIZE;
        if (whose->ref_class != (player ? CLASS_OBJECT : CLASS_PLAYER))
            continue;
        m_refuse(r, end, whose->span, CC_WRONG_TYPE,
                 player ? "only players have a life total, and this is none"
                        : "players have no power, toughness or mana value");
        return 0;
    }
    return 1;
}

static int slot_has_property(m_reader *r, const voc_frame *f, const voc_part *part,
                             const m_operand *o, uint32_t end)
{
    const int last = part + 1 == f->parts + f->part_count;
    if (o->type != VOC_POSSESSOR || !o->is.ref || last || part[1].kind != VOC_PART_LITERAL)
        return 1;
    return has_property(r, part[1].word, o->is.ref, end);
}

/* if there are more creature than lands: what is counted against something else stands in the plural */
static int is_counted_in_plural(m_reader *r, const voc_frame *f, const voc_part *part,
                                const m_operand *o, uint32_t from, uint32_t end)
{
    const int literal = part > f->parts && part[-1].kind == VOC_PART_LITERAL;
    const syn_word before = literal && from ? m_group(r, from - 1) : 0;
    if (o->type != VOC_DESCRIPTION || f->kind != DECL_CONDITION || r->context->is_test ||
        (before != W_MORE && before != W_LESS && before != W_THAN))
        return 1;
    const m_hits *read = m_read_desc(r, from);
    for (uint32_t i = 0; i < read->count; i++) {
        const m_nominal *n = read->at[i].node;
        if (n->desc != o->is.desc || n->plural || n->no_noun)
            continue;
        m_refuse(r, end, o->span, CC_NO_MEANING, "'%s': several, so the noun stands in the plural",
                 m_text(r, from, end));
        return 0;
    }
    return 1;
}

static void fill_slot(m_reader *r, const voc_frame *f, const voc_part *part, const state *s,
                      states *out)
{
    const voc_slot *slot = &f->slots[part->slot];
    m_hits hits = {0};
    const uint8_t gap = r->gap, past = r->past;
    if (gap && part->kind == VOC_PART_SLOT && voc_is_reference(slot->type)) {
        int taken = 0;
        for (uint32_t i = 0; i < f->slot_count; i++)
            taken |= s->operands[i].hole;
        if (!taken) {
            m_operand *all = operands_copy(r, f, s->operands);
            all[part->slot].type = slot->type;
            all[part->slot].hole = 1;
            state_add(r, out, s->end, all);
        }
    }
    r->gap = r->past = 0;
    if (part->kind == VOC_PART_COUNTED)
        m_read_counted(r, slot, part->word, s->end, &hits);
    else
        m_read_operand(r, slot, s->end, &hits);
    r->gap = gap;
    r->past = past;
    for (uint32_t i = 0; i < hits.count; i++) {
        const m_operand *o = hits.at[i].node;
        if (voc_is_reference(slot->type) && !m_ref_fits(r, o->is.ref, slot, f, hits.at[i].end))
            continue;
        if (!slot_has_property(r, f, part, o, hits.at[i].end))
            continue;
        if (slot->type == VOC_ZONE && o->is.zone->also && !voc_is(f, VOC_SEARCHES)) {
            m_refuse(r, hits.at[i].end, o->span, CC_NO_MEANING, "only one zone can stand here");
            continue;
        }
        const int of_all = part > f->parts && part[-1].kind == VOC_PART_LITERAL &&
                           part[-1].word == W_OF; /* the number of +1/+1 counters */
        if (slot->type == VOC_COUNTERS && f->kind == DECL_ACTION && o->count && !of_all &&
            o->count->kind == AMT_ANY && m_group(r, s->end) != W_ALL &&
            m_group(r, s->end) != W_ANY) { /* put +1/+1 counters on it */
            m_refuse(r, hits.at[i].end, o->span, CC_MISSING_OPERAND,
                     "how many? 'a', 'two' or 'X' is missing here");
            continue;
        }
        if (slot->type == VOC_TOKENS && f->kind == DECL_ACTION && !o->is.quality && !o->name) {
            m_refuse(r, hits.at[i].end, o->span, CC_MISSING_OPERAND,
                     "which tokens, and how many? 'two 1/1 white Soldier creature tokens'");
            continue;
        }
        if (part->kind == VOC_PART_COUNTED && m_group(r, s->end) == W_NO &&
            (f->kind == DECL_ACTION || f->kind == DECL_COST) && !r->context->is_test) {
            m_refuse(r, hits.at[i].end, o->span, CC_NO_MEANING, "none of them: that does nothing");
            continue;
        }
        if (m_is_nothing(r, f, o, hits.at[i].end) ||
            !is_counted_in_plural(r, f, part, o, s->end, hits.at[i].end))
            continue;
        m_operand *all = operands_copy(r, f, s->operands);
        const uint32_t end = hits.at[i].end;
        all[part->slot] = *o;
        if (voc_is_reference(slot->type) && (f->kind == DECL_ACTION || f->kind == DECL_COST) &&
            !r->context->is_test &&
            !(all[part->slot].is.ref = m_one_of_either(r, o->is.ref, s->end, end)))
            continue;
        all[part->slot].from = s->end;
        all[part->slot].to = end - (part->kind == VOC_PART_COUNTED && end > s->end + 1 &&
                                    voc_same(r->voc, m_word(r, end - 1), part->word));
        if (f->kind == DECL_CONDITION && slot->type == VOC_QUALITY)
            all[part->slot].is.desc = m_both(r, o->is.desc, s->end, end);
        if (o->is.desc && f->kind == DECL_CONDITION && slot->type == VOC_QUALITY &&
            !all[part->slot].is.desc)
            continue;
        state_add(r, out, end, all);
    }
}

static states match_range(m_reader *r, const voc_frame *f, uint32_t from, uint32_t to, states in);

/* Those that have not taken the option yet: its operand is still empty. */
static states without(m_reader *r, const voc_frame *f, uint32_t option, const states *all)
{
    states left = {0};
    for (uint32_t k = 0; k < all->count; k++) {
        int taken = 0;
        for (uint32_t i = option + 1; i < f->parts[option].end; i++)
            taken |= (f->parts[i].kind == VOC_PART_SLOT || f->parts[i].kind == VOC_PART_COUNTED) &&
                     all->at[k].operands[f->parts[i].slot].given;
        if (!taken)
            state_add(r, &left, all->at[k].end, all->at[k].operands);
    }
    return left;
}

/* Options that follow each other may stand in any order. */
static states match_options(m_reader *r, const voc_frame *f, uint32_t from, uint32_t to, states in)
{
    states all = in, fresh = in;
    uint32_t used_rounds = 0;
    while (fresh.count && used_rounds++ < 4) {
        states next = {0};
        for (uint32_t i = from; i < to; i = f->parts[i].end) {
            const states left = without(r, f, i, &fresh);
            states got = match_range(r, f, i + 1, f->parts[i].end, left);
            for (uint32_t k = 0; k < got.count; k++)
                state_add(r, &next, got.at[k].end, got.at[k].operands);
        }
        states both = {0}; /* with more of the words taken up first */
        for (uint32_t k = 0; k < next.count; k++)
            state_add(r, &both, next.at[k].end, next.at[k].operands);
        for (uint32_t k = 0; k < all.count; k++)
            state_add(r, &both, all.at[k].end, all.at[k].operands);
        all = both;
        fresh = next;
    }
    return all;
}

static states match_range(m_reader *r, const voc_frame *f, uint32_t from, uint32_t to, states in)
{
    for (uint32_t i = from; i < to && in.count; i++) {
        const voc_part *part = &f->parts[i];
        states next = {0};
        if (part->kind == VOC_PART_OPTION) {
            uint32_t end = i;
            while (end < to && f->parts[end].kind == VOC_PART_OPTION)
                end = f->parts[end].end;
            in = match_options(r, f, i, end, in);
            i = end - 1;
            continue;
        }
        for (uint32_t k = 0; k < in.count; k++) {
            const state *s = &in.at[k];
            if (part->kind != VOC_PART_LITERAL)
                fill_slot(r, f, part, s, &next);
            else if (r->past && part->word == W_IS && m_word(r, s->end) != W_WAS &&
                     m_word(r, s->end) != W_WERE)
                m_want_word(r, s->end, W_WAS);
            else if (voc_same(r->voc, m_word(r, s->end), part->word) ||
                     (m_kind(r, s->end) == TOK_POSS && part->word == W_IS) || /* it's your turn */
                     (r->deny && m_group(r, s->end) == W_ISNT && part->word == W_IS))
                state_add(r, &next, s->end + 1 + (r->deny == 2 && part->word == W_IS), s->operands);
            else
                m_want_word(r, s->end, part->word);
        }
        in = next;
    }
    return in;
}

/* target card from your graveyard: where it is says what can be a target, not only from where it is taken */
static int takes_zone_of_target(const voc_frame *f, const m_operand *operands)
{
    int target = 0, from = 0;
    for (uint32_t i = 0; i < f->part_count; i++) {
        const voc_part *part = &f->parts[i];
        const m_operand *o = part->kind == VOC_PART_SLOT ? &operands[part->slot] : NULL;
        if (!o || !o->given)
            continue;
        if (voc_is_reference(f->slots[part->slot].type))
            target |= o->is.ref && o->is.ref->kind == REF_TARGET && o->is.ref->desc &&
                      !m_desc_says(o->is.ref->desc, ATOM_ZONE);
        else if (f->slots[part->slot].type == VOC_ZONE && i)
            from |= f->parts[i - 1].kind == VOC_PART_LITERAL && f->parts[i - 1].word == W_FROM;
    }
    return target && from;
}

static void read_parts(m_reader *r, const voc_frame *f, uint32_t first, uint32_t from, uint32_t at,
                       m_hits *out)
{
    states in = {0};
    state_add(r, &in, at, operands_copy(r, f, NULL));
    const states found = match_range(r, f, first, f->part_count, in);
    for (uint32_t i = 0; i < found.count; i++) {
        if (takes_zone_of_target(f, found.at[i].operands))
            continue;
        m_act *act = ARENA_NEW(r->mem, m_act);
        act->frame = f;
        act->operands = found.at[i].operands;
        act->span = m_span(r, from, found.at[i].end);
        m_hit_add(r, out, found.at[i].end, act);
    }
}

void m_read_frame(m_reader *r, const voc_frame *f, uint32_t at, m_hits *out)
{
    read_parts(r, f, 0, at, at, out);
}

void m_read_frame_tail(m_reader *r, const voc_frame *f, uint32_t from, uint32_t at, m_hits *out)
{
    read_parts(r, f, 1, from, at, out);
}

void m_read_frame_parts(m_reader *r, const voc_frame *f, uint32_t at, m_hits *out)
{
    read_parts(r, f, 0, at ? at - 1 : 0, at, out);
}

/* ---- adjuncts ---------------------------------------------------------------------------------
 */

static m_act *act_copy(m_reader *r, const m_act *a)
{
    m_act *c = ARENA_NEW(r->mem, m_act);
    *c = *a;
    return c;
}

/* duration until the next dawn means until your next turn */
static m_act *meant_duration(m_reader *r, const m_act *act, uint32_t end)
{
    m_reader inner;
    m_hits ends = {0};
    if (!m_expand(r, act, end, &inner))
        return NULL;
    m_read_durations(&inner, 0, &ends);
    for (uint32_t i = 0; i < ends.count; i++)
        if (ends.at[i].end == inner.count) {
            m_act *is = ends.at[i].node;
            return is->meant ? is->meant : is;
        }
    m_refuse(r, end, act->span, CC_NO_MEANING, "what this means is no duration");
    return NULL;
}

const m_hits *m_read_durations(m_reader *r, uint32_t at, m_hits *out)
{
    for (const voc_frame *f = voc_frames(r->voc, DECL_DURATION, m_word(r, at)); f; f = f->next) {
        m_hits ends = {0};
        m_read_frame(r, f, at, f->means.count ? &ends : out);
        for (uint32_t i = 0; i < ends.count; i++) {
            m_act *act = ends.at[i].node;
            if ((act->meant = meant_duration(r, act, ends.at[i].end)) != NULL)
                m_hit_add(r, out, ends.at[i].end, act);
        }
    }
    return out;
}

/* May the act have an end? What changes something for a while has, and natives that take one. */
static int can_end(const m_act *act)
{
    if (act->frame->kind == DECL_RULE || voc_is(act->frame, VOC_LASTS))
        return 1;
    const int native = act->frame->native ? vm_native_by_name(act->frame->native) : -1;
    return native >= 0 && strstr(vm_native_describe((uint32_t)native)->signature, "D:") != NULL;
}

/* a land, two cards: as many as are chosen by whoever acts, which 'for each' can multiply; the operand, or -1 */
int m_chosen_operand(const m_act *act)
{
    if (act->frame->kind != DECL_ACTION || !act->frame->native)
        return -1;
    for (int i = act->frame->has_subject; i < act->frame->slot_count; i++) {
        const m_operand *o = &act->operands[i];
        const m_ref *ref = o->given && voc_is_reference(o->type) ? o->is.ref : NULL;
        if (ref && ref->kind == REF_SOME && ref->ref_class == CLASS_OBJECT && ref->count &&
            ref->count->kind == AMT_CONST && !ref->up_to && !ref->any_number && !ref->or_more &&
            !ref->or_less && !ref->least && !ref->another && !ref->of_choice)
            return i;
    }
    return -1;
}

/* Does it have an amount that 'for each' can multiply? */
static int can_multiply(const m_act *act)
{
    const voc_frame *f = act->frame;
    const int native = f->native ? vm_native_by_name(f->native) : -1;
    if (native >= 0 && strstr(vm_native_describe((uint32_t)native)->signature, "TIMES"))
        return 1;
    if (f->kind == DECL_ACTION && f->native &&
        (native < 0 || voc_is(f, VOC_CHANGES_EVENT))) /* it changes an event, or divides */
        return 0;
    for (int i = 0; i < f->slot_count; i++) {
        const uint8_t type = f->slots[i].type;
        if (act->operands[i].type &&
            ((type == VOC_NUMBER && f->kind != DECL_RULE) || type == VOC_COUNTERS ||
             type == VOC_TOKENS || type == VOC_CHANGE ||
             (type == VOC_COST && f->kind == DECL_RULE)))
            return 1;
    }
    return m_chosen_operand(act) >= 0;
}

int m_open_number(const m_act *act) /* the slot of a number that is still to come, or -1 */
{
    for (int i = 0; i < act->frame->slot_count; i++)
        if ((act->operands[i].given && !act->operands[i].count &&
             ((act->operands[i].type == VOC_TOKENS && act->operands[i].is.quality) ||
              act->operands[i].type == VOC_COUNTERS)) ||
            (act->frame->slots[i].type == VOC_NUMBER && act->operands[i].type == VOC_NUMBER &&
             !act->operands[i].given))
            return i;
    return -1;
}

/* each creature that shares a type with it: is it meant, too? */
static int shares_with_itself(const m_ref *each)
{
    int shares = 0, other = 0;
    for (const m_atom *a = each->desc ? each->desc->atoms : NULL; a; a = a->next) {
        shares |= a->kind == ATOM_SHARES && a->ref && a->ref->kind == REF_PRONOUN;
        const voc_frame *f = a->kind == ATOM_COND ? a->act->frame : NULL;
        for (uint32_t i = 0; f && voc_is(f, VOC_SHARES) && i < f->slot_count; i++)
            shares |= a->act->operands[i].given && a->act->operands[i].is.ref->kind == REF_PRONOUN;
        other |= a->kind == ATOM_OTHER;
    }
    return shares && !other;
}

/* for each death vote */
static int each_vote(m_reader *r, const m_act *act, uint32_t at, m_hits *out)
{
    m_name *option = m_name_find(r, m_word(r, at + 2));
    if (!option || option->kind != M_NAME_NUMBER || m_group(r, at + 3) != W_VOTE)
        return 0;
    m_act *c = act_copy(r, act);
    c->times = m_amount_new(r, AMT_NAME, at, at + 4);
    c->times->name = option;
    m_hit_add(r, out, at + 4, c);
    return 1;
}

/* for each time it was kicked · for each counter removed this way */
static void each_so_many(m_reader *r, const m_act *act, syn_word head, uint32_t at, m_hits *out)
{
    if (m_word(r, at + 1) != W_EACH)
        return;
    for (const voc_frame *f = voc_frames(r->voc, DECL_AMOUNT, head); f; f = f->next) {
        m_hits acts = {0};
        m_read_frame(r, f, at + 2, &acts);
        for (uint32_t i = 0; i < acts.count; i++) {
            m_act *c = act_copy(r, act);
            c->times = m_amount_new(r, AMT_FRAME, at, acts.at[i].end);
            c->times->act = acts.at[i].node;
            m_hit_add(r, out, acts.at[i].end, c);
        }
    }
}

/* for each of its colors */
static void each_of_its_colors(m_reader *r, uint32_t at, m_hits *out)
{
    const m_hits *who = m_word(r, at + 2) == W_OF ? m_read_possessor(r, at + 3) : NULL;
    for (uint32_t i = 0; who && i < who->count; i++) {
        const uint32_t end = who->at[i].end;
        const m_ref *of = who->at[i].node;
        if (m_word(r, end) != W_COLORS_W || of->ref_class == CLASS_PLAYER)
            continue;
        m_amount *a = m_amount_new(r, AMT_COLORS, at, end + 1);
        a->ref = who->at[i].node;
        m_hit_add(r, out, end + 1, a);
    }
}

/* for each creature you control · for each +1/+1 counter on it · for each of them */
void m_read_times(m_reader *r, const m_act *act, uint32_t at, m_hits *out)
{
    uint32_t end = m_read_each_damage(r, at);
    if (end) {
        m_act *c = act_copy(r, act);
        c->times = m_each_damage(r, at, end);
        m_hit_add(r, out, end, c);
        return;
    }
    m_hits kinds = {0};
    each_of_its_colors(r, at, &kinds);
    m_read_kinds(r, at, at + 2, &kinds); /* for each card type among ... */
    for (uint32_t i = 0; i < kinds.count; i++) {
        m_act *c = act_copy(r, act);
        c->times = kinds.at[i].node;
        m_hit_add(r, out, kinds.at[i].end, c);
    }
    if (kinds.count)
        return;
    if (each_vote(r, act, at, out))
        return;
    const voc_entry *kind = m_entry(r, at + 2, VOC_CLASS_COUNTER, &end);
    const uint32_t noun = kind ? end : at + 2;
    if (m_group(r, noun) == W_COUNTER && m_word(r, noun + 1) != W_ON) { /* counter you have */
        const m_hits *who = m_read_ref(r, noun + 1);
        for (uint32_t i = 0; i < who->count; i++) {
            const m_ref *ref = who->at[i].node;
            if (ref->ref_class != CLASS_PLAYER || m_group(r, who->at[i].end) != W_HAVE)
                continue;
            m_act *c = act_copy(r, act);
            c->times = m_amount_new(r, AMT_COUNTERS, at, who->at[i].end + 1);
            c->times->value = kind ? (int32_t)kind->number : -1;
            c->times->ref = who->at[i].node;
            m_hit_add(r, out, who->at[i].end + 1, c);
        }
    }
    if (m_group(r, noun) == W_COUNTER && m_word(r, noun + 1) == W_ON) {
        const m_hits *on = m_read_ref(r, noun + 2);
        for (uint32_t i = 0; i < on->count; i++) {
            m_act *c = act_copy(r, act);
            c->times = m_amount_new(r, AMT_COUNTERS, at, on->at[i].end);
            c->times->value = kind ? (int32_t)kind->number : -1;
            c->times->ref = on->at[i].node;
            m_hit_add(r, out, on->at[i].end, c);
        }
        return;
    }
    each_so_many(r, act, m_word(r, at + 2), at, out);
    if (m_group(r, noun) == W_COUNTER)
        each_so_many(r, act, 0, at, out); /* whose pattern begins with the counters */
    const m_hits *each = m_read_ref(r, at + 1);
    for (uint32_t i = 0; i < each->count; i++) {
        if (shares_with_itself(each->at[i].node)) {
            m_refuse(
                r, each->at[i].end, m_span(r, at + 2, each->at[i].end), CC_BAD_SELECTOR,
                "with what? Each of them shares one with itself: 'each other ...', or with what "
                "is named before, 'with that creature'");
            continue;
        }
        m_act *c = act_copy(r, act);
        c->times = m_amount_new(r, AMT_COUNT, at, each->at[i].end);
        c->times->ref = each->at[i].node;
        m_hit_add(r, out, each->at[i].end, c);
    }
}

/* unless its controller pays {2} · unless that player sacrifices a creature · unless you control a Forest */
/* draw a card, if you control a Forest, gain 3 life: of which of the two is it a condition? */
static int stands_between(m_reader *r, uint32_t at, uint32_t end, int comma)
{
    if (!comma || m_kind(r, end) != TOK_COMMA)
        return 0;
    m_refuse(r, r->count, m_span(r, at, end), CC_NO_MEANING,
             "is this asked of what stands before it or behind it? In a line of its own it says: "
             "'%s ...: ...'",
             m_word(r, at) == W_IF ? "if" : "unless");
    return 1;
}

static void read_unless(m_reader *r, const m_act *act, uint32_t at, int comma, m_hits *out)
{
    uint32_t end;
    m_clause *clause = m_read_cost_clause(r, at + 1, &end);
    if (clause && stands_between(r, at, end, comma))
        return;
    if (clause) {
        m_act *c = act_copy(r, act);
        c->unless = clause;
        m_hit_add(r, out, end, c);
        return;
    }
    const m_hits *cond = m_read_cond(r, at + 1);
    for (uint32_t i = 0; i < cond->count; i++) {
        if (stands_between(r, at, cond->at[i].end, comma))
            continue;
        m_act *c = act_copy(r, act);
        c->unless_cond = cond->at[i].node;
        m_hit_add(r, out, cond->at[i].end, c);
    }
}

/* What is different about a copy is so for good: no ends, no conditions. */
int m_lasts_always(m_reader *r, const m_clause *c)
{
    for (; c; c = c->next)
        if (!c->acts || c->acts->duration || c->acts->times || c->acts->only_if ||
            c->acts->unless || c->acts->unless_cond) {
            m_refuse(r, r->count, c->span, CC_NOT_HERE,
                     "what is different about a copy is so for good");
            return 0;
        }
    return 1;
}

/* except it's red, except it has flying and it's an artifact: up to the end */
static void read_except(m_reader *r, const m_act *act, uint32_t at, m_hits *out)
{
    m_act *c = act_copy(r, act);
    if (at + 1 == r->count) { /* a block follows */
        c->except = ARENA_NEW(r->mem, m_clause);
        c->except->span = m_span(r, at, at + 1);
        m_hit_add(r, out, at + 1, c);
        return;
    }
    c->except = m_read_clauses(r, at + 1);
    if (c->except && m_lasts_always(r, c->except))
        m_hit_add(r, out, r->count, c);
}

/* abilities of artifacts: the permanents stand for them */
static uint32_t behind_abilities(const m_reader *r, uint32_t at)
{
    return m_group(r, at) == W_ABILITY_W && m_word(r, at + 1) == W_OF ? at + 2 : at;
}

static void only_for(m_reader *r, const m_act *act, m_desc *what, uint32_t at, m_hits *out)
{
    m_act *c = act_copy(r, act);
    c->only_for = what;
    m_hit_add(r, out, at, c);
    if (m_word(r, at) != W_OR || behind_abilities(r, at + 1) == at + 1)
        return;
    const m_hits *d = m_read_desc(r, at + 3);
    for (uint32_t k = 0; k < d->count; k++) {
        m_desc *first = NULL, **tail = &first;
        for (const m_desc *one = what; one; one = one->or) {
            *tail = ARENA_NEW(r->mem, m_desc);
            **tail = *one;
            tail = &(*tail)->or ;
        }
        *tail = ((m_nominal *)d->at[k].node)->desc;
        only_for(r, act, first, d->at[k].end, out);
    }
}

static void one_adjunct(m_reader *r, const m_act *act, uint32_t at, m_hits *out)
{
    const uint32_t comma = m_kind(r, at) == TOK_COMMA, i = at + comma;
    const syn_word g = m_group(r, i);
    if (!act->duration && can_end(act)) {
        m_hits ends = {0};
        m_read_durations(r, i, &ends);
        for (uint32_t k = 0; k < ends.count; k++) {
            m_act *c = act_copy(r, act);
            c->duration = ends.at[k].node;
            m_hit_add(r, out, ends.at[k].end, c);
        }
    }
    const int open = m_open_number(act);
    if (g == W_EQUAL && m_word(r, i + 1) == W_TO && open >= 0) {
        const m_hits *n = m_read_amount(r, i + 2);
        for (uint32_t k = 0; k < n->count; k++) {
            m_act *c = act_copy(r, act);
            c->operands = operands_copy(r, act->frame, act->operands);
            if (c->operands[open].given)
                c->operands[open].count = n->at[k].node;
            else
                c->operands[open].is.amount = n->at[k].node;
            c->operands[open].given = 1;
            m_hit_add(r, out, n->at[k].end, c);
        }
    }
    if (g == W_FOR && m_word(r, i + 1) == W_EACH && !act->times && can_multiply(act))
        m_read_times(r, act, i, out);
    if (g == W_WHERE && m_word(r, i + 1) == W_X && m_group(r, i + 2) == W_BE && !act->x) {
        const m_hits *n = m_read_amount(r, i + 3);
        for (uint32_t k = 0; k < n->count; k++) {
            m_act *c = act_copy(r, act);
            c->x = n->at[k].node;
            m_hit_add(r, out, n->at[k].end, c);
        }
    }
    if (g == W_UNLESS && !act->unless && !act->unless_cond)
        read_unless(r, act, i, (int)comma, out);
    if (g == W_IF && !act->only_if) {
        const m_hits *cond = m_read_cond(r, i + 1);
        for (uint32_t k = 0; k < cond->count; k++) {
            if (stands_between(r, i, cond->at[k].end, (int)comma))
                continue;
            m_act *c = act_copy(r, act);
            c->only_if = cond->at[k].node;
            m_hit_add(r, out, cond->at[k].end, c);
        }
    }
    const int time =
        m_is_time(r, i); /* can't attack during your turn, before blockers are declared */
    if ((g == W_WHILE || time) && !act->only_if && act->frame->kind == DECL_RULE) {
        const m_hits *cond = m_read_cond(r, i + !time);
        for (uint32_t k = 0; k < cond->count; k++) {
            m_act *c = act_copy(r, act);
            c->only_if = cond->at[k].node;
            c->while_so = 1;
            m_hit_add(r, out, cond->at[k].end, c);
        }
    }
    if (g == W_EXCEPT && !act->except)
        read_except(r, act, i, out);
    if (g == W_INSTEAD && !comma && !act->instead) {
        m_act *c = act_copy(r, act);
        c->instead = 1;
        m_hit_add(r, out, i + 1, c);
    }
    if (g == W_ONLY && m_word(r, i + 1) == W_FOR && !act->only_for) {
        const m_hits *d = m_read_desc(r, behind_abilities(r, i + 2));
        for (uint32_t k = 0; k < d->count; k++)
            only_for(r, act, ((m_nominal *)d->at[k].node)->desc, d->at[k].end, out);
    }
}

void m_read_adjuncts(m_reader *r, m_act *act, uint32_t at, m_hits *out)
{
    m_hits more = {0};
    one_adjunct(r, act, at, &more);
    for (uint32_t i = 0; i < more.count; i++)
        m_read_adjuncts(r, more.at[i].node, more.at[i].end, out);
    if (m_open_number(act) >= 0)
        m_want(r, at, "'equal to' and a number");
    else
        m_hit_add(r, out, at, act);
}

/* ---- acts -------------------------------------------------------------------------------------
 */

typedef enum number { NUMBER_ANY, NUMBER_ONE, NUMBER_MANY } number;

static number number_of(const m_ref *s)
{
    if (!s)
        return NUMBER_MANY; /* the imperative */
    switch (s->kind) {
    case REF_YOU:
        return NUMBER_MANY;
    case REF_PRONOUN:
        return s->word == W_IT || s->each == 1 ? NUMBER_ONE : NUMBER_MANY;
    case REF_NAME:
    case REF_ZONE:
    case REF_NAMED:
        return NUMBER_ANY;
    case REF_JOIN:
        return s->join_or ? number_of(s->right) : NUMBER_MANY;
    case REF_TARGET:
    case REF_SOME:
        if (s->each)
            return NUMBER_ONE;
        if (s->any_number || s->or_more || s->least)
            return NUMBER_MANY;
        if (s->count && s->count->kind == AMT_CONST)
            return s->count->value == 1 ? NUMBER_ONE : NUMBER_MANY;
        return NUMBER_MANY;
    case REF_PART:
        return s->each ? NUMBER_ONE : NUMBER_ANY;
    case REF_NONE:
        return NUMBER_ANY;
    case REF_ALL:
        return s->each ? NUMBER_ONE : s->plural ? NUMBER_MANY : NUMBER_ONE;
    case REF_THAT:
        return s->plural ? NUMBER_MANY : NUMBER_ONE;
    case REF_THE:
    case REF_PAID:
        return NUMBER_ANY;
    default:
        return s->plural ? NUMBER_MANY : NUMBER_ONE;
    }
}

/* Which subjects does the form of the verb at `at` go with? */
static void verb_numbers(const m_reader *r, uint32_t at, int *out_one, int *out_many)
{
    const syn_word w = m_word(r, at);
    int one = 1, many = 1;
    if (w == W_IS || w == W_WAS || w == W_ISNT || w == W_WASNT || w == W_DOES || w == W_DOESNT ||
        w == W_HAS || w == W_HASNT || w == W_CONTROLS_W || w == W_OWNS)
        many = 0;
    else if (w == W_ARE || w == W_WERE || w == W_ARENT || w == W_WERENT || w == W_DO ||
             w == W_DONT || w == W_HAVE || w == W_HAVENT || w == W_CONTROL_W || w == W_OWN)
        one = 0;
    else if (w && w < r->voc->info.count && r->voc->info.at[w].verb) {
        const uint8_t f = r->voc->info.at[w].forms;
        one = (f & VOC_FORM_S) != 0;
        many = (f & VOC_FORM_BASE) != 0;
    }
    *out_one = one;
    *out_many = many;
}

int m_verb_is_plural(const m_reader *r, uint32_t at)
{
    int one, many;
    verb_numbers(r, at, &one, &many);
    return one == many ? -1 : many;
}

int m_agrees(m_reader *r, uint32_t at, const m_ref *subject)
{
    const number n = number_of(subject);
    int one, many;
    verb_numbers(r, at, &one, &many);
    if (!one && !many)
        return 0;
    const int fits = n == NUMBER_ANY || (n == NUMBER_ONE ? one : many);
    if (!fits)
        m_refuse(r, at + 1, m_span(r, at, at + 1), CC_NO_MEANING,
                 subject ? "'%s' does not agree with its subject%s"
                         : "'%s' needs a subject in front of it%s",
                 r->t[at].text, "");
    return fits;
}

static int subject_fits(m_reader *r, const voc_frame *f, const m_ref *subject, uint32_t at,
                        uint32_t end)
{
    static const voc_slot PLAYER = {.type = VOC_PLAYER};
    const voc_slot *slot = f->has_subject ? &f->slots[0] : &PLAYER;
    if (!subject && slot->type == VOC_PERMANENT && r->context->is_spell && r->context->is_card &&
        (!at || m_word(r, at - 1) != W_MAY)) {
        m_refuse(r, at + 1, m_span(r, at, at + 1), CC_MISSING_OPERAND,
                 "who does that? 'target creature you control' is missing in front of '%s'",
                 r->t[at].text);
        return 0;
    }
    if (!subject)
        return slot->type == VOC_PLAYER || slot->type == VOC_THING || f->kind == DECL_ACTION;
    return m_ref_fits(r, subject, slot, f, slot->creature ? end : at + 1);
}

static int is_about_possession(const voc_frame *f) /* your life total becomes 10 */
{
    return f->has_subject && f->slots[0].type == VOC_POSSESSOR;
}

/* The acts whose head stands at `at`: with a subject in front of it, or with a possessor. */
static int read_acts(m_reader *r, uint32_t at, const m_ref *subject, int possessor, m_hits *out)
{
    static const voc_decl KINDS[] = {DECL_ACTION, DECL_RULE};
    const int its =
        m_kind(r, at) == TOK_POSS && subject && subject->kind == REF_PRONOUN; /* it's red */
    const syn_word head = its ? W_IS : m_word(r, at);
    const uint8_t plain = r->plain;
    int found = 0;
    r->plain = 0;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        for (const voc_frame *f = voc_frames(r->voc, KINDS[k], head); f; f = f->next) {
            if (is_about_possession(f) != possessor)
                continue;
            found = 1;
            if (f->kind == DECL_RULE && !subject && f->has_subject &&
                f->slots[0].type != VOC_PLAYER)
                continue;
            if (possessor && subject && !has_property(r, head, subject, at + 1))
                continue;
            m_hits acts = {0};
            m_read_frame(r, f, at, &acts);
            if (!acts.count ||
                (!possessor && ((!(plain ? m_verb_is_plural(r, at) : m_agrees(r, at, subject)) &&
                                 (subject || f->has_subject)) ||
                                !subject_fits(r, f, subject, at, acts.at[acts.count - 1].end))))
                continue;
            const int known = subject || !at || m_word(r, at - 1) != W_MAY;
            for (uint32_t i = 0; i < acts.count; i++)
                if (m_is_theirs(r, f, subject, at, acts.at[i].end) &&
                    m_makes_sense(r, acts.at[i].node, subject, known, acts.at[i].end))
                    m_read_adjuncts(r, acts.at[i].node, acts.at[i].end, out);
        }
    }
    return found;
}

/* Rules that begin with an operand that is no subject: equip abilities you activate cost {1} less. */
static void read_headless(m_reader *r, uint32_t at, m_hits *out)
{
    static const syn_word NONE = 0;
    for (const voc_frame *f = voc_frames(r->voc, DECL_RULE, NONE); f; f = f->next) {
        m_hits acts = {0};
        m_read_frame(r, f, at, &acts);
        for (uint32_t i = 0; i < acts.count; i++)
            m_read_adjuncts(r, acts.at[i].node, acts.at[i].end, out);
    }
}

void m_read_act(m_reader *r, uint32_t at, const m_ref *subject, m_hits *out)
{
    if (!subject && !at)
        read_headless(r, at, out);
    if (!read_acts(r, at, subject, 0, out))
        m_want(r, at, "a verb");
}

void m_read_act_of(m_reader *r, uint32_t at, const m_ref *possessor, m_hits *out)
{
    read_acts(r, at, possessor, 1, out);
}
