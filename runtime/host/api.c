/* The public contract: create, step, decide, answer, clone, save. */
#include "cantrip/setup.h"
#include "runtime/host/history.h"

#include <stdio.h>
#include <string.h>

enum { STARTING_LIFE = 20, MAX_HAND = 7 };

const char *cantrip_status_text(cantrip_status status)
{
    static const char *const TEXT[] = {"fine",
                                       "out of memory",
                                       "the pack was refused",
                                       "there is no such card",
                                       "that answer is not legal",
                                       "the saved game is damaged or of another pack",
                                       "an argument is outside its range",
                                       "a limit of the rules machine was reached"};
    return (unsigned)status < sizeof TEXT / sizeof *TEXT ? TEXT[status] : "?";
}

uint32_t cantrip_version(void)
{
    return CANTRIP_VERSION;
}

const char *cantrip_version_text(void)
{
    return CANTRIP_VERSION_STRING;
}

cantrip_game_options cantrip_game_options_default(void)
{
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    return o;
}

/* ---- libraries --------------------------------------------------------------------------------
 */

enum { OPTIONS_GROW_BY = 1024 }; /* bytes, in all versions to come: a larger size is a mistake */

/* A program may have been built with older or newer headers: what its options do not have is as by default, and what ours
 * do not have must not be asked for. Both begin with their struct_size. */
static int take_known(void *to, size_t known, const void *from, size_t first_size)
{
    uint32_t size;
    memcpy(&size, from, sizeof size);
    if (size < first_size || size > known + OPTIONS_GROW_BY)
        return 0;
    for (size_t i = known; i < size; i++)
        if (((const char *)from)[i])
            return 0;
    memcpy(to, from, size < known ? size : known);
    return 1;
}

static int take_library_options(cantrip_library_options *to, const cantrip_library_options *from)
{
    enum { FIRST_SIZE = offsetof(cantrip_library_options, memory) + sizeof(cantrip_memory) };
    const cantrip_memory *m = &to->memory;
    return take_known(to, sizeof *to, from, FIRST_SIZE) && (to->imports || !to->import_count) &&
           ((!m->alloc && !m->resize && !m->free) || (m->alloc && m->resize && m->free));
}

cantrip_status cantrip_library_create(const void *bytes, size_t size,
                                      const cantrip_library_options *options,
                                      cantrip_library **out_library, cantrip_pack_error *out_error)
{
    if ((size && !bytes) || !out_library)
        return CANTRIP_E_ARGUMENT;
    vm_refusal why;
    cantrip_library_options o = {.struct_size = sizeof o};
    memset(&why, 0, sizeof why);
    *out_library = NULL;
    if (options && !take_library_options(&o, options))
        return CANTRIP_E_ARGUMENT;
    for (uint32_t i = 0; i < o.import_count; i++)
        if (o.imports[i].size && !o.imports[i].at)
            return CANTRIP_E_ARGUMENT;
    const base_memory given = {o.memory.alloc, o.memory.resize, o.memory.free, o.memory.user};
    cantrip_library *l = base_zeroed(given.alloc ? &given : NULL, 1, sizeof *l);
    if (!l)
        return CANTRIP_E_MEMORY;
    l->memory = given;
    const base_memory *memory = given.alloc ? &l->memory : NULL;
    cantrip_bytes *packs = base_alloc(memory, sizeof *packs * ((size_t)o.import_count + 1));
    if (packs) {
        packs[0] = (cantrip_bytes){bytes, size};
        if (o.import_count)
            memcpy(packs + 1, o.imports, sizeof *packs * o.import_count);
        l->lib = rt_library_open(memory, packs, o.import_count + 1, &why);
        base_free(memory, packs);
    }
    if (!l->lib) {
        base_free(given.alloc ? &given : NULL, l);
        if (out_error) {
            memset(out_error, 0, sizeof *out_error);
            memcpy(out_error->rule, why.rule, sizeof why.rule);
            memcpy(out_error->message, why.message, sizeof why.message);
            out_error->section = why.section;
            out_error->row = why.row;
            out_error->instruction = why.pc;
        }
        /* V8: there was no memory to decide it */
        return why.rule[0] && strcmp(why.rule, "V8") != 0 ? CANTRIP_E_PACK : CANTRIP_E_MEMORY;
    }
    *out_library = l;
    return CANTRIP_OK;
}

