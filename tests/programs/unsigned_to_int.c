/* Unsigned variables of 32 bits that hold negative numbers, and what int and long make of them: stencil radii, loop
   starts, conditions, arguments, subscripts. */
// args: 4
// distributed: 35 41 46 50 54 61 68 73 78 85 92 96
// offloaded: 35 41 46 50 54 61 68 73 78 85 92 96
#include <stdio.h>
#include <stdlib.h>

static double a[400], b[400], c[400];
struct shift {
    unsigned by;
};

static void show(const char *name, const double *x)
{
    double s = 0;
    for (int i = 0; i < 400; i++)
        s += (i % 17 + 1) * x[i];
    printf("%s %.1f\n", name, s);
}

static void put(int off, int q)
{
    if (off < 0 && q + off < 150)
        c[q] += 3;
}

int main(int argc, char **argv)
{
    int four = argc > 1 ? atoi(argv[1]) : 4;
    unsigned nu = -four, m = 4 + four, n = 300, r = 305 + four, un = 300;
    struct shift st = {-four};

#pragma hydra parallel for
    for (int i = 0; i < 400; i++) {
        a[i] = i * 37 % 101;
        b[i] = 1;
        c[i] = 0;
    }
#pragma hydra parallel for
    for (int i = 4; i < 396; i++)
        for (int k = -(m / 2); k <= (int)(m / 2); k++)
            b[i] += a[i + k];
    show("radius", b);
#pragma hydra parallel for
    for (int q = n - r; q < 20; q++)
        c[q + 10] = q + 20;
    show("start", c);
#pragma hydra parallel for
    for (long q = (int)(300u - 310u); q <= 20; q += 2)
        c[q + 100] += q;
    show("start cast", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++) {
        int s = nu;
        if (q + s < 150)
            c[q] += 5;
    }
    show("local", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++) {
        if (q + (int)nu < 150)
            c[q] += 2;
        put(nu, q);
    }
    show("conditions", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++)
        for (int z = q + (int)nu; z < q; z++)
            c[q] += a[z];
    show("inner", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++)
        for (int z = un - 310; z < 0; z++)
            c[q] += a[q + z];
    show("inner start", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++) {
        unsigned z = q + nu;
        if ((int)z < 150)
            c[z] = a[z + 100];
    }
    show("sum", c);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++) {
        long z = q + nu;
        if (z < 150)
            b[q] = 5 + a[z];
    }
    show("long", b);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++)
        b[q] += a[(q + (int)nu) % 150] + a[q + (int)st.by] + c[(int)nu < 0 ? q : q + 100];
    show("subscripts", b);
#pragma hydra parallel for
    for (int q = 20; q < 300; q++)
        if ((int)(nu + q) % 3 == 0)
            c[q] = b[q] + a[q - four];
    show("remainder", c);
    return 0;
}
