/* Packs that are given to the command: one, or several that are played together. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_is_pack(const char *name)
{
    const size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".ctp") == 0;
}

cantrip_library *cli_library_of(const cantrip_bytes *packs, uint32_t count, const char *name,
                                int *out_exit)
{
    cantrip_library *lib;
    cantrip_pack_error why;
    const cantrip_status s =
        cantrip_library_open_with(packs[0].at, packs[0].size, packs + 1, count - 1, &lib, &why);
    if (s == CANTRIP_OK)
        return lib;
    if (s == CANTRIP_E_PACK)
        fprintf(stderr,
                "cantrip: %s is refused by rule %s: %s (section %u, row %u, instruction %u)\n",
                name, why.rule, why.message, why.section, why.row, why.instruction);
    else
        fprintf(stderr, "cantrip: %s: %s\n", name, cantrip_status_text(s));
    *out_exit = CLI_REFUSED;
    return NULL;
}

cantrip_library *cli_packs_open(const char *const *names, uint32_t count, int *out_exit)
{
    cantrip_library *lib = NULL;
    uint32_t read = 0;
    cantrip_bytes *packs = calloc(count, sizeof *packs);
    *out_exit = packs ? CLI_FINE : CLI_REFUSED;
    for (; packs && read < count && *out_exit == CLI_FINE; read++) {
        if (!cli_is_pack(names[read])) {
            fprintf(stderr,
                    "cantrip: %s: packs and card files do not go together; build it first\n",
                    names[read]);
            *out_exit = CLI_USAGE;
            break;
        }
        packs[read].at = cli_read(names[read], &packs[read].size);
        if (!packs[read].at)
            *out_exit = CLI_UNREADABLE;
    }
    if (packs && *out_exit == CLI_FINE)
        lib = cli_library_of(packs, count, names[0], out_exit);
    for (uint32_t i = 0; i < read; i++)
        free((void *)(uintptr_t)packs[i].at);
    free(packs);
    return lib;
}
