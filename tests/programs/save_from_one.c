// distributed: 16
// offloaded: 16
/* Writes a field to files in several ways, with marks before, between and behind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#define N 700

static double u[N][8];

static void put(FILE *to, double x, int last) { fprintf(to, "%.3f%c", x, last ? '\n' : ' '); }
static void step(int t)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            u[i][j] = (i * 8 + j) % 17 * 0.5 + t;
}

static void save(const char *name, int t)
{
    FILE *out = fopen(name, t == 0 ? "w" : "a");
    if (!out) {
        perror(name);
        exit(1);
    }
    fprintf(out, "step %d\n", t);
    long before = ftell(out);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            put(out, u[i][j], j == 7);
    printf("%ld..%ld\n", before, ftell(out));
    fprintf(out, "corner %g\n", u[N - 1][7]);
    fputs("end\n", out);
    if (ferror(out))
        printf("failed\n");
    fclose(out);
}

int main(void)
{
    FILE *all = fopen("all.bin", "wb"), *line = fopen("line.txt", "w"), *raw = fopen("raw.txt", "w");
    FILE *both = fopen("both.txt", "w+"), *say = stdout;
    setvbuf(line, NULL, _IOLBF, 300);
    setvbuf(raw, NULL, _IONBF, 0);
    long bytes = 0;
    for (int t = 0; t < 3; t++) {
        step(t);
        save("field.txt", t);
        step(t + 1);
        for (int i = 0; i < N; i++)
            bytes += fwrite(u[i], sizeof u[i][0], 8, all);
        step(t + 2);
        for (int i = 0; i < N; i += 7) {
            fprintf(line, "%d: %g\n", i, u[i][i % 8]);
            if (i % 3 == 0)
                fprintf(line, "...");
        }
        step(t + 3);
        for (int i = 0; i < 40; i++)
            putc('a' + (int)u[i][3] % 20, raw), fprintf(say, "%g ", u[i][2]);
        step(t + 4);
        for (int i = 0; i < N; i++)
            fprintf(both, "%g ", u[i][1]);
        printf("\n%ld %ld %ld %ld %ld\n", bytes, ftell(all), ftell(line), ftell(raw), ftell(both));
        fprintf(line, "round %d\n", t);
        fflush(all);
    }
    rewind(both);
    double sum = 0, x;
    while (fscanf(both, "%lf", &x) == 1)
        sum += x;
    printf("%g\n", sum);
    step(7);
    fseek(all, 24, SEEK_SET);
    for (int i = 0; i < 3; i++)
        fwrite(u[i], sizeof u[i][0], 2, all);
    printf("%ld\n", ftell(all));
    fclose(all);

    FILE *full = fopen("/dev/full", "w");
    if (full) {
        step(8);
        errno = 0;
        for (int i = 0; i < N; i++)
            fprintf(full, "%g\n", u[i][0]);
        printf("%d %s\n", ferror(full) != 0, strerror(errno));
        printf("%d\n", fclose(full));
    }
    fclose(both);
    fclose(line);
    return 0;
}
