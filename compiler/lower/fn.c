/* Functions: registers, instructions, rows. */
#include "compiler/lower/lower.h"

#include <stdarg.h>
#include <stdio.h>

#include <string.h>

#include "base/hash.h"

void cc_fn_begin(cc_fn *f, cc_scope *s, int effect)
{
    memset(f, 0, sizeof *f);
    f->u = s->u;
    f->s = s;
    f->effect = (uint8_t)effect;
    f->id = ++f->u->fn_count;
    f->lost = f->gained = f->prevented = f->wanted = f->wanted_rest = f->searched = f->won =
        f->piles = f->first_pile = f->pile = f->voted = f->chosen_from = f->chosen_rest =
            f->offered = CC_BAD;
    f->acted = f->rest = f->that_many = f->may = f->asked_may = f->did = f->candidate = f->word =
        f->actor = f->self = f->you = f->defender = f->each_gave = f->each_number = f->did_by =
            f->member = CC_BAD;
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
    const cc_val keep[] = {
        f->lost,       f->gained,  f->searched,    f->won,         f->acted,       f->rest,
        f->that_many,  f->may,     f->did,         f->candidate,   f->word,        f->actor,
        f->self,       f->you,     f->x_value,     f->each_gave,   f->each_number, f->piles,
        f->first_pile, f->pile,    f->voted,       f->did_by,      f->member,      f->prevented,
        f->wanted,     f->offered, f->chosen_from, f->chosen_rest, f->wanted_rest, f->asked_may};
    for (uint32_t i = 0; i < f->pinned.count; i++)
        if (f->pinned.at[i].reg == reg)
            return 1;
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
        if (keep[i].type && keep[i].reg == reg)
            return 1;
    for (const cc_referent *r = f->s->referents; r; r = r->next)
        if (r->owner == f->id &&
            ((r->was.type && r->was.reg == reg) || (r->now.type && r->now.reg == reg) ||
             (r->taken.type && r->taken.reg == reg)))
            return 1;
    for (const cc_binding *b = f->s->bindings; b; b = b->next)
        if (b->val.type && b->val.reg == reg)
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
    if (!f->broken)
        cc_diag_add(
            f->u->diags, CC_TOO_MANY_REGISTERS, f->at,
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

void cc_give_back(cc_fn *f, cc_val v)
{
    f->holder[v.reg] = 0;
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
    if (f->at.line && (!f->lines.count || f->lines.at[f->lines.count - 1].line != f->at.line)) {
        vm_line l = {at, 0, f->at.line};
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

cc_val cc_empty_from(cc_fn *f, uint32_t at)
{
    const int reg = (int)f->reg_count;
    if (reg >= VM_REG_MAX) {
        too_long(f);
        return CC_BAD;
    }
    hold(f, (uint32_t)reg, "e", 1);
    f->code.at[at * 2] = (uint32_t)VM_OP_NONE | (uint32_t)reg << 8;
    return (cc_val){'e', reg};
}

void cc_set_flag(cc_fn *f, uint32_t at)
{
    f->code.at[at * 2 + 1] = 1;
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

cc_val cc_value(cc_fn *f, char type, int32_t n)
{
    return cc_op(f, VM_OP_LDI, type, 0, 0, n);
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

/* Of an argument that may be a number of any kind. */
static char kind_of(const cc_arg *arg)
{
    return arg->given && vm_value_type(arg->v.type) >= 0 ? arg->v.type : 'n';
}

cc_val cc_native(cc_fn *f, int native, const cc_arg *args)
{
    const vm_native_info *info = vm_native_describe((uint32_t)native);
    f->made_turn |= native == VM_NATIVE_extra_turn;
    cc_wait_begin(f, native);
    const char *at = info->signature;
    char name[32], type;
    cc_val result = info->result == '-' ? CC_BAD : cc_reg(f, info->result);
    char types[16];
    uint32_t count = 0;
    int arg = 0;
    for (const char *p = at; (type = vm_signature_next(&p, name, sizeof name)) != 0; arg++)
        if (type >= 'a')
            types[count++] = type == 'v' ? kind_of(&args[arg]) : type;
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
        type = types[count];
        const cc_val r = {type, base + (int)count++};
        if (!args[i].given) {
            if (vm_value_type(type) >= 0)
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
        if (type == 'M' || type == 'C' || type == 'L' || type == 'W')
            cc_emit(f, VM_OP_IMM, 0, 0, 0, args[i].imm2);
    }
    cc_wait_end(f, native, result);
    return result;
}

static uint32_t string_slot(const cc_unit *u, const char *s)
{
    uint32_t at = (uint32_t)hash_bytes(HASH_START, s, strlen(s)) & (u->string_bucket_count - 1);
    while (u->string_bucket[at] && strcmp(u->strings.at + u->string_bucket[at] - 1, s) != 0)
        at = (at + 1) & (u->string_bucket_count - 1);
    return at;
}

uint32_t cc_string(cc_unit *u, const char *s)
{
    if (u->string_at.count * 2 >= u->string_bucket_count) {
        u->string_bucket_count = u->string_bucket_count ? u->string_bucket_count * 2 : 1024;
        u->string_bucket = arena_alloc(u->mem, sizeof *u->string_bucket * u->string_bucket_count);
        for (uint32_t i = 0; i < u->string_at.count; i++)
            u->string_bucket[string_slot(u, u->strings.at + u->string_at.at[i])] =
                u->string_at.at[i] + 1;
    }
    const uint32_t slot = string_slot(u, s);
    if (u->string_bucket[slot])
        return u->string_bucket[slot] - 1;
    const uint32_t at = u->strings.count;
    for (const char *c = s;; c++) {
        VEC_PUSH(u->mem, &u->strings, *c);
        if (!*c)
            break;
    }
    VEC_PUSH(u->mem, &u->string_at, at);
    u->string_bucket[slot] = at + 1;
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

/* ---- registers that some path leaves unwritten ------------------------------------------------
 * What is made inside 'you may' and used behind it has to be something on the other path, too. */

static uint64_t bit(uint32_t reg)
{
    return UINT64_C(1) << (reg & 63);
}

/* Which registers an instruction reads and writes. */
void cc_uses(const cc_fn *f, uint32_t pc, uint64_t *out_reads, uint64_t *out_writes)
{
    const uint32_t w = f->code.at[pc * 2];
    const vm_op_info *info = vm_op_describe(w & 255);
    const char kind[3] = {info->a, info->b, info->c};
    *out_reads = *out_writes = 0;
    for (int i = 0; i < 3; i++) {
        const uint32_t reg = w >> (8 + 8 * i) & 255;
        if (kind[i] >= 'a' && kind[i] <= 'z')
            *out_reads |= bit(reg);
        else if (kind[i] >= 'A' && kind[i] <= 'Z')
            *out_writes |= bit(reg);
    }
    if ((w & 255) != VM_OP_NATIVE)
        return;
    const vm_native_info *native = vm_native_describe(f->code.at[pc * 2 + 1]);
    const char *at = native->signature;
    char name[32], type;
    uint32_t reg = w >> 8 & 255;
    while ((type = vm_signature_next(&at, name, sizeof name)) != 0)
        if (type >= 'a')
            *out_reads |= bit(reg++);
    if (native->result != '-')
        *out_writes |= bit(w >> 16 & 255);
}

/* Registers that are read where not every path has written them. */
static uint64_t unwritten(const cc_fn *f)
{
    const uint32_t count = cc_here(f);
    uint64_t *in = arena_alloc(f->u->mem, sizeof *in * (count + 1)), missing = 0;
    for (uint32_t i = 0; i <= count; i++)
        in[i] = UINT64_MAX;
    in[0] = f->params ? (bit(f->params) - 1) : 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t pc = 0; pc < count; pc++) {
            uint64_t reads, writes;
            const uint32_t op = f->code.at[pc * 2] & 255;
            if (in[pc] == UINT64_MAX && pc)
                continue;
            cc_uses(f, pc, &reads, &writes);
            const uint64_t out = in[pc] | writes;
            const vm_op_info *info = vm_op_describe(op);
            uint32_t next[2] = {pc + 1, pc + 1};
            if (info->imm == 'j')
                next[1] = f->code.at[pc * 2 + 1];
            if (info->flags & OPF_END)
                next[0] = next[1];
            if ((info->flags & OPF_END) && info->imm != 'j')
                continue;
            for (int k = 0; k < 2; k++) {
                /* behind the end of a loop its member is not written */
                const uint64_t along =
                    op == VM_OP_ITER && next[k] == f->code.at[pc * 2 + 1] && k == 1 ? in[pc] : out;
                if (next[k] <= count && (in[next[k]] & along) != in[next[k]]) {
                    in[next[k]] &= along;
                    changed = 1;
                }
            }
        }
    }
    for (uint32_t pc = 0; pc < count; pc++) {
        uint64_t reads, writes;
        cc_uses(f, pc, &reads, &writes);
        if (in[pc] != UINT64_MAX || !pc)
            missing |= reads & ~in[pc];
    }
    return missing;
}

/* Writes something harmless into them at the beginning; everything else moves back. */
static void initialise(cc_fn *f)
{
    const uint64_t missing = unwritten(f);
    uint32_t extra = 0;
    for (uint64_t m = missing; m; m &= m - 1)
        extra++;
    if (!extra)
        return;
    VEC(uint32_t) code = {0};
    arena *mem = f->u->mem;
    for (uint32_t reg = 0; reg < f->reg_count; reg++) {
        if (!(missing & bit(reg)))
            continue;
        const uint32_t op = vm_value_type(f->regs[reg]) >= 0 ? VM_OP_LDI
                            : f->regs[reg] == 'b'            ? VM_OP_LDB
                                                             : VM_OP_NONE;
        VEC_PUSH(mem, &code, op | reg << 8);
        VEC_PUSH(mem, &code, 0);
    }
    for (uint32_t i = 0; i < f->code.count; i += 2) {
        const vm_op_info *info = vm_op_describe(f->code.at[i] & 255);
        VEC_PUSH(mem, &code, f->code.at[i]);
        VEC_PUSH(mem, &code, f->code.at[i + 1] + (info->imm == 'j' ? extra : 0));
    }
    f->code.at = code.at;
    f->code.count = code.count;
    f->code.cap = code.cap;
    for (uint32_t i = 0; i < f->lines.count; i++)
        f->lines.at[i].pc += f->lines.at[i].pc ? extra : 0;
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
    cc_fuse(f);
    initialise(f);
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

void cc_move(cc_fn *f, cc_val to, cc_val from)
{
    if (to.type && from.type)
        cc_emit(f, VM_OP_MOV, to.reg, from.reg, 0, 0);
}

/* for each member of a set, in the order of the set (players in turn order, CR 101.4) */
cc_loop cc_loop_begin(cc_fn *f, cc_val set)
{
    const cc_val all = cc_as(f, set, 'e'), index = cc_num(f, 0);
    cc_loop l = {0, cc_reg(f, 'e')};
    l.start = cc_emit(f, VM_OP_ITER, l.one.reg, all.reg, index.reg, 0);
    f->depth++;
    if (++f->loops > VM_LOOPS_MAX)
        cc_wrong(f->u, CC_TOO_DEEP, f->at, "more than %d 'each' inside each other", VM_LOOPS_MAX);
    return l;
}

void cc_loop_end(cc_fn *f, cc_loop l)
{
    f->depth--;
    f->loops--;
    f->that_many = CC_BAD; /* of each one something else */
    cc_emit(f, VM_OP_JMP, 0, 0, 0, (int32_t)l.start);
    cc_patch(f, l.start);
}

cc_val cc_wrong(cc_unit *u, cc_code code, cc_span span, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    cc_diag_add(u->diags, code, span, "%s", text);
    return CC_BAD;
}
