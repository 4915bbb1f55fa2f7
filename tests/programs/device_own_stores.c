// distributed: 84 90 100 106 109 118 123 133 138 165 170 175 181 189 201 207 212 220
// offloaded: 84 90 100 106 109 118 123 133 138 165 170 175 181 189 201 207 212 220
/* Elements that an iteration stores and reads back: behind conditions on data, in while loops, through functions, by
   other members of a record or of a union. And what only looks like that, and wants what was there before. */
#include <stdio.h>
#include <stdlib.h>

#define N 997

typedef struct {
    double a, b;
} pair;
typedef union {
    float f[2];
    double d;
    unsigned long u;
    unsigned short s[4];
} word;
typedef struct {
    int tag;
    word w;
} tagged;
typedef union {
    struct {
        float x, y, z, w;
    } at;
    float v[4];
} point;

static double c[N], d[N], e[N], o[N];
static long peak[N];
static int level[N];
static pair p[N], q[N];
static word w[N];
static tagged t[N];
static point v[N];

static pair make(int i)
{
    pair made = {i, 2.0 * i};
    return made;
}

static void set(double *to, double value) { *to = value; }

static double put(double *to, double value)
{
    double old = *to;
    *to = value;
    return old;
}

static double maybe(double *to, double value)
{
    if (value > 20)
        return 0;
    *to = value;
    return value;
}

static double grown(double *x, double by)
{
    set(x, by);
    while (*x < 10)
        *x += by;
    return *x;
}

static void collatz(long n, long *highest)
{
    *highest = n;
    while (n > 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        if (n > *highest)
            *highest = n;
    }
}

static double own(void)
{
    double best = 0, sum = 0;
    int large = 0;
#pragma hydra parallel for reduction(max : best)
    for (int i = 0; i < N; i++) {
        c[i] = i * 7 % N;
        if (c[i] > best)
            best = c[i];
    }
#pragma hydra parallel for reduction(+ : large)
    for (int i = 0; i < N; i++) {
        if (i & 1)
            d[i] = 2 * c[i];
        else
            d[i] = -c[i];
        if (d[i] > 100)
            d[i] = c[i] + 100;
        large += d[i] > 500;
    }
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        double g = grown(&e[i], 1 + i % 3);
        if (g > e[i] - 1)
            sum += e[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        collatz(i + 1, &peak[i]);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        level[i] = i;
        while (1) {
            level[i]--;
            if (level[i] % 7 == 0)
                break;
        }
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        p[i] = make(i);
        o[i] = p[i].b > 50 ? p[i].a : 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        q[i].a = i;
        if (i % 5 < 2)
            q[i].b = 3;
        else
            q[i].b = o[i];
        pair both = q[i];
        o[i] += both.a * both.b;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        w[i].d = i * 0.37;
        o[i] += w[i].s[3] + (w[i].f[1] > 1 ? w[i].s[2] : 0);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        v[i].at.x = i;
        v[i].at.y = -i;
        v[i].at.z = 2;
        v[i].at.w = 1;
        for (int k = 0; k < 4; k++)
            o[i] += v[i].v[k] > 1 ? v[i].v[k] : 0.5f;
    }
    for (int i = 0; i < N; i++)
        sum += c[i] + 2 * d[i] + 3 * e[i] + (double)peak[i] + level[i] + o[i] * (i % 29);
    return sum + best + large;
}

static double old(void)
{
    for (int i = 0; i < N; i++) {
        c[i] = i % 7;
        d[i] = i % 13;
        e[i] = i % 17;
        w[i].d = i * 0.37;
        t[i].tag = i % 23;
        t[i].w.d = i * 1.5;
        p[i].a = i % 3;
        p[i].b = i % 19;
    }
    /* which of the two is evaluated first is not said, but each sees one of the two values */
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double before = put(&c[i], i);
        o[i] = before + c[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        maybe(&d[i], i % 41);
        o[i] += d[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int k = i; k % 4; k--)
            c[i] = k;
        o[i] += c[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (i % 2)
            e[i] = 5;
        else if (o[i] > 30)
            e[i] = 6;
        o[i] += e[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (i % 4 == 0)
            p[i].a = 4;
        if (i % 4 != 1)
            o[i] += p[i].a;
        else
            p[i].a += o[i];
        p[i].b = o[i];
        pair both = p[i];
        o[i] += both.a;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) {
            o[i] += d[i];
            d[i] = k + i;
        }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        w[i].f[0] = i;
        o[i] += w[i].s[3] + (w[i].f[0] > 5 ? w[i].s[2] : 0);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        t[i].w.f[1] = 1.5f;
        o[i] += t[i].tag + t[i].w.s[1];
        if (t[i].tag > 3)
            t[i].w.d = o[i];
        o[i] += t[i].w.s[3];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        v[i].at.x = 3;
        v[i].at.y = o[i] > 40 ? v[i].at.z : 1;
        for (int k = 0; k < 3; k++)
            o[i] += v[i].v[k];
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += o[i] * (i % 29 + 1) + c[i] + d[i] + e[i] + p[i].a + w[i].s[2] + t[i].w.s[2] + v[i].v[3];
    return sum;
}

int main(void)
{
    double first = own();
    double second = old();
    printf("%.17g %.17g\n", first, second);
    return 0;
}
