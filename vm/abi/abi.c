#include "vm/abi/abi.h"

#include <string.h>

#include "base/assert.h"
#include "base/hash.h"

static const vm_op_info OPS[256] = {
#define OP(number, id, a, b, c, imm, flags) [number] = {#id, a, b, c, imm, flags},
#include "vm/abi/opcodes.def"
#undef OP
};
static const vm_native_info NATIVES[VM_NATIVE_SPAN] = {
#define NATIVE(number, id, result, signature) [number] = {#id, result, signature},
#include "vm/abi/natives.def"
#undef NATIVE
};
static const char *const EVENTS[VM_EVENT_SPAN] = {
#define EVENT(number, id, text) [number] = #id,
#include "vm/abi/events.def"
#undef EVENT
};
static const vm_mod_info MODS[VM_MOD_SPAN] = {
#define CHANGE(number, id, layer, a, b, writes, apart) [number] = {#id, layer, a, b, writes, apart},
#define MOD(number, id, layer, a, b)                   [number] = {#id, layer, a, b, NULL, '-'},
#include "vm/abi/mods.def"
#undef MOD
#undef CHANGE
};
static const char *const MARKERS[64] = {
#define MARKER(number, id, word) [number] = word,
#include "vm/abi/vocab.def"
#undef MARKER
};
static const char *const TRAITS[32] = {
#define TRAIT(number, id, native) [number] = native,
#include "vm/abi/vocab.def"
#undef TRAIT
};
static const char *const STEPS[VM_STEP_COUNT] = {
#define STEP(number, id, word) [number] = word,
#include "vm/abi/vocab.def"
#undef STEP
};
static const char *const ZONES[VM_ZONE_COUNT] = {
#define ZONE(number, id, word) [number] = word,
#include "vm/abi/vocab.def"
#undef ZONE
};

const vm_op_info *vm_op_describe(uint32_t op)
{
    return op < 256 && OPS[op].name ? &OPS[op] : NULL;
}

const vm_native_info *vm_native_describe(uint32_t native)
{
    return native < VM_NATIVE_SPAN && NATIVES[native].name ? &NATIVES[native] : NULL;
}

int vm_native_by_name(const char *name)
{
    for (int i = 0; i < VM_NATIVE_SPAN; i++)
        if (NATIVES[i].name && strcmp(NATIVES[i].name, name) == 0)
            return i;
    return -1;
}

int vm_value_type(char type)
{
    const char *at = type ? strchr(VM_VALUE_TYPES, type) : NULL;
    return at ? (int)(at - VM_VALUE_TYPES) : -1;
}

char vm_signature_next(const char **at, char *out_name, uint32_t name_size)
{
    const char *p = *at;
    while (*p == ' ')
        p++;
    if (!*p)
        return 0;
    char type = *p++;
    CANTRIP_ASSERT(*p == ':');
    p++;
    uint32_t n = 0;
    for (; *p && *p != ' '; p++)
        if (n + 1 < name_size)
            out_name[n++] = *p;
        else
            CANTRIP_ASSERT(!"a name in a signature is too long");
    out_name[n] = 0;
    *at = p;
    return type;
}

const char *vm_event_name(uint32_t event)
{
    return event < VM_EVENT_SPAN ? EVENTS[event] : NULL;
}

int vm_event_by_name(const char *name)
{
    for (int i = 0; i < VM_EVENT_SPAN; i++)
        if (EVENTS[i] && strcmp(EVENTS[i], name) == 0)
            return i;
    return -1;
}

const vm_mod_info *vm_mod_describe(uint32_t op)
{
    return op < VM_MOD_SPAN && MODS[op].name ? &MODS[op] : NULL;
}

const char *vm_marker_name(uint32_t marker)
{
    return marker < 64 ? MARKERS[marker] : NULL;
}

int vm_marker_by_name(const char *name)
{
    for (int i = 0; i < 64; i++)
        if (MARKERS[i] && strcmp(MARKERS[i], name) == 0)
            return i;
    return -1;
}

int vm_trait_by_native(const char *native)
{
    for (int i = 0; i < 32; i++)
        if (TRAITS[i] && strcmp(TRAITS[i], native) == 0)
            return i;
    return -1;
}

int vm_is_trait(uint32_t trait)
{
    return trait < 32 && TRAITS[trait] != NULL;
}

const char *vm_step_name(uint32_t step)
{
    return step < VM_STEP_COUNT ? STEPS[step] : "?";
}

const char *vm_zone_name(uint32_t zone)
{
    return zone < VM_ZONE_COUNT ? ZONES[zone] : "?";
}

uint64_t vm_abi_hash(void)
{
    uint64_t h = HASH_START;
#define MIX(s)                              h = hash_bytes(h, s, sizeof s)
#define OP(number, id, a, b, c, imm, flags) MIX(#number #id #a #b #c #imm #flags);
#include "vm/abi/opcodes.def"
#undef OP
#define NATIVE(number, id, result, signature) MIX(#number #id #result signature);
#include "vm/abi/natives.def"
#undef NATIVE
#define EVENT(number, id, text) MIX(#number #id);
#include "vm/abi/events.def"
#undef EVENT
#define CHANGE(number, id, layer, a, b, writes, apart) MIX(#number #id #layer #a #b);
#define MOD(number, id, layer, a, b)                   MIX(#number #id #layer #a #b);
#include "vm/abi/mods.def"
#undef MOD
#undef CHANGE
#define F(name, domain)            #name #domain
#define ROW(section, name, fields) MIX(#section #name fields);
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
#define DOMAIN(name, rule, shape, limit) MIX(#name rule #shape #limit);
#include "vm/abi/domains.def"
#undef DOMAIN
    return h;
}
