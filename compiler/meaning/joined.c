/* What stands in one sentence and is several statements: 'you may exile it, if you do, draw a card'. What follows such
 * a joint stands as if it were in a line of its own; the shapes are cut here, before anything is read. */
#include "compiler/meaning/read.h"

#include "grammar.tab.h"

typedef enum joint_kind {
    JOINT_NONE,
    JOINT_DO,
    JOINT_DONT,
    JOINT_CANT,    /* asked of the act just before, whatever was asked earlier */
    JOINT_ANYBODY, /* if no player does, if an opponent doesn't: asked anew, of any of them */
    JOINT_WHEN,
    JOINT_LATER, /* at the beginning of the next end step, · when it dies this turn, · until end of turn, */
    JOINT_IF,
    JOINT_FLIP, /* if you win the flip, if you lose the flip: asked of one coin, side by side */
    JOINT_ELSE,
    JOINT_WHO
} joint_kind;
typedef struct joint {
    joint_kind kind;
    uint32_t ends;       /* the sentence in front of it */
    uint32_t from, rest; /* its own words, and what follows them */
} joint;

enum { JOINT_WORDS_MAX = 8 }; /* that creature's controller */

static syn_word group_at(syn_phrase p, uint32_t i)
{
    return i < p.count && p.first[i].kind == TOK_WORD ? syn_word_group(p.first[i].word) : 0;
}

static int is_comma(syn_phrase p, uint32_t i)
{
    return i < p.count && p.first[i].kind == TOK_COMMA;
}

/* if you do, · when that player does, · if they don't: the end of its words; 0 = it is none */
static uint32_t asks_who_did(syn_phrase p, uint32_t at, int colon, joint_kind *out)
{
    const syn_word head = group_at(p, at);
    if (head != W_IF && p.first[at].word != W_WHEN)
        return 0;
    uint32_t end = at + 1;
    while (end < p.count && end - at <= JOINT_WORDS_MAX && !is_comma(p, end))
        end++;
    const syn_word verb = group_at(p, end - 1);
    if (end - at < 3 || (verb != W_DO && verb != W_DONT && verb != W_CANT) ||
        p.first[end - 1].word == W_DID || (!is_comma(p, end) && !(colon && end == p.count)) ||
        (head != W_IF && verb != W_DO))
        return 0;
    if (verb == W_CANT) {
        *out = JOINT_CANT;
        return end;
    }
    const syn_word who = group_at(p, at + 1);
    const int any = p.first[at + 1].word == W_NO || ((who == W_A || who == W_ANY) && verb != W_DO);
    *out = head != W_IF ? JOINT_WHEN : any ? JOINT_ANYBODY : verb == W_DO ? JOINT_DO : JOINT_DONT;
    return end;
}

/* each opponent who doesn't loses 2 life: a sentence of its own */
static int says_who_did(const m_reader *r, syn_phrase p, uint32_t at)
{
    const syn_word did = group_at(p, at + 3), verb = at + 4 < p.count ? p.first[at + 4].word : 0;
    return group_at(p, at) == W_EACH && group_at(p, at + 2) == W_WHO &&
           (did == W_DO || did == W_DONT || did == W_CANT) && verb < r->voc->info.count &&
           (r->voc->info.at[verb].forms & VOC_FORM_S) &&
           !(r->voc->info.at[verb].forms & VOC_FORM_BASE);
}

static int says(syn_phrase p, uint32_t from, uint32_t to, syn_word group)
{
    for (; from < to; from++)
        if (group_at(p, from) == group)
            return 1;
    return 0;
}

static uint32_t next_comma(syn_phrase p, uint32_t at)
{
    while (at < p.count && !is_comma(p, at))
        at++;
    return at;
}

/* exile the top card of your library, if it's a land card, : nothing but that sentence says which card it is */
static int asks_what_it_found(const m_reader *r, syn_phrase p, uint32_t from, uint32_t before,
                              uint32_t at, uint32_t end)
{
    const syn_word who = group_at(p, at + 1), last = end ? p.first[end - 1].word : 0;
    const uint32_t named = who == W_THAT;
    int top = 0;
    for (; from + 1 < before; from++)
        top |= group_at(p, from) == W_THE && group_at(p, from + 1) == W_TOP;
    const uint32_t is = at + 2 + named;
    return top && (named || who == W_IT) && is < end &&
           (p.first[is].kind == TOK_POSS || group_at(p, is) == W_BE) &&
           voc_same(r->voc, last, W_CARD_W);
}

/* if you win the flip, · if they lose the flip: until a coin was flipped there was no such thing. How declared
 * conditions of a coin say it: who, and then words of their own. */
