// distributed: 20 32 43 52
// offloaded: 32 43 52
// Texts and arrays that library functions read beside calls that run parallel loops, in one list of arguments.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 60
static const char *name = "grid";
static char label[16] = "first";
static char letters[N + 1];
static int calls;
static double g[N], h[N];

static double norm(double (*f)(double))
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += f(g[i]);
    return s;
}

static double square(double x) { return x * x; }

/* Changes the letters, which the caller prints with the result. */
static int shout(void)
{
    int changed = 0;
#pragma hydra parallel for reduction(+ : changed)
    for (int i = 0; i < N; i++)
        if (letters[i] >= 'a' && letters[i] <= 'z') {
            letters[i] -= 32;
            changed++;
        }
    return changed;
}

static size_t halve(double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        x[i] *= 0.5;
    return N * sizeof *x;
}

int main(int argc, char **argv)
{
    const char *title = argc > 1 ? argv[1] : "none";
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        g[i] = i * 0.25;
        h[i] = i * 0.125;
        letters[i] = (char)('a' + i * 7 % 26);
    }
    calls++;
    printf("%s %d %.3f\n", name, calls, norm(square));
    printf("%s %s %.3f %.3f %d\n", title, label, norm(square), norm(fabs), calls++);
    printf("%.5s %d\n", letters + 20, g[3] < 2 ? 1 : shout());
    printf("%d %s\n", shout(), letters);
    /* h is not halved, g is. */
    printf("%d\n", memcmp(g, h, halve(g)) == 0);
    printf("%d\n", memcmp(g, h, halve(h)) < 0);
    snprintf(label, sizeof label, "%s:%d", letters + 50, (int)norm(square));
    puts(label);
    printf("%zu\n", strlen(letters) + (size_t)norm(fabs));
    FILE *file = fopen("sums.txt", "w");
    fprintf(file, "%s %s %.3f\n", label, name, norm(sqrt));
    fclose(file);
    return 0;
}
