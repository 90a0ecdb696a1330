#!/usr/bin/env python3
"""Plants leaks, one after the other, in a copy of the sources: the twin worlds must find each of them. Part of the soak run.

    tests/fuzz/leaks.py PACK [--seconds N] [--only NUMBER]
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build-leaks"
# the face of the first card in the hand of player 1, of the top card of their library, and a sum over the hand
HAND = "rt_obj(G, rt_zone_at(G, VM_ZONE_HAND, 1, 0))->face * (rt_zone_count(G, VM_ZONE_HAND, 1) != 0)"
TOP = "(rt_zone_count(G, VM_ZONE_LIBRARY, 1) ? rt_obj(G, rt_zone_at(G, VM_ZONE_LIBRARY, 1, rt_zone_count(G, VM_ZONE_LIBRARY, 1) - 1))->face : 0)"


def hand(game):
    return HAND.replace("G", game)


def top(game):
    return TOP.replace("G", game)


# what, file, text, text that leaks
LEAKS = [
    ("hands are seen", "runtime/views/view.c", "(o->zone != VM_ZONE_LIBRARY && o->zone != VM_ZONE_HAND))", "o->zone != VM_ZONE_LIBRARY)"),
    ("libraries are seen", "runtime/views/view.c", "(o->zone != VM_ZONE_LIBRARY && o->zone != VM_ZONE_HAND))", "o->zone != VM_ZONE_HAND)"),
    ("a hand is seen by all players", "runtime/views/view.c", "o->zone == VM_ZONE_HAND && (eyes >> o->owner & 1))", "o->zone == VM_ZONE_HAND && viewer < 2)"),
    ("who watches sees hands", "runtime/views/view.c", ": UINT32_C(1) << 31; /* who watches", ": UINT32_MAX; /* who watches"),
    ("places follow cards out of hiding", "runtime/objects/objects.c", "return zone == VM_ZONE_LIBRARY || zone == VM_ZONE_HAND;", "return zone > 99;"),
    ("places follow cards out of hands", "runtime/objects/objects.c", "return zone == VM_ZONE_LIBRARY || zone == VM_ZONE_HAND;", "return zone == VM_ZONE_LIBRARY;"),
    ("hidden places are used again", "runtime/objects/objects.c", "    if (!for_others)\n        return;\n", "    (void)for_others;\n"),
    ("everybody is told everything", "runtime/ask/tell.c", "    uint32_t players = 0;\n    if (rt_may_see(", "    uint32_t players = 0;\n    if (1 || rt_may_see("),
    ("trivial questions are left out", "runtime/host/api.c", "s->skip_trivial = !o.ask_trivial;", "s->skip_trivial = 1;"),
    ("the largest hand", "runtime/views/view.c", "ONE(max_hand, uint32_t, v->r->max_hand)", f"ONE(max_hand, uint32_t, v->r->max_hand + {hand('v->g')})"),
    ("poison", "runtime/views/view.c", "ONE(lost, uint32_t, v->r->lost)", f"ONE(lost, uint32_t, v->r->lost + {top('v->g')})"),
    ("life", "runtime/views/view.c", "ONE(life, int32_t, *rt_life(v->g, v->p))", f"ONE(life, int32_t, *rt_life(v->g, v->p) + (int32_t)({hand('v->g')} & 1))"),
    ("lands played", "runtime/views/view.c", "v->r->lands_played)", f"v->r->lands_played + ({top('v->g')} & 1))"),
    ("cards in libraries", "runtime/views/view.c", "ONE(library, uint32_t, rt_zone_count(v->g, VM_ZONE_LIBRARY, v->p))", f"ONE(library, uint32_t, rt_zone_count(v->g, VM_ZONE_LIBRARY, v->p) + ({top('v->g')} % 3 == 0))"),
    ("mulligans", "runtime/views/view.c", "ONE(mulligans, uint32_t, v->r->mulligans)", f"ONE(mulligans, uint32_t, v->r->mulligans + {hand('v->g')} % 5)"),
    ("damage", "runtime/views/view.c", "ONE(damage, int32_t, v->o->damage)", f"ONE(damage, int32_t, v->o->damage + (int32_t)({hand('v->g')} % 2))"),
    ("who is sick", "runtime/views/view.c", "ONE(tapped, uint32_t, HAS_FLAG(TAPPED))", f"ONE(tapped, uint32_t, HAS_FLAG(TAPPED) ^ ({top('v->g')} & 1))"),
    ("who owns what", "runtime/views/view.c", "ONE(owner, uint32_t, v->o->owner)", f"ONE(owner, uint32_t, v->o->owner + ({hand('v->g')} & 1))"),
    ("colours of what is in play", "runtime/views/view.c", "ONE(colors, uint32_t, v->o->colors)", f"ONE(colors, uint32_t, v->o->colors ^ ({hand('v->g')} & 31))"),
    ("the value of X", "runtime/views/view.c", "(uint32_t)v->ctx->x : v->o->x)", f"(uint32_t)v->ctx->x : v->o->x + ({top('v->g')} & 3))"),
    ("ids count hidden things", "runtime/views/view.c", "ONE(id, cantrip_id, (cantrip_id){v->e})", f"ONE(id, cantrip_id, (cantrip_id){{v->e ^ ({hand('v->g')} & 1) << 30}})"),
    ("one's own library", "runtime/views/view.c", "ONE(graveyard, uint32_t, rt_zone_count(v->g, VM_ZONE_GRAVEYARD, v->p))", "ONE(graveyard, uint32_t, rt_zone_count(v->g, VM_ZONE_GRAVEYARD, v->p) + (rt_zone_count(v->g, VM_ZONE_LIBRARY, 0) ? rt_obj(v->g, rt_zone_at(v->g, VM_ZONE_LIBRARY, 0, 0))->face : 0))"),
    ("what a question is about", "runtime/views/json.c", "if (!d || (viewer != CANTRIP_FULL && viewer != d->player)) {", "if (!d) {"),
    ("how much of an event", "runtime/ask/tell.c", "    what.turn = g->s->turn;", f"    what.turn = g->s->turn;\n    what.amount += (int32_t)({hand('g')} & 1);"),
    ("when something has happened", "runtime/ask/tell.c", "    what.step = (uint8_t)g->s->step;", f"    what.step = (uint8_t)g->s->step;\n    what.quiet |= {top('g')} & 1;\n    what.detail = {top('g')} & 1 ? \"odd\" : what.detail;"),
    ("events that only happen for some hands", "runtime/ask/tell.c", "    if (g->tale)\n        keep(", f"    if (g->tale && {hand('g')} % 7)\n        keep("),
    ("the order of what can be chosen", "runtime/ask/decide.c", "rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)\n{", f"rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)\n{{\n    if (g->s->option.count > 2 && ({hand('g')} & 1)) {{\n        const rt_option o = *rt_option_row(g, 1);\n        *rt_option_row(g, 1) = *rt_option_row(g, 2);\n        *rt_option_row(g, 2) = o;\n    }}"),
    ("how many may be chosen", "runtime/ask/decide.c", "rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)\n{", f"rt_status rt_ask_done(rt_game *g, uint32_t min, uint32_t max)\n{{\n    if (min == 0 && max == 1 && {hand('g')} % 2)\n        max = 0;"),
    ("what can be done", "runtime/cast/options.c", "    rt_field_drop(g);\n    rt_temp_release(g, mark);\n    return all.any;", f"    if (add && {top('g')} & 1)\n        rt_option_add(g, CANTRIP_OPTION_NUMBER, 0, 7, 0);\n    rt_field_drop(g);\n    rt_temp_release(g, mark);\n    return all.any;"),
    ("how many cards one has", "runtime/views/view.c", "ONE(hand, uint32_t, rt_zone_count(v->g, VM_ZONE_HAND, v->p))", f"ONE(hand, uint32_t, rt_zone_count(v->g, VM_ZONE_HAND, v->p) + ({hand('v->g')} & 1))"),
    ("who cannot do it is not asked", "runtime/natives/natives_choices.c", "    if (!rt_set_count(arg(n, 0))) {\n        give(n, 0);", "    if (!rt_set_count(arg(n, 0)) || !arg(n, 1)) {\n        give(n, 0);"),
    ("who has nothing to choose is not asked", "runtime/ask/decide.c", "const int always = hidden && max && !g->s->skip_trivial;", "const int always = hidden && count && max && !g->s->skip_trivial;"),
    ("who finds nothing is not asked", "runtime/natives/natives_library.c", "return rt_ask_hidden(g, least", "return rt_ask_done(g, least"),
    ("who draws something else is not asked", "runtime/events/secrets.c", "    if (g->s->skip_trivial || !g->lib->secret_draws", "    if (1 || !g->lib->secret_draws"),
    ("who has nothing to begin with is not asked", "runtime/turn/start.c", "if (!ability && (g->s->skip_trivial || !g->lib->opens))", "if (!ability)"),
    ("ids can be guessed", "runtime/views/view.c", "(l.by_place || !l.unseen);", "1;"),
    ("what is gone is told from what is hidden", "runtime/views/view.c", "return RT_IS_PLAYER(e) || (was &&", "return RT_IS_PLAYER(e) || (!was ||"),
    ("who leaves gives hidden places back", "runtime/objects/objects.c", "leave_place(g, idx, for_others);", "leave_place(g, idx, 1);"),
    ("numbers for programs", "runtime/search/search.c", "static void observe_player(rows *r, uint32_t p)\n{", "static void observe_player(rows *r, uint32_t p)\n{\n    if (rt_zone_count(&r->game->g, VM_ZONE_HAND, 1))\n        r->count += rt_obj(&r->game->g, rt_zone_at(&r->game->g, VM_ZONE_HAND, 1, 0))->face & 1;"),
    ("what is done by default", "runtime/views/ask.c", "    const rt_game *g = &game->g;", "    const rt_game *g = &game->g;\n    if (rt_zone_count(g, VM_ZONE_HAND, 1) && (rt_obj(g, rt_zone_at(g, VM_ZONE_HAND, 1, 0))->face & 1))\n        return 0;"),
    ("why something cannot be done", "runtime/views/why.c", "    if (!o || !rt_sees(g, w->id.bits, w->player))\n        return;", "    if (!o)\n        return;"),
    ("worlds made up", "runtime/search/resample.c", "            if (!rt_sees(g, rt_handle(g, idx), c->player))\n", ""),
]


def copy():
    if WORK.exists():
        shutil.rmtree(WORK)
    keep = ("base", "vm", "runtime", "compiler", "cli", "include", "tests", "cardscripts", "packaging", "docs")
    for name in keep:
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, WORK / name)
    shutil.copy(ROOT / "CMakeLists.txt", WORK)
    subprocess.run(["cmake", "-S", str(WORK), "-B", str(WORK / "build"), "-G", "Ninja", "-DCANTRIP_MUTATE=ON"], check=True, stdout=subprocess.DEVNULL)


def build():
    r = subprocess.run(["ninja", "-C", str(WORK / "build"), "twin"], capture_output=True, text=True)
    return r.returncode == 0 or print(r.stdout[-1500:])


def finds(pack, seconds):
    env = dict(os.environ, TWIN_STOP="1")
    r = subprocess.run([str(WORK / "build/twin"), str(seconds), "1", str(pack)], capture_output=True, text=True, env=env)
    if r.returncode not in (0, 1):
        sys.exit("the twins do not play this pack: is it of these sources?")
    lines = [l for l in r.stdout.splitlines() if l.startswith("case ")]
    return lines[0] if lines else None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("pack")
    p.add_argument("--seconds", type=float, default=120)
    p.add_argument("--only", type=int, nargs="*")
    a = p.parse_args()
    pack = pathlib.Path(a.pack).resolve()
    copy()
    missed = 0
    if not build() or finds(pack, 3):
        print("without a leak something is found already")
        return 1
    for number, (what, path, old, new) in enumerate(LEAKS, 1):
        if a.only and number not in a.only:
            continue
        source = WORK / path
        text = source.read_text()
        if text.count(old) < 1:
            print(f"{number} {what}: there is no such place in {path}")
            missed += 1
            continue
        source.write_text(text.replace(old, new, 1))
        found = finds(pack, a.seconds) if build() else None
        print(f"{number} {what}: {found or 'NOT FOUND'}", flush=True)
        missed += not found
        source.write_text(text)
    print(f"{len(LEAKS)} leaks, {missed} missed")
    return missed != 0


sys.exit(main())
