/* Runs numbered cases in a child process, so that one that crashes or hangs is reported by its number and the
 * rest goes on. A case depends on its number alone: any of them can be run again by itself. */
#ifndef TESTS_FUZZ_CASES_H
#define TESTS_FUZZ_CASES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cantrip/setup.h"

enum { CASE_SECONDS = 60, FINDINGS_MAX = 20 }; /* an answer that takes longer hangs */

typedef struct cases { /* shared with the child */
    volatile uint64_t at, tried, accepted, refused, played, decisions, faults, differences;
} cases;

/* How long to go on: "20" seconds, or until there were "1000000c" cases, "1000000d" decisions, "1000p" that were played.
 * "0": only one case, in this process. */
typedef struct amount {
    double end;
    uint64_t count;
    char unit;
} amount;

static inline uint64_t case_random(uint64_t *s) /* splitmix64 */
{
    uint64_t z = *s += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline uint32_t case_below(uint64_t *s, uint32_t n)
{
    return n ? (uint32_t)(case_random(s) % n) : 0;
}

static inline uint8_t *case_file(const char *path, size_t *out_size)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    fseek(f, 0, SEEK_END);
    *out_size = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*out_size + 1);
    if (fread(bytes, 1, *out_size, f) != *out_size)
        exit(2);
    fclose(f);
    return bytes;
}

/* The library of a pack, or of several that are played together: "one.ctp,other.ctp". */
static inline cantrip_library *case_library(const char *paths)
{
    enum { PACKS = 16 };
    cantrip_bytes packs[PACKS];
    cantrip_library *lib;
    cantrip_pack_error why;
    uint32_t n = 0;
    for (const char *at = paths; n < PACKS && *at; n++) {
        char path[1024];
        const size_t length = strcspn(at, ",");
        snprintf(path, sizeof path, "%.*s", (int)length, at);
        packs[n].at = case_file(path, &packs[n].size);
        at += length + (at[length] == ',');
    }
    const cantrip_status status =
        cantrip_library_open_with(packs[0].at, packs[0].size, packs + 1, n - 1, &lib, &why);
    if (status != CANTRIP_OK) {
        fprintf(stderr, "%s: refused by %s (%s)\n", paths, why.rule, why.message);
        exit(2);
    }
    for (uint32_t i = 0; i < n; i++)
        free((void *)(uintptr_t)packs[i].at);
    return lib;
}

/* Any answer that is legal; CANTRIP_OK, or a defect: what is offered can be chosen. */
static inline cantrip_status case_answer(cantrip_game *g, uint64_t *s)
{
    const cantrip_decision *d = cantrip_game_decision(g);
    alarm(CASE_SECONDS);
    if (!d || d->min > d->max || d->max > d->option_count)
        return CANTRIP_E_ILLEGAL;
    const uint32_t n = d->min + case_below(s, d->max - d->min + 1), count = d->option_count;
    uint32_t *chosen = malloc((count + 1) * sizeof *chosen);
    for (uint32_t i = 0; i < count; i++)
        chosen[i] = i;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = i + case_below(s, count - i), t = chosen[i];
        chosen[i] = chosen[k];
        chosen[k] = t;
    }
    const cantrip_status status = cantrip_game_answer(g, chosen, n);
    free(chosen);
    return status;
}

static inline double case_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline amount amount_read(const char *words)
{
    char *rest;
    const double n = strtod(words, &rest);
    return (amount){*rest ? 0 : case_now() + n, (uint64_t)n, *rest ? *rest : 's'};
}

static inline int amount_reached(const amount *a, const cases *c)
{
    switch (a->unit) {
    case 'c':
        return c->tried >= a->count;
    case 'd':
        return c->decisions >= a->count;
    case 'p':
        return c->played >= a->count;
    default:
        return case_now() >= a->end;
    }
}

static inline void cases_print(const cases *c)
{
    printf("%llu cases, %llu accepted, %llu refused, %llu played, %llu decisions, %llu faults, "
           "%llu differences\n",
           (unsigned long long)c->tried, (unsigned long long)c->accepted,
           (unsigned long long)c->refused, (unsigned long long)c->played,
           (unsigned long long)c->decisions, (unsigned long long)c->faults,
           (unsigned long long)c->differences);
}

enum { PRINT_EVERY_S = 60 };

static inline void cases_child(cases *c, const amount *a, void (*one)(uint64_t id, cases *c))
{
    double next = case_now() + PRINT_EVERY_S;
    for (; !amount_reached(a, c); c->at++) {
        alarm(CASE_SECONDS);
        one(c->at, c);
        c->tried++;
        if (a->unit != 's' && case_now() > next) { /* long runs tell how far they are */
            cases_print(c);
            fflush(stdout);
            next += PRINT_EVERY_S;
        }
    }
    _exit(0);
}

/* From case `first` on, as many as `words` says. Gives the number of findings. */
static inline int cases_run(uint64_t first, const char *words, void (*one)(uint64_t id, cases *c))
{
    cases *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const amount a = amount_read(words);
    int findings = 0;
    alarm(0); /* what was played to prepare is behind */
    c->at = first;
    if (!a.count && a.unit == 's')
        one(first, c);
    while (!amount_reached(&a, c) && findings < FINDINGS_MAX) {
        fflush(stdout);
        const pid_t child = fork();
        if (!child)
            cases_child(c, &a, one);
        int status;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && !WEXITSTATUS(status))
            break;
        printf("case %llu: %s\n", (unsigned long long)c->at,
               WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "crashes");
        findings++;
        c->at++;
    }
    cases_print(c);
    printf("%d findings\n", findings + (int)c->differences);
    return findings + (int)c->differences;
}

#endif
