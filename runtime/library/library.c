#include "runtime/library/library.h"

#include "base/assert.h"
#include "vm/interp.h"

#include <stdio.h>
#include <string.h>

/* One more than the greatest number of a kind of counter. */
static uint32_t counter_kinds(const vm_pack *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->symbol_count; i++)
        if (p->symbol[i].kind == VM_SYM_COUNTER && p->symbol[i].number >= n)
            n = p->symbol[i].number + 1;
    return n;
}

static int read_symbols(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    lib->symbol_row =
        base_zeroed(p->memory, VM_SYM_KIND_COUNT * VM_SYMBOL_MAX, sizeof *lib->symbol_row);
    if (!lib->symbol_row)
        return 0;
    for (uint32_t i = 0; i < p->symbol_count; i++) {
        const vm_symbol *s = &p->symbol[i];
        uint64_t bit = UINT64_C(1) << (s->number & 63);
        uint16_t *row = &lib->symbol_row[s->kind * VM_SYMBOL_MAX + s->number];
        if (!*row) /* the first of several is what it is called */
            *row = (uint16_t)(i + 1);
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_CREATURE))
            lib->creature_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_LAND))
            lib->land_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_ARTIFACT))
            lib->artifact_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_SUBTYPE && (s->a & VM_TYPE_ENCHANTMENT))
            lib->enchantment_types[s->number / 64] |= bit;
        if (s->kind == VM_SYM_COUNTER && s->number < lib->counter_count) {
            lib->counter_power[s->number] = (int32_t)s->a;
            lib->counter_toughness[s->number] = (int32_t)s->b;
        }
        if (s->kind == VM_SYM_KEYWORD && s->number < lib->symbol_marker_count)
            lib->symbol_marker[s->number] = s->a, lib->kind_of[s->number] = (uint16_t)s->b;
    }
    return 1;
}

static int keywords_of_mods(rt_library *lib)
{
    lib->mod_keyword =
        base_zeroed(lib->pack.memory, lib->pack.mod_count + 1, sizeof *lib->mod_keyword);
    if (!lib->mod_keyword)
        return 0;
    for (const vm_ability *a = lib->pack.ability; a < lib->pack.ability + lib->pack.ability_count;
         a++)
        for (uint32_t i = 0; a->keyword != VM_NO_SYMBOL && i < a->mod_count; i++)
            lib->mod_keyword[a->mods + i] = a->keyword + 1;
    return 1;
}

static rt_least least_of(const vm_pack *p, uint32_t first, uint32_t count)
{
    rt_least l = {0, 0, 0, 0};
    int ways = 0; /* only one of what follows is paid */
    for (const vm_cost *c = p->cost + first; c < p->cost + first + count; c++) {
        l.varies |= c->kind == VM_COST_GIVE; /* what is given up for it makes it cheaper */
        ways |= c->kind == VM_COST_WAY;
        if (ways)
            continue;
        const uint32_t n =
            c->kind == VM_COST_GENERIC                                                        ? c->a
            : c->kind == VM_COST_MANA || c->kind == VM_COST_TWO_OR || c->kind == VM_COST_SNOW ? 1
                                                                                              : 0;
        l.mana = (uint16_t)(l.mana + n < UINT16_MAX ? l.mana + n : UINT16_MAX);
        if (c->kind == VM_COST_TAP || c->kind == VM_COST_UNTAP)
            l.taps = c->kind == VM_COST_TAP ? 1 : 2;
        if (c->kind == VM_COST_MANA && !(c->a & (c->a - 1)))
            l.colors |= (uint8_t)c->a;
    }
    return l;
}

/* The marker that an ability gives its object, also of keywords that are costs, and of morph (CR 702.36); what it says that its
 * object always does. */
