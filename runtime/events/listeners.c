/* Which permanents an event can be for: those that hear of others, and those that take part in it themselves. Of many
 * events in a batch each is asked of these alone, so that ten thousand creatures that die together are not a hundred
 * million questions. */
#include "runtime/events/events.h"

enum { SHORT = 16 }; /* a list that is not worth more */

static void keep_places(rt_game *g, rt_kept_listeners *l)
{
    l->objects = g->s->object.count;
    rt_spend(g, l->objects / 64);
    l->place = rt_temp_zeroed(g, l->objects * sizeof *l->place + 1);
    for (uint32_t i = 0; i < l->count; i++)
        l->place[l->list[i]] = i + 1;
    for (uint32_t m = 0; m < RT_HEARD_MASKS; m++) {
        l->heard[m].mask = 0;
        l->heard[m].list = rt_temp_alloc(g, l->count * sizeof *l->heard[m].list + 1);
    }
}

void rt_listeners_keep(rt_game *g)
{
    const uint32_t n = rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    rt_kept_listeners *l = &g->run->listeners;
    l->list = rt_temp_alloc(g, n * sizeof *l->list + 1);
    l->count = l->next = 0;
    l->place = NULL;
    rt_spend(g, n / 4);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        if (rt_obj(g, idx)->listens)
            l->list[l->count++] = idx;
    }
    if (l->count > SHORT)
        keep_places(g, l);
    l->kept = 1;
}

void rt_listeners_drop(rt_game *g)
{
    g->run->listeners.kept = 0;
}

/* What hears of others, for a mask: the events of a batch are of a few kinds. */
static uint32_t heard_of(rt_game *g, rt_kept_listeners *l, uint64_t mask)
{
    for (uint32_t m = 0; m < RT_HEARD_MASKS; m++)
        if (l->heard[m].mask == mask)
            return m;
    const uint32_t m = l->next++ % RT_HEARD_MASKS;
    uint32_t n = 0;
    rt_spend(g, l->count / 4);
    for (uint32_t i = 0; i < l->count; i++) {
        const rt_object *o = rt_obj(g, l->list[i]);
        if ((o->listens & mask) && (o->granted || (g->lib->face[o->face].hears & mask)))
            l->heard[m].list[n++] = i;
    }
    l->heard[m].mask = mask;
    l->heard[m].count = n;
    return m;
}

/* Those that take part in it are asked, too: by their places, once. */
static void add_own(const rt_kept_listeners *l, rt_hearing *h, rt_entity e)
{
    const uint32_t idx = RT_INDEX(e), at = e && idx < l->objects ? l->place[idx] : 0;
    uint32_t n = 0;
    while (n < h->own_count && h->own[n] < at)
        n++;
    if (!at || (n < h->own_count && h->own[n] == at))
        return;
    for (uint32_t i = h->own_count++; i > n; i--)
        h->own[i] = h->own[i - 1];
    h->own[n] = at;
}

static rt_hearing hearing_of(rt_game *g, const rt_event *e, uint64_t mask)
{
    rt_kept_listeners *l = &g->run->listeners;
    rt_hearing h = {.mask = mask};
    if (l->kept && l->place) {
        const uint32_t m = heard_of(g, l, mask);
        h.heard = l->heard[m].list;
        h.count = l->heard[m].count;
        add_own(l, &h, e->obj);
        add_own(l, &h, e->result);
        add_own(l, &h, e->src);
        add_own(l, &h, e->whom);
        add_own(l, &h, e->other);
    } else {
        h.count = l->kept ? l->count : rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0);
    }
    rt_spend(g, h.count / 4);
    return h;
}

/* Looked at one by one there are as many. (The first object of all is asked by rt_hears where nobody takes part, too: in vain.) */
static int is_whole(const rt_game *g, const rt_event *e, uint64_t mask, rt_hearing h)
{
    uint32_t n = 0, found = 0;
    const rt_entity part[] = {e->obj, e->result, e->src, e->whom, e->other};
    for (uint32_t i = 0; i < rt_zone_count(g, VM_ZONE_BATTLEFIELD, 0); i++) {
        const uint32_t idx = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, i);
        const rt_object *o = rt_obj(g, idx);
        uint32_t hears = o->granted || (g->lib->face[o->face].hears & mask);
        for (uint32_t k = 0; k < sizeof part / sizeof *part; k++)
            hears |= part[k] && RT_INDEX(part[k]) == idx;
        n += hears && (o->listens & mask);
    }
    for (uint32_t idx; rt_hearing_next(g, &h, &idx);)
        found += (uint32_t)rt_hears(g, rt_obj(g, idx), e, idx, mask);
    return found >= n;
}

rt_hearing rt_hearing_of(rt_game *g, const rt_event *e, uint64_t mask)
{
    const rt_hearing h = hearing_of(g, e, mask);
    RT_CHECK_AGAIN(g, is_whole(g, e, mask, h));
    return h;
}

int rt_hearing_next(const rt_game *g, rt_hearing *h, uint32_t *out_idx)
{
    const rt_kept_listeners *l = &g->run->listeners;
    if (!h->heard) {
        const uint32_t *all = l->kept ? l->list : rt_permanents(g, &(uint32_t){0});
        while (h->next < h->count) {
            *out_idx = all[h->next++];
            if (rt_obj(g, *out_idx)->listens & h->mask)
                return 1;
        }
        return 0;
    }
    const uint32_t own = h->own_next < h->own_count ? h->own[h->own_next] : UINT32_MAX,
                   other = h->next < h->count ? h->heard[h->next] + 1 : UINT32_MAX,
                   at = own < other ? own : other;
    if (at == UINT32_MAX)
        return 0;
    h->own_next += own == at;
    h->next += other == at;
    *out_idx = l->list[at - 1];
    return 1;
}
