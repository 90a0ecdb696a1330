/* `cantrip test`: runs the tests of packs in parallel, and tells which passed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/test_runner.h"

enum { THREADS_MAX = 16 };

typedef struct pool {
    const cantrip_library *lib;
    const cli_options *o;
    pthread_mutex_t lock;
    uint32_t next, count;
    char **report;
    char *state; /* 0 left out, 1 passed, 2 failed */
} pool;

static void *work(void *user)
{
    pool *p = user;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        uint32_t i = p->next < p->count ? p->next++ : p->count;
        pthread_mutex_unlock(&p->lock);
        if (i == p->count)
            return NULL;
        if (p->o->filter && !strstr(cantrip_test_at(p->lib, i).name, p->o->filter))
            continue;
        p->state[i] = cli_test_run(p->lib, i, p->o, &p->report[i]) ? 1 : 2;
    }
}

static void print_json(const pool *p, uint32_t passed, uint32_t failed)
{
    int first = 1;
    printf("{\"passed\": %u, \"failed\": %u, \"tests\": [", passed, failed);
    for (uint32_t i = 0; i < p->count; i++) {
        const cantrip_test t = cantrip_test_at(p->lib, i);
        if (!p->state[i])
            continue;
        printf("%s\n {\"name\": ", first ? "" : ",");
        first = 0;
        cli_json_string(t.name);
        printf(", \"file\": ");
        cli_json_string(t.file);
        printf(", \"line\": %u, \"passed\": %s", t.line, p->state[i] == 1 ? "true" : "false");
        if (p->report[i]) {
            printf(", \"report\": ");
            cli_json_string(p->report[i]);
        }
        printf("}");
    }
    printf("]}\n");
}

static void run_all(pool *p)
{
    pthread_t thread[THREADS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = 0;
    while (threads < THREADS_MAX && threads < cores &&
           !pthread_create(&thread[threads], NULL, work, p))
        threads++;
    if (!threads)
        work(p);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

int cli_test(const cli_options *o)
{
    int exit = CLI_FINE;
    static const char *const DEFAULTS[] = {"tests/rules"};
    cantrip_library *lib = o->arg_count ? cli_library(o, o->args, o->arg_count, &exit)
                                        : cli_library(o, DEFAULTS, 1, &exit);
    if (!lib)
        return exit;
    pool p = {
        .lib = lib, .o = o, .lock = PTHREAD_MUTEX_INITIALIZER, .count = cantrip_test_count(lib)};
    p.report = calloc(p.count + 1, sizeof *p.report);
    p.state = calloc(p.count + 1, 1);
    uint32_t passed = 0, failed = 0;
    if (p.report && p.state)
        run_all(&p);
    for (uint32_t i = 0; p.report && p.state && i < p.count; i++) {
        if (p.report[i] && !o->json)
            fputs(p.report[i], stdout);
        passed += p.state[i] == 1;
        failed += p.state[i] == 2;
    }
    if (o->filter && !passed && !failed)
        fprintf(stderr, "no test has '%s' in its name\n", o->filter);
    if (o->rules && !o->json)
        cli_rules_report(lib);
    if (o->json)
        print_json(&p, passed, failed);
    else
        printf("%u passed, %u failed\n", passed, failed);
    for (uint32_t i = 0; p.report && i < p.count; i++)
        free(p.report[i]);
    free(p.report);
    free(p.state);
    cantrip_library_close(lib);
    return failed || (o->filter && !passed) ? CLI_FINDINGS : CLI_FINE;
}
