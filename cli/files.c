#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *cli_read(const char *path, size_t *out_size)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) || S_ISDIR(st.st_mode)) {
        fprintf(stderr, "cantrip: cannot read %s: %s\n", path,
                f ? "it is a folder" : strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    size_t cap = 65536, n = 0;
    char *at = malloc(cap);
    while (at) {
        n += fread(at + n, 1, cap - n - 1, f);
        if (n + 1 < cap)
            break;
        char *more = realloc(at, cap *= 2);
        if (!more)
            free(at);
        at = more;
    }
    const int failed = ferror(f);
    fclose(f);
    if (!at || failed) {
        fprintf(stderr,
                failed ? "cantrip: cannot read %s to its end\n"
                       : "cantrip: %s is too large for memory\n",
                path);
        free(at);
        return NULL;
    }
    at[n] = 0;
    *out_size = n;
    return at;
}

static int write_to(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    const int written = f && fwrite(bytes, 1, size, f) == size;
    return f && !fclose(f) && written;
}

int cli_write(const char *path, const void *bytes, size_t size)
{
    struct stat st;
    const int there = stat(path, &st) == 0;
    if (there && !S_ISREG(st.st_mode))
        return write_to(path, bytes, size);
    char *real = there ? realpath(path, NULL) : NULL; /* what a link leads to is changed */
    const char *to = real ? real : path;
    const size_t n = strlen(to) + sizeof ".new";
    char *beside = malloc(n);
    int done = 0;
    if (beside) {
        snprintf(beside, n, "%s.new", to);
        done = write_to(beside, bytes, size) &&
               (!there || chmod(beside, st.st_mode & 07777) == 0) && rename(beside, to) == 0;
        if (!done)
            remove(beside);
    }
    free(beside);
    free(real);
    return done;
}

void cli_files_push(cli_files *f, cantrip_source one)
{
    if (f->count == f->cap) {
        uint32_t cap = f->cap ? f->cap * 2 : 16;
        cantrip_source *more = realloc(f->at, sizeof *more * cap);
        if (!more) {
            f->failed = 1;
            free((void *)(uintptr_t)one.name);
            free((void *)(uintptr_t)one.text);
            return;
        }
        f->at = more;
        f->cap = cap;
    }
    f->at[f->count++] = one;
}

static void add_file(cli_files *f, const char *path)
{
    size_t size;
    char *text = cli_read(path, &size);
    if (!text) {
        f->failed = 1;
        return;
    }
    cli_files_push(f, (cantrip_source){strdup(path), text, size, 0});
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name); /* not strcoll: the same order everywhere */
}

void cli_files_add(cli_files *f, const char *path)
{
    struct stat st;
    if (strcmp(path, "-") == 0) { /* what is typed or piped in */
        add_file(f, path);
        return;
    }
    if (stat(path, &st)) {
        fprintf(stderr, "cantrip: cannot read %s: %s\n", path, strerror(errno));
        f->failed = 1;
        return;
    }
    if (!S_ISDIR(st.st_mode)) {
        add_file(f, path);
        return;
    }
    struct dirent **list;
    int n = scandir(path, &list, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char full[4096];
        const char *name = list[i]->d_name, *dot = strrchr(name, '.');
        snprintf(full, sizeof full, "%s/%s", path, name);
        if (name[0] != '.' && !stat(full, &st) &&
            (S_ISDIR(st.st_mode) || (dot && strcmp(dot, ".card") == 0)))
            cli_files_add(f, full);
        free(list[i]);
    }
    if (n >= 0)
        free(list);
}

void cli_files_free(cli_files *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        free((void *)(uintptr_t)f->at[i].name);
        free((void *)(uintptr_t)f->at[i].text);
    }
    free(f->at);
    memset(f, 0, sizeof *f);
}

void cli_json_string(const char *s)
{
    putchar('"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putchar('\\');
        if ((unsigned char)*s < 32)
            printf("\\u%04x", *s);
        else
            putchar(*s);
    }
    putchar('"');
}

