#include "runtime/host/history.h"

uint32_t rt_history_reserve(rt_game *g, uint32_t words)
{
    return words > 0xFFFFFF ? (uint32_t)RT_FAULT_FULL : rt_reserve(g, &g->s->history, words + 1);
}

void rt_history_note(rt_game *g, uint32_t deed, const uint32_t *words, uint32_t count)
{
    uint32_t *at = rt_history_rows(g, g->s->history.count);
    *at++ = deed | count << 8;
    for (uint32_t i = 0; i < count; i++)
        *at++ = words[i];
    g->s->history.count += count + 1;
}

cantrip_status rt_history_redo(cantrip_game *game, uint32_t deed, const uint32_t *words,
                               uint32_t count)
{
    static const struct {
        uint32_t words;
        cantrip_status (*again)(cantrip_game *, const uint32_t *);
    } DEEDS[RT_DEED_COUNT] = {
        [RT_DEED_DECK] = {3, rt_do_deck},         [RT_DEED_CONCEDE] = {1, rt_do_concede},
        [RT_DEED_POSITION] = {1, rt_do_position}, [RT_DEED_STEP] = {2, rt_do_step},
        [RT_DEED_PUT] = {6, rt_do_put},           [RT_DEED_COUNTERS] = {3, rt_do_counters},
        [RT_DEED_ATTACH] = {2, rt_do_attach},     [RT_DEED_LIFE] = {2, rt_do_life},
        [RT_DEED_EFFECT] = {2, rt_do_effect},     [RT_DEED_RESAMPLE] = {3, rt_do_resample},
        [RT_DEED_SEATS] = {11, rt_do_seats},
    };
    switch (deed) {
    case RT_DEED_RUN:
        return count ? CANTRIP_E_STATE : rt_do_run(game);
    case RT_DEED_LOOK:
        return count ? CANTRIP_E_STATE : rt_do_look(game);
    case RT_DEED_ANSWER:
        return rt_do_answer(game, words, count);
    default:
        if (deed >= RT_DEED_COUNT || DEEDS[deed].words != count)
            return CANTRIP_E_STATE;
        return DEEDS[deed].again(game, words);
    }
}

cantrip_status rt_history_replay(cantrip_game *game, const rt_state *from)
{
    const uint32_t *words =
        (const uint32_t *)(const void *)((const char *)from + from->history.off);
    for (uint32_t i = 0; i < from->history.count;) {
        const uint32_t count = words[i] >> 8;
        if (count > from->history.count - i - 1)
            return CANTRIP_E_STATE;
        const cantrip_status s = rt_history_redo(game, words[i] & 0xFF, words + i + 1, count);
        if (s != CANTRIP_OK)
            return s;
        i += count + 1;
    }
    return CANTRIP_OK;
}

int rt_was_stepped(const rt_game *g)
{
    for (uint32_t at = 0; at < g->s->history.count; at += (*rt_history_row(g, at) >> 8) + 1)
        switch (*rt_history_row(g, at) & 0xFF) {
        case RT_DEED_RUN:
        case RT_DEED_EFFECT:
        case RT_DEED_RESAMPLE:
            return 1;
        default:
            break;
        }
    return 0;
}
