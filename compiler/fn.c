#include "compiler/lower.h"

#include <string.h>

void cc_fn_begin(cc_fn *f, cc_scope *s, int effect)
{
    memset(f, 0, sizeof *f);
    f->u = s->u;
    f->s = s;
    f->effect = (uint8_t)effect;
    f->it = f->subject = f->did = f->acted = f->may = f->candidate = f->word = CC_BAD;
}

/* The first of `count` registers in a row, of these types, that nobody holds; new ones at the end if need be.
 * -1 = there are not so many. */
static int row_of(const cc_fn *f, const char *types, uint32_t count)
{
    for (uint32_t base = 0; base + count <= VM_REG_MAX; base++) {
        uint32_t i = 0;
        while (i < count && (base + i >= f->reg_count ||
                             (!f->holder[base + i] && f->regs[base + i] == types[i])))
            i++;
        if (i == count)
            return (int)base;
    }
    return -1;
}

static void hold(cc_fn *f, uint32_t base, const char *types, uint32_t count)
{
    for (uint32_t i = base; i < base + count; i++) {
        f->regs[i] = types[i - base];
        f->holder[i] = (uint8_t)(f->depth + 1);
    }
    if (f->reg_count < base + count)
        f->reg_count = base + count;
}

static int is_live(const cc_fn *f, int reg)
{
    const cc_val keep[] = {f->it, f->subject, f->did, f->acted, f->may, f->candidate, f->word};
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
        if (keep[i].type && keep[i].reg == reg)
            return 1;
    for (const cc_ref *r = f->refs; r; r = r->next)
        if (r->val.reg == reg)
            return 1;
    return (uint32_t)reg < f->params;
}

void cc_release(cc_fn *f)
{
    for (uint32_t i = 0; i < f->reg_count; i++)
        if (f->holder[i] > f->depth && !is_live(f, (int)i))
            f->holder[i] = 0;
}

static void too_long(cc_fn *f)
{
    if (!f->broken && f->at)
        cc_diag_add(
            f->u->diags, CC_TOO_MANY_REGISTERS, f->at->span,
            "this ability is too long: it needs more than %d values at once, or %d instructions",
            VM_REG_MAX, VM_FUNC_CODE_MAX);
    f->broken = 1;
}

cc_val cc_reg(cc_fn *f, char type)
{
    int at = row_of(f, &type, 1);
    if (at < 0) {
        too_long(f);
        return (cc_val){type, 0};
    }
    hold(f, (uint32_t)at, &type, 1);
    return (cc_val){type, at};
}

uint32_t cc_here(const cc_fn *f)
{
    return f->code.count / 2;
}

uint32_t cc_emit(cc_fn *f, uint32_t op, int a, int b, int c, int32_t imm)
{
    arena *m = f->u->mem;
    uint32_t at = cc_here(f);
    if (at >= VM_FUNC_CODE_MAX)
        too_long(f);
    if (f->at && (!f->lines.count || f->lines.at[f->lines.count - 1].line != f->at->span.line)) {
        vm_line l = {at, 0, f->at->span.line};
        VEC_PUSH(m, &f->lines, l);
    }
    VEC_PUSH(m, &f->code,
             op | (uint32_t)(a & 255) << 8 | (uint32_t)(b & 255) << 16 | (uint32_t)(c & 255) << 24);
    VEC_PUSH(m, &f->code, (uint32_t)imm);
    return at;
}

void cc_patch(cc_fn *f, uint32_t at)
{
    f->code.at[at * 2 + 1] = cc_here(f);
}

cc_val cc_op(cc_fn *f, uint32_t op, char type, int b, int c, int32_t imm)
{
    cc_val v = cc_reg(f, type);
    cc_emit(f, op, v.reg, b, c, imm);
    return v;
}

cc_val cc_num(cc_fn *f, int32_t n)
{
    return cc_op(f, VM_OP_LDI, 'n', 0, 0, n);
}

cc_val cc_as(cc_fn *f, cc_val v, char type)
{
    if (!v.type || v.type == type)
        return v;
    if (type == 'e' && (v.type == 'o' || v.type == 'p'))
        return cc_op(f, VM_OP_WIDEN, 'e', v.reg, 0, 0);
    if (type == 'o' && v.type == 'e')
        return cc_op(f, VM_OP_OBJECTS, 'o', v.reg, 0, 0);
    if (type == 'p' && v.type == 'e')
        return cc_op(f, VM_OP_ONLY_PLAYERS, 'p', v.reg, 0, 0);
    if (type == 'n' && v.type == 'b')
        return cc_op(f, VM_OP_NUMBER, 'n', v.reg, 0, 0);
    return CC_BAD;
}

