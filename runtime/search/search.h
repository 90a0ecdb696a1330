/* What picks (search.c) and play by chance (playout.c) share. */
#ifndef RUNTIME_SEARCH_H
#define RUNTIME_SEARCH_H

#include "runtime/views/view.h"

/* Can `action` be picked now? Picks that were made for another question are forgotten. */
int rt_pick_is_legal(cantrip_game *game, uint32_t action);

#endif
