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
    volatile uint64_t at, tried, accepted, refused, decisions, faults, differences;
} cases;

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

/* From case `first` on, for so many seconds; 0 = only that one, here. Gives the number of findings. */
static inline int cases_run(uint64_t first, double seconds, void (*one)(uint64_t id, cases *c))
{
    cases *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const double end = case_now() + seconds;
    int findings = 0;
    c->at = first;
    if (seconds <= 0)
        one(first, c);
    while (case_now() < end && findings < FINDINGS_MAX) {
        fflush(stdout);
        const pid_t child = fork();
        if (!child) {
            for (; case_now() < end; c->at++) {
                alarm(CASE_SECONDS);
                one(c->at, c);
                c->tried++;
            }
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && !WEXITSTATUS(status))
            break;
        printf("case %llu: %s\n", (unsigned long long)c->at,
               WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "crashes");
        findings++;
        c->at++;
    }
    printf(
        "%llu cases, %llu accepted, %llu refused, %llu decisions, %llu faults, %llu differences\n",
        (unsigned long long)c->tried, (unsigned long long)c->accepted,
        (unsigned long long)c->refused, (unsigned long long)c->decisions,
        (unsigned long long)c->faults, (unsigned long long)c->differences);
    return findings + (int)c->differences;
}

#endif
