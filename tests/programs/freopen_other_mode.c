// distributed: 14
// offloaded: 14
// One stream is opened again and again with freopen: written, read, appended to, updated, with loops between that leave
// the arrays on many ranks.
#include <stdio.h>

#define N 40

static double field[N];

static void grow(double by)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        field[i] += i * by;
}

static void save(FILE *out)
{
    for (int i = 0; i < N; i++)
        fprintf(out, "%g%c", field[i], i % 8 == 7 ? '\n' : ' ');
}

static unsigned long content(FILE *in)
{
    unsigned long h = 3;
    for (int c = fgetc(in); c != EOF; c = fgetc(in))
        h = h * 31 + (unsigned long)c;
    return h;
}

int main(void)
{
    const char *name = "field.txt", *other = "other.txt";
    FILE *f = fopen(name, "w");
    if (f == NULL)
        return 1;
    grow(0.5);
    save(f);
    if ((f = freopen(name, "r", f)) == NULL)
        return 2;
    printf("%lx %d\n", content(f), feof(f));
    grow(0.25);
    if ((f = freopen(name, "a", f)) == NULL)
        return 3;
    printf("after the end %d\n", feof(f));
    save(f);
    grow(1);
    fprintf(f, "%g\n", field[N - 1]);
    printf("%ld\n", ftell(f));
    if ((f = freopen(name, "r+", f)) == NULL)
        return 4;
    double first = 0;
    for (int i = 0; i < 5; i++) {
        double x;
        if (fscanf(f, "%lf", &x) == 1)
            first += x;
    }
    fseek(f, 4, SEEK_SET);
    fputs("#", f);
    rewind(f);
    printf("%g %lx\n", first, content(f));
    if ((f = freopen(other, "w", f)) == NULL)
        return 5;
    grow(2);
    save(f);
    printf("%d %ld\n", fgetc(f), ftell(f)); // a stream for writing gives nothing
    if ((f = freopen(other, "rb", f)) == NULL)
        return 6;
    printf("%d %lx\n", fputc('x', f), content(f));
    fclose(f);
    remove(name);
    return remove(other);
}
