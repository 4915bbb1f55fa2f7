// The same as algorithms.cmaps, in plain C.
#include <math.h>
#include <stdio.h>

double start(long i) { return (double)(i * 37 % 101 / 3) - 10; }
long start_long(long i) { return i * i % 7 / 2; }
double half(double x) { return x / 2; }
long nearest(double x) { return (long)floor(x + 0.5); }
int is_odd(long x) { return x % 2 != 0; }
int is_negative(double x) { return x < 0; }
int is_large(double x) { return x > 1e6; }

// Plain loops. What a type or a function is told by its name in algorithms.cmaps is told by a macro here.
#define OF(T, N)                                                                                                       \
    static void fill_##N(long n, T *a, T v) {                                                                          \
        for (long i = 0; i < n; i++)                                                                                   \
            a[i] = v;                                                                                                  \
    }                                                                                                                  \
    static void copy_##N(long n, const T *a, long m, T *b) {                                                           \
        for (long i = 0; i < n && i < m; i++)                                                                          \
            b[i] = a[i];                                                                                               \
    }                                                                                                                  \
    static void copy_range_##N(long n, const T *a, long f, long l, long m, T *b, long to) {                            \
        for (long i = f; i <= l && i < n && i < m + f; i++)                                                            \
            b[i - f + to] = a[i];                                                                                      \
    }                                                                                                                  \
    static void swap_ranges_##N(long n, T *a, long m, T *b, int L) {                                                   \
        for (long i = 0; i < n && i < m; i++) {                                                                        \
            T x = a[i];                                                                                                \
            a[i] = b[i];                                                                                               \
            b[i] = x;                                                                                                  \
        }                                                                                                              \
    }                                                                                                                  \
    static void find_##N(long n, const T *a, long f, long l, T v, long *p, int L) {                                    \
        for (*p = f; *p <= l && *p < n && a[*p] != v;)                                                                 \
            ++*p;                                                                                                      \
        if (*p > l)                                                                                                    \
            *p = -1;                                                                                                   \
    }                                                                                                                  \
    static void adjacent_find_##N(long n, const T *a, long *p) {                                                       \
        for (*p = 0; *p + 1 < n && a[*p] != a[*p + 1];)                                                                \
            ++*p;                                                                                                      \
        if (*p + 1 >= n)                                                                                               \
            *p = -1;                                                                                                   \
    }                                                                                                                  \
    static void search_##N(long n, const T *a, long m, const T *b, long *p) {                                          \
        for (*p = 0; *p + m <= n; ++*p) {                                                                              \
            long k = 0;                                                                                                \
            while (k < m && a[*p + k] == b[k])                                                                         \
                k++;                                                                                                   \
            if (k == m)                                                                                                \
                return;                                                                                                \
        }                                                                                                              \
        *p = -1;                                                                                                       \
    }                                                                                                                  \
    static void mismatch_##N(long n, const T *a, long m, const T *b, long *p) {                                        \
        for (*p = 0; *p < n && *p < m && a[*p] == b[*p];)                                                              \
            ++*p;                                                                                                      \
        if (*p == n || *p == m)                                                                                        \
            *p = -1;                                                                                                   \
    }                                                                                                                  \
    static void equal_##N(long n, const T *a, long m, const T *b, int *same) {                                         \
        long p;                                                                                                        \
        mismatch_##N(n, a, m, b, &p);                                                                                  \
        *same = p < 0 && n == m;                                                                                       \
    }                                                                                                                  \
    static void is_sorted_until_##N(long n, const T *a, long *c) {                                                     \
        for (*c = 0; *c < n && (*c == 0 || a[*c - 1] <= a[*c]);)                                                       \
            ++*c;                                                                                                      \
    }                                                                                                                  \
    static void count_##N(long n, const T *a, T v, long *c) {                                                          \
        *c = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            *c += a[i] == v;                                                                                           \
    }                                                                                                                  \
    static void accumulate_##N(long n, const T *a, T s, T *sum) {                                                      \
        *sum = s;                                                                                                      \
        for (long i = 0; i < n; i++)                                                                                   \
            *sum += a[i];                                                                                              \
    }                                                                                                                  \
    static void inner_product_##N(long n, const T *a, long m, const T *b, T *s) {                                      \
        *s = 0;                                                                                                        \
        for (long i = 0; i < n && i < m; i++)                                                                          \
            *s += a[i] * b[i];                                                                                         \
    }                                                                                                                  \
    static void minmax_element_##N(long n, const T *a, long *l, long *g, int L) {                                      \
        *l = *g = n ? 0 : -1;                                                                                          \
        for (long i = 0; i < n; i++) {                                                                                 \
            if (a[i] < a[*l])                                                                                          \
                *l = i;                                                                                                \
            if (a[i] > a[*g])                                                                                          \
                *g = i;                                                                                                \
        }                                                                                                              \
    }                                                                                                                  \
    static void adjacent_difference_##N(long n, const T *a, long m, T *b) {                                            \
        for (long i = 0; i < n; i++)                                                                                   \
            b[i] = i ? a[i] - a[i - 1] : a[i];                                                                         \
    }                                                                                                                  \
    static void replace_##N(long n, T *a, T o, T v) {                                                                  \
        for (long i = 0; i < n; i++)                                                                                   \
            if (a[i] == o)                                                                                             \
                a[i] = v;                                                                                              \
    }                                                                                                                  \
    static void reverse_##N(long n, T *a, int L) {                                                                     \
        for (long i = 0; i < n / 2; i++) {                                                                             \
            T x = a[i];                                                                                                \
            a[i] = a[n - 1 - i];                                                                                       \
            a[n - 1 - i] = x;                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void rotate_##N(long n, T *a, long middle, int L) {                                                         \
        T b[MOST];                                                                                                     \
        for (long i = 0; i < n; i++)                                                                                   \
            b[i] = a[(i + middle) % n];                                                                                \
        for (long i = 0; i < n; i++)                                                                                   \
            a[i] = b[i];                                                                                               \
    }                                                                                                                  \
    static void remove_copy_##N(long n, const T *a, T v, long m, T *b, long *c, int L) {                               \
        *c = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            if (a[i] != v)                                                                                             \
                b[(*c)++] = a[i];                                                                                      \
    }                                                                                                                  \
    static void unique_copy_##N(long n, const T *a, long m, T *b, long *c, int L) {                                    \
        *c = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            if (i == 0 || a[i] != a[i - 1])                                                                            \
                b[(*c)++] = a[i];                                                                                      \
    }
