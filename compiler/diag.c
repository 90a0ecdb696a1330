#include "compiler/diag.h"

#include <stdarg.h>
#include <stdio.h>

static const char *format(arena *a, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int size = vsnprintf(NULL, 0, fmt, ap);
    if (size > 2000)
        size = 2000;
    char *p = arena_alloc(a, (size_t)size + 1);
    vsnprintf(p, (size_t)size + 1, fmt, again);
    va_end(again);
    return p;
}

int cc_diags_full(const cc_diags *d)
{
    return d->list.count >= d->max;
}

void cc_diag_add(cc_diags *d, cc_code code, cc_span span, const char *fmt, ...)
{
    d->last_kept = 0;
    for (uint32_t i = 0; i < d->list.count; i++) { /* one mistake, one answer */
        cc_span o = d->list.at[i].span;
        if (o.file == span.file && o.line == span.line && o.col == span.col)
            return;
    }
    d->total_count++;
    if (d->list.count >= d->max)
        return;
    d->last_kept = 1;
    va_list ap;
    va_start(ap, fmt);
    cc_diag one = {code, span, format(d->mem, fmt, ap), NULL};
    va_end(ap);
    VEC_PUSH(d->mem, &d->list, one);
}

void cc_diag_help(cc_diags *d, const char *fmt, ...)
{
    if (!d->list.count || !d->last_kept)
        return;
    va_list ap;
    va_start(ap, fmt);
    d->list.at[d->list.count - 1].help = format(d->mem, fmt, ap);
    va_end(ap);
}

const char *cc_code_title(unsigned number)
{
    switch (number) {
#define DIAG(number, name, title)                                                                  \
    case number:                                                                                   \
        return title;
#include "compiler/diag_codes.def"
#undef DIAG
    default:
        return NULL;
    }
}
