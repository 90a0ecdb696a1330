/* A whole host: loads a pack, plays a game, shows the table, saves, loads and goes on. C17 and C++17.
 *     cc host.c $(pkg-config --cflags --libs cantrip) -o host && ./host $(pkg-config --variable=cards cantrip)/cards.ctp */
#include <stdio.h>
#include <stdlib.h>
#include "cantrip/game.h"

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    if (f && !fseek(f, 0, SEEK_END) && (bytes = (char *)malloc((size_t)ftell(f) + 1)) != NULL) {
        *size = (size_t)ftell(f);
        rewind(f);
        *size = fread(bytes, 1, *size, f);
    }
    return f && !fclose(f) ? bytes : NULL;
}

static void answer(cantrip_game *game)
{
    const cantrip_decision *d = cantrip_game_decision(game);
    uint32_t chosen[64] = {0};
    for (uint32_t i = 0; i < d->min && i < 64; i++)
        chosen[i] = i;
    if (d->kind == CANTRIP_DECIDE_PRIORITY) /* the last option: act rather than pass */
        chosen[0] = d->option_count - 1;
    if (cantrip_game_answer(game, chosen, d->min) != CANTRIP_OK)
        abort();
}

int main(int argc, char **argv)
{
    size_t size = 0;
    char *bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    cantrip_library *lib;
    cantrip_pack_error why;
    cantrip_game *game, *again;
    cantrip_game_options options = CANTRIP_GAME_OPTIONS_INIT;
    options.seed = 42;
    if (!bytes || cantrip_library_open(bytes, size, &lib, &why) || cantrip_game_create(lib, &options, &game))
        return 1;
    for (uint32_t p = 0; p < 2; p++)
        if (cantrip_game_deck_add(game, p, "Mountain", 24) || cantrip_game_deck_add(game, p, "Ball Lightning", 36))
            return 1;
    static char text[1 << 16];
    for (int n = 0; cantrip_game_step(game) == CANTRIP_STEP_DECISION; n++) {
        if (n == 20 && cantrip_game_json(game, CANTRIP_JSON_TABLE, 0, 0, text, sizeof text)) /* as player 0 may see it */
            printf("%.300s ...\n", text);
        if (n == 20) { /* in the middle: save, load, go on with what was loaded */
            size_t bytes_saved = cantrip_game_save_size(game);
            void *saved = malloc(bytes_saved);
            if (cantrip_game_save(game, saved, bytes_saved) || cantrip_game_load(lib, saved, bytes_saved, &again))
                return 1;
            cantrip_game_destroy(game);
            game = again;
            free(saved);
        }
        answer(game);
    }
    printf("player %u wins after %u turns\n", cantrip_game_result(game).winner, cantrip_game_result(game).turns);
    cantrip_game_destroy(game);
    cantrip_library_close(lib);
    free(bytes);
    return 0;
}
