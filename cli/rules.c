/* `cantrip test --rules`: of each section of the rules, how many are tested, and which are not. The numbers are those
 * of docs/rule_numbers.txt; docs/rules-not-testable.md says which no test can show, and why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/test_runner.h"

static const char *const RULES[] = {
#define RULE_NUMBER(text) text,
#define UNTESTABLE(text)
#define UNIT_TESTED(text)
#include "cli/untestable.def"
#undef RULE_NUMBER
#undef UNTESTABLE
#undef UNIT_TESTED
};
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };

static const char *const UNTESTABLE_RULES[] = {
#define RULE_NUMBER(text)
#define UNTESTABLE(text) text,
#define UNIT_TESTED(text)
#include "cli/untestable.def"
#undef RULE_NUMBER
#undef UNTESTABLE
#undef UNIT_TESTED
    ""};

/* What tests/unit cites: how a game begins and what is taken back cannot be said in a test of the language. */
static const char *const UNIT_RULES[] = {
#define RULE_NUMBER(text)
#define UNTESTABLE(text)
#define UNIT_TESTED(text) text,
#include "cli/untestable.def"
#undef RULE_NUMBER
#undef UNTESTABLE
#undef UNIT_TESTED
    ""};

/* Sections whose rules must be tested or stand on the page; the others are only counted. */
static int is_due(int section)
{
    return section <= 706 || section == 716 || section == 720 || section == 721;
}

static int is_untestable(const char *rule)
{
    for (size_t i = 0; i < sizeof UNTESTABLE_RULES / sizeof *UNTESTABLE_RULES; i++)
        if (strcmp(UNTESTABLE_RULES[i], rule) == 0)
            return 1;
    return 0;
}

typedef struct section {
    uint32_t both, one, untestable, missing;
} section;

static void print(int number, const section *s)
{
    printf("%-8d %6u %6u %6u %6u\n", number, s->both, s->one, s->untestable, s->missing);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add(section *s, uint32_t tests, const char *rule)
{
    if (tests)
        ++*(tests > 1 ? &s->both : &s->one);
    else
        ++*(is_untestable(rule) ? &s->untestable : &s->missing);
}

/* How many of the sorted citations are this rule. */
static uint32_t times(const char *const *cites, uint32_t count, const char *rule)
{
    uint32_t n = 0, low = 0, high = count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (strcmp(cites[middle], rule) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + n < count && strcmp(cites[low + n], rule) == 0)
        n++;
    for (size_t i = 0; i < sizeof UNIT_RULES / sizeof *UNIT_RULES; i++)
        n += strcmp(UNIT_RULES[i], rule) == 0;
    return n;
}

static void report(const char *const *cites, uint32_t count)
{
    section all = {0, 0, 0, 0}, due = {0, 0, 0, 0}, s = {0, 0, 0, 0};
    printf("section  twice+   once  untest missing\n");
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        const int number = atoi(RULES[i]);
        const uint32_t n = times(cites, count, RULES[i]);
        add(&s, n, RULES[i]);
        add(&all, n, RULES[i]);
        if (is_due(number))
            add(&due, n, RULES[i]);
        if (i + 1 == RULE_COUNT || atoi(RULES[i + 1]) != number) {
            print(number, &s);
            s = (section){0, 0, 0, 0};
        }
    }
    printf("missing:");
    for (uint32_t i = 0; i < RULE_COUNT; i++)
        if (is_due(atoi(RULES[i])) && !times(cites, count, RULES[i]) && !is_untestable(RULES[i]))
            printf(" %s", RULES[i]);
    printf("\nsections 1 to 6, 700 to 706, 716, 720, 721: %u tested more than once, %u once, %u "
           "not testable, %u missing\n",
           due.both, due.one, due.untestable, due.missing);
    printf("all: %u tested more than once, %u once of %u\n", all.both, all.one,
           (uint32_t)RULE_COUNT);
}

void cli_rules_report(const cantrip_library *lib)
{
    uint32_t n = 0, cap = 0;
    const uint32_t tests = cantrip_test_count(lib);
    for (uint32_t i = 0; i < tests; i++)
        cap += cantrip_test_at(lib, i).cite_count;
    const char **cites = calloc(cap + 1, sizeof *cites);
    for (uint32_t i = 0; cites && i < tests; i++)
        for (uint32_t k = 0; k < cantrip_test_at(lib, i).cite_count; k++)
            cites[n++] = cantrip_test_cite(lib, i, k);
    if (!cites)
        return;
    qsort(cites, n, sizeof *cites, compare);
    report(cites, n);
    free(cites);
}