uint32_t rt_markers_of(const rt_library *lib, const vm_ability *a)
{
    CANTRIP_ASSERT(lib->symbol_marker != NULL);
    if (a->kind != VM_ABILITY_KEYWORD && a->kind != VM_ABILITY_MORPH && a->kind != VM_ABILITY_COST)
        return 0;
    uint32_t bits = a->keyword < lib->symbol_marker_count && lib->symbol_marker[a->keyword] < 32
                        ? 1u << lib->symbol_marker[a->keyword]
                        : 0;
    for (uint32_t i = a->mods; a->kind == VM_ABILITY_KEYWORD && i < a->mods + a->mod_count; i++)
        if (lib->pack.mod[i].op == VM_MOD_TRAIT)
            bits |= 1u << lib->pack.mod[i].a;
    return bits;
}

static int is_every_type(const rt_library *lib, const vm_ability *a)
{
    for (uint32_t i = a->mods; a->kind == VM_ABILITY_KEYWORD && i < a->mods + a->mod_count; i++)
        if (lib->pack.mod[i].op == VM_MOD_ALL_CREATURE_TYPES)
            return 1;
    return 0;
}

static void read_shapes(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.cost_count && !lib->has_ways; i++)
        lib->has_ways = lib->pack.cost[i].kind == VM_COST_WAY;
    lib->face_down = VM_NO_SYMBOL;
    for (uint32_t i = lib->pack.face_count; i-- > 0;) {
        if (lib->pack.face[i].shape == VM_SHAPE_FACE_DOWN)
            lib->face_down = i;
        lib->melds |= lib->pack.face[i].shape == VM_SHAPE_MELDED;
        lib->has_assist |= lib->face[i].markers >> VM_MARKER_ASSIST & 1;
        lib->has_aftermath |= lib->face[i].markers >> VM_MARKER_AFTERMATH & 1;
    }
}

/* Which abilities look at the mana that is there. */
static void read_pools(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    for (uint32_t i = 0; i < p->ability_count; i++) {
        const vm_ability *a = &p->ability[i];
        const vm_func *f = &p->func[a->effect];
        for (uint32_t pc = 0; (a->flags & VM_AF_MANA) && a->effect && pc < f->code_count / 2; pc++)
            if (vm_insn_at(p, f->code, pc).op == VM_OP_UNSPENT)
                lib->mana[i].pool = 1;
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
        if (a->kind == VM_ABILITY_STATIC && a->zones != RT_EVERYWHERE)
            info->statics |= a->zones & ~(1u << VM_ZONE_BATTLEFIELD);
        if (a->event)
            info->listens |= UINT64_C(1) << a->event;
        if (a->event && !rt_waits_for_itself(lib, a))
            info->hears |= UINT64_C(1) << a->event;
        info->steps |= lib->steps[f->abilities + k];
        info->markers |= rt_markers_of(lib, a);
        info->asked |= rt_asked_of(lib, a);
        info->changeling |= is_every_type(lib, a);
        if (a->kind == VM_ABILITY_SPELL && !(a->flags & (VM_AF_PART | VM_AF_IN_PLACE)))
            info->spell = f->abilities + k + 1;
        if (a->kind == VM_ABILITY_MORPH)
            info->morph = f->abilities + k + 1;
        info->hand_mana |= (a->flags & VM_AF_MANA) && (a->zones >> VM_ZONE_HAND & 1);
    }
    info->least = least_of(p, f->cost, f->cost_count);
    rt_uses_init(lib, i);
}