cantrip_status cantrip_library_open(const void *bytes, size_t size, cantrip_library **out_library,
                                    cantrip_pack_error *out_error)
{
    if ((size && !bytes) || !out_library)
        return CANTRIP_E_ARGUMENT;
    return cantrip_library_create(bytes, size, NULL, out_library, out_error);
}

cantrip_status cantrip_library_open_with(const void *bytes, size_t size,
                                         const cantrip_bytes *imports, uint32_t import_count,
                                         cantrip_library **out_library,
                                         cantrip_pack_error *out_error)
{
    if ((size && !bytes) || !out_library)
        return CANTRIP_E_ARGUMENT;
    const cantrip_library_options o = {
        .struct_size = sizeof o, .imports = imports, .import_count = import_count};
    return cantrip_library_create(bytes, size, &o, out_library, out_error);
}

void cantrip_library_close(cantrip_library *library)
{
    if (!library)
        return;
    const base_memory given = library->memory;
    rt_library_close(library->lib);
    base_free(given.alloc ? &given : NULL, library);
}

uint32_t cantrip_library_card_count(const cantrip_library *library)
{
    if (!library)
        return 0;
    uint32_t n = 0;
    while (n < library->lib->pack.face_count && !(library->lib->pack.face[n].flags & VM_FF_TOKEN))
        n++;
    return n;
}

const char *cantrip_library_card_name(const cantrip_library *library, uint32_t index)
{
    if (!library)
        return "";
    return index < library->lib->pack.face_count
               ? vm_pack_str(&library->lib->pack, library->lib->pack.face[index].name)
               : "";
}

const char *cantrip_subtype_name(const cantrip_library *library, int32_t number)
{
    if (!library)
        return "";
    return rt_subtype_name(library->lib, (uint32_t)number);
}

/* ---- games ------------------------------------------------------------------------------------
 */

/* A game around a state that it then owns; NULL = no memory. */
cantrip_game *rt_game_wrap(const cantrip_library *library, rt_state *s)
{
    const base_memory *memory = library->lib->pack.memory;
    cantrip_game *game = base_zeroed(memory, 1, sizeof *game);
    if (!game)
        return NULL;
    game->library = library;
    game->g.s = s;
    game->g.run = &game->run;
    game->run.budget = UINT64_MAX;
    game->g.lib = library->lib;
    game->g.pack = &library->lib->pack;
    return game;
}

cantrip_status rt_fault_status(uint32_t fault)
{
    switch (fault) {
    case RT_FAULT_NONE:
        return CANTRIP_OK;
    case RT_FAULT_MEMORY:
        return CANTRIP_E_MEMORY;
    case RT_FAULT_BUSY:
        return CANTRIP_E_ARGUMENT;
    default:
        return CANTRIP_E_LIMIT;
    }
}

static void begin(rt_game *g, void *user)
{
    const uint32_t players = *(const uint32_t *)user;
    for (uint32_t p = 0; p < players; p++) {
        uint32_t at = RT_PUSH(g, player);
        rt_player_row(g, at)->life = STARTING_LIFE;
        rt_player_row(g, at)->max_hand = MAX_HAND;
        rt_player_row(g, at)->team = (uint8_t)p;
    }
    rt_push_many(g, &g->s->zone, players * 4 + 3);
    rt_proc_push(g, RT_PROC_START);
}

enum { SEATS_WORDS = 11 }; /* of how players sit, limits, and what is asked */

static int take_options(cantrip_game_options *to, const cantrip_game_options *from)
{
    enum { FIRST_SIZE = offsetof(cantrip_game_options, events) + sizeof(uint32_t) };
    return take_known(to, sizeof *to, from, FIRST_SIZE);
}

