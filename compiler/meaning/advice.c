/* Mistakes that authors make often, each with a message of its own: what the sentence lacks is found by reading parts of
 * it. Every check looks at a phrase that cannot be read as a whole; the first that knows it speaks. */
#include "compiler/meaning/read.h"

#include <string.h>

#include "grammar.tab.h"

enum { PROBE_MAX = 60 }; /* longer phrases are not taken apart */

/* ---- reading a part ---------------------------------------------------------------------------
 */

static int as_event(m_reader *r)
{
    m_cond *c;
    return (m_group(r, 0) == W_AT ? m_read_step_event(r, 1, &c) : m_read_events(r, 1, &c, 0)) !=
           NULL;
}

static int as_condition(m_reader *r)
{
    return m_read_whole_cond(r, 1) != NULL;
}

static int as_time(m_reader *r)
{
    return m_read_whole_cond(r, 0) != NULL;
}

static int as_each(m_reader *r)
{
    const m_hits *ref = m_read_ref(r, 1);
    for (uint32_t i = 0; i < ref->count; i++)
        if (ref->at[i].end == r->count)
            return 1;
    return 0;
}

static int as_duration(m_reader *r)
{
    m_hits ends = {0};
    m_read_durations(r, 0, &ends);
    for (uint32_t i = 0; i < ends.count; i++)
        if (ends.at[i].end == r->count)
            return 1;
    return 0;
}

static int as_costs(m_reader *r)
{
    return m_read_costs(r, 0, r->count) != NULL;
}

static int as_sentence(m_reader *r)
{
    const m_clause *c = m_read_clauses(r, 0);
    while (c && c->next)
        c = c->next;
    if (!c || !c->acts) /* 'you may' waits for a block, and so does 'except' */
        return 0;
    return !c->acts->except || c->acts->except->acts;
}

static int as_reference(m_reader *r)
{
    const m_hits *ref = m_read_ref(r, 0);
    for (uint32_t i = 0; i < ref->count; i++)
        if (ref->at[i].end == r->count)
            return 1;
    return 0;
}

static int as_keywords(m_reader *r)
{
    const m_hits *all = m_read_abilities(r, 0);
    for (uint32_t i = 0; i < all->count; i++)
        if (all->at[i].end == r->count)
            return 1;
    return 0;
}

m_reading m_head_reading(const m_reader *r)
{
    switch (m_group(r, 0)) {
    case W_WHEN:
    case W_AT:
        return as_event;
    case W_IF:
    case W_WHILE:
        return as_condition;
    case W_DURING:
        return as_time;
    case W_UNTIL:
        return as_duration;
    case W_FOR:
        return m_word(r, 1) == W_EACH ? as_each : m_word(r, 1) == W_AS ? as_duration : NULL;
    default:
        return NULL;
    }
}

/* Can the tokens be read so, all of them, without a word of complaint? */
static int reads(const m_reader *r, uint32_t from, uint32_t to, m_reading how)
{
    cc_diags quiet = {.mem = r->mem};
    m_context context = *r->context;
    m_links links = {0};
    m_reader part;
    if (to <= from)
        return 0;
    context.links = &links;
    m_reader_init(&part, r->mem, &quiet, r->voc, &context);
    m_reader_phrase(&part, r->t + from, to - from);
    return how(&part) && !quiet.total_count;
}

/* The most tokens from the front, fewer than all, that can be read so; 0 = none. */
static uint32_t longest(const m_reader *r, m_reading how)
{
    if (r->count > PROBE_MAX)
        return 0;
    for (uint32_t n = r->count - 1; n; n--)
        if (reads(r, 0, n, how))
            return n;
    return 0;
}

static int is_joint(const m_reader *r, uint32_t at)
{
    const syn_word g = m_group(r, at);
    return m_kind(r, at) == TOK_COMMA || g == W_AND || g == W_OR || g == W_THEN;
}

static int has_colon(const m_reader *r)
{
    return r->stmt && r->stmt->colon;
}

