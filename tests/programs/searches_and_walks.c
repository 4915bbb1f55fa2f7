// distributed: 93 101 109 141
// offloaded: 93 101 109 141
/* Serial code that stops where the data say so, and pointers that walk: how far they get, only the run tells. What comes
 * behind the last element that is read need not be there. */
#include <stdio.h>
#include <stdlib.h>

struct record {
    int key;
    char tag;
    double value;
};

static int find(const double *a, int n, double key)
{
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    return -1;
}

static int first_above(const double *a, int n, double limit)
{
    const double *p = a;
    while (p < a + n && *p <= limit)
        p++;
    return (int)(p - a);
}

static double sum_between(const double *from, const double *to, int step)
{
    double sum = 0;
    for (; from < to; from += step)
        sum += *from;
    return sum;
}

static void pointers(const double *x, const double *y, int n)
{
    const double *p = x + n / 2, *end = p + n / 10, *q = y;
    double sum = 0;
    while (p < end)
        sum += *p++;
    for (p = x + n; p != x + n - n / 9;)
        sum -= *--p;
    int merged = 0;
    for (p = x; p < x + n / 3 && q < y + n / 3; merged++)
        if (*p < *q)
            p++;
        else
            q++;
    printf("%g %d %d\n", sum, merged, (int)(p - x));
    printf("%g %g\n", sum_between(x + n / 4, x + n / 2, 4), sum_between(y + n - 1, y, 1));
}

static void searches(double *x, int n)
{
    int i = 0, j = 0, at = -1;
    while (x[i] < 900 && i < n)
        i += 7;
    for (j = 0; j < n && x[j] != 500; j++)
        ;
    for (int k = 0; k < 1000000000; k++)
        if (x[k] > 950) {
            at = k;
            break;
        }
    double last;
    unsigned u = (unsigned)n;
    while (u-- > 0 && (last = x[u]) < 1000)
        ;
    printf("%d %d %d %u %g\n", i, j, at, u, last);
    x[n - 1] = -1; /* the search stops there at the latest */
    const double *p = x + n / 2;
    while (*p != -1)
        p += 1;
    printf("%d\n", (int)(p - x));
    i = 0;
    while (i < n && x[i] < 300) { /* changes what it has looked at, and what it is going to look at */
        x[i + 1] += x[i] / 2;
        i++;
    }
    printf("%d %g\n", i, x[i]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1009;
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    struct record *r = malloc(n * sizeof *r);
    static double m[40][40];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        x[i] = i * 37 % 1009;
        y[i] = i;
        r[i].key = i * 13 % n;
        r[i].tag = (char)(i % 100);
        r[i].value = i * 0.5;
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            m[i][j] = (i * 31 + j * 17) % 97;
    pointers(x, y, n);
    double *a = x, *b = y;
    for (int t = 0; t < 3; t++) {
        printf("%d %d\n", first_above(a, n, 300 + t), find(a, n, 42 + t));
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            b[i] += i % 3 == 0 ? t : 0;
        double *old = a;
        a = b;
        b = old;
    }
    int k = 0;
    while (k < n && r[k].key != 100)
        k++;
    const struct record *e = r;
    while (e->tag != 98)
        e++;
    printf("%g %g\n", r[k].value, e->value);
    int row, column;
    for (row = 0; row < 40; row++)
        for (column = 0; column < 40; column++)
            if (m[row][column] == 96)
                goto out;
out:
    printf("%d %d\n", row, column);
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (y[middle] < n / 3)
            low = middle + 1;
        else
            high = middle;
    }
    printf("%d\n", low);
    searches(x, n);
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] + y[i] + r[i].value;
    printf("%.10g\n", sum);
    free(x);
    free(y);
    free(r);
    return 0;
}