static void print_source_line(const cantrip_diagnostic *d, const cli_files *files, const char *bold,
                              const char *off)
{
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->at[i].name, d->file) != 0)
            continue;
        const char *p = files->at[i].text, *end = p + files->at[i].size;
        for (uint32_t line = 1; line < d->line && p < end; p++)
            line += *p == '\n';
        size_t n = 0;
        while (p + n < end && p[n] != '\n' && p[n] != '\r')
            n++;
        size_t shown = n > 160 ? 160 : n;
        if (d->column > shown)
            return;
        fprintf(stderr, "  %.*s\n  ", (int)shown, p);
        for (uint32_t k = 1; k < d->column; k++)
            fputc(k - 1 < n && p[k - 1] == '\t' ? '\t' : ' ', stderr);
        fputs(bold, stderr);
        uint32_t width = d->end_column > d->column ? d->end_column - d->column : 1;
        for (uint32_t k = 0; k < width && d->column + k <= shown + 1; k++)
            fputc('^', stderr);
        fprintf(stderr, "%s\n", off);
        return;
    }
}

void cli_print_diagnostics(const cli_options *o, const cantrip_compiled *c, const cli_files *files)
{
    const char *red = o->color ? "\033[1;31m" : "", *green = o->color ? "\033[32m" : "",
               *off = o->color ? "\033[0m" : "";
    for (uint32_t i = 0; i < c->diagnostic_count; i++) {
        const cantrip_diagnostic *d = &c->diagnostics[i];
        if (o->json) {
            printf("{\"file\": ");
            cli_json_string(d->file);
            printf(", \"line\": %u, \"column\": %u, \"code\": \"E%04u\", \"message\": ", d->line,
                   d->column, d->code);
            cli_json_string(d->message);
            if (d->help) {
                printf(", \"help\": ");
                cli_json_string(d->help);
            }
            printf("}\n");
            continue;
        }
        fprintf(stderr, "%s:%u:%u: %serror[E%04u]%s: %s\n", d->file, d->line, d->column, red,
                d->code, off, d->message);
        print_source_line(d, files, green, off);
        if (d->help)
            fprintf(stderr, "  help: %s\n", d->help);
    }
    if (!o->json && c->mistake_count > c->diagnostic_count && c->diagnostic_count == 100)
        fprintf(stderr, "... and %u more\n", c->mistake_count - c->diagnostic_count);
}

cantrip_library *cli_library(const cli_options *o, const char *const *more, uint32_t more_count,
                             int *out_exit)
{
    cli_files rules = {0}, files = {0};
    char path[4096];
    if (cli_is_pack(o->own_count ? o->own[0] : more_count ? more[0] : ""))
        return o->own_count ? cli_packs_open(o->own, o->own_count, out_exit)
                            : cli_packs_open(more, more_count, out_exit);
    snprintf(path, sizeof path, "%s/rules", o->cards);
    cli_files_add(&rules, path);
    snprintf(path, sizeof path, "%s/cards", o->cards);
    cli_files_add(&files, path);
    for (uint32_t i = 0; i < o->own_count; i++)
        cli_files_add(&files, o->own[i]);
    for (uint32_t i = 0; i < more_count; i++) {
        int inside = strncmp(more[i], path, strlen(path)) == 0;
        if (!inside)
            cli_files_add(&files, more[i]);
    }
    cantrip_library *lib = NULL;
    cantrip_compiled c;
    memset(&c, 0, sizeof c);
    if (rules.failed || files.failed) {
        *out_exit = CLI_UNREADABLE;
    } else if (!cantrip_compile(rules.at, rules.count, files.at, files.count, &c)) {
        cli_files all = {0};
        all.count = rules.count + files.count;
        all.at = calloc(all.count + 1, sizeof *all.at);
        if (all.at) {
            memcpy(all.at, rules.at, sizeof *all.at * rules.count);
            memcpy(all.at + rules.count, files.at, sizeof *all.at * files.count);
        }
        cli_print_diagnostics(o, &c, &all);
        free(all.at);
        *out_exit = CLI_FINDINGS;
    } else {
        const cantrip_bytes pack = {c.pack, c.pack_size};
        lib = cli_library_of(&pack, 1, "the compiled pack", out_exit);
    }
    cantrip_compiled_destroy(&c);
    cli_files_free(&rules);
    cli_files_free(&files);
    return lib;
}
