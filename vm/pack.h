/* A pack in memory: the tables of compiled card text, decoded to host byte order. Immutable once
 * vm_pack_open has verified it; shared by any number of games and threads. */
#ifndef VM_PACK_H
#define VM_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "vm/abi/abi.h"

/* One struct per table: `typedef struct vm_face { uint32_t name; ... } vm_face;` */
#define F(name, domain) uint32_t name;
#define ROW(section, name, fields)                                                                 \
    typedef struct vm_##name {                                                                     \
        fields                                                                                     \
    } vm_##name;
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F

enum vm_section {
#define ROW(section, name, fields) VM_SECTION_##name = section,
#include "vm/abi/pack_rows.def"
#undef ROW
    VM_SECTION_strings = 20, /* bytes; strings end with a zero */
    VM_SECTION_code,         /* 32-bit words, two per instruction */
    VM_SECTION_words,        /* lists of numbers */
    VM_SECTION_regs,         /* register types, one character per word */
    VM_SECTION_vocab,        /* the declarations, as text, for packs that import this one */
    VM_SECTION_SPAN
};

typedef struct vm_pack {
    const base_memory *memory; /* what the pack is kept in */
    /* `vm_face *face; uint32_t face_count;` for every table */
#define ROW(section, name, fields)                                                                 \
    vm_##name *name;                                                                               \
    uint32_t name##_count;
#include "vm/abi/pack_rows.def"
#undef ROW
    const char *strings;
    uint32_t strings_size;
    uint32_t *code;
    uint32_t code_count; /* words */
    uint32_t *words;
    uint32_t words_count;
    uint32_t *regs;
    uint32_t regs_count;
    const char *vocab;
    uint32_t vocab_size;
    uint64_t hash; /* of the content; what importing packs name */
    void *storage;
} vm_pack;

/* Why a pack was refused. */
typedef struct vm_refusal {
    char rule[8]; /* "V12"; see verifier.c for the list */
    char message[160];
    uint32_t section, row, pc; /* where; 0 if it does not apply */
} vm_refusal;

/* Decodes and verifies. `bytes` is not kept. 1 = accepted; 0 = refused, out_refusal says why and
 * *out is empty. */
int vm_pack_open(vm_pack *out, const void *bytes, size_t size, vm_refusal *out_refusal);
/* The same with memory from there; `memory` lives as long as the pack does. */
int vm_pack_open_in(const base_memory *memory, vm_pack *out, const void *bytes, size_t size,
                    vm_refusal *out_refusal);
/* One pack of several that have been opened: what they declare alike is one thing (link.c). They are not kept. 0: they do not
 * go together, and out_refusal says why (V63 to V65). */
int vm_pack_link(const base_memory *memory, const vm_pack *const *packs, uint32_t count,
                 vm_pack *out, vm_refusal *out_refusal);
void vm_pack_close(vm_pack *p);
/* The second half of vm_pack_open, in verifier.c: everything beyond the layout of the file. */
int vm_pack_verify(const vm_pack *p, vm_refusal *out_refusal);
const char *vm_pack_str(const vm_pack *p, uint32_t off);

#endif
