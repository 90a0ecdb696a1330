/* Writes the pack file; vm/pack.c describes the layout. */
#include "base/bytes.h"
#include "base/hash.h"
#include "compiler/lower/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct section {
    uint32_t id;
    size_t off, size;
} section;

static void begin(bytes_writer *w, section *s, uint32_t id)
{
    *s = (section){id, w->size, 0};
}

static void end(bytes_writer *w, section *s)
{
    s->size = w->size - s->off;
    while (w->size % 4)
        bytes_write(w, "", 1);
}

static void write_words(bytes_writer *w, const void *rows, size_t word_count)
{
    const uint32_t *p = rows;
    for (size_t i = 0; i < word_count; i++)
        bytes_write_u32(w, p[i]);
}

static void make_index(cc_unit *u)
{
    for (uint32_t e = 1; e < VM_EVENT_SPAN; e++)
        for (uint32_t i = 0; i < u->ability.count; i++)
            if (u->ability.at[i].event == e) {
                vm_index row = {e, i};
                VEC_PUSH(u->mem, &u->index, row);
            }
}

void cc_pack_write(cc_unit *u, void **out_bytes, size_t *out_size)
{
    bytes_writer w = {0};
    section s[VM_SECTION_SPAN];
    uint32_t count = 0;
    make_index(u);
    const uint32_t section_count = 19;
    for (uint32_t i = 0; i < 8 + section_count * 3; i++)
        bytes_write_u32(&w, 0);
#define F(name, domain) +1
#define ROW(number, name, fields)                                                                  \
    begin(&w, &s[count], number);                                                                  \
    write_words(&w, u->name.at, (size_t)u->name.count *(0 fields));                                \
    end(&w, &s[count++]);
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    begin(&w, &s[count], VM_SECTION_strings);
    bytes_write(&w, u->strings.at, u->strings.count);
    end(&w, &s[count++]);
    begin(&w, &s[count], VM_SECTION_code);
    write_words(&w, u->code.at, u->code.count);
    end(&w, &s[count++]);
    begin(&w, &s[count], VM_SECTION_words);
    write_words(&w, u->words.at, u->words.count);
    end(&w, &s[count++]);
    begin(&w, &s[count], VM_SECTION_regs);
    write_words(&w, u->regs.at, u->regs.count);
    end(&w, &s[count++]);
    begin(&w, &s[count], VM_SECTION_vocab);
    bytes_write(&w, u->vocab_text.at, u->vocab_text.count);
    end(&w, &s[count++]);
    bytes_patch_u32(&w, 0, VM_PACK_MAGIC);
    bytes_patch_u32(&w, 4, VM_PACK_VERSION);
    uint64_t abi = vm_abi_hash();
    bytes_patch_u32(&w, 8, (uint32_t)abi);
    bytes_patch_u32(&w, 12, (uint32_t)(abi >> 32));
    bytes_patch_u32(&w, 24, (uint32_t)w.size);
    bytes_patch_u32(&w, 28, count);
    for (uint32_t i = 0; i < count; i++) {
        bytes_patch_u32(&w, 32 + i * 12, s[i].id);
        bytes_patch_u32(&w, 36 + i * 12, (uint32_t)s[i].off);
        bytes_patch_u32(&w, 40 + i * 12, (uint32_t)s[i].size);
    }
    uint64_t hash = w.failed ? 0 : hash_file(HASH_START, w.at + 24, w.size - 24);
    bytes_patch_u32(&w, 16, (uint32_t)hash);
    bytes_patch_u32(&w, 20, (uint32_t)(hash >> 32));
    if (w.failed)
        free(w.at);
    *out_bytes = w.failed ? NULL : w.at;
    *out_size = w.failed ? 0 : w.size;
}
