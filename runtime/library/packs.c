/* The packs of a library: each is opened, what they import must be among them (V60), and several are linked into one. */
#include "runtime/library/library.h"

#include <stdio.h>
#include <string.h>

static const vm_pack *pack_with(const vm_pack *packs, uint32_t count, uint64_t hash)
{
    for (uint32_t i = 0; i < count; i++)
        if (packs[i].hash == hash)
            return &packs[i];
    return NULL;
}

/* V60: every import is here, with the hash that was compiled against. */
static int has_imports(const vm_pack *p, const vm_pack *packs, uint32_t count, vm_refusal *why)
{
    for (uint32_t i = 0; i < p->import_count; i++) {
        const uint64_t want = p->import[i].hash_low | (uint64_t)p->import[i].hash_high << 32;
        if (pack_with(packs, count, want))
            continue;
        memset(why, 0, sizeof *why);
        snprintf(why->rule, sizeof why->rule, "V60");
        snprintf(why->message, sizeof why->message,
                 "it imports the pack \"%.60s\" with hash %016llx, which is not here",
                 vm_pack_str(p, p->import[i].name), (unsigned long long)want);
        why->section = VM_SECTION_import;
        why->row = i;
        return 0;
    }
    return 1;
}

static int is_fine(const vm_pack *packs, uint32_t count, vm_refusal *why)
{
    for (uint32_t i = 0; i < count; i++)
        if (!has_imports(&packs[i], packs, count, why))
            return 0;
    return 1;
}

static int link_all(const base_memory *memory, vm_pack *out, const vm_pack *packs, uint32_t count,
                    vm_refusal *why)
{
    const vm_pack **list = base_alloc(memory, sizeof(vm_pack *) * count);
    if (!list) {
        memset(why, 0, sizeof *why);
        memcpy(why->rule, "V8", 3);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        list[i] = &packs[i];
    const int ok = vm_pack_link(memory, list, count, out, why);
    base_free(memory, (void *)(uintptr_t)list);
    return ok;
}

int rt_packs_open(const base_memory *memory, vm_pack *out, const cantrip_bytes *bytes,
                  uint32_t count, vm_refusal *why)
{
    uint32_t n = 0;
    vm_pack *packs = base_zeroed(memory, count, sizeof *packs);
    memset(out, 0, sizeof *out);
    if (!packs) {
        memset(why, 0, sizeof *why);
        memcpy(why->rule, "V8", 3);
        return 0;
    }
    int ok = 1;
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = vm_pack_open_in(memory, &packs[n], bytes[i].at, bytes[i].size, why);
        if (ok && pack_with(packs, n, packs[n].hash)) /* the same again */
            vm_pack_close(&packs[n]);
        else
            n += (uint32_t)ok;
    }
    ok = ok && is_fine(packs, n, why);
    if (ok && n == 1) {
        *out = packs[0];
        n = 0;
    } else if (ok) {
        ok = link_all(memory, out, packs, n, why);
    }
    for (uint32_t i = 0; i < n; i++)
        vm_pack_close(&packs[i]);
    base_free(memory, packs);
    return ok;
}
