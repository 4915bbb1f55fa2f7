// distributed: 17 25 32 45 79
// offloaded: 17 25 32 45 79
/* Pointers to where blocks end, or to just before they begin, with subscripts that only data tell: reads and writes,
   blocks in turn, tables of pointers, on one rank too, where nothing is looked up. */
#include <stdio.h>
#include <stdlib.h>

#define N 24

static int order[N];
static double sums[N];

/* e: the end of n numbers */
static void from_end(int n, double *e, const int *which)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        e[-1 - which[i]] = 0.5 * e[-1 - which[i]] + i;
}

/* counted from 1 */
static void from_one(int n, double *v, const int *which)
{
    #pragma hydra parallel for
    for (int i = 1; i <= n; i++)
        v[which[i]] += i;
}

static void gather(int n, double *to, const double *e, const int *which)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] += e[-1 - which[i]] * (i + 1);
}

/* rows of a matrix, counted from 1, of one length each */
typedef struct {
    int n, *first, *column;
    double *value;
} Rows;

static void multiply(const Rows *m, const double *x, double *y)
{
    #pragma hydra parallel for
    for (int i = 1; i <= m->n; i++) {
        double s = 0;
        for (int k = m->first[i]; k < m->first[i + 1]; k++)
            s += m->value[k] * x[m->column[k]];
        y[i] = s;
    }
}

static void show(const char *what, const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * (i % 5 + 1);
    printf("%s %.6f\n", what, s);
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c), *in_turn[] = {b, a, c};
    int ones[N];
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = -i;
        c[i] = i * i % 7;
    }
    for (int t = 0; t < 12; t++) {
        for (int i = 0; i < N; i++) {
            order[i] = (5 * i + t) % N;
            ones[i] = (7 * i + t) % N + 1;
        }
        from_end(N, in_turn[t % 3] + N, order);
        from_one(N, in_turn[(t + 1) % 3] - 1, ones - 1);
        gather(N, sums, in_turn[t % 2] + N, order);
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            c[i] += 0.25 * a[i] - b[N - 1 - i];
    }
    show("a", a, N);
    show("b", b, N);
    show("c", c, N);
    show("sums", sums, N);

    Rows m = {N, (int *)malloc((N + 1) * sizeof(int)) - 1, (int *)malloc(3 * N * sizeof(int)) - 1,
              (double *)malloc(3 * N * sizeof(double)) - 1};
    int entries = 1;
    for (int i = 1; i <= N; i++) {
        m.first[i] = entries;
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 1 && j <= N) {
                m.column[entries] = j;
                m.value[entries++] = i == j ? 0.5 : -0.25;
            }
    }
    m.first[N + 1] = entries;
    double *x = a - 1, *y = b - 1;
    for (int t = 0; t < 6; t++) {
        multiply(&m, x, y);
        double *z = x;
        x = y;
        y = z;
    }
    show("x", x + 1, N);
    free(m.first + 1);
    free(m.column + 1);
    free(m.value + 1);
    free(a);
    free(b);
    free(c);
    return 0;
}
