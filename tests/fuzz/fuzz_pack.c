/* Packs of any kind: refused, or safe to play. The hash is mended, so that the verifier is reached.
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cantrip/setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cantrip_library *lib;
    cantrip_pack_error why;
    if (size < 32 || size > 1 << 20)
        return 0;
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (int i = 0; i < 4; i++)
        copy[24 + i] = (uint8_t)(size >> 8 * i);
    uint64_t h = hash_file(HASH_START, copy + 24, size - 24);
    for (int i = 0; i < 8; i++)
        copy[16 + i] = (uint8_t)(h >> 8 * i);
    if (cantrip_library_open(copy, size, &lib, &why) == CANTRIP_OK) {
        cantrip_game_options o = CANTRIP_GAME_OPTIONS_INIT;
        cantrip_game *game;
        uint32_t cards = cantrip_library_card_count(lib);
        if (cards && cantrip_game_create(lib, &o, &game) == CANTRIP_OK) {
            for (uint32_t p = 0; p < 2; p++)
                for (uint32_t i = 0; i < 40; i++)
                    cantrip_game_deck_add(game, p, cantrip_library_card_name(lib, i % cards), 1);
            for (int i = 0; i < 400 && cantrip_game_step(game) == CANTRIP_STEP_DECISION; i++) {
                const cantrip_decision *d = cantrip_game_decision(game);
                uint32_t chosen[64], n = d->min < 64 ? d->min : 64;
                for (uint32_t k = 0; k < n; k++)
                    chosen[k] = (uint32_t)(i + (int)k) % d->option_count;
                if (n != d->min || cantrip_game_answer(game, chosen, n) != CANTRIP_OK)
                    break;
            }
            cantrip_game_destroy(game);
        }
        cantrip_library_close(lib);
    }
    free(copy);
    return 0;
}