static int is_third_person(const m_reader *r, uint32_t at)
{
    const syn_word w = m_word(r, at);
    return w && w < r->voc->info.count && r->voc->info.at[w].verb &&
           (r->voc->info.at[w].forms & VOC_FORM_S) && !(r->voc->info.at[w].forms & VOC_FORM_BASE);
}

static int is_verb(const m_reader *r, uint32_t at)
{
    const syn_word w = m_word(r, at);
    return w && (voc_frames(r->voc, DECL_ACTION, w) || voc_frames(r->voc, DECL_RULE, w)) &&
           m_kind(r, at) == TOK_WORD;
}

/* ---- heads --------------------------------------------------------------------------------------
 */

/* when this enters, draw a card */
static int comma_for_colon(m_reader *r)
{
    if ((!m_head_reading(r) && m_group(r, 0) != W_AS) || has_colon(r))
        return 0;
    for (uint32_t i = 1; i < r->count; i++)
        if (m_kind(r, i) == TOK_COMMA && m_word(r, i + 1) != W_IF && m_word(r, i + 1) != W_OR) {
            cc_diag_add(r->diags, CC_COMMA_COLON, r->t[i].span,
                        "a ':' separates '%s ...' from what happens", r->t[0].text);
            return 1;
        }
    return 0;
}

/* when this enters draw a card · when this enters */
static int missing_colon(m_reader *r)
{
    const m_reading how = m_head_reading(r);
    if (!how || has_colon(r))
        return 0;
    const uint32_t end = reads(r, 0, r->count, how) ? r->count : longest(r, how);
    if (!end || is_joint(r, end))
        return 0;
    cc_diag_add(r->diags, CC_HEAD_NEEDS_COLON, m_span(r, end, end + 1),
                "'%s' needs ':' and what happens", m_text(r, 0, end));
    return 1;
}

/* when enters: ... · when X dies: ... */
static int event_without_subject(m_reader *r)
{
    if (m_group(r, 0) != W_WHEN || r->farthest > 2)
        return 0;
    for (uint32_t at = 1; at <= 2; at++) {
        const voc_frame *f = voc_frames(r->voc, DECL_EVENT, m_word(r, at));
        if (!f || !f->has_subject || !is_third_person(r, at) ||
            (at == 2 && reads(r, 1, 2, as_reference)))
            continue;
        cc_diag_add(r->diags, CC_BAD_EVENT, m_span(r, 1, 2),
                    "what %s? a card calls itself 'this': %s this %s", r->t[at].text, r->t[0].text,
                    r->t[at].text);
        return 1;
    }
    return 0;
}

/* if that player discarded a card */
static int participle(m_reader *r)
{
    const syn_word w = m_word(r, r->farthest);
    if (!m_head_reading(r) || !w || w >= r->voc->info.count || m_kind(r, r->farthest) != TOK_WORD)
        return 0;
    const uint8_t forms = r->voc->info.at[w].forms;
    const syn_word before = m_group(r, r->farthest - (r->farthest > 0));
    if (!(forms & VOC_FORM_PAST) || (forms & (VOC_FORM_BASE | VOC_FORM_S)) || r->farthest < 2 ||
        before == W_BE || before == W_HAVE)
        return 0;
    cc_diag_add(r->diags, CC_PARTICIPLE, r->t[r->farthest].span,
                "'%s' is a participle: events stand in the present, the past has 'has'",
                r->t[r->farthest].text);
    return 1;
}

/* ---- costs --------------------------------------------------------------------------------------
 */

static int cost(m_reader *r)
{
    if (m_kind(r, 0) != TOK_MANA)
        return 0;
    if (reads(r, 0, r->count, as_costs)) {
        if (has_colon(r))
            return 0;
        cc_diag_add(r->diags, CC_COST_ALONE, m_span(r, r->count, r->count),
                    "a cost alone does nothing: ':' and what it is for");
        return 1;
    }
    const uint32_t end = longest(r, as_costs);
    if (!end || is_joint(r, end))
        return 0;
    const int happens = !has_colon(r) && reads(r, end, r->count, as_sentence);
    cc_diag_add(r->diags, CC_COST_COLON, m_span(r, end, end + 1),
                happens ? "a ':' separates a cost from what happens"
                        : "a cost is followed by ',' and more cost, or by ':'");
    return 1;
}

