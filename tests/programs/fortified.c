// gcc: -O2 -D_FORTIFY_SOURCE=2
// distributed: 21 30 36 44
// offloaded: 21 30 36 44
// Hardened as some distributions do by default: the library's functions get other names in their headers, and what they
// read and write must be known all the same.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double field[300], copy[300];

int main(void)
{
    int n = 300;
    char *text = NULL;
    FILE *file = fopen("field.bin", "w+b");
    if (!file)
        return 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        field[i] = 0.5 * i;
    fwrite(field, sizeof *field, n, file);
    rewind(file);
    if (fread(copy, sizeof *copy, n, file) != (size_t)n)
        return 1;
    fclose(file);
    memmove(copy + 1, copy, 100 * sizeof *copy);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        copy[i] += field[n - 1 - i];
    memcpy(field, copy, sizeof field);

    int length = asprintf(&text, "%.1f %.1f %.1f", field[0], field[50], field[299]);
#pragma hydra parallel for
    for (int i = 0; i < length; i++)
        text[i] = text[i] == '.' ? ',' : text[i];
    puts(text);
    char line[80];
    snprintf(line, sizeof line, "%s;", text);
    strcat(line, " end");
    length = (int)strlen(line);
#pragma hydra parallel for
    for (int i = 0; i < length; i++)
        line[i] = line[i] == ' ' ? '_' : line[i];
    fprintf(stdout, "%s\n", line);
    free(text);
    return 0;
}
