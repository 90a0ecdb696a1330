#include "compiler/view.h"

const char *cc_format(cc_unit *u, const syn_source *source, const cantrip_source *text, uint32_t *out_left)
{
    (void)u, (void)source, (void)text, (void)out_left;
    return "";
}
void cc_player_text(cc_unit *u, uint32_t face, cc_chars *out)
{
    (void)u, (void)face, (void)out;
}