cantrip_status cantrip_game_create(const cantrip_library *library,
                                   const cantrip_game_options *options, cantrip_game **out_game)
{
    if (!library || !out_game)
        return CANTRIP_E_ARGUMENT;
    cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
    *out_game = NULL;
    if (options && !take_options(&o, options))
        return CANTRIP_E_ARGUMENT;
    if (o.player_count < 2 || o.player_count > RT_PLAYERS_MAX || o.events > 1)
        return CANTRIP_E_ARGUMENT;
    const base_memory *memory = library->lib->pack.memory;
    rt_state *s = rt_block_create(memory, o.player_count);
    cantrip_game *game = s ? rt_game_wrap(library, s) : NULL;
    if (!game) {
        base_free(memory, s);
        return CANTRIP_E_MEMORY;
    }
    if (o.events)
        game->g.tale = &game->tale;
    s->library_hash = library->lib->pack.hash;
    s->skip_trivial = !o.ask_trivial;
    const uint32_t players = UINT32_MAX >> (32 - o.player_count); /* of masks, only their bits */
    s->options = o.pay_by_hand & players;
    s->float_mana = o.float_mana & players;
    s->take_back = o.take_back & players;
    s->turn_max = o.turn_max;
    s->commander_limit = 21; /* CR 903.10a */
    s->seed = o.seed;
    rt_random_seed(s, o.seed);
    if (rt_guarded(&game->g, begin, &o.player_count)) {
        cantrip_game_destroy(game);
        return CANTRIP_E_MEMORY;
    }
    const uint32_t words[SEATS_WORDS] = {
        o.team_size,        o.shared,     o.range,    o.attack,  o.seating,    o.life,
        o.commander_damage, o.object_max, o.work_max, o.chooser, o.order_cards};
    uint32_t said = 0;
    for (uint32_t i = 0; i < SEATS_WORDS; i++)
        said |= words[i];
    const cantrip_status seated = said ? rt_do_seats(game, words) : CANTRIP_OK;
    if (seated != CANTRIP_OK) {
        cantrip_game_destroy(game);
        return seated;
    }
    *out_game = game;
    return CANTRIP_OK;
}

/* How the players sit and may reach one another: of a new game, before anything else is done. */
cantrip_status rt_do_seats(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    const rt_seats c = {words[0], words[1], words[2], words[3], words[4], words[5],
                        words[6], words[7], words[8], words[9], words[10]};
    if (g->s->history.count || g->run->guard || !rt_seats_fit(g, &c))
        return CANTRIP_E_ARGUMENT;
    if (rt_history_reserve(g, SEATS_WORDS))
        return CANTRIP_E_MEMORY;
    rt_seats given = c;
    const uint32_t fault = (uint32_t)rt_whole(g, rt_seats_take, &given);
    if (!fault)
        rt_history_note(g, RT_DEED_SEATS, words, SEATS_WORDS);
    return rt_fault_status(fault);
}

typedef struct deck_call {
    uint32_t face, player, count;
} deck_call;

/* Room is made for all of them first, so that a deck is added whole or not at all. */
static void add_cards(rt_game *g, void *user)
{
    const deck_call *d = user;
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t idx = rt_object_create(g, d->face, (uint8_t)d->player);
        rt_zone_insert(g, idx, VM_ZONE_LIBRARY, d->player, 0);
    }
}

cantrip_status rt_do_deck(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    deck_call d = {words[0], words[1], words[2]};
    if (d.face >= g->pack->face_count || d.player >= g->s->player.count || g->s->over)
        return CANTRIP_E_ARGUMENT;
    if (g->run->guard)
        return CANTRIP_E_ARGUMENT;
    uint32_t fault = rt_history_reserve(g, 3);
    if (!fault)
        fault = rt_reserve(g, &g->s->object, d.count);
    if (!fault)
        fault = rt_zone_reserve(g, VM_ZONE_LIBRARY, d.player, d.count);
    if (!fault)
        fault = (uint32_t)rt_guarded(g, add_cards, &d);
    rt_keep_drop(g);
    if (!fault)
        rt_history_note(g, RT_DEED_DECK, words, 3);
    return rt_fault_status(fault);
}

cantrip_status cantrip_game_command_add(cantrip_game *game, uint32_t player, const char *card,
                                        uint32_t as)
{
    if (!game || as > CANTRIP_COMMAND_COMMANDER || game->g.s->turn || game->g.s->decisions)
        return CANTRIP_E_ARGUMENT;
    return cantrip_setup_put(game, player, card, CANTRIP_ZONE_COMMAND, 1,
                             as == CANTRIP_COMMAND_COMMANDER ? CANTRIP_SETUP_COMMANDER : 0, 0);
}

