// distributed: 28 48 61 67 92
// offloaded: 28 48 61 67 92
// Errors thrown out of a solver by longjmp to the innermost of a list of frames; parallel loops on both sides.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THROW(f, code) longjmp((f)->top->place, (code))

struct frame {
    jmp_buf place;
    struct frame *outer;
};

struct context {
    struct frame *top;
    int n;
    double *data;
    long counts[4];
};

static void scale(struct context *c, double by)
{
    if (by == 0)
        THROW(c, 1);
#pragma hydra parallel for
    for (int i = 0; i < c->n; i++)
        c->data[i] *= by;
    c->counts[0]++;
}

static double pick(struct context *c, int at)
{
    if (at >= c->n)
        THROW(c, 2);
    return c->data[at];
}

static void solve(struct context *c, const double *by, int count)
{
    double scratch[100];
    for (int i = 0; i < 100; i++)
        scratch[i] = -1;
    for (int k = 0; k < count; k++) {
        scale(c, by[k]);
#pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            scratch[i] += i * k;
        c->data[k] = scratch[50 + k] + pick(c, k * 30);
        c->data[k + 1] = 7;
    }
}

int main(void)
{
    static const double by[] = {2, 3, 0, 5, 6, 7};
    static struct context c = {0, 100, 0, {0}}; // what a jump back finds must not be a local of this function
    c.data = malloc(100 * sizeof(double));
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        c.data[i] = i;
    for (int from = 0; from < 4; from++) {
        double before[100];
        memcpy(before, c.data, sizeof before);
#pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            before[i] += 0.5;
        struct frame one = {.outer = c.top};
        c.top = &one;
        int code = setjmp(one.place);
        if (code == 0) {
            solve(&c, by + from, 6 - from);
            puts("no error");
            c.top = one.outer;
        } else {
            c.top = one.outer;
            printf("error %d\n", code);
            struct frame two = {.outer = c.top};
            c.top = &two;
            int again = sigsetjmp(two.place, 1);
            if (!again) {
                pick(&c, code == 1 ? 1000 : 5);
                c.top = two.outer;
            } else {
                c.top = two.outer;
                printf("again %d\n", again);
            }
        }
        double sum = 0;
#pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < 100; i++)
            sum += c.data[i] - before[i];
        printf("%g %g %g %g %ld\n", sum, c.data[1], c.data[99], before[60], c.counts[0]);
    }
    free(c.data);
    return 0;
}
