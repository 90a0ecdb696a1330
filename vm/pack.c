/* Reads the layout of a pack file: header, directory, sections. What the words in it mean is
 * checked in verifier.c.
 *
 * Header, all little-endian 32-bit words: magic, version, abi hash (2 words), content hash (2),
 * size in bytes, number of sections; then per section: id, byte offset, byte size. Sections begin
 * at multiples of four behind the directory, in order, without overlap. */
#include "vm/pack.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/bytes.h"
#include "base/hash.h"

enum { HEADER_SIZE = 32, HASHED_FROM = 24 };

static int refuse(vm_refusal *r, const char *rule, uint32_t section, const char *message)
{
    memset(r, 0, sizeof *r);
    snprintf(r->rule, sizeof r->rule, "%s", rule);
    snprintf(r->message, sizeof r->message, "%s", message);
    r->section = section;
    return 0;
}

/* Where a section's rows are decoded to. */
typedef struct slot {
    void **rows;
    uint32_t *count;
    uint32_t words_per_row; /* 0: bytes */
} slot;

#define F(name, domain) +1
static slot slot_of(vm_pack *p, uint32_t section)
{
    switch (section) {
#define ROW(number, name, fields)                                                                  \
    case number:                                                                                   \
        return (slot){(void **)&p->name, &p->name##_count, 0 fields};
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    case VM_SECTION_code:
        return (slot){(void **)&p->code, &p->code_count, 1};
    case VM_SECTION_words:
        return (slot){(void **)&p->words, &p->words_count, 1};
    case VM_SECTION_regs:
        return (slot){(void **)&p->regs, &p->regs_count, 1};
    case VM_SECTION_strings:
        return (slot){(void **)&p->strings, &p->strings_size, 0};
    case VM_SECTION_vocab:
        return (slot){(void **)&p->vocab, &p->vocab_size, 0};
    default:
        return (slot){NULL, NULL, 0};
    }
}

static int read_header(bytes_reader *r, vm_pack *p, uint32_t *out_sections, vm_refusal *why)
{
    if (r->size < HEADER_SIZE)
        return refuse(why, "V1", 0, "the file is shorter than a pack's header");
    if (bytes_read_u32(r) != VM_PACK_MAGIC)
        return refuse(why, "V2", 0, "this is not a Cantrip pack");
    if (bytes_read_u32(r) != VM_PACK_VERSION)
        return refuse(why, "V3", 0, "the pack has another format version; build it again");
    if (bytes_read_u64(r) != vm_abi_hash())
        return refuse(why, "V4", 0, "the pack was built for another engine; build it again");
    p->hash = bytes_read_u64(r);
    uint32_t size = bytes_read_u32(r);
    if (size != r->size || size > VM_PACK_SIZE_MAX)
        return refuse(why, "V5", 0, "the file has another size than its header says");
    uint64_t hash = hash_file(HASH_START, r->at + HASHED_FROM, r->size - HASHED_FROM);
    if (hash != p->hash)
        return refuse(why, "V6", 0, "the content does not have the hash that the header gives");
    *out_sections = bytes_read_u32(r);
    if (*out_sections > VM_SECTION_SPAN)
        return refuse(why, "V7", 0, "there are more sections than kinds of sections");
    return 1;
}

int vm_pack_open(vm_pack *p, const void *bytes, size_t size, vm_refusal *why)
{
    return vm_pack_open_in(NULL, p, bytes, size, why);
}

int vm_pack_open_in(const base_memory *memory, vm_pack *p, const void *bytes, size_t size,
                    vm_refusal *why)
{
    memset(p, 0, sizeof *p);
    p->memory = memory;
    bytes_reader r = {bytes, 0, size, 0};
    uint32_t sections;
    if (!read_header(&r, p, &sections, why))
        return 0;
    uint8_t *store = p->storage = base_zeroed(memory, 1, size + 8);
    if (!store)
        return refuse(why, "V8", 0, "out of memory");
    size_t used = 0, expected = HEADER_SIZE + sections * 12u;
    uint32_t last = 0;
    for (uint32_t i = 0; i < sections; i++) {
        uint32_t id = bytes_read_u32(&r), off = bytes_read_u32(&r), bytes_size = bytes_read_u32(&r);
        slot s = slot_of(p, id);
        if (r.failed || !s.rows || id <= last) {
            vm_pack_close(p);
            return refuse(why, "V9", id, "a section is unknown, repeated or out of order");
        }
        last = id;
        if (off != expected || bytes_size > size || off > size - bytes_size) {
            vm_pack_close(p);
            return refuse(why, "V10", id, "a section does not lie where the one before it ends");
        }
        CANTRIP_ASSERT(off % 4 == 0);
        uint32_t row_size = s.words_per_row ? s.words_per_row * 4 : 1;
        if (bytes_size % row_size || bytes_size / row_size > VM_PACK_SIZE_MAX / 4) {
            vm_pack_close(p);
            return refuse(why, "V11", id, "a section does not hold a whole number of rows");
        }
        expected = off + ((bytes_size + 3u) & ~3u);
        CANTRIP_ASSERT(used % 4 == 0 && used <= size && bytes_size <= size - used);
        CANTRIP_ASSERT(!*s.rows && !*s.count); /* each section comes once: V9 */
        *s.rows = store + used;
        *s.count = bytes_size / row_size;
        if (s.words_per_row) {
            bytes_copy_u32((uint32_t *)(void *)(store + used), (const uint8_t *)bytes + off,
                           bytes_size / 4);
        } else {
            memcpy(store + used, (const uint8_t *)bytes + off, bytes_size);
        }
        used += (bytes_size + 3u) & ~3u;
    }
    if (expected != size) {
        vm_pack_close(p);
        return refuse(why, "V12", 0, "there are bytes behind the last section");
    }
    CANTRIP_ASSERT(used <= size);
    if (!vm_pack_verify(p, why)) {
        vm_pack_close(p);
        return 0;
    }
    return 1;
}

void vm_pack_close(vm_pack *p)
{
    base_free(p->memory, p->storage);
    memset(p, 0, sizeof *p);
}

const char *vm_pack_str(const vm_pack *p, uint32_t off)
{
    return off < p->strings_size ? p->strings + off : "";
}
