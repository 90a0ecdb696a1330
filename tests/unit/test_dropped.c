/* CLAIM: nothing that a card says is dropped. Words are put into the sentences of every card, at every place in
 * turn: what then still compiles must compile to something else. DROPPED_EVERY=1 tries them all (the soak
 * run does, and the test run tries every eleventh); the default tries every 43rd. */
#define _DEFAULT_SOURCE /* scandir */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cantrip/compiler.h"

enum { FILES_MAX = 256, CARD_MAX = 8192 };

static const char *const WORDS[] = {
    "at random",
    "for each Swamp you control",
    "of a Swamp",
    "two",
    "from your graveyard",
    "to you",
    "by you",
    "as a sorcery",
    "in your hand",
    "with flying",
    "tapped",
    "other",
    "until end of turn",
    "you control",
};

static cantrip_source rules[FILES_MAX], cards[FILES_MAX];
static uint32_t rule_count, card_count, tried, refused, dropped;

static char *read_file(const char *path, size_t *out_size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    static char buffer[1 << 20];
    *out_size = fread(buffer, 1, sizeof buffer - 1, f);
    fclose(f);
    buffer[*out_size] = 0;
    return strdup(buffer);
}

static uint32_t read_folder(const char *folder, cantrip_source *out)
{
    struct dirent **list;
    uint32_t count = 0;
    int n = scandir(folder, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[512];
        if (strstr(list[i]->d_name, ".card")) {
            assert_true(count < FILES_MAX); /* none is left out */
            snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
            out[count].name = strdup(path);
            out[count].text = read_file(path, &out[count].size);
            count++;
        }
        free(list[i]);
    }
    if (n >= 0)
        free(list);
    return count;
}

static int compile(const char *text, size_t size, cantrip_compiled *out)
{
    const cantrip_source one = {"inserted.card", text, size, 0};
    return cantrip_compile(rules, rule_count, &one, 1, out);
}

/* Would the words only repeat what the card says? 'until end of turn' holds for a whole sentence. */
static int repeats(const char *card, const char *words)
{
    const char *last = strrchr(words, ' ');
    return strstr(card, last ? last + 1 : words) != NULL;
}

static void try_insertion(const char *card, size_t size, size_t at, const char *words,
                          const cantrip_compiled *base)
{
    char text[CARD_MAX + 64];
    cantrip_compiled c;
    const int n = snprintf(text, sizeof text, "%.*s %s%s", (int)at, card, words, card + at);
    tried++;
    if (!compile(text, (size_t)n, &c))
        refused++;
    else if (c.pack_size == base->pack_size && memcmp(c.pack, base->pack, c.pack_size) == 0)
        dropped++, print_error("'%s' is dropped at byte %zu of:\n%.*s", words, at, (int)size, card);
    cantrip_compiled_destroy(&c);
}

static void insert_everywhere(const char *card, size_t size, uint32_t every)
{
    static uint32_t turn;
    cantrip_compiled base;
    if (size >= CARD_MAX || !compile(card, size, &base))
        fail_msg("this does not compile alone:\n%.*s", (int)size, card);
    const char *body = strchr(card, '\n');
    int quoted = 0;
    for (size_t at = body ? (size_t)(body - card) : size; at + 2 < size; at++) {
        quoted ^= card[at] == '"';
        if (quoted || strchr(" \n{}:", card[at]) || !strchr(" \n", card[at + 1]))
            continue;
        for (size_t w = 0; w < sizeof WORDS / sizeof *WORDS; w++)
            if (turn++ % every == 0 && !repeats(card, WORDS[w]))
                try_insertion(card, size, at + 1, WORDS[w], &base);
    }
    cantrip_compiled_destroy(&base);
}

/* Where the card ends, with the faces that stand behind it. */
static const char *faces_end(const char *card)
{
    static const char *const FACES[] = {"back \"", "flip \"", "split \"", "aftermath \""};
    const char *end = strstr(card, "\n}\n");
    for (size_t i = 0; end && i < sizeof FACES / sizeof *FACES; i++)
        if (strncmp(end + 3, FACES[i], strlen(FACES[i])) == 0) {
            end = strstr(end + 3, "\n}\n");
            i = (size_t)-1;
        }
    return end;
}

static void test_nothing_is_dropped(void **state)
{
    (void)state;
    const char *often = getenv("DROPPED_EVERY");
    const uint32_t every = often && atoi(often) > 0 ? (uint32_t)atoi(often) : 43;
    rule_count = read_folder("cardscripts/rules", rules);
    card_count = read_folder("cardscripts/cards", cards);
    for (uint32_t i = 0; i < card_count; i++)
        for (const char *p = cards[i].text; p;) {
            const char *card = strncmp(p, "card \"", 6) == 0 ? p : strstr(p, "\ncard \"");
            if (!card)
                break;
            card += *card == '\n';
            const char *end = faces_end(card), *next = strstr(card, "\ncard \"");
            if (end && (!next || end < next)) {
                char alone[CARD_MAX];
                const size_t size = (size_t)(end + 3 - card);
                assert_true(size < sizeof alone);
                memcpy(alone, card, size);
                alone[size] = 0;
                insert_everywhere(alone, size, every);
            }
            p = next;
        }
    assert_int_equal(dropped, 0);
    assert_true(card_count > 3 && tried > 1000 && refused > tried / 2 && refused < tried);
    for (uint32_t i = 0; i < rule_count + card_count; i++) {
        cantrip_source *s = i < rule_count ? &rules[i] : &cards[i - rule_count];
        free((void *)(uintptr_t)s->name);
        free((void *)(uintptr_t)s->text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_dropped)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%d passed, %d failed\n", 1 - failed, failed);
    return failed;
}
