/* What stands behind the opaque types of include/cantrip/. */
#ifndef RUNTIME_API_H
#define RUNTIME_API_H

#include "runtime/rules.h"

struct cantrip_library {
    rt_library *lib;
};

struct cantrip_game {
    rt_game g;
    const cantrip_library *library;
    cantrip_decision decision; /* what cantrip_game_decision shows */
    cantrip_option *options;
    uint32_t option_cap;
    uint32_t turn_max;
};

#endif
