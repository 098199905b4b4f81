/* Texts from outside, as an issue may show them to everyone. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "issue.h"

/* "-I" and its like: an option of a compiler, with its path right behind it. */
static bool ends_option(const char *text, size_t at)
{
    size_t begin = at;

    while (begin > 0 && isalpha((unsigned char)text[begin - 1]))
        begin--;
    return begin > 0 && begin < at && text[begin - 1] == '-' && (begin == 1 || strchr(" \t\n\"'`|", text[begin - 2]));
}

/* An absolute path, and no division, comment or unit. */
static bool begins_path(const char *text, size_t at)
{
    return text[at] == '/' && text[at + 1] && (isalnum((unsigned char)text[at + 1]) || strchr("._-~", text[at + 1])) &&
           (at == 0 || strchr(" \t\n\"'`=:,;<>()[]{}|@", text[at - 1]) || ends_option(text, at));
}

static size_t path_length(const char *path)
{
    return strcspn(path, " \t\n\"'`=:,;<>()[]{}|");
}

/* A folder whose name may have blanks, so that its end cannot be seen in the text. */
static size_t known_folder(const char *text, const char *folder)
{
    const size_t length = folder ? strlen(folder) : 0;

    return length > 1 && *folder == '/' && strncmp(text, folder, length) == 0 &&
                   (!text[length] || strchr("/ \t\n\"':", text[length]))
               ? length
               : 0;
}

/* Prints what stands for a path at the start of the text; returns how much of the text that was. */
static size_t print_path(FILE *out, const char *text, const char *here)
{
    const size_t at_home = known_folder(text, getenv("HOME")), at_here = known_folder(text, here);
    const size_t known = at_home > at_here ? at_home : at_here;
    const size_t length = known + path_length(text + known);
    size_t last = length;

    while (last > known && text[last - 1] != '/')
        last--;
    if (known == 0 && last <= 1) { /* "/tmp": nobody's */
        fwrite(text, 1, length, out);
        return length;
    }
    fputs(last > known ? ".../" : "...", out);
    fwrite(text + last, 1, length - last, out);
    return length;
}

void issue_print_public(FILE *out, const char *text, size_t most)
{
    char here[4096];
    const char *const folder = getcwd(here, sizeof here);
    const size_t length = strlen(text);
    size_t shown = length;

    if (shown > most) {
        shown = most;
        while (shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80) /* not within a character of UTF-8 */
            shown--;
    }
    for (size_t i = 0; i < shown;) {
        if (begins_path(text, i)) {
            i += print_path(out, text + i, folder);
            continue;
        }
        fputc(iscntrl((unsigned char)text[i]) && text[i] != '\n' && text[i] != '\t' ? ' ' : text[i], out);
        i++;
    }
    if (shown < length)
        fprintf(out, "\n... (%zu bytes more)", length - shown);
}
