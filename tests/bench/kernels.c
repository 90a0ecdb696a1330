/* Kernels of the rules machine by themselves, for ./dev bench: a function over a board, characteristics after a change,
 * anthems. Timings are for comparing, never for passing or failing; values are compared.
 *
 *     bench_kernels PACK        of kernels.card */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/host/api.h"

#include "cantrip/setup.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static cantrip_library *library(const char *path)
{
    FILE *f = fopen(path, "rb");
    cantrip_library *lib = NULL;
    if (!f || fseek(f, 0, SEEK_END)) {
        fprintf(stderr, "bench_kernels: %s cannot be read\n", path);
        exit(2);
    }
    const size_t size = (size_t)ftell(f);
    char *bytes = malloc(size);
    rewind(f);
    if (!bytes || fread(bytes, 1, size, f) != size ||
        cantrip_library_open(bytes, size, &lib, NULL) != CANTRIP_OK)
        exit(2);
    fclose(f);
    free(bytes);
    return lib;
}

typedef struct kernel {
    const char *name;
    const char *card[3]; /* what is there: so many of each */
    uint32_t count[3];
    const char *function; /* whose power is asked for; NULL: characteristics are computed */
    int of_one;           /* after a change of the first of them, else of all */
    uint32_t rounds;
    double goal; /* in nanoseconds */
    int32_t is;  /* what comes out: the value, or the power of the first */
} kernel;

static const kernel KERNELS[] = {
    {"total power of the Elves you control, among 20 permanents",
     {"Kernel Elf", "Kernel Goblin"},
     {10, 10},
     "Kernel Sum",
     0,
     20000,
     60,
     20},
    {"number of Elves you control, among 20 permanents",
     {"Kernel Elf", "Kernel Goblin"},
     {10, 10},
     "Kernel Count",
     0,
     20000,
     60,
     10},
    {"characteristics after a change of one of 11 permanents",
     {"Kernel Elf", "Kernel Banner", "Kernel Goblin"},
     {5, 1, 5},
     NULL,
     1,
     20000,
     100,
     3},
    {"characteristics of 11 permanents from scratch",
     {"Kernel Elf", "Kernel Banner", "Kernel Goblin"},
     {5, 1, 5},
     NULL,
     0,
     20000,
     1000,
     3},
    {"1,000 anthems on 1,000 creatures",
     {"Kernel Elf", "Kernel Banner"},
     {1000, 1000},
     NULL,
     0,
     20,
     1e6,
     1002},
};

typedef struct run {
    const kernel *k;
    uint32_t function;
    double nanoseconds;
    int32_t is;
} run;

static uint32_t function_of(const rt_game *g, const char *card)
{
    const vm_face *f = &g->pack->face[rt_face_by_name(g->lib, card)];
    return g->pack->mod[g->pack->ability[f->abilities].mods].fa;
}

static void turn_over(rt_game *g, void *user)
{
    run *r = user;
    const uint32_t first = rt_zone_at(g, VM_ZONE_BATTLEFIELD, 0, 0);
    rt_ctx c = rt_ctx_for(g, rt_handle(g, first), VM_NO_SYMBOL);
    rt_refresh(g);
    const double begin = now();
    for (uint32_t i = 0; i < r->k->rounds; i++) {
        g->run->fuel = UINT32_MAX;
        if (r->k->function) {
            r->is = (int32_t)rt_value(g, r->function, &c, 0);
            continue;
        }
        if (r->k->of_one)
            rt_dirty_one(g, first);
        else
            rt_dirty(g);
        rt_refresh(g);
        r->is = rt_obj(g, first)->power;
    }
    r->nanoseconds = (now() - begin) / r->k->rounds * 1e9;
}

static int measure(const cantrip_library *lib, const kernel *k)
{
    enum { BEST_OF = 7 };
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    cantrip_game *game;
    if (cantrip_game_create(lib, &options, &game) != CANTRIP_OK ||
        cantrip_setup_position(game, 3) != CANTRIP_OK)
        return 0;
    for (int i = 0; i < 3 && k->card[i]; i++)
        if (cantrip_setup_put(game, 0, k->card[i], VM_ZONE_BATTLEFIELD, k->count[i], 0, 0) !=
            CANTRIP_OK)
            return 0;
    double best = 1e18;
    run r = {.k = k, .function = k->function ? function_of(&game->g, k->function) : 0};
    for (int i = 0; i < BEST_OF; i++) {
        if (rt_guarded(&game->g, turn_over, &r))
            return 0;
        best = r.nanoseconds < best ? r.nanoseconds : best;
    }
    printf("%-58s %12.0f ns (goal %.0f)\n", k->name, best, k->goal);
    cantrip_game_destroy(game);
    return r.is == k->is;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    cantrip_library *lib = library(argv[1]);
    int wrong = 0;
    for (size_t i = 0; i < sizeof KERNELS / sizeof *KERNELS; i++)
        if (!measure(lib, &KERNELS[i])) {
            printf("%s: not what it should be\n", KERNELS[i].name);
            wrong = 1;
        }
    cantrip_library_close(lib);
    return wrong;
}