cantrip_status cantrip_game_deck_add(cantrip_game *game, uint32_t player, const char *card,
                                     uint32_t count)
{
    if (!game || !card)
        return CANTRIP_E_ARGUMENT;
    const int face = rt_face_by_name(game->g.lib, card);
    if (player >= game->g.s->player.count || rt_was_stepped(&game->g))
        return CANTRIP_E_ARGUMENT;
    return face < 0 ? CANTRIP_E_NAME
                    : rt_do_deck(game, (uint32_t[]){(uint32_t)face, player, count});
}

void cantrip_game_destroy(cantrip_game *game)
{
    if (!game)
        return;
    const base_memory *memory = game->g.pack->memory;
    rt_run_close(memory, &game->run);
    base_free(memory, game->g.s);
    base_free(memory, game->options);
    base_free(memory, game->tale.at);
    base_free(memory, game->picks);
    base_free(memory, game);
}

#define V(type, name, domain)                                                                      \
    _Static_assert(sizeof(type) == 4, "the variables of procedures are alike: " #name);
#define VARS(name, ...) __VA_ARGS__
#include "runtime/state/proc_vars.def"
#undef VARS
#undef V
_Static_assert(sizeof(rt_proc) == 4 + 4 * RT_PROC_VARS, "a procedure has too many variables");

static rt_status (*const RUN[RT_PROC_COUNT])(rt_game *) = {
#define PROC(id, fn, vars) [RT_PROC_##id] = fn,
#include "runtime/ask/procs.def"
#undef PROC
};

/* Runs until a question or the end. Characteristics are up to date then, so that looking at the game does
 * not change it. */
static void run_on(rt_game *g, void *user)
{
    (void)user;
    g->s->decision.unread = 0;
    while (!g->s->over && !g->s->decision.active && RUN[rt_top(g)->kind](g) != RT_ASK)
        rt_spend(g, 1);
    rt_refresh(g);
}

static void take_answer(rt_game *g, const uint32_t *chosen, uint32_t count);

/* CANTRIP_OK: it is noted, whatever came of it. */
cantrip_status rt_do_run(cantrip_game *game)
{
    rt_game *g = &game->g;
    if (g->s->over || g->s->decision.active || g->run->guard)
        return CANTRIP_E_ARGUMENT;
    if (rt_history_reserve(g, 0) || !rt_keep(g))
        return CANTRIP_E_MEMORY;
    if (g->s->turn_max && g->s->turn > g->s->turn_max) {
        g->s->over = 1;
        g->s->winner = RT_NOBODY;
    }
    const uint32_t fault = g->s->over ? 0 : (uint32_t)rt_guarded(g, run_on, NULL);
    if (fault) {
        rt_rewind(g, run_on, take_answer);
        if (fault == RT_FAULT_MEMORY)
            return CANTRIP_E_MEMORY;
        g->s->fault = fault;
        g->s->fault_at = g->run->fault_at;
        g->s->over = 1;
        g->s->winner = RT_NOBODY;
    }
    if (rt_history_reserve(g, 0))
        return CANTRIP_E_MEMORY; /* cannot happen: there was room before, and tables do not shrink */
    rt_history_note(g, RT_DEED_RUN, NULL, 0);
    rt_state_check(g);
    return CANTRIP_OK;
}

cantrip_step cantrip_game_step(cantrip_game *game)
{
    if (!game)
        return CANTRIP_STEP_OVER;
    if (!game->g.s->over && !game->g.s->decision.active && rt_do_run(game) != CANTRIP_OK)
        return CANTRIP_STEP_MEMORY;
    return game->g.s->over ? CANTRIP_STEP_OVER : CANTRIP_STEP_DECISION;
}

const cantrip_decision *cantrip_game_decision(cantrip_game *game)
{
    if (!game)
        return NULL;
    const rt_state *s = game->g.s;
    const rt_decision *d = &s->decision;
    if (!d->active)
        return NULL;
    if (game->option_cap < s->option.count) {
        cantrip_option *more =
            base_resize(game->g.pack->memory, game->options, sizeof *more * s->option.count);
        if (!more)
            return NULL;
        game->options = more;
        game->option_cap = s->option.count;
    }
    for (uint32_t i = 0; i < s->option.count; i++) {
        const rt_option *o = rt_option_row(&game->g, i);
        game->options[i] = (cantrip_option){(cantrip_option_kind)o->kind, {o->entity}, o->a, o->b};
    }
    game->decision = (cantrip_decision){(cantrip_decision_kind)d->kind,
                                        d->player,
                                        {d->source},
                                        d->source ? rt_name(&game->g, d->source) : "",
                                        d->min,
                                        d->max,
                                        game->options,
                                        s->option.count,
                                        d->whose};
    return &game->decision;
}

/* Are they all different, and options? 0 no, 1 yes, -1 no memory to find out. */
static int are_options(const rt_game *g, const uint32_t *chosen, uint32_t count)
{
    const uint32_t n = g->s->option.count;
    if (count < 2)
        return !count || chosen[0] < n;
    uint8_t few[1024] = {0}, *seen = n <= sizeof few ? few : base_zeroed(g->pack->memory, n, 1);
    int ok = seen ? 1 : -1;
    for (uint32_t i = 0; ok == 1 && i < count; i++) {
        ok = chosen[i] < n && !seen[chosen[i]];
        if (ok)
            seen[chosen[i]] = 1;
    }
    if (seen != few)
        base_free(g->pack->memory, seen);
    return ok;
}

cantrip_status rt_do_answer(cantrip_game *game, const uint32_t *chosen, uint32_t count)
{
    rt_game *g = &game->g;
    const rt_decision *d = &g->s->decision;
    if (g->run->guard)
        return CANTRIP_E_ARGUMENT;
    if (!d->active || count < d->min || count > d->max)
        return CANTRIP_E_ILLEGAL;
    const int ok = are_options(g, chosen, count);
    if (ok != 1)
        return ok ? CANTRIP_E_MEMORY : CANTRIP_E_ILLEGAL;
    if (count == 1 && rt_option_row(g, chosen[0])->kind == CANTRIP_OPTION_TAKE_BACK &&
        !g->s->image.count) /* a position that was changed under the question */
        return CANTRIP_E_ILLEGAL;
    g->s->answer.count = 0;
    if (rt_reserve(g, &g->s->answer, count) || rt_history_reserve(g, count) ||
        !rt_keep_answer(g, chosen, count))
        return CANTRIP_E_MEMORY;
    take_answer(g, chosen, count);
    rt_history_note(g, RT_DEED_ANSWER, chosen, count);
    return CANTRIP_OK;
}

/* There is room for it. */
static void take_answer(rt_game *g, const uint32_t *chosen, uint32_t count)
{
    g->s->answer.count = count;
    for (uint32_t i = 0; i < count; i++)
        *rt_answer_row(g, i) = chosen[i];
    const uint32_t player = g->s->decision.player;
    if (count == 1 && rt_option_row(g, chosen[0])->kind == CANTRIP_OPTION_TAKE_BACK &&
        rt_image_restore(g)) {
        rt_taken_back(g, player);
        return;
    }
    rt_loop_answered(g, chosen, count);
    g->s->decision.active = 0;
    g->s->decision.unread = 1;
    g->s->decisions++;
}

static void concede(rt_game *g, void *user)
{
    rt_concedes(g, *(uint32_t *)user);
}

cantrip_status rt_do_concede(cantrip_game *game, const uint32_t *words)
{
    rt_game *g = &game->g;
    uint32_t player = words[0];
    if (player >= g->s->player.count || g->s->over || g->run->guard ||
        rt_player_row(g, player)->lost)
        return CANTRIP_E_ARGUMENT;
    if (rt_history_reserve(g, 1))
        return CANTRIP_E_MEMORY;
    const uint32_t fault = (uint32_t)rt_whole(g, concede, &player);
    if (!fault)
        rt_history_note(g, RT_DEED_CONCEDE, words, 1);
    return rt_fault_status(fault);
}

cantrip_status cantrip_game_concede(cantrip_game *game, uint32_t player)
{
    if (!game)
        return CANTRIP_E_ARGUMENT;
    return rt_do_concede(game, &player);
}

cantrip_result cantrip_game_result(const cantrip_game *game)
{
    if (!game)
        return (cantrip_result){.over = 1, .fault_text = ""};
    const rt_state *s = game->g.s;
    static const char *const TEXT[] = {"", "", "a step takes more work than is allowed",
                                       "out of memory",
                                       "values that ask for values lie too deep in one another"};
    return (cantrip_result){s->over,
                            s->over && s->winner == RT_NOBODY && !s->fault,
                            s->winner,
                            s->fault,
                            s->turn,
                            s->decisions,
                            s->fault == RT_FAULT_FULL               ? rt_table_text(s->fault_at)
                            : s->fault < sizeof TEXT / sizeof *TEXT ? TEXT[s->fault]
                                                                    : ""};
}

uint32_t cantrip_game_winners(const cantrip_game *game)
{
    if (!game)
        return 0;
    const rt_state *s = game->g.s;
    uint32_t winners = 0;
    for (uint32_t p = 0; s->over && s->winner != RT_NOBODY && p < s->player.count; p++)
        winners |= (uint32_t)!rt_is_opponent(&game->g, p, s->winner) << p;
    return winners;
}

/* ---- copies -----------------------------------------------------------------------------------
 */

/* What was picked of a question that is being answered pick by pick. */
static int copy_picks(const cantrip_game *from, cantrip_game *to)
{
    if (to->pick_cap < from->pick_count) {
        uint32_t *more =
            base_resize(to->g.pack->memory, to->picks, from->pick_count * sizeof *more);
        if (!more)
            return 0;
        to->picks = more;
        to->pick_cap = from->pick_count;
    }
    for (uint32_t i = 0; i < from->pick_count; i++)
        to->picks[i] = from->picks[i];
    to->pick_count = from->pick_count;
    to->pick_of = from->pick_of;
    return 1;
}

cantrip_status cantrip_game_clone(const cantrip_game *game, cantrip_game **out_game)
{
    if (!game || !out_game)
        return CANTRIP_E_ARGUMENT;
    *out_game = NULL;
    const base_memory *memory = game->g.pack->memory;
    rt_state *s = base_alloc(memory, game->g.s->size);
    cantrip_game *copy = s ? rt_game_wrap(game->library, s) : NULL;
    if (!copy) {
        base_free(memory, s);
        return CANTRIP_E_MEMORY;
    }
    rt_state_copy(s, game->g.s);
    if (!copy_picks(game, copy)) {
        cantrip_game_destroy(copy);
        return CANTRIP_E_MEMORY;
    }
    *out_game = copy;
    return CANTRIP_OK;
}

cantrip_status cantrip_game_copy_into(const cantrip_game *game, cantrip_game *target)
{
    if (!game || !target)
        return CANTRIP_E_ARGUMENT;
    if (target->library->lib != game->library->lib || game == target || target->run.guard ||
        game->run.guard)
        return CANTRIP_E_ARGUMENT;
    if (!copy_picks(game, target))
        return CANTRIP_E_MEMORY;
    if (target->g.s->size != game->g.s->size) {
        rt_state *s = base_alloc(game->g.pack->memory, game->g.s->size);
        if (!s)
            return CANTRIP_E_MEMORY;
        base_free(target->g.pack->memory, target->g.s);
        target->g.s = s;
    }
    rt_state_copy(target->g.s, game->g.s);
    target->tale.count = 0;
    memset(&target->journal, 0, sizeof target->journal); /* of another game: it begins anew */
    rt_keep_drop(&target->g);
    return CANTRIP_OK;
}

size_t cantrip_game_size(const cantrip_game *game)
{
    if (!game)
        return 0;
    return game->g.s->size;
}

uint64_t cantrip_game_hash(const cantrip_game *game)
{
    if (!game)
        return 0;
    return rt_state_hash(game->g.s);
}

void cantrip_game_poison(cantrip_game *game)
{
    if (!game)
        return;
    memset(game->g.s, 0xA5, game->g.s->size);
    rt_keep_drop(&game->g);
}
