/* A card as a player reads it: name and cost, type line, text, size. */
#include "compiler/view.h"

void cc_player_text(cc_unit *u, uint32_t face, cc_chars *out)
{
    (void)u, (void)face, (void)out;
}
