/* Card text of any kind: the compiler answers, and what it lets through the verifier accepts. */
#include <stdlib.h>
#include <string.h>

#include "cantrip/compiler.h"
#include "cantrip/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A small vocabulary, so that random text gets further than unknown words. */
static const char RULES[] =
    "type creature, instant, land\nsubtype Forest of land\nsubtype Bear of creature\n"
    "noun card, player, opponent, damage (damage), life (life), target, counter, token\n"
    "keyword flying marker\ncounter +1/+1\naction draw AMOUNT card (draws, drawn) native draw\n"
    "action deal AMOUNT damage to TARGET (deals, dealt) native deal_damage\n"
    "action gain AMOUNT life native gain_life\naction get CHANGE (gets, got, getting) native "
    "mod_get\n"
    "adverb this turn\nevent OBJECT enters native enters\nverb enter\nverb control\n"
    "zone hand, library, graveyard\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cantrip_source rules = {"rules", RULES, sizeof RULES - 1, 0},
                   source = {"fuzz", (const char *)data, size, 0};
    cantrip_compiled c;
    cantrip_compile(&rules, 1, &source, 1, &c);
    if (c.pack) {
        cantrip_library *lib;
        cantrip_pack_error why;
        if (cantrip_library_open(c.pack, c.pack_size, &lib, &why) != CANTRIP_OK)
            abort(); /* the compiler wrote what the verifier refuses */
        cantrip_library_close(lib);
    } else if (!c.mistake_count) {
        abort(); /* no pack and no reason */
    }
    cantrip_compiled_destroy(&c);
    return 0;
}
