// distributed: 48 61 70 79 88 97 106 119
// offloaded: 48 61 70 79 88 106 119
/* Inner loops of which one round stores the element that all of them read: where that round leaves it as it is, all may
   keep its value, else only those on the same side of it. Whether it does is asked before the loop; so what the round
   reads must not be what rounds in front of it store, by whatever name; and the same zero and the same NaN are meant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 37

static double a[N][N], b[N][N];
static long whole[N][N];
static float f[N * N];

static void show(const char *what, const double *p, int n)
{
    unsigned long bits, all = 0;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, &p[i], sizeof bits);
        if (p[i] != p[i])
            bits = 7; /* a NaN's sign is nobody's business */
        all = all * 31 + bits;
    }
    printf("%s %.9g %.9g %lu\n", what, p[1], p[n - 2], all);
}

static double road(int i, int j)
{
    return i == j ? 0.0 : 1.0 + (i * 7 + j * 5) % 23;
}

static void fill(double *d, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = road(i, j);
}

/* shortest paths, but some towns have a loop of negative length: their rounds change what is read */
static void paths(int n, double *d, double loop)
{
    for (int k = 0; k < n; k++)
        d[k * n + k] = k % 5 == 3 ? loop : 0.0;
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++) {
                    double through = d[i * n + k] + d[k * n + j];
                    d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
                }
    }
}

/* a round reads what the one before it stored */
static void running(int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = a[i][j - 1] * 0.5 < a[i][k] ? a[i][j] : a[i][k] + 0.25;
}

/* the same through a pointer that is a little behind */
static void behind(int n, double *d, const double *e, int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            d[i * n + j] = e[i * n + j] > 4.0 ? d[i * n + j] : d[i * n + k] - 0.5;
}

/* whole numbers; a divisor that only later is none */
static void divided(int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            whole[i][j] = whole[i][k] / whole[i][j - 1] + 1;
}

/* zeros of both signs, and numbers that are none */
static void signs(int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = b[i][k] * a[k][j];
}

/* a round reads, as a complex number, what the rounds in front of it store */
static void as_complex(int n, double *e, const double _Complex *z, int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            e[i * n + j] = e[i * n + k] + (z[i * (n / 2)] != 5.0 ? 2.0 : j == k ? 0.0 : 1.0);
}

/* both elements are whole numbers, and compared with each other */
static void least(int n, int *u, int k)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (u[i * n + k] < u[i * n + j])
                u[i * n + j] = u[i * n + k];
            else
                u[i * n + j] += u[i * n + k] % 3;
}

/* what rounds add up outside of them is added once */
static double added(int n, float *p, int k)
{
    double sum = 0;
    #pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        float seen = 0;
        for (int j = 0; j < n; j++) {
            seen = seen * 0.5f + p[i * n + k];
            p[i * n + j] = p[i * n + j] > 9 ? p[i * n + j] : p[i * n + k];
        }
        sum += seen;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 41; /* 40 at least */
    double *d = malloc((size_t)n * n * sizeof(double));
    fill(d, n);
    paths(n, d, 0.0);
    show("paths", d, n * n);
    fill(d, n);
    paths(n, d, -0.125);
    show("loops", d, n * n);
    fill(d, n);
    paths(n, d, -0.0);
    show("zeros", d, n * n);

    for (int k = 0; k < N; k += 5) {
        fill(&a[0][0], N);
        running(k);
        show("running", &a[0][0], N * N);
        fill(d, n);
        behind(n, d, d - 1, k);
        show("behind", d, n * n);
    }
    for (int k = 0; k < N; k += 4) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                whole[i][j] = j == 0 ? 3 : (i * j) % 4 == 1 ? 0 : i + 100;
        divided(k);
        unsigned long sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                sum = sum * 3 + (unsigned long)whole[i][j];
        printf("divided %lu\n", sum);
    }
    for (int k = 0; k < N; k += 5) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                a[i][j] = i == j ? (i % 3 == 0 ? 1.0 : i % 3 == 1 ? -1.0 : 0.5) : (i + j) % 7 - 3;
                b[i][j] = i % 6 == 0 ? 0.0 : i % 6 == 1 ? -0.0 : i % 6 == 2 ? NAN : i + j;
            }
        signs(k);
        show("signs", &b[0][0], N * N);
    }
    for (int k = 2; k < 40; k += 5) {
        int u[40 * 40];
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < 40; j++) {
                d[i * 40 + j] = j == 0 ? 5 : j == 1 ? 0 : (i * 5 + j * 3) % 11;
                u[i * 40 + j] = (i * 7 + j * 11) % 29;
            }
        as_complex(40, d, (const double _Complex *)d, k);
        show("complex", d, 40 * 40);
        least(40, u, k);
        unsigned long sum = 0;
        for (int i = 0; i < 40 * 40; i++)
            sum = sum * 3 + (unsigned long)u[i];
        printf("least %lu\n", sum);
    }
    for (int k = 0; k < N; k += 9) {
        for (int i = 0; i < N * N; i++)
            f[i] = (float)((i * 13) % 19);
        printf("added %.9g", added(N, f, k));
        double sum = 0;
        for (int i = 0; i < N * N; i++)
            sum += f[i] * (i % 5);
        printf(" %.9g\n", sum);
    }
    free(d);
    return 0;
}