/* ---- keywords -----------------------------------------------------------------------------------
 */

static const voc_entry *keyword_at(const m_reader *r, uint32_t at, uint32_t *out_end)
{
    const voc_entry *e = m_entry(r, at, VOC_CLASS_KEYWORD, out_end);
    return e && e->frame ? e : NULL;
}

/* cycling · cycling 2 · flying 2 · protection red: a keyword with something else behind it than it wants */
static int keyword_operand(m_reader *r)
{
    uint32_t end, at = 0;
    for (uint32_t i = 0; i + 1 < r->count;
         i++) /* in a list, the last of those in front of the mistake */
        if (m_kind(r, i) == TOK_COMMA && reads(r, 0, i, as_keywords))
            at = i + 1;
    const voc_entry *e = keyword_at(r, at, &end);
    if (!e || r->context->is_test || (e->count == 1 && is_verb(r, at)))
        return 0;
    const char *pattern = voc_frame_text(r->voc, e->frame);
    if (end == r->count && e->frame->slot_count)
        cc_diag_add(r->diags, CC_MISSING_OPERAND, m_span(r, at, end),
                    "the keyword '%s' needs %s behind it", e->frame->name,
                    voc_type_text(e->frame->slots[0].type));
    else if (end < r->count && !e->frame->slot_count && !is_joint(r, end))
        cc_diag_add(r->diags, CC_EXTRA_OPERAND, m_span(r, end, r->count),
                    "the keyword '%s' takes nothing behind it", e->frame->name);
    else if (end < r->count && e->frame->slot_count)
        cc_diag_add(r->diags, CC_WRONG_TYPE, m_span(r, end, r->count),
                    "the keyword '%s' needs %s here", e->frame->name,
                    e->frame->parts[0].kind == VOC_PART_LITERAL
                        ? arena_printf(r->mem, "'%s'",
                                       syn_word_text(r->voc->words, e->frame->parts[0].word))
                        : voc_type_text(e->frame->slots[0].type));
    else
        return 0;
    cc_diag_help(r->diags, "it reads: %s", pattern);
    return 1;
}

/* ---- joints -------------------------------------------------------------------------------------
 */

/* A line that is indented deeper continues the sentence above it, though both could stand alone. */
static int indented(m_reader *r)
{
    for (uint32_t i = 1; i < r->count && r->count <= PROBE_MAX; i++)
        if (r->t[i].starts_line && (reads(r, 0, i, as_sentence) || reads(r, 0, i, as_keywords))) {
            cc_diag_add(r->diags, CC_INDENT, r->t[i].span,
                        "an indented line continues the sentence above it");
            cc_diag_help(r->diags,
                         "indent it like the line above it, or begin it with 'then' or 'and'");
            return 1;
        }
    return 0;
}

static int then_alone(m_reader *r)
{
    if (m_word(r, 0) != W_THEN)
        return 0;
    cc_diag_add(r->diags, CC_CANNOT_STAND, r->t[0].span,
                "'then' goes on with a sentence, and this line begins one");
    cc_diag_help(r->diags, "indent the line deeper, or leave 'then' out");
    return 1;
}

