// distributed: 44 54 60 63 70 75 80
// offloaded: 44 54 60 63 70 75
// Small structs with arrays, and small arrays, of which loops get a copy: their contents change between launches, by
// serial code, by loops, and by loops through other pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 60 };

typedef struct {
    int k;
    double w[8];
    struct {
        short s[4];
        double scale;
    } in;
} filter;

static filter whole = {3, {1, 2, 3, 4, 5, 6, 7, 8}, {{1, 2, 3, 4}, 0.5}};
static double x[n], y[n], taps[9];

static double eval(filter f, int i) { return f.w[(i + f.k) % 8] * f.in.scale + f.in.s[i % 4]; }

static double local(const filter *f, int i)
{
    filter own = *f;
    own.w[i % 8] += i;
    return own.w[f->k % 8] + own.w[i % 8];
}

static void print(const char *what)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i] * (i % 7 + 1);
    printf("%s %.10g %.10g\n", what, sum, y[n / 2]);
}

// Stores where its caller says, which may be in the struct that it reads.
static void fill(double *to, int count, const filter *f)
{
#pragma hydra parallel for
    for (int i = 0; i < count; i++)
        to[i] = f->k * 0.25 + i;
}

static void round_of(int t)
{
    filter here = whole;
    here.k += t;
    memcpy(here.w, taps, 4 * sizeof(double));
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] = eval(whole, i) + eval(here, i) + local(&here, i) + taps[i % 9] + x[i];
    print("copies");

    // A loop stores into one member's array, of which the next has a copy.
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        whole.w[i] += i * t + here.k;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] = eval(whole, i) - whole.k;
    print("stored");

    fill(whole.w, 8, &whole);
    fill(x, n, &whole);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        y[i] = local(&whole, i) + x[i];
    print("by pointer");

#pragma hydra parallel for
    for (int i = 0; i < 9; i++)
        taps[i] = taps[i] * 0.5 + whole.w[i % 8];

    // One iteration, which has a copy of what it has just stored.
#pragma hydra parallel for
    for (int i = 3; i < 4; i++) {
        whole.w[i] = whole.k + t + 0.5;
        filter own = whole;
        y[i] += own.w[i] + own.in.s[i];
    }
    print("own");
    whole.k = (int)(taps[t % 9] + t) & 7;
    whole.in.s[t % 4]++;
}

int main(void)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 11;
    for (int t = 0; t < 4; t++) {
        taps[t] = t + 1;
        round_of(t);
    }
    for (int i = 0; i < 8; i++)
        printf("%g ", whole.w[i]);
    printf("%g %d\n", taps[8], whole.in.s[2]);
    return 0;
}
