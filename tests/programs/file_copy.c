// distributed: 62 68 87
// offloaded: 62 68 87
/* Writes a table of samples to a text file, reads it back, smooths it, and leaves a report and a binary dump behind. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300

static double v[N], w[N];

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void save_text(const char *name)
{
    FILE *f = fopen(name, "w");
    int i;

    if (!f)
        die(name);
    fprintf(f, "# %d samples\n", N);
    for (i = 0; i < N; i++)
        fprintf(f, "%d %.6f\n", i, v[i]);
    if (fclose(f) != 0)
        die(name);
}

static int load_text(const char *name, double *to)
{
    FILE *f = fopen(name, "r");
    char line[80];
    int n = 0, at;
    double x;

    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%d %lf", &at, &x) == 2) {
            to[at] = 2 * x;
            n++;
        }
    }
    fclose(f);
    return n;
}

int main(void)
{
    FILE *out;
    long size;
    int i, n, c, lines = 0;
    double back[N], sum = 0;

#pragma hydra parallel for
    for (i = 0; i < N; i++)
        v[i] = (i * 37 % 101) / 8.0;
    save_text("samples.txt");
    n = load_text("samples.txt", w);
    printf("%d samples read\n", n);
#pragma hydra parallel for
    for (i = 1; i < N - 1; i++)
        v[i] = (w[i - 1] + 2 * w[i] + w[i + 1]) / 4;

    out = fopen("dump.bin", "wb+");
    if (!out)
        die("dump.bin");
    n = (int)fwrite(v, sizeof v[0], N, out);
    fseek(out, 0, SEEK_END);
    size = ftell(out);
    rewind(out);
    if (fread(back, sizeof back[0], N, out) != N)
        die("short read");
    printf("%d written, %ld bytes, at end: %d\n", n, size, fgetc(out) == EOF && feof(out));
    fseek(out, 10 * (long)sizeof(double), SEEK_SET);
    i = (int)fread(w, sizeof w[0], 3, out);
    printf("%d again: %.4f %.4f %.4f\n", i, w[0], w[1], w[2]);
    fclose(out);

#pragma hydra parallel for reduction(+:sum)
    for (i = 0; i < N; i++)
        sum += back[i] - v[i] + w[i % 3];
    printf("%.4f\n", sum);

    out = fopen("samples.txt", "a");
    fputs("# the end\n", out);
    fclose(out);
    out = fopen("samples.txt", "r");
    while ((c = getc(out)) != EOF)
        lines += c == '\n';
    ungetc('x', out);
    printf("%d lines, then %c\n", lines, getc(out));
    fclose(out);

    out = fopen("no/such/place.txt", "w");
    printf("%s: %s\n", out ? "opened" : "refused", strerror(errno));
    rename("samples.txt", "kept.txt");
    out = tmpfile();
    fprintf(out, "%d %d", 6, 7);
    rewind(out);
    i = n = 0;
    fscanf(out, "%d%d", &i, &n);
    fclose(out);
    printf("%d, remove: %d, gone: %d\n", i * n, remove("kept.tx"), fopen("samples.txt", "r") == NULL);
    out = fopen("left_open.txt", "w");
    for (i = 0; i < N; i += 50)
        fprintf(out, "%g;", v[i]);
    return 0; /* and the file is still open */
}
