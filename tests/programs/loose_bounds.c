// args: 53
// distributed: 36 42 50 66
// offloaded: 36 42 50 56 66
/* Loops that are parallel although a short look at their subscripts does not show it: neighbours of another colour,
 * one field read through an index and another one written, blocks cut by hand, marks that several iterations may set
 * and one does. */
#include <stdio.h>
#include <stdlib.h>

struct body {
    double x, v;
    int link;
};

static int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    int even = n + n % 2;
    double *u = malloc((even + 2) * sizeof(double));
    struct body *p = malloc(n * sizeof *p);
    int *slot = calloc(2 * n, sizeof(int)), *bits = calloc(n, sizeof(int));
    unsigned char *colour = malloc(even + 2);

    for (int i = 0; i < even + 2; i++) {
        u[i] = (i * 13) % 7;
        colour[i] = i % 2;
    }
    for (int i = 0; i < n; i++)
        p[i] = (struct body){i * 0.25, 1, (i * 7 + 3) % n};

    for (int sweep = 0; sweep < 4; sweep++) {
        /* red and black, told by an array */
#pragma hydra parallel for
        for (int i = 1; i <= even; i++)
            if (colour[i] == sweep % 2)
                u[i] = 0.5 * (u[i - 1] + u[i + 1]) + sweep;

        /* one field read through an index, another one written */
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int far = p[i].link;
            double pull = 0;
            for (int d = -2; d <= 2; d++)
                pull += p[wrap(far + d, n)].x;
            p[i].v += pull / (i + 1);
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            p[i].x += 0.125 * p[i].v;

        /* blocks cut by hand; the last one is short */
        int per = (n + 4) / 5 + sweep;
#pragma hydra parallel for
        for (int b = 0; b < 5 + sweep; b++) {
            int lo = b * per, hi = lo + per;
            if (hi > n)
                hi = n;
            for (int i = lo; i < hi; i++)
                bits[i] ^= (b + 1) << sweep;
        }

        /* left or right half of the own pair of slots, or the right half of the one before */
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            if (bits[i] % 3 == 0)
                slot[2 * i] = sweep + 1;
            else if (i > 0 && bits[i] % 3 == 1)
                slot[2 * i - 1] = i;
        }
    }
    for (int i = 0; i < n; i++)
        printf("%.17g %.17g %.17g %d %d %d\n", u[i + 1], p[i].x, p[i].v, bits[i], slot[2 * i], slot[2 * i + 1]);
    free(u);
    free(p);
    free(slot);
    free(bits);
    free(colour);
    return 0;
}
