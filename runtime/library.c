#include "runtime/library.h"

#include <stdlib.h>
#include <string.h>

static void read_symbols(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    for (uint32_t i = 0; i < p->symbol_count; i++) {
        const vm_symbol *s = &p->symbol[i];
        uint64_t bit = UINT64_C(1) << (s->number & 63);
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_CREATURE))
            lib->creature_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_LAND))
            lib->land_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_COUNTER && s->number < 64) {
            lib->counter_power[s->number] = (int32_t)s->a;
            lib->counter_toughness[s->number] = (int32_t)s->b;
        }
        if (s->kind == VM_SYM_KEYWORD && s->number < lib->symbol_marker_count)
            lib->symbol_marker[s->number] = s->a;
    }
}

static void read_face(rt_library *lib, uint32_t i)
{
    const vm_pack *p = &lib->pack;
    const vm_face *f = &p->face[i];
    rt_face_info *info = &lib->face[i];
    for (uint32_t k = 0; k < f->subtype_count; k++) {
        uint32_t n = p->words[f->subtypes + k];
        info->subtypes[n / 64] |= UINT64_C(1) << (n & 63);
    }
    for (uint32_t k = 0; k < f->ability_count; k++) {
        const vm_ability *a = &p->ability[f->abilities + k];
        info->ability_flags |= 1u << a->kind;
        if (a->event)
            info->listens |= UINT64_C(1) << a->event;
        if (a->kind == VM_ABILITY_KEYWORD && a->keyword < lib->symbol_marker_count &&
            lib->symbol_marker[a->keyword] < 32)
            info->markers |= 1u << lib->symbol_marker[a->keyword];
        if (a->kind == VM_ABILITY_SPELL)
            info->spell = f->abilities + k + 1;
        if (a->flags & VM_AF_MANA)
            info->has_mana_ability = 1;
    }
    info->changeling = (info->markers >> VM_MARKER_CHANGELING) & 1;
}

rt_library *rt_library_open(const void *bytes, size_t size, vm_refusal *out_refusal)
{
    rt_library *lib = calloc(1, sizeof *lib);
    if (!lib)
        return NULL;
    if (!vm_pack_open(&lib->pack, bytes, size, out_refusal)) {
        free(lib);
        return NULL;
    }
    lib->symbol_marker_count = 4096;
    lib->symbol_marker = malloc(sizeof *lib->symbol_marker * lib->symbol_marker_count);
    lib->face = calloc(lib->pack.face_count + 1, sizeof *lib->face);
    if (!lib->symbol_marker || !lib->face) {
        rt_library_close(lib);
        return NULL;
    }
    memset(lib->symbol_marker, 0xFF, sizeof *lib->symbol_marker * lib->symbol_marker_count);
    read_symbols(lib);
    for (uint32_t i = 0; i < lib->pack.face_count; i++)
        read_face(lib, i);
    return lib;
}

void rt_library_close(rt_library *lib)
{
    if (!lib)
        return;
    vm_pack_close(&lib->pack);
    free(lib->face);
    free(lib->symbol_marker);
    free(lib);
}

static const char *symbol_name(const rt_library *lib, uint32_t kind, uint32_t number)
{
    for (uint32_t i = 0; i < lib->pack.symbol_count; i++)
        if (lib->pack.symbol[i].kind == kind && lib->pack.symbol[i].number == number)
            return vm_pack_str(&lib->pack, lib->pack.symbol[i].name);
    return "?";
}

const char *rt_subtype_name(const rt_library *lib, uint32_t number)
{
    return symbol_name(lib, VM_SYM_SUBTYPE, number);
}

const char *rt_counter_name(const rt_library *lib, uint32_t number)
{
    return symbol_name(lib, VM_SYM_COUNTER, number);
}

int rt_face_by_name(const rt_library *lib, const char *name)
{
    for (uint32_t i = 0; i < lib->pack.face_count; i++)
        if (!(lib->pack.face[i].flags & VM_FF_TOKEN) &&
            strcmp(vm_pack_str(&lib->pack, lib->pack.face[i].name), name) == 0)
            return (int)i;
    return -1;
}