/* What the sentence could have been without, if that is where reading ended. */
static int too_much(m_reader *r)
{
    const m_reading head = m_head_reading(r), how = head           ? head
                                                    : has_colon(r) ? as_costs
                                                                   : as_sentence;
    const uint32_t end = r->context->is_test ? 0 : longest(r, how);
    if (!end || is_joint(r, end))
        return 0;
    if (how == as_sentence && reads(r, end, r->count, as_sentence)) {
        cc_diag_add(r->diags, CC_SECOND_SENTENCE, m_span(r, end, end + 1),
                    "a second sentence begins here: 'then', or a line of its own");
        return 1;
    }
    if (r->farthest > end + 1 ||
        r->farthest >= r->count) /* create two Soldiers: rather too little */
        return 0;
    const syn_word g = m_group(r, end);
    static const syn_word LABELS[] = {W_FROM, W_TO, W_ON, W_IN,    W_INTO,  W_ONTO,
                                      W_WITH, W_BY, W_OF, W_UNDER, W_AMONG, W_AT};
    for (size_t i = 0; i < sizeof LABELS / sizeof *LABELS; i++)
        if (g == LABELS[i]) {
            cc_diag_add(r->diags, CC_EXTRA_OPERAND, m_span(r, end, r->count),
                        "there is no place for '%s' here", m_text(r, end, r->count));
            return 1;
        }
    cc_diag_add(r->diags, CC_UNUSED, m_span(r, end, r->count), "nothing takes up '%s' here",
                m_text(r, end, r->count));
    return 1;
}

/* ---- inside a sentence ---------------------------------------------------------------------------
 */

/* deal 3 damage any target: the preposition is missing */
static int missing_label(m_reader *r)
{
    if (r->farthest >= r->count || !r->farthest || r->count > PROBE_MAX)
        return 0;
    syn_word label = 0;
    for (uint32_t i = 0; i < r->wanted_count; i++) {
        const syn_word w = r->wanted_word[i];
        if (w == W_TO || w == W_FROM || w == W_ON || w == W_INTO || w == W_ONTO || w == W_WITH ||
            w == W_AMONG)
            label = label ? label : w;
    }
    if (!label || is_verb(r, r->farthest) || !reads(r, r->farthest, r->count, as_reference))
        return 0;
    cc_diag_add(r->diags, CC_NEEDS_LABEL, m_span(r, r->farthest, r->count),
                "'%s' is missing in front of '%s'", syn_word_text(r->voc->words, label),
                m_text(r, r->farthest, r->count));
    return 1;
}

/* power more than 3 · power of 3 */
static int comparison(m_reader *r)
{
    uint32_t end;
    for (uint32_t i = 0; i + 1 < r->count && i <= r->farthest; i++) {
        if (!m_entry(r, i, VOC_CLASS_PROPERTY, &end) || end != r->farthest || end + 1 >= r->count)
            continue;
        int32_t n;
        uint32_t k = end;
        while (k < r->count && k < end + 3 && !m_read_number(r, k, &n))
            k++;
        if (k == end || k >= r->count || !m_read_number(r, k, &n))
            continue;
        cc_diag_add(r->diags, CC_COMPARISON, m_span(r, end, k + 1),
                    "comparisons are written '%s %d or more', '%s %d or less', '%s %d'",
                    r->t[i].text, n, r->t[i].text, n, r->t[i].text, n);
        return 1;
    }
    return 0;
}

/* put a tapped counter on it */
static int counter_kind(m_reader *r)
{
    uint32_t end;
    int32_t n;
    for (uint32_t i = 1; i < r->count && i <= r->farthest + 1; i++) {
        const syn_word before = m_group(r, i - 1);
        if (m_group(r, i) != W_COUNTER || i + 1 < r->farthest || m_kind(r, i - 1) == TOK_COMMA ||
            before == W_A || before == W_AND || before == W_EACH || before == W_THE ||
            before == W_ALL || before == W_MANY || before == W_THAT ||
            m_read_number(r, i - 1, &n) || m_entry(r, i - 1, VOC_CLASS_COUNTER, &end))
            continue;
        if (i < 2 || (m_group(r, i - 2) != W_A && !m_read_number(r, i - 2, &n)))
            continue;
        cc_diag_add(r->diags, CC_BAD_VALUE, r->t[i - 1].span, "'%s' is no kind of counter",
                    r->t[i - 1].text);
        return 1;
    }
    return 0;
}