/* What a mana ability gives if its code is a straight line of constants that ends in one addition. */
static void read_mana(rt_library *lib, uint32_t ability)
{
    const vm_pack *p = &lib->pack;
    const vm_ability *a = &p->ability[ability];
    const vm_func *f = &p->func[a->effect];
    rt_mana_info m = {0};
    int32_t reg[VM_REG_MAX] = {0};
    int plain = a->effect && a->flags == VM_AF_MANA && !a->condition && !a->mode_count &&
                a->cost_count == 1 && p->cost[a->cost].kind == VM_COST_TAP &&
                a->zones == 1u << VM_ZONE_BATTLEFIELD;
    for (uint32_t pc = 0; plain && pc < f->code_count / 2; pc++) {
        vm_insn i = vm_insn_at(p, f->code, pc);
        if (i.op == VM_OP_LDI) {
            reg[i.a] = i.imm;
        } else if (i.op == VM_OP_MOV) {
            reg[i.a] = reg[i.b];
        } else if (i.op == VM_OP_NATIVE && i.imm == VM_NATIVE_add_any_mana && !m.count &&
                   reg[i.a + 1] > 0 && reg[i.a + 1] <= RT_MANA_MASKS) {
            for (; m.count < reg[i.a + 1]; m.count++)
                m.mask[m.count] = (uint8_t)(reg[i.a + 2] & 63);
            plain = m.count == 1 && m.mask[0]; /* several are all of one colour */
            m.only = (uint32_t)vm_insn_at(p, f->code, pc + 2).imm;
        } else if (i.op == VM_OP_NATIVE && i.imm == VM_NATIVE_add_mana && !m.count &&
                   reg[i.a + 1] == 1) {
            uint32_t first = (uint32_t)vm_insn_at(p, f->code, pc + 1).imm,
                     n = (uint32_t)vm_insn_at(p, f->code, pc + 2).imm;
            plain = n <= RT_MANA_MASKS;
            for (; plain && m.count < n; m.count++) {
                m.mask[m.count] = (uint8_t)p->cost[first + m.count].a;
                plain &= p->cost[first + m.count].kind == VM_COST_MANA;
            }
            m.only = (uint32_t)vm_insn_at(p, f->code, pc + 3).imm;
        } else {
            plain = i.op == VM_OP_YOU || i.op == VM_OP_IMM || i.op == VM_OP_DONE;
        }
    }
    m.free = plain && m.count;
    if (m.free)
        lib->mana[ability] = m;
    lib->has_hand_mana |= a->zones >> VM_ZONE_HAND & 1;
}

static int has_source(const rt_library *lib, const vm_face *f)
{
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++)
        if (rt_is_source(lib, i))
            return 1;
    return 0;
}

static const char *name_of(const rt_library *lib, uint32_t face)
{
    return vm_pack_str(&lib->pack, lib->pack.face[face].name);
}

typedef struct named { /* a face by its name */
    uint64_t begins;   /* its first letters: most names differ in them */
    uint32_t face;
} named;

static uint64_t first_letters(const char *name)
{
    uint64_t letters = 0;
    for (int i = 0; i < 8; i++)
        letters = letters << 8 | (uint8_t)(*name ? *name++ : 0);
    return letters;
}

static int is_before(const rt_library *lib, const named *a, const named *b)
{
    return a->begins != b->begins ? a->begins < b->begins
                                  : strcmp(name_of(lib, a->face), name_of(lib, b->face)) < 0;
}

/* By merging: names stay in the order of the pack where they are equal. */
static void merge(const rt_library *lib, named *a, uint32_t n, named *scratch)
{
    if (n < 2)
        return;
    const uint32_t half = n / 2;
    merge(lib, a, half, scratch);
    merge(lib, a + half, n - half, scratch);
    memcpy(scratch, a, sizeof *a * half);
    for (uint32_t i = 0, k = half, at = 0; i < half; at++)
        a[at] = k < n && is_before(lib, &a[k], &scratch[i]) ? a[k++] : scratch[i++];
}

static int sort_names(rt_library *lib)
{
    const uint32_t faces = lib->pack.face_count;
    named *a = base_alloc(lib->pack.memory, sizeof *a * 2 * (faces + 1)); /* and room to merge */
    if (!a)
        return 0;
    for (uint32_t i = 0; i < faces; i++)
        if (!(lib->pack.face[i].flags & VM_FF_TOKEN))
            a[lib->name_count++] = (named){first_letters(name_of(lib, i)), i};
    merge(lib, a, lib->name_count, a + faces + 1);
    for (uint32_t i = 0; i < lib->name_count; i++)
        lib->by_name[i] = a[i].face;
    base_free(lib->pack.memory, a);
    return 1;
}

