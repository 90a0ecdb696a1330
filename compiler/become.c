/* What something becomes: types, subtypes, colours, and what comes with them (CR 205.1, 305.7). */
#include "compiler/lower.h"

#include <string.h>

#include "grammar.tab.h"

typedef struct become {
    uint32_t types, supers, colors;
    uint8_t colorless, all_creature_types, land_types, creature_types;
    VEC(uint32_t) subtypes;
    const ast *pt;
    const char *chosen; /* a name that holds a chosen creature type */
} become;

static void read_become_word(cc_mods *m, become *b, const ast *leaf)
{
    cc_unit *u = m->s->u;
    const char *w = cc_lemma(u, ast_use(leaf)->text);
    int n;
    if (strchr(leaf->text, '/') && (leaf->token == TOK_PT || leaf->token == TOK_PADJ))
        b->pt = leaf;
    else if (cc_adj_color(w))
        b->colors |= (uint32_t)cc_adj_color(w);
    else if (strcmp(w, "colorless") == 0)
        b->colorless = 1;
    else if ((n = cc_symbol(u, VM_SYM_TYPE, w)) >= 0)
        b->types |= 1u << n;
    else if ((n = cc_symbol(u, VM_SYM_SUPERTYPE, w)) >= 0)
        b->supers |= 1u << (16 + n);
    else if ((n = cc_symbol(u, VM_SYM_SUBTYPE, w)) >= 0) {
        VEC_PUSH(u->mem, &b->subtypes, (uint32_t)n);
        for (uint32_t i = 0; i < u->symbol.count; i++)
            if (u->symbol.at[i].kind == VM_SYM_SUBTYPE && u->symbol.at[i].number == (uint32_t)n) {
                if (u->symbol.at[i].a & VM_TYPE_LAND)
                    b->land_types = 1;
                else if (!u->symbol.at[i].a || (u->symbol.at[i].a & VM_TYPE_CREATURE))
                    b->creature_types = 1;
            }
    } else if (strcmp(w, "permanent") != 0) {
        cc_mod_wrong(m, leaf, "this word cannot say what something becomes");
    }
}

static void read_become(cc_mods *m, become *b, const ast *object)
{
    if (object->kind == AST_ADJS) {
        for (int i = 0; i < object->kid_count; i++)
            read_become_word(m, b, object->kid[i]);
        return;
    }
    const ast *np0 = object->kind == AST_NP ? object->kid[0] : object;
    if (np0->kind == AST_PRON && np0->kid[0]->token == TOK_NAME) {
        b->chosen = np0->kid[0]->text;
        return;
    }
    const ast *core = cc_core(object);
    if (!core) {
        cc_mod_wrong(m, object, "this cannot say what something becomes");
        return;
    }
    for (int s = 0; s < core->kid[1]->kid_count; s++) {
        const ast *seg = core->kid[1]->kid[s];
        for (int i = 0; i < seg->kid[0]->kid_count; i++)
            read_become_word(m, b, seg->kid[0]->kid[i]);
        for (int i = 0; i < seg->kid[1]->kid_count; i++)
            read_become_word(m, b, seg->kid[1]->kid[i]);
    }
}

static void become_posts(cc_mods *m, const ast *object, uint32_t sel)
{
    const ast *posts = ast_is(object, AST_NP) ? object->kid[1] : NULL;
    for (int i = 0; posts && i < posts->kid_count; i++) {
        const ast *post = posts->kid[i], *what = post->kid[1];
        if (post->kid[0]->token != TOK_WITH) {
            cc_mod_wrong(m, post, "this cannot stand behind what something becomes");
        } else if (what->kind == AST_KWS) {
            cc_mod_keywords(m, what, NULL, sel);
        } else {
            const char *noun = cc_head_noun(m->s->u, what);
            const ast *core = cc_core(what), *det = core ? core->kid[0] : NULL;
            if (noun && strcmp(noun, "creature type") == 0 && det && det->kid[0] &&
                det->kid[0]->token == TOK_ALL) {
                cc_mod_push(m, VM_MOD_ALL_CREATURE_TYPES, sel, 0, 0);
            } else if (i + 1 < posts->kid_count && cc_names_both(m->s->u, what) &&
                       posts->kid[i + 1]->kid[0]->token == TOK_EQUALTO) {
                cc_mod_equal_pt(m, posts->kid[i + 1]->kid[1], sel);
                i++;
            } else {
                cc_mod_wrong(
                    m, post,
                    "'with' must name keywords, 'all creature types' or a power and toughness");
            }
        }
    }
}

/* 'is' replaces what it names; 'is also' adds (CR 205.1, 305.7). */
void cc_mod_become(cc_mods *m, const ast *verb, uint32_t sel, int also)
{
    cc_unit *u = m->s->u;
    const ast *object = verb->kid[5];
    become b;
    memset(&b, 0, sizeof b);
    if (!object) {
        const ast *labels = verb->kid[6];
        for (int i = 0; i < labels->kid_count && !object; i++)
            if (!labels->kid[i]->kid[0])
                object = labels->kid[i]->kid[1];
    }
    if (!object) {
        cc_mod_wrong(m, verb, "is what?");
        return;
    }
    uint32_t errors = u->diags->total_count;
    read_become(m, &b, object);
    if (u->diags->total_count != errors)
        return;
    if (b.chosen) {
        for (cc_name *n = *m->s->names; n; n = n->next)
            if (strcmp(n->name, b.chosen) == 0 && n->type == 'n') {
                cc_mod_push(m, VM_MOD_ADD_CREATURE_TYPE_CHOSEN, sel, n->link, 1);
                return;
            }
        cc_mod_wrong(m, object, "this name does not hold a creature type");
        return;
    }
    if (b.types)
        cc_mod_push(m, also ? VM_MOD_ADD_TYPES : VM_MOD_SET_TYPES, sel, b.types | b.supers, 0);
    if (b.subtypes.count) {
        uint32_t first = cc_words_begin(u);
        for (uint32_t i = 0; i < b.subtypes.count; i++)
            cc_word_add(u, b.subtypes.at[i]);
        cc_mod_push(m,
                    also || (b.land_types && b.creature_types) ? VM_MOD_ADD_SUBTYPES
                    : b.land_types                             ? VM_MOD_SET_LAND_TYPES
                                                               : VM_MOD_SET_CREATURE_TYPES,
                    sel, first, b.subtypes.count);
    }
    if (b.colors || b.colorless)
        cc_mod_push(m, VM_MOD_SET_COLORS, sel, b.colors, 0);
    if (b.pt)
        cc_mod_pt(m, VM_MOD_SET_PT, b.pt, NULL, NULL, sel);
    become_posts(m, object, sel);
}