static int asks_of_a_flip(const m_reader *r, syn_phrase p, uint32_t at, uint32_t end)
{
    for (uint32_t i = at + 2; i < end; i++) {
        if (p.first[i].kind != TOK_WORD)
            return 0;
        for (const voc_frame *f = voc_frames(r->voc, DECL_CONDITION, p.first[i].word); f;
             f = f->next) {
            uint32_t k = 1;
            if (!voc_is(f, VOC_OF_A_FLIP) || !f->has_subject || f->part_count != end - i)
                continue;
            while (k < f->part_count && f->parts[k].kind == VOC_PART_LITERAL &&
                   p.first[i + k].kind == TOK_WORD &&
                   voc_same(r->voc, p.first[i + k].word, f->parts[k].word))
                k++;
            if (k == f->part_count)
                return 1;
        }
    }
    return 0;
}

/* ..., if a creature card was discarded this way, · draw a card, if you control a Bear, draw two cards instead: what
 * was done, and what takes the place of what stands before it, is asked behind that. The end of its words. */
static uint32_t asks_of_it(const m_reader *r, syn_phrase p, uint32_t from, uint32_t before,
                           uint32_t at)
{
    const uint32_t end = next_comma(p, at);
    if (group_at(p, at) != W_IF || end + 1 >= p.count || !is_comma(p, before) ||
        says(p, at, end, W_WOULD))
        return 0;
    if (group_at(p, end - 1) == W_WAY && group_at(p, end - 2) == W_THIS)
        return end;
    if (!says(p, from, before, W_MAY) && asks_what_it_found(r, p, from, before, at, end))
        return end;
    /* ..., if it was white, draw a card, otherwise, its controller draws one */
    const uint32_t next = next_comma(p, end + 1);
    if (next + 1 < p.count && p.first[next + 1].word == W_OTHERWISE &&
        !says(p, from, before, W_MAY))
        return end;
    const int instead = group_at(p, p.count - 1) == W_INSTEAD || group_at(p, end + 1) == W_INSTEAD;
    return instead && next_comma(p, end + 1) == p.count && next_comma(p, from) == before &&
                   !says(p, from, before, W_MAY) && !says(p, from, before, W_AND) &&
                   !says(p, from, before, W_THEN)
               ? end
               : 0;
}

static uint32_t of_a_flip(const m_reader *r, syn_phrase p, uint32_t before, uint32_t at)
{
    const uint32_t end = next_comma(p, at);
    return group_at(p, at) == W_IF && is_comma(p, before) && end + 1 < p.count &&
                   asks_of_a_flip(r, p, at, end)
               ? end
               : 0;
}

/* ..., at the beginning of the next end step, · when it dies this turn, · until end of turn, : the end of its words */
static uint32_t says_when(syn_phrase p, uint32_t from, uint32_t before, uint32_t at)
{
    const syn_word head = group_at(p, at), what = group_at(p, at + 1);
    const uint32_t end = next_comma(p, at);
    if ((head != W_WHEN && head != W_UNTIL && (head != W_AT || what == W_RANDOM_W)) ||
        !is_comma(p, before) || end + 1 >= p.count || says(p, from, before, W_MAY))
        return 0;
    const syn_word rest = group_at(p, end + 1);
    return rest != W_AND && rest != W_THEN && rest != W_OR ? end : 0;
}

/* ..., then if you control a Bear, · and, if you control a Bear, : the end of its words. 'A if B and if C' is no joint. */
static uint32_t asks_anything(syn_phrase p, uint32_t from, uint32_t before, uint32_t at)
{
    const syn_word word = group_at(p, at - 1);
    const uint32_t comma = (uint32_t)is_comma(p, at);
    uint32_t end = at + comma + 1;
    if (group_at(p, at + comma) != W_IF || (word != W_AND && word != W_THEN) ||
        (word == W_AND && !comma && !is_comma(p, before)) || says(p, from, before, W_MAY))
        return 0; /* you may draw a card, then if ...: is that left to them, too? */
    while (end < p.count && !is_comma(p, end) && group_at(p, end) != W_WOULD)
        end++;
    return is_comma(p, end) && end + 1 < p.count ? end : 0;
}

