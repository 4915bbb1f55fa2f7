// distributed: 83 91 102 106 111 116 124 131 139
// offloaded: 83 91 102 106 111 131 139
/* Finite elements: elements add to the nodes around them. Each rank's elements touch few stretches of the array, which
 * has old values; most partial results are nothing at all. Awkward ones among them: several additions to one element
 * of an iteration, stretches that nobody touches, signed zeros, infinities and NaNs, members of records, sections that
 * begin and end within, loops that run backwards, several arrays and scalars at once, and other types and operators. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3001
#define E 3000

struct element {
    int node[3];
    float weight;
};
struct mesh {
    double force[N];
    long count[N];
};

static struct element elements[E];
static struct mesh mesh;
static double r[N], x[N], zeros[N];
static long double wide[N];
static _Complex double turned[N];
static int least[N];
static unsigned bits[N];
static _Bool any[N];
static float narrow[2 * N];
static double pairs[N][2];

static void print_bits(const char *name, const double *a, int n)
{
    unsigned long long all = 0;
    for (int i = 0; i < n; i++) {
        unsigned long long one;
        memcpy(&one, &a[i], sizeof one);
        if (a[i] != a[i])
            one = 7;
        all = all * 31 + one;
    }
    printf("%s %llx\n", name, all);
}

static void add_to(double *to, const struct element *e, double f)
{
    for (int k = 0; k < 3; k++)
        to[e->node[k]] += f;
}

/* All values are multiples of a power of two, so sums are the same in any order. */
static double value(int i) { return (i * 37 % 101 - 50) * 0.125; }

int main(int argc, char **argv)
{
    double *force = mesh.force;
    long *count = mesh.count;
    int steps = argc > 1 ? atoi(argv[1]) : 4, n = N, ne = E;
    for (int e = 0; e < ne; e++) {
        elements[e] = (struct element){{e, e + 1, e % 11 == 0 ? e : (e / 2) % 2000}, 0.5f * (float)(e % 5)};
        if (e % 500 == 3)
            elements[e].node[2] = N - 1 - e / 500;
    }
    for (int i = 0; i < n; i++) {
        x[i] = value(i);
        r[i] = i % 3 == 0 ? -0.0 : value(i + 5);
        zeros[i] = i % 2 ? -0.0 : 0.0;
        least[i] = 1000;
        wide[i] = value(i);
        pairs[i][0] = pairs[i][1] = -0.0;
    }
    r[2500] = NAN;
    r[2600] = INFINITY;

    for (int t = 0; t < steps; t++) {
        double sum = 0;
        int largest = -1;
        /* Affine, and in place. */
#pragma hydra parallel for reduction(+: r[:n])
        for (int e = 0; e < ne; e++) {
            double f = x[e + 1] - x[e];
            r[e] += f;
            r[e + 1] += -f;
            r[e] += f;
        }
        /* By tables, in a record and a function, with scalars, backwards. */
#pragma hydra parallel for reduction(+: force[:n], count[:n], sum) reduction(max: largest)
        for (int e = ne - 1; e >= 0; e--) {
            double f = elements[e].weight * x[elements[e].node[0]];
            for (int k = 0; k < 3; k++)
                count[elements[e].node[k]] += e % 7;
            force[elements[e].node[0]] += f;
            force[elements[e].node[2]] += -f;
            sum += f;
            if (elements[e].node[2] > largest)
                largest = elements[e].node[2];
        }
#pragma hydra parallel for reduction(+: r[:n])
        for (int e = 0; e < ne; e++)
            add_to(r, &elements[e], 0.25);
        /* A section within; hardly anything in it, and zeros that say so. */
#pragma hydra parallel for reduction(+: zeros[100:2500])
        for (int e = 0; e < ne; e++)
            if (e % 400 == 7 && e >= 100 && e < 2600)
                zeros[e] += e % 800 == 7 ? 0.0 : -0.0;
        /* Nothing at all. */
#pragma hydra parallel for reduction(+: zeros[:n])
        for (int e = 0; e < ne; e++)
            if (x[e] > 1e30)
                zeros[e] += 1;
        /* What is neither a number nor finite. */
#pragma hydra parallel for reduction(+: pairs[:n])
        for (int e = 0; e < ne; e++) {
            if (e % 1000 == 500)
                pairs[e][t % 2] += e == 1500 ? NAN : INFINITY;
            if (e % 1000 == 501)
                pairs[e - 1][0] += e == 2501 ? -INFINITY : 1;
        }
        /* Other types and operators. */
#pragma hydra parallel for reduction(+: wide[:n], turned[:n], narrow[:2 * n])
        for (int e = 0; e < ne; e++) {
            int a = elements[e].node[2];
            wide[a] += elements[e].weight;
            turned[a] += e % 3 - 1.0i;
            narrow[2 * a + 1] += 1;
        }
#pragma hydra parallel for reduction(min: least[:n]) reduction(|: bits[:n]) reduction(||: any[:n])
        for (int e = 0; e < ne; e++) {
            int a = elements[e].node[2];
            if (e - t < least[a])
                least[a] = e - t;
            bits[a] |= 1u << (e + t) % 32;
            any[a] = any[a] || e % 9 == t;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] += (isfinite(r[i]) ? r[i] * 0.125 : 1) + (i < 2400 ? mesh.force[i] : 0);
        if (t == 1)
            memset(r, 0, sizeof r);
        printf("%d: %.3f %d\n", t, sum, largest);
        print_bits("r", r, n);
        print_bits("zeros", zeros, n);
        print_bits("pairs", &pairs[0][0], 2 * n);
    }
    print_bits("force", mesh.force, n);
    print_bits("x", x, n);
    unsigned long all = 0;
    double more = 0;
    for (int i = 0; i < n; i++) {
        all = all * 31 + (unsigned long)mesh.count[i] + (unsigned long)least[i] + bits[i] + (unsigned long)any[i];
        more += (double)wide[i] + __real__ turned[i] + 2 * __imag__ turned[i] + narrow[2 * i + 1] - narrow[2 * i];
    }
    printf("%lx %.3f\n", all, more);
    return 0;
}