cc_val cc_native(cc_fn *f, int native, const cc_arg *args)
{
    const vm_native_info *info = vm_native_describe((uint32_t)native);
    const char *at = info->signature;
    char name[32], type;
    cc_val result = info->result == '-' ? CC_BAD : cc_reg(f, info->result);
    char types[16];
    uint32_t count = 0;
    for (const char *p = at; (type = vm_signature_next(&p, name, sizeof name)) != 0;)
        if (type >= 'a')
            types[count++] = type;
    int base = row_of(f, types, count);
    if (base < 0) {
        too_long(f);
        return result;
    }
    hold(f, (uint32_t)base, types, count);
    count = 0;
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0; i++) {
        if (type < 'a')
            continue;
        const cc_val r = {type, base + (int)count++};
        if (!args[i].given) {
            if (type == 'n')
                cc_emit(f, VM_OP_LDI, r.reg, 0, 0, 0);
            else if (type == 'b')
                cc_emit(f, VM_OP_LDB, r.reg, 0, 0, 0);
            else
                cc_emit(f, VM_OP_NONE, r.reg, 0, 0, 0);
        } else if (args[i].v.type == type) {
            cc_emit(f, VM_OP_MOV, r.reg, args[i].v.reg, 0, 0);
        } else if (type == 'e') {
            cc_emit(f, VM_OP_WIDEN, r.reg, args[i].v.reg, 0, 0);
        } else if (type == 'o') {
            cc_emit(f, VM_OP_OBJECTS, r.reg, args[i].v.reg, 0, 0);
        } else if (type == 'p') {
            cc_emit(f, VM_OP_ONLY_PLAYERS, r.reg, args[i].v.reg, 0, 0);
        } else {
            cc_emit(f, VM_OP_NUMBER, r.reg, args[i].v.reg, 0, 0);
        }
    }
    cc_emit(f, VM_OP_NATIVE, base, result.type ? result.reg : 0, 0, native);
    at = info->signature;
    for (int i = 0; (type = vm_signature_next(&at, name, sizeof name)) != 0; i++) {
        if (type >= 'a')
            continue;
        cc_emit(f, VM_OP_IMM, 0, 0, 0, args[i].imm);
        if (type == 'M' || type == 'C' || type == 'L')
            cc_emit(f, VM_OP_IMM, 0, 0, 0, args[i].imm2);
    }
    return result;
}

uint32_t cc_string(cc_unit *u, const char *s)
{
    size_t n = strlen(s) + 1;
    for (uint32_t i = 0; i + n <= u->strings.count;) {
        if (memcmp(u->strings.at + i, s, n) == 0)
            return i;
        i += (uint32_t)strlen(u->strings.at + i) + 1;
    }
    uint32_t at = u->strings.count;
    for (size_t i = 0; i < n; i++)
        VEC_PUSH(u->mem, &u->strings, s[i]);
    return at;
}

uint32_t cc_words_begin(cc_unit *u)
{
    return u->words.count;
}

void cc_word_add(cc_unit *u, uint32_t w)
{
    VEC_PUSH(u->mem, &u->words, w);
}

/* Ends in a jump-free instruction? Then nothing can run past the end. */
static int is_ended(const cc_fn *f)
{
    if (!f->code.count)
        return 0;
    uint32_t end = cc_here(f);
    for (uint32_t i = 0; i < end; i++) { /* a jump to the end needs something there */
        const vm_op_info *info = vm_op_describe(f->code.at[i * 2] & 255);
        if (info->imm == 'j' && f->code.at[i * 2 + 1] == end)
            return 0;
    }
    uint32_t op = f->code.at[f->code.count - 2] & 255;
    return op == VM_OP_RET || op == VM_OP_DONE || op == VM_OP_GIVE;
}

uint32_t cc_fn_end(cc_fn *f)
{
    cc_unit *u = f->u;
    if (!is_ended(f)) {
        if (f->effect) {
            cc_emit(f, VM_OP_DONE, 0, 0, 0, 0);
        } else {
            cc_val zero = cc_num(f, 0);
            cc_emit(f, VM_OP_RET, zero.reg, 0, 0, 0);
        }
    }
    vm_func row = {u->code.count, f->code.count, u->regs.count,
                   f->reg_count,  f->params,     f->effect ? VM_FN_EFFECT : 0};
    if (f->code.count && (f->code.at[f->code.count - 2] & 255) == VM_OP_GIVE)
        row.flags |= VM_FN_SET;
    for (uint32_t i = 0; i < f->lines.count; i++) {
        vm_line l = {u->code.count + f->lines.at[i].pc * 2,
                     cc_string(u, u->file_name ? u->file_name : ""), f->lines.at[i].line};
        VEC_PUSH(u->mem, &u->line, l);
    }
    for (uint32_t i = 0; i < f->code.count; i++)
        VEC_PUSH(u->mem, &u->code, f->code.at[i]);
    for (uint32_t i = 0; i < f->reg_count; i++)
        VEC_PUSH(u->mem, &u->regs, (uint32_t)f->regs[i]);
    VEC_PUSH(u->mem, &u->func, row);
    return u->func.count - 1;
}

uint32_t cc_fn_end_value(cc_fn *f, cc_val v)
{
    if (v.type == 'b')
        v = cc_op(f, VM_OP_NUMBER, 'n', v.reg, 0, 0);
    if (v.type == 'n')
        cc_emit(f, VM_OP_RET, v.reg, 0, 0, 0);
    return cc_fn_end(f);
}
