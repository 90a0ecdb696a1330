/* Packs made by hand, table by table: what no compiler writes, so that each rule of the verifier can be
 * broken alone. */
#ifndef TESTS_UNIT_PACKER_H
#define TESTS_UNIT_PACKER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "vm/pack.h"

#define OP(op, a, b, c, imm)                                                                       \
    ((uint32_t)(op) | (uint32_t)(a) << 8 | (uint32_t)(b) << 16 | (uint32_t)(c) << 24),             \
        (uint32_t)(imm)

typedef struct packer {
    /* `vm_face face[16]; uint32_t face_count;` for every table */
#define F(name, domain) +1
#define ROW(number, name, fields)                                                                  \
    vm_##name name[16];                                                                            \
    uint32_t name##_count;
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
    uint32_t code[40000], code_count, words[16], words_count, regs[256], regs_count;
    char strings[64];
    uint32_t strings_size;
    vm_func *more_funcs; /* instead of func, where there are many */
    uint32_t more_func_count;
    vm_selector *more_selectors;
    uint32_t more_selector_count;
    vm_face *more_faces;
    uint32_t more_face_count;
    struct {
        void *rows;
        uint32_t size;
    } more[VM_SECTION_SPAN]; /* instead of any other section */
} packer;

static inline void *packer_more(packer *p, uint32_t section, uint32_t rows, uint32_t row_size)
{
    free(p->more[section].rows);
    p->more[section].size = rows * row_size;
    return p->more[section].rows = calloc(rows, row_size);
}

static inline void packer_free(packer *p)
{
    for (uint32_t i = 0; i < VM_SECTION_SPAN; i++)
        free(p->more[i].rows);
    free(p->more_funcs);
    free(p->more_selectors);
    free(p->more_faces);
    free(p);
}

/* Function and selector 'none', and an empty string. */
static inline packer *packer_create(void)
{
    packer *p = calloc(1, sizeof *p);
    p->func_count = p->selector_count = 1;
    p->selector[0].name = VM_NO_SYMBOL;
    p->strings_size = 4;
    return p;
}

/* Adds a function; `regs` names the types of its registers. */
static inline uint32_t packer_func(packer *p, uint32_t flags, uint32_t params, const char *regs,
                                   const uint32_t *code, uint32_t words)
{
    p->func[p->func_count] =
        (vm_func){p->code_count, words, p->regs_count, (uint32_t)strlen(regs), params, flags};
    memcpy(p->code + p->code_count, code, words * sizeof *code);
    p->code_count += words;
    for (; *regs; regs++)
        p->regs[p->regs_count++] = (uint32_t)*regs;
    return p->func_count++;
}

static inline void packer_section(bytes_writer *w, uint32_t *at, uint32_t id, const void *rows,
                                  uint32_t size)
{
    bytes_patch_u32(w, *at, id);
    bytes_patch_u32(w, *at + 4, (uint32_t)w->size);
    bytes_patch_u32(w, *at + 8, size);
    *at += 12;
    bytes_write(w, rows, size);
    while (w->size % 4)
        bytes_write(w, "", 1);
}

/* The bytes of the pack; the caller frees. Tables without rows are left out. */
static inline void *packer_write(const packer *p, size_t *out_size)
{
    bytes_writer w = {0};
    uint32_t sections = 0, at = 32;
    const struct {
        uint32_t id, size;
        const void *rows;
    } table[] = {
#define F(name, domain)           +1
#define ROW(number, name, fields) {number, p->name##_count * (uint32_t)sizeof *p->name, p->name},
#include "vm/abi/pack_rows.def"
#undef ROW
#undef F
        {VM_SECTION_strings, p->strings_size, p->strings},
        {VM_SECTION_code, p->code_count * 4, p->code},
        {VM_SECTION_words, p->words_count * 4, p->words},
        {VM_SECTION_regs, p->regs_count * 4, p->regs}};
    const uint32_t count = sizeof table / sizeof *table;
    for (uint32_t i = 0; i < 8 + count * 3; i++)
        bytes_write_u32(&w, 0);
    for (uint32_t i = 0; i < count; i++, sections++) {
        if (table[i].id == VM_SECTION_func && p->more_funcs)
            packer_section(&w, &at, table[i].id, p->more_funcs,
                           p->more_func_count * (uint32_t)sizeof(vm_func));
        else if (table[i].id == VM_SECTION_selector && p->more_selectors)
            packer_section(&w, &at, table[i].id, p->more_selectors,
                           p->more_selector_count * (uint32_t)sizeof(vm_selector));
        else if (table[i].id == VM_SECTION_face && p->more_faces)
            packer_section(&w, &at, table[i].id, p->more_faces,
                           p->more_face_count * (uint32_t)sizeof(vm_face));
        else if (p->more[table[i].id].rows)
            packer_section(&w, &at, table[i].id, p->more[table[i].id].rows,
                           p->more[table[i].id].size);
        else
            packer_section(&w, &at, table[i].id, table[i].rows, table[i].size);
    }
    const uint64_t abi = vm_abi_hash();
    const uint32_t head[] = {
        VM_PACK_MAGIC,    VM_PACK_VERSION, (uint32_t)abi, (uint32_t)(abi >> 32), 0, 0,
        (uint32_t)w.size, sections};
    for (uint32_t i = 0; i < 8; i++)
        bytes_patch_u32(&w, i * 4, head[i]);
    const uint64_t hash = hash_file(HASH_START, w.at + 24, w.size - 24);
    bytes_patch_u32(&w, 16, (uint32_t)hash);
    bytes_patch_u32(&w, 20, (uint32_t)(hash >> 32));
    *out_size = w.size;
    return w.at;
}

/* Opens and closes it, and frees the packer. `rule`: what must refuse it; NULL: nothing. */
static inline void packer_expect(packer *p, const char *rule, const char *what)
{
    size_t size;
    void *bytes = packer_write(p, &size);
    vm_pack pack;
    vm_refusal why;
    const int ok = vm_pack_open(&pack, bytes, size, &why);
    if (ok)
        vm_pack_close(&pack);
    if (ok && rule)
        fail_msg("accepted: %s, expected %s", what, rule);
    if (!ok && (!rule || strcmp(rule, why.rule) != 0))
        fail_msg("%s: refused by %s (%s), expected %s", what, why.rule, why.message,
                 rule ? rule : "nothing");
    free(bytes);
    packer_free(p);
}

#endif