/* The first joint from `at` on. */
static joint find_joint(const m_reader *r, syn_phrase p, uint32_t at, int colon)
{
    for (uint32_t i = at + 1; i < p.count; i++) {
        uint32_t k = i;
        joint j = {.ends = i};
        k += is_comma(p, k);
        if (group_at(p, k) == W_AND || group_at(p, k) == W_THEN)
            k++;
        if (k == i || k >= p.count)
            continue;
        j.from = k;
        if (p.first[k].word == W_OTHERWISE) {
            j.kind = JOINT_ELSE;
            j.rest = k + 1u + (uint32_t)is_comma(p, k + 1);
            return j;
        }
        if (says_who_did(r, p, k)) {
            j.kind = JOINT_WHO;
            j.rest = k;
            return j;
        }
        uint32_t end = asks_who_did(p, k, colon, &j.kind);
        if (!end && (end = asks_anything(p, at, i, k))) {
            j.kind = JOINT_IF;
            j.from += is_comma(p, k);
        }
        if (!end && (end = asks_of_it(r, p, at, i, k)))
            j.kind = JOINT_IF;
        if (!end && (end = of_a_flip(r, p, i, k)))
            j.kind = JOINT_FLIP;
        if (!end && (end = says_when(p, at, i, k)))
            j.kind = JOINT_LATER;
        if (end) {
            j.rest = end + (uint32_t)is_comma(p, end);
            return j;
        }
    }
    return (joint){0};
}

static syn_stmt *part_of(m_reader *r, const syn_stmt *s, uint32_t from, uint32_t to)
{
    syn_stmt *part = ARENA_NEW(r->mem, syn_stmt);
    *part = *s;
    part->phrase = (syn_phrase){s->phrase.first + from, to - from};
    part->span = syn_phrase_span(part->phrase);
    if (to == s->phrase.count)
        return part;
    part->body = part->other = NULL;
    part->colon = 0;
    return part;
}

static syn_block *block_of(m_reader *r, syn_stmt *only)
{
    syn_block *b = ARENA_NEW(r->mem, syn_block);
    b->span = only->span;
    VEC_PUSH(r->mem, &b->stmts, only);
    return b;
}

/* What has been asked so far, and where that stands. */
typedef struct asked {
    joint_kind kind;
    syn_stmt *stmt;
    syn_block *in;
} asked;
enum { JOINTS_MAX = 16 };
typedef struct cutting {
    syn_block *here; /* where the next part goes */
    asked at[JOINTS_MAX];
    uint32_t count;
    uint32_t said; /* where the part before begins */
} cutting;

/* 'if you do' and 'if you don't' ask for the same, and 'otherwise' for what was asked last. */
static int answers(joint_kind now, joint_kind before)
{
    switch (now) {
    case JOINT_DO:
        return before == JOINT_DONT;
    case JOINT_DONT:
        return before == JOINT_DO || before == JOINT_WHEN;
    case JOINT_ANYBODY:
        return before == JOINT_DO || before == JOINT_DONT || before == JOINT_WHEN;
    case JOINT_ELSE:
        return before == JOINT_DO || before == JOINT_DONT || before == JOINT_CANT ||
               before == JOINT_IF || before == JOINT_FLIP;
    case JOINT_FLIP:
        return before == JOINT_FLIP;
    default:
        return 0;
    }
}

/* flip a coin, if you win the flip, flip another coin, if you lose the flip, ...: which of the two? The verb of the first part
 * stands in what is between `from` and `to`, too. */
static int is_done_again(const m_reader *r, syn_phrase p, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < p.count && !is_comma(p, i); i++)
        if (p.first[i].kind == TOK_WORD && voc_frames(r->voc, DECL_ACTION, p.first[i].word))
            for (uint32_t k = from; k < to; k++)
                if (p.first[k].kind == TOK_WORD &&
                    voc_same(r->voc, p.first[k].word, p.first[i].word))
                    return 1;
    return 0;
}

/* One more part behind its joint; 0: there is nothing that it could be behind. */
static int add_part(m_reader *r, cutting *c, const syn_stmt *s, joint j, uint32_t ends)
{
    syn_block *does = j.rest < s->phrase.count ? block_of(r, part_of(r, s, j.rest, ends)) : s->body;
    if (j.kind == JOINT_WHO) {
        VEC_PUSH(r->mem, &c->here->stmts, part_of(r, s, j.rest, ends));
        return 1;
    }
    if (!does || c->count == JOINTS_MAX)
        return 0;
    uint32_t back = c->count;
    while (back && !(answers(j.kind, c->at[back - 1].kind) && !c->at[back - 1].stmt->other))
        back--;
    if (!back && j.kind == JOINT_ELSE)
        return 0;
    if (back)
        c->count = back - 1;
    asked *before = back ? &c->at[back - 1] : NULL;
    if (before && j.kind == JOINT_FLIP && is_done_again(r, s->phrase, c->said, j.from))
        return 0;
    c->said = j.rest;
    if (before && before->kind != JOINT_WHEN && j.kind != JOINT_ANYBODY && j.kind != JOINT_FLIP) {
        before->stmt->other = does;
        c->here = does;
        return 1;
    }
    if (before)
        c->here = before->in;
    syn_stmt *asks = part_of(r, s, j.from, j.rest);
    asks->phrase.count -= asks->phrase.first[asks->phrase.count - 1].kind == TOK_COMMA;
    asks->body = does;
    asks->colon = 1;
    c->at[c->count++] = (asked){j.kind, asks, c->here};
    VEC_PUSH(r->mem, &c->here->stmts, asks);
    c->here = does;
    return 1;
}