/* Of all abilities, also of those that no card has by itself: effects give them, wherever it lies (CR 112.6). */
static void read_zones(rt_library *lib)
{
    for (uint32_t i = 0; i < lib->pack.ability_count; i++) {
        const vm_ability *a = &lib->pack.ability[i];
        if (a->kind == VM_ABILITY_STATIC && a->zones != RT_EVERYWHERE)
            lib->statics |= a->zones & ~(1u << VM_ZONE_BATTLEFIELD);
        for (uint32_t zone = 0, left = a->zones; left; zone++, left >>= 1) {
            if (!(left & 1))
                continue;
            if (a->kind == VM_ABILITY_REPLACE && a->event && a->zones != RT_EVERYWHERE)
                lib->replaces_somewhere |= lib->replaces[zone] |= UINT64_C(1) << a->event;
            lib->listens_elsewhere |= a->kind == VM_ABILITY_TRIGGERED && a->event &&
                                      zone != VM_ZONE_BATTLEFIELD && zone != VM_ZONE_STACK &&
                                      zone != VM_ZONE_LIBRARY;
            lib->listens[zone] |=
                a->kind == VM_ABILITY_TRIGGERED && a->event ? UINT64_C(1) << a->event : 0;
            lib->activates[zone] |= a->kind == VM_ABILITY_ACTIVATED;
            lib->any_player |= (a->flags & VM_AF_ANY_PLAYER) != 0;
        }
        lib->secret_draws |= a->kind == VM_ABILITY_TRIGGERED && a->event == VM_EVENT_draw &&
                             (a->flags & VM_AF_SPECIAL);
        lib->watches_control |=
            a->kind == VM_ABILITY_TRIGGERED && a->event == VM_EVENT_control_lost;
        lib->watches_blocks |=
            a->event == VM_EVENT_blocked_number || a->event == VM_EVENT_blocks_number;
        lib->watches_attached |= a->event == VM_EVENT_unattached || a->event == VM_EVENT_attached;
        lib->opens |= a->kind == VM_ABILITY_OPENING && a->effect && !(a->flags & VM_AF_SPECIAL);
        lib->mulligans |= a->kind == VM_ABILITY_OPENING && a->effect && (a->flags & VM_AF_SPECIAL);
    }
}

static void read_aimed_costs(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    int aims = 0;
    for (uint32_t i = 0; i < p->mod_count; i++)
        lib->aimed_costs |= p->mod[i].op == VM_MOD_COSTS_MORE ||
                            p->mod[i].op == VM_MOD_COSTS_MANA_MORE ||
                            p->mod[i].op == VM_MOD_COSTS_MANA_LESS;
    for (uint32_t f = 0; f < p->func_count && lib->aimed_costs && !aims; f++)
        for (uint32_t pc = 0; pc < p->func[f].code_count / 2 && !aims; pc++)
            aims = vm_insn_at(p, p->func[f].code, pc).op == VM_OP_TARGETS_OF;
    lib->aimed_costs = (uint8_t)(lib->aimed_costs && aims);
}

static void asks_giver(rt_library *lib, uint32_t link)
{
    lib->names_giver = 1;
    lib->given_links[link % VM_CARD_LINKS / 8] |= (uint8_t)(1u << link % 8);
}

static void read_history(rt_library *lib)
{
    const vm_pack *p = &lib->pack;
    for (uint32_t i = 0; i < p->mod_count; i++)
        if ((p->mod[i].op == VM_MOD_SET_COLOR_CHOSEN ||
             p->mod[i].op == VM_MOD_ADD_CREATURE_TYPE_CHOSEN) &&
            (p->mod[i].b & 4))
            asks_giver(lib, p->mod[i].a);
    for (uint32_t i = 0; i < p->func_count; i++)
        for (uint32_t pc = 0; pc < p->func[i].code_count / 2; pc++) {
            const vm_insn x = vm_insn_at(p, p->func[i].code, pc);
            const int of_giver = (x.op == VM_OP_LINK && x.b) || (x.op == VM_OP_LINK_NUM && x.c);
            lib->names_giver |= x.op == VM_OP_GIVER;
            if (of_giver)
                asks_giver(lib, (uint32_t)x.imm);
            if (x.op == VM_OP_HISTORY_COUNT || x.op == VM_OP_HISTORY_SUM ||
                x.op == VM_OP_HISTORY_SET)
                lib->history |= UINT64_C(1) << p->ability[x.imm].event;
            lib->copies_spells |= x.op == VM_OP_NATIVE && (x.imm == VM_NATIVE_copy_spell ||
                                                           x.imm == VM_NATIVE_copy_for_each);
        }
    lib->watches_control |= lib->history >> VM_EVENT_control_lost & 1;
    lib->watches_attached |=
        (lib->history >> VM_EVENT_unattached | lib->history >> VM_EVENT_attached) & 1;
}