/* deal 3 +1 damage */
static int sign(m_reader *r)
{
    if (m_kind(r, r->farthest) != TOK_SIGNED || !r->farthest)
        return 0;
    cc_diag_add(r->diags, CC_SIGN_SPACE, r->t[r->farthest].span,
                "'%s' is a loyalty cost; sums are written 'X plus 1', changes '+1/+1'",
                r->t[r->farthest].text);
    return 1;
}

/* target creature destroy · gains haste */
static int word_order(m_reader *r)
{
    const uint32_t last = r->count - 1;
    if (r->context->is_test || has_colon(r))
        return 0;
    if (last && is_verb(r, last) && !is_third_person(r, last) && reads(r, 0, last, as_reference)) {
        cc_diag_add(r->diags, CC_NO_MEANING, r->t[last].span, "the verb stands in front: %s %s",
                    r->t[last].text, m_text(r, 0, last));
        return 1;
    }
    if (is_third_person(r, 0) && is_verb(r, 0)) {
        cc_diag_add(r->diags, CC_MISSING_OPERAND, r->t[0].span,
                    "who or what %s? '%s' needs a subject in front of it", r->t[0].text,
                    r->t[0].text);
        return 1;
    }
    return 0;
}

/* return prey to its owner's hand: a word that could only be a name here */
static int ungiven_name(m_reader *r)
{
    const uint32_t at = r->farthest;
    const syn_word w = m_word(r, at);
    int thing = 0;
    for (uint32_t i = 0; i < r->wanted_count; i++)
        thing |=
            strcmp(r->wanted[i], "a thing or player") == 0 || strcmp(r->wanted[i], "a number") == 0;
    if (!thing || m_kind(r, at) != TOK_WORD || w < W_CLOSED_COUNT || m_name_find(r, w))
        return 0;
    for (const voc_entry *e = voc_entries(r->voc, w); e; e = e->next)
        if (e->entry_class != VOC_CLASS_COUNTER && e->entry_class != VOC_CLASS_WORD)
            return 0;
    cc_diag_add(r->diags, CC_UNKNOWN_NAME, r->t[at].span, "the name '%s' was not given",
                r->t[at].text);
    cc_diag_help(r->diags, "give it before this: 'let %s = ...', or 'as %s' behind what is meant",
                 r->t[at].text, r->t[at].text);
    return 1;
}

/* exile target creature as target · ... as my prey */
static int name(m_reader *r)
{
    const uint32_t at = r->farthest;
    if (m_word(r, at) == W_AS && m_kind(r, at + 1) == TOK_WORD && at + 2 == r->count && at) {
        cc_diag_add(r->diags, CC_NAME_IS_WORD, r->t[at + 1].span,
                    "'%s' is a word of the vocabulary; a name must be a new word",
                    r->t[at + 1].text);
        return 1;
    }
    if (at >= 2 && m_word(r, at - 2) == W_AS && m_kind(r, at) == TOK_WORD) {
        cc_diag_add(r->diags, CC_NO_MEANING, m_span(r, at - 1, at + 1),
                    "a name is one word: 'as %s_%s'", r->t[at - 1].text, r->t[at].text);
        return 1;
    }
    return 0;
}

int m_advise(m_reader *r)
{
    static int (*const BEFORE[])(m_reader *) = {then_alone,      comma_for_colon,       indented,
                                                keyword_operand, event_without_subject, participle};
    static int (*const BEHIND[])(m_reader *) = {missing_colon, cost,       name, ungiven_name,
                                                counter_kind,  comparison, sign, word_order,
                                                missing_label, too_much};
    for (size_t i = 0; i < sizeof BEFORE / sizeof *BEFORE; i++)
        if (BEFORE[i](r))
            return 1;
    if (r->refusal && (r->refused >= r->farthest || r->farthest >= r->count)) /* it knows better */
        return 0;
    for (size_t i = 0; i < sizeof BEHIND / sizeof *BEHIND; i++)
        if (BEHIND[i](r))
            return 1;
    return 0;
}