/* NULL: it is one statement. */
static const syn_block *parts(m_reader *r, const syn_stmt *s)
{
    joint j = find_joint(r, s->phrase, 0, s->colon);
    if (!j.kind || j.kind == JOINT_ELSE)
        return NULL;
    syn_block *all = block_of(r, part_of(r, s, 0, j.ends));
    cutting c = {.here = all};
    while (j.kind) {
        const joint next = find_joint(r, s->phrase, j.rest, s->colon);
        if (!add_part(r, &c, s, j, next.kind ? next.ends : s->phrase.count))
            return NULL;
        j = next;
    }
    return all;
}

/* if it's a land card: put it onto the battlefield, otherwise, put it into your hand */
static syn_stmt *with_otherwise(m_reader *r, const syn_stmt *s)
{
    const syn_stmt *does = s->body && s->colon && !s->body->braces && s->body->stmts.count == 1
                               ? s->body->stmts.at[0]
                               : NULL;
    if (group_at(s->phrase, 0) != W_IF || s->other || !does)
        return NULL;
    const joint j = find_joint(r, does->phrase, 0, does->colon);
    if (j.kind != JOINT_ELSE || j.rest >= does->phrase.count)
        return NULL;
    syn_stmt *both = ARENA_NEW(r->mem, syn_stmt);
    *both = *s;
    both->body = block_of(r, part_of(r, does, 0, j.ends));
    both->other = block_of(r, part_of(r, does, j.rest, does->phrase.count));
    return both;
}

const syn_block *m_apart(m_reader *r, const syn_block *block)
{
    syn_block *apart = NULL;
    for (uint32_t i = 0; i < block->stmts.count; i++) {
        syn_stmt *s = block->stmts.at[i], *both = with_otherwise(r, s);
        const syn_block *several = both ? block_of(r, both) : parts(r, s);
        if (several && !apart) {
            apart = ARENA_NEW(r->mem, syn_block);
            apart->span = block->span;
            apart->braces = block->braces;
            for (uint32_t k = 0; k < i; k++)
                VEC_PUSH(r->mem, &apart->stmts, block->stmts.at[k]);
        }
        for (uint32_t k = 0; several && k < several->stmts.count; k++)
            VEC_PUSH(r->mem, &apart->stmts, several->stmts.at[k]);
        if (apart && !several)
            VEC_PUSH(r->mem, &apart->stmts, s);
    }
    return apart ? apart : block;
}

/* at the beginning of your upkeep or when this enters: two abilities that do the same. The joint, or 0. */
static uint32_t second_head(syn_phrase p)
{
    const syn_word first = group_at(p, 0);
    if ((first != W_AT && first != W_WHEN) || says(p, 0, p.count, W_IF))
        return 0;
    for (uint32_t i = 1; i + 2 < p.count; i++) {
        const syn_word word = group_at(p, i), head = group_at(p, i + 1);
        const int at = head == W_AT && group_at(p, i + 2) == W_THE;
        if ((word == W_OR || word == W_AND) && (at || (head == W_WHEN && first == W_AT)))
            return i;
    }
    return 0;
}

/* What a body gives a name to it gives once. */
static int gives_names(const syn_block *b)
{
    for (uint32_t i = 0; b && i < b->stmts.count; i++) {
        const syn_stmt *s = b->stmts.at[i];
        if (says(s->phrase, 0, s->phrase.count, W_AS) || says(s->phrase, 0, 1, W_LET) ||
            gives_names(s->body) || gives_names(s->other))
            return 1;
    }
    return 0;
}

const syn_block *m_heads_apart(m_reader *r, const syn_block *block)
{
    syn_block *apart = ARENA_NEW(r->mem, syn_block);
    *apart = (syn_block){.span = block->span, .braces = block->braces};
    for (uint32_t i = 0; i < block->stmts.count; i++) {
        syn_stmt *s = block->stmts.at[i];
        const uint32_t cut = s->colon && s->body && !s->other ? second_head(s->phrase) : 0;
        if (!cut || gives_names(s->body)) {
            VEC_PUSH(r->mem, &apart->stmts, s);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            syn_stmt *one = ARENA_NEW(r->mem, syn_stmt);
            const uint32_t from = k ? cut + 1 : 0, to = k ? s->phrase.count : cut;
            *one = *s;
            one->phrase = (syn_phrase){s->phrase.first + from, to - from};
            one->span = syn_phrase_span(one->phrase);
            VEC_PUSH(r->mem, &apart->stmts, one);
        }
    }
    return apart;
}