/* V61: a card has at most VM_OPTIONAL_COSTS_MAX optional costs; the runtime counts each by itself. All that may have to
 * be paid together with them has room in a bill. */
static int optional_costs_fit(const vm_pack *p, uint32_t face, vm_refusal *why)
{
    const uint32_t other = VM_AF_ALTERNATIVE | VM_AF_PER_MODE | VM_AF_MANDATORY;
    const vm_face *f = &p->face[face];
    uint32_t n = 0, all = 0;
    for (uint32_t i = f->abilities; i < f->abilities + f->ability_count; i++) {
        n += p->ability[i].kind == VM_ABILITY_COST && !(p->ability[i].flags & other);
        all += p->ability[i].kind == VM_ABILITY_COST && !(p->ability[i].flags & VM_AF_ALTERNATIVE);
    }
    if (n <= VM_OPTIONAL_COSTS_MAX && all <= VM_COSTS_MAX)
        return 1;
    memset(why, 0, sizeof *why);
    memcpy(why->rule, "V61", 4);
    snprintf(why->message, sizeof why->message, "%u optional costs, %u costs beside the first", n,
             all);
    why->section = VM_SECTION_face;
    why->row = face;
    return 0;
}

rt_library *rt_library_open(const base_memory *memory, const cantrip_bytes *packs, uint32_t count,
                            vm_refusal *out_refusal)
{
    rt_library *lib = base_zeroed(memory, 1, sizeof *lib);
    if (!lib)
        return NULL;
    if (!rt_packs_open(memory, &lib->pack, packs, count, out_refusal)) {
        base_free(memory, lib);
        return NULL;
    }
    for (uint32_t i = 0; i < lib->pack.face_count; i++)
        if (!optional_costs_fit(&lib->pack, i, out_refusal)) {
            vm_pack_close(&lib->pack);
            base_free(memory, lib);
            return NULL;
        }
    lib->symbol_marker_count = VM_SYMBOL_MAX; /* the verifier allows no more */
    lib->counter_count = counter_kinds(&lib->pack);
    lib->counter_power = base_zeroed(memory, lib->counter_count + 1, sizeof *lib->counter_power);
    lib->counter_toughness =
        base_zeroed(memory, lib->counter_count + 1, sizeof *lib->counter_toughness);
    lib->symbol_marker = base_alloc(memory, sizeof *lib->symbol_marker * lib->symbol_marker_count);
    lib->kind_of = base_zeroed(memory, lib->symbol_marker_count, sizeof *lib->kind_of);
    lib->face = base_zeroed(memory, lib->pack.face_count + 1, sizeof *lib->face);
    lib->mana = base_zeroed(memory, lib->pack.ability_count + 1, sizeof *lib->mana);
    lib->least = base_zeroed(memory, lib->pack.ability_count + 1, sizeof *lib->least);
    lib->by_name = base_alloc(memory, sizeof *lib->by_name * (lib->pack.face_count + 1));
    lib->quiet_func = base_zeroed(memory, lib->pack.func_count + 1, 1);
    lib->func_reads = base_zeroed(memory, lib->pack.func_count + 1, 1);
    lib->mod_use = base_zeroed(memory, lib->pack.mod_count + 1, sizeof *lib->mod_use);
    lib->names = base_zeroed(memory, lib->pack.selector_count + 1, 1);
    lib->quiet = base_zeroed(memory, lib->pack.ability_count + 1, 1);
    lib->apart = base_zeroed(memory, lib->pack.ability_count + 1, 1);
    lib->blind = base_zeroed(memory, lib->pack.ability_count + 1, 1);
    lib->faceless = base_zeroed(memory, lib->pack.ability_count + 1, 1);
    if (!lib->blind || !lib->counter_power || !lib->counter_toughness || !lib->symbol_marker ||
        !lib->kind_of || !lib->face || !lib->mana || !lib->by_name || !lib->quiet_func ||
        !lib->quiet || !lib->apart || !lib->func_reads || !lib->mod_use || !lib->names ||
        !lib->least || !lib->faceless) {
        rt_library_close(lib);
        return NULL;
    }
    memset(lib->symbol_marker, 0xFF, sizeof *lib->symbol_marker * lib->symbol_marker_count);
    if (!read_symbols(lib) || !rt_asked_init(lib) || !rt_glances_init(lib) ||
        !keywords_of_mods(lib) || !rt_steps_init(lib)) {
        rt_library_close(lib);
        return NULL;
    }
    rt_reads_init(lib);
    read_pools(lib);
    for (uint32_t i = 0; i < lib->pack.face_count; i++)
        read_face(lib, i);
    rt_quiet_init(lib);
    rt_mod_uses_init(lib);
    read_shapes(lib);
    for (uint32_t i = 0; i < lib->pack.ability_count; i++) {
        const vm_ability *a = &lib->pack.ability[i];
        lib->least[i] = least_of(&lib->pack, a->cost, a->cost_count);
        if (a->flags & VM_AF_MANA)
            read_mana(lib, i);
    }
    for (uint32_t i = 0; i < lib->pack.face_count; i++)
        lib->face[i].has_source = (uint8_t)has_source(lib, &lib->pack.face[i]);
    read_history(lib);
    read_aimed_costs(lib);
    read_zones(lib);
    if (!sort_names(lib) || !rt_blind_init(lib)) {
        rt_library_close(lib);
        return NULL;
    }
    rt_apart_init(lib);
    rt_faceless_init(lib);
    return lib;
}