#define WITH_TEST(T, f)                                                                                                \
    static void count_if_##f(long n, const T *a, long *c) {                                                            \
        *c = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            *c += f(a[i]) != 0;                                                                                        \
    }                                                                                                                  \
    static void find_if_##f(long n, const T *a, long *p) {                                                             \
        for (*p = 0; *p < n && !f(a[*p]);)                                                                             \
            ++*p;                                                                                                      \
        if (*p == n)                                                                                                   \
            *p = -1;                                                                                                   \
    }                                                                                                                  \
    static void all_of_##f(long n, const T *a, int *y) {                                                               \
        long c;                                                                                                        \
        count_if_##f(n, a, &c);                                                                                        \
        *y = c == n;                                                                                                   \
    }                                                                                                                  \
    static void any_of_##f(long n, const T *a, int *y) {                                                               \
        long c;                                                                                                        \
        count_if_##f(n, a, &c);                                                                                        \
        *y = c > 0;                                                                                                    \
    }                                                                                                                  \
    static void none_of_##f(long n, const T *a, int *y) {                                                              \
        long c;                                                                                                        \
        count_if_##f(n, a, &c);                                                                                        \
        *y = c == 0;                                                                                                   \
    }                                                                                                                  \
    static void replace_if_##f(long n, T *a, T v) {                                                                    \
        for (long i = 0; i < n; i++)                                                                                   \
            if (f(a[i]))                                                                                               \
                a[i] = v;                                                                                              \
    }                                                                                                                  \
    static void copy_if_##f(long n, const T *a, long m, T *b, long *c, int L) {                                        \
        *c = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            if (f(a[i]))                                                                                               \
                b[(*c)++] = a[i];                                                                                      \
    }                                                                                                                  \
    static void partition_copy_##f(long n, const T *a, long m, T *b, long o, T *c, long *h, int L) {                   \
        *h = 0;                                                                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            if (f(a[i]))                                                                                               \
                b[(*h)++] = a[i];                                                                                      \
            else                                                                                                       \
                c[i - *h] = a[i];                                                                                      \
    }                                                                                                                  \
    static void partition_##f(long n, T *a, long *h, int L) {                                                          \
        T b[MOST], c[MOST];                                                                                            \
        partition_copy_##f(n, a, n, b, n, c, h, L);                                                                    \
        for (long i = 0; i < n; i++)                                                                                   \
            a[i] = i < *h ? b[i] : c[i - *h];                                                                          \
    }                                                                                                                  \
    static void is_partitioned_##f(long n, const T *a, int *y) {                                                       \
        *y = 1;                                                                                                        \
        for (long i = 0; i + 1 < n; i++)                                                                               \
            *y &= f(a[i]) || !f(a[i + 1]);                                                                             \
    }
