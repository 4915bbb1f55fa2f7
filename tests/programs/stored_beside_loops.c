// distributed: 32 40 50 64 74 83 105 108 140 180 184 206
// offloaded: 32 40 50 74 83 105 108 140 180 184 206
/* Elements that a statement stores beside a call that runs a parallel loop, over what the loop reads, writes or looks
 * up: an index that its result decides, a history, members, the target of a walking pointer, stores in a helper. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 240
#define TIMED(work)                                                                                                    \
    do {                                                                                                               \
        work;                                                                                                          \
        ++timed;                                                                                                       \
    } while (0)

typedef struct {
    int lo, hi;
} Range;

typedef struct {
    double* u;
    double norm, seen[4];
} State;

static double out[N];
static double* rows[N];
static int timed;

static double gathered(const double* a, const int* idx, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[idx[i]];
    return s;
}

static int best(const double* a, const int* idx) {
    double s = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        out[i] = a[idx[i]];
    for (int i = 0; i < N; i++)
        s += out[i] * (i % 7 + 1);
    return (int)s;
}

static double total(double** r) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++)
            s += r[i][j] * (i % 7);
    return s;
}

static double* pick(double** r, double x) {
    double s = total(r);
    return r[(int)(s + x) % N];
}

static double part(const Range* range, const double* v, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = range[i].lo; k < range[i].hi; k++)
            s += v[k];
    return s;
}

/* writes the array, too */
static double step(double* a, int n) {
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        a[i] = a[i] + i % 3;
        s += a[i];
    }
    return s;
}

static void grow(double* a, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 2;
}

static void put(int* p, int x) { *p = x; }

static int swap(int* idx, int a, int b) {
    int t = idx[a];
    idx[a] = idx[b];
    idx[b] = t;
    return t;
}

typedef struct {
    int n, idx[N];
} List;

static List list;

static double looked_up(const List* p) {
    static double a[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i * i % 331;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        out[i] = a[p->idx[i]];
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] * (i % 7 + 1);
    return s;
}

static List next(const List* p) {
    List r = *p;
    int k = (int)looked_up(p) % N;
    for (int i = 0; i < N; i++)
        r.idx[i] = (p->idx[i] + k) % N;
    return r;
}

static void lists(void) {
    for (int i = 0; i < N; i++)
        list.idx[i] = (i * 77 + 5) % N;
    list = next(&list);
    printf("a record %g\n", looked_up(&list));
    List* copy = malloc(sizeof *copy);
    *copy = list;
    *copy = next(copy);
    printf("a record %g\n", looked_up(copy));
    free(copy);
}

static void indices(void) {
    double* a = malloc(N * sizeof *a);
    int* idx = malloc(N * sizeof *idx);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i * 3 % 101;
    for (int i = 0; i < N; i++)
        idx[i] = i * 7 % N;
    idx[1] = (int)gathered(a, idx, N) % N;
    printf("index %d %g\n", idx[1], gathered(a, idx, N));
    if ((idx[5] = best(a, idx) % N) > N)
        return;
    printf("in a condition %d\n", best(a, idx));
    memset(&idx[100], 0, (size_t)(best(a, idx) % 40) * sizeof(int));
    printf("memset %d\n", best(a, idx));
    int c = best(a, idx) % 9, d = idx[7] = 2;
    printf("declared %d %d %d\n", c, d, best(a, idx));
    for (int i = 0; i < 3; idx[i + 20] = best(a, idx) % N, i++)
        ;
    printf("in a head %d\n", best(a, idx));
    put(&idx[88], best(a, idx) % N);
    printf("by a helper %d\n", best(a, idx));
    put(idx + swap(idx, 3, 90) % 10, best(a, idx) % N);
    c = best(a, idx) % 100, swap(idx, c, c + 1);
    printf("behind a comma %d\n", best(a, idx));
    int* p = idx;
    for (int k = 0; k < 3; k++) {
        *p++ = best(a, idx) % N;
        idx[c++] = best(a, idx) % N;
    }
    printf("while walking %d\n", best(a, idx));
    TIMED(idx[11] = best(a, idx) % N);
    printf("in a macro %d, %d\n", best(a, idx), timed);
    free(a);
    free(idx);
}

static void tables(void) {
    static double v[3 * N];
    static Range range[N];
    for (int i = 0; i < N; i++)
        rows[i] = malloc(5 * sizeof(double));
    double** r = rows;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++)
            r[i][j] = i * 5 % 13 + j;
#pragma hydra parallel for
    for (int i = 0; i < 3 * N; i++)
        v[i] = i * 5 % 13;
    for (int i = 0; i < N; i++)
        range[i] = (Range){2 * i, 2 * i + 3};
    rows[5] = pick(rows, 3);
    printf("rows %g\n", total(rows));
    rows[6] = pick(rows, 77);
    printf("rows %g\n", total(rows));
    range[3].hi = 6 + (int)part(range, v, N) % 600;
    printf("ranges %g\n", part(range, v, N));
    range[0] = (Range){0, (int)part(range, v, N) % 700};
    printf("ranges %g\n", part(range, v, N));
    for (int i = 7; i < N; i++)
        free(rows[i]);
}

static void written(void) {
    State* s = calloc(1, sizeof *s);
    double *e = calloc(8, sizeof *e), *at = e + 4;
    int n = N, k = 0;
    double* a = s->u = malloc((size_t)n * sizeof *a);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i % 11;
    a[3] = step(a, n);
    printf("element %g\n", a[3]);
    a[60] = step(a, n) - 1000;
    printf("element %g %g %g\n", step(a, n), a[3], a[60]);
    for (int j = 0; j < 3; a[j + 10] = step(a, n), j++)
        ;
    printf("in a head %g %g %g\n", step(a, n), a[11], a[12]);
    for (int j = 0; j < 3; j++) {
        e[k++] = step(a, n);
        *at++ = step(s->u, n);
        s->seen[j] = step(s->u, n);
        s->norm = step(s->u, n);
        s->u[k++ % n] = step(s->u, n);
        TIMED(s->norm = step(s->u, n));
    }
    printf("history %g %g %g %g %g\n", e[0], e[1], e[4], e[6], s->norm + s->seen[2]);
    for (int j = 0; j < 2; grow(a, n), a[j + 30] = 1, j++)
        ;
    printf("behind a loop without a value %g %g %g\n", a[30], a[31], step(a, n));
    k > 0 ? (grow(a, n), a[7] = -1) : 0;
    double first = a[7];
    printf("in an arm %g %g\n", first, step(a, n));
    free(a);
    free(s);
    free(e);
}

int main(void) {
    indices();
    lists();
    tables();
    written();
    return 0;
}