void rt_library_close(rt_library *lib)
{
    if (!lib)
        return;
    const base_memory *memory = lib->pack.memory;
    base_free(memory, lib->face);
    base_free(memory, lib->mana);
    base_free(memory, lib->least);
    base_free(memory, lib->faceless);
    base_free(memory, lib->steps);
    base_free(memory, lib->by_name);
    base_free(memory, lib->quiet_func);
    base_free(memory, lib->func_reads);
    base_free(memory, lib->names);
    base_free(memory, lib->mod_use);
    base_free(memory, lib->mod_keyword);
    base_free(memory, lib->quiet);
    base_free(memory, lib->apart);
    base_free(memory, lib->symbol_marker);
    base_free(memory, lib->kind_of);
    base_free(memory, lib->symbol_row);
    base_free(memory, lib->asked_bit);
    base_free(memory, lib->asks);
    base_free(memory, lib->glance);
    base_free(memory, lib->counter_power);
    base_free(memory, lib->blind);
    base_free(memory, lib->counter_toughness);
    vm_pack_close(&lib->pack);
    base_free(memory, lib);
}

static const char *symbol_name(const rt_library *lib, uint32_t kind, uint32_t number)
{
    const uint32_t row =
        number < VM_SYMBOL_MAX ? lib->symbol_row[kind * VM_SYMBOL_MAX + number] : 0;
    return row ? vm_pack_str(&lib->pack, lib->pack.symbol[row - 1].name) : "?";
}

const char *rt_subtype_name(const rt_library *lib, uint32_t number)
{
    return symbol_name(lib, VM_SYM_SUBTYPE, number);
}

const char *rt_counter_name(const rt_library *lib, uint32_t number)
{
    return symbol_name(lib, VM_SYM_COUNTER, number);
}

const char *rt_keyword_name(const rt_library *lib, uint32_t number)
{
    return symbol_name(lib, VM_SYM_KEYWORD, number);
}

const char *rt_type_name(const rt_library *lib, uint32_t number, int super)
{
    return symbol_name(lib, super ? VM_SYM_SUPERTYPE : VM_SYM_TYPE, number);
}

int rt_face_by_name(const rt_library *lib, const char *name)
{
    uint32_t low = 0, high = lib->name_count;
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (strcmp(name_of(lib, lib->by_name[mid]), name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low < lib->name_count && strcmp(name_of(lib, lib->by_name[low]), name) == 0
               ? (int)lib->by_name[low]
               : -1;
}
