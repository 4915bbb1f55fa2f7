// What functions know of themselves and of one another, though those with arrays have two versions: names, addresses,
// variables that last, calls by pointers, from macros, and of functions that can have one version only.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double field[600];
static int calls_of_scale(double by)
{
    static int calls;
#pragma hydra parallel for
    for (int i = 0; i < 600; i++)
        field[i] = field[i] * by + 1;
    return ++calls;
}

typedef double reader(int at);
static double read_field(int at)
{
    return field[at] + (strcmp(__func__, "read_field") == 0);
}
static double read_twice(int at)
{
    return 2 * field[at];
}
static reader *chosen = read_twice;

#define SUM(name, step)                                                                                                \
    static double name(void)                                                                                           \
    {                                                                                                                  \
        double s = 0;                                                                                                  \
        for (int i = 0; i < 600; i += step)                                                                            \
            s += field[i];                                                                                             \
        return s;                                                                                                      \
    }
SUM(sum_of_all, 1)
SUM(sum_of_thirds, 3)
#define BOTH() (sum_of_all() + sum_of_thirds() + read_field(3))

static double picked(int count, ...)
{
    va_list list;
    double s = 0;
    va_start(list, count);
    while (count-- > 0)
        s += field[va_arg(list, int)];
    va_end(list);
    return s;
}

static int old_style(at, by)
int at;
double by;
{
    field[at] += by;
    return at;
}

static int is_odd(int n);
static int is_even(int n)
{
    assert(n >= 0);
    field[0] += 0.5;
    return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int by_field(const void *a, const void *b)
{
    const double x = read_field(*(const int *)a), y = read_field(*(const int *)b);
    return (x > y) - (x < y);
}

static double *longest(double *a, double *b, int n)
{
    double best = a[0], other = b[0];
#pragma hydra parallel for reduction(max : best) reduction(max : other)
    for (int i = 0; i < n; i++) {
        if (a[i] > best)
            best = a[i];
        if (b[i] > other)
            other = b[i];
    }
    return best > other ? a : b;
}

int main(void)
{
    reader *another = read_field;
    int order[40];
    for (int i = 0; i < 600; i++)
        field[i] = (i * 37) % 101;
    for (int t = 0; t < 3; t++)
        printf("%d ", calls_of_scale(0.5 + t));
    printf("%g %g %d\n", chosen(5), another(5), chosen == read_twice && another == read_field && another != chosen);
    printf("%g %g\n", BOTH(), picked(3, 1, 10, 100));
    printf("%d %d %d\n", old_style(7, 2.5), is_even(10), is_odd(10));
    for (int i = 0; i < 40; i++)
        order[i] = i;
    qsort(order, 40, sizeof *order, by_field);
    printf("%d %d %d %g\n", order[0], order[1], order[39], field[0]);
    printf("%d\n", longest(field, field + 300, 300) == field);
}