enum { MOST = 200 };
OF(double, double)
OF(long, long)
WITH_TEST(long, is_odd)
WITH_TEST(double, is_negative)
WITH_TEST(double, is_large)
static void generate_start(long n, double *a) {
    for (long i = 0; i < n; i++)
        a[i] = start(i);
}
static void generate_start_long(long n, long *a) {
    for (long i = 0; i < n; i++)
        a[i] = start_long(i);
}
static void for_each_half(long n, double *a, long f, long l, int L) {
    for (long i = f; i <= l && i < n; i++)
        a[i] = half(a[i]);
}
static void transform_nearest(long n, const double *a, long m, long *b) {
    for (long i = 0; i < n; i++)
        b[i] = nearest(a[i]);
}

static double a[MOST], b[MOST], c[MOST];
static long u[MOST], v[MOST], few[2];

static void show(const char *what, long n, const double *x) {
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * (double)(i % 13 + 1);
    printf("  %s %.3f", what, sum);
}
static void show_long(const char *what, long n, const long *x) {
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * (i % 13 + 1);
    printf("  %s %ld", what, sum);
}

static void run(long n, int L) {
    long place, other, count;
    double value;
    int yes;
    printf("%ld:", n);
    generate_start(n, a);
    generate_start_long(n, u);
    fill_double(n, b, 1.5);
    show("generate", n, a);
    show_long("generate", n, u);
    show("fill", n, b);
    copy_double(n, a, n, b);
    for_each_half(n, b, n / 4, n / 2 - 1, L);
    show("for_each", n, b);
    find_double(n, a, 0, n - 1, 5, &place, L);
    printf("  find %ld", place);
    find_double(n, a, n / 2, n - 1, -10, &place, L);
    printf(" %ld", place);
    find_if_is_negative(n, a, &place);
    find_if_is_large(n, a, &other);
    printf(" %ld %ld", place, other);
    adjacent_find_long(n, u, &place);
    few[0] = 1;
    few[1] = 2;
    search_long(n, u, 2, few, &other);
    printf(" adjacent %ld search %ld", place, other);
    mismatch_double(n, a, n, b, &place);
    equal_double(n, a, n, a, &yes);
    printf("  mismatch %ld equal %d", place, yes);
    equal_double(n, a, n, b, &yes);
    printf(" %d\n ", yes);
    transform_nearest(n, b, n, v);
    show_long("transform", n, v);
    count_long(n, u, 1, &count);
    count_if_is_odd(n, u, &other);
    printf("  count %ld %ld", count, other);
    all_of_is_odd(n, u, &yes);
    printf("  of %d", yes);
    any_of_is_odd(n, u, &yes);
    printf(" %d", yes);
    none_of_is_large(n, a, &yes);
    printf(" %d", yes);
    accumulate_long(n, u, 100, &count);
    inner_product_double(n, a, n, b, &value);
    printf("  accumulate %ld inner_product %.3f", count, value);
    minmax_element_double(n, a, &place, &other, L);
    printf("  minmax %ld %ld", place, other);
    adjacent_difference_double(n, a, n, c);
    show("adjacent_difference", n, c);
    is_sorted_until_double(n, a, &place);
    printf("  is_sorted_until %ld\n ", place);
    replace_long(n, u, 1, 9);
    show_long("replace", n, u);
    replace_if_is_negative(n, b, -1);
    show("replace_if", n, b);
    swap_ranges_double(n, a, n, b, L);
    show("swap_ranges", n, a);
    swap_ranges_double(n, a, n, b, L);
    reverse_double(n, b, L);
    show("reverse", n, b);
    rotate_double(n, b, 3, L);
    show("rotate", n, b);
    copy_range_double(n, a, n / 3, n / 2 - 1, n, c, 0);
    show("copy_n", n, c);
    remove_copy_long(n, u, 0, n, v, &count, L);
    show_long("remove_copy", count, v);
    unique_copy_long(n, u, n, v, &count, L);
    show_long("unique_copy", count, v);
    copy_if_is_odd(n, u, n, v, &count, L);
    show_long("copy_if", count, v);
    partition_copy_is_negative(n, a, n, b, n, c, &count, L);
    show("partition_copy", count, b);
    show("", n - count, c);
    is_partitioned_is_negative(n, a, &yes);
    partition_is_negative(n, a, &count, L);
    printf("  partitioned %d", yes);
    is_partitioned_is_negative(n, a, &yes);
    printf(" %d at %ld", yes, count);
    show("partition", n, a);
    printf("\n");
}

int main(void) {
    const long sizes[] = {1, 2, 5, 64, 199, 0};
    for (int k = 0; k < 6; k++)
        for (int s = 0; s < 6; s++)
            run(sizes[s], k);
    return 0;
}
