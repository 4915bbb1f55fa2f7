// hydracc: -w
// distributed: 25 52 75 93 112 155
// offloaded: 25 52 75 93 112 155
// C that C++ does not take, in loops' bodies and the functions that they call: CUDA is C++.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>

enum { N = 60 };
enum shade { DARK = 1, LIGHT = 4, BRIGHT = 9 };

// Words that mean something in C++: variables, members, tags, functions, typedefs, constants.
struct class { int new, delete; double this; };
typedef struct template { int typename[2]; struct class operator; } namespace;
enum explicit { virtual = 3, friend = 5 };
static int catch(int try, int throw) { return try * 2 + throw; }
static int xor(int and, int or) { int not = and | or; return not - 1; }
static double mutable(double using, double export) { double public = using, private = export; return public - private; }

static void words(int *restrict a, double *restrict x)
{
    int constexpr = 4, nullptr = 7, wchar_t = 2;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        struct class private_one = {.delete = i, .new = 2 * i, .this = i * 0.5};
        namespace protected = {.operator = {1, 2, 3.0}, .typename = {i, constexpr}};
        enum explicit typeid = virtual;
        register int decltype = catch(i, nullptr) + xor(i, wchar_t);
        int threadIdx = 1, blockDim = 2, warpSize = 3, dim3 = 4, min = 5, max = 6, float2 = 7;
        protected.operator.new += threadIdx * blockDim + warpSize * dim3 + min * max + float2;
        a[i] = private_one.new + private_one.delete + protected.typename[0] + protected.operator.new + typeid + decltype + friend;
        x[i] = mutable(private_one.this, protected.operator.this);
    }
}

// Initialisers that narrow, that name members out of order, that name elements, that leave braces out.
struct mixed { char c; unsigned char u; short s; float f; int v[3]; };
struct outer { int head; struct mixed in; struct { int p, q; } pair[2]; };
static const int scaled[4] = {0.25 * 8, 3.9, -2.5, 1e3};
static const unsigned char wrapped[3] = {300, -1, 255.0};
static const float halves[2] = {0.1, 1.0 / 3};
static const struct mixed table[3] = {{1, -1, 70000 & 0xffff, 0.1, {2.5, 3}}, {.f = 0.5, .c = 'x', .v = {[2] = 9, [0] = 4.75}}, {3}};
static const int sparse[8] = {[5] = 7, 8, [1] = 2};
static const char digits[10] = "0123456789";
static const bool flags[3] = {0.5, 2, 0};
static const enum shade shades[2] = {9, 4};

static void initialisers(int *a, double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        struct mixed m = {i * 1.7, -i, i << 12, i / 3.0, {i * 0.5, i}};
        struct mixed n = {.v = {i, i * 2.5}, .s = i, .f = i * 0.1, .c = i + 200};
        struct outer o = {.in.v[1] = i, .in.f = 2, .head = 3, .pair[1].q = i * 1.5};
        int list[5] = {[3] = i * 1.5, i, [0] = 1}, plain[2][2] = {i, 1.5, 2, x[i]};
        unsigned char bytes[4] = {i, i * 3, -1};
        float small[2] = {x[i], i};
        int one = {2.75};
        a[i] = m.c + m.u + m.s + m.v[0] + n.c + n.s + n.v[1] + o.in.v[1] + o.head + o.pair[1].q + list[3] + list[4] +
               list[0] + plain[0][1] + plain[1][1] + bytes[0] + bytes[1] + bytes[2] + one + scaled[i % 4] +
               wrapped[i % 3] + table[i % 3].v[2] + table[i % 3].v[0] + table[i % 3].u + sparse[i % 8] + digits[i % 10] +
               flags[i % 3] + shades[i % 2];
        x[i] += m.f + n.f + o.in.f + small[0] + small[1] + halves[i % 2] + table[i % 3].f;
    }
}

// Compound literals: values, arrays, addresses.
static struct mixed made(int c, float f) { return (struct mixed){.f = f, .c = c, .v = {c, 2.5}}; }
static double total(const struct mixed *m) { return m->c + m->f + m->v[0]; }
static int third(const int *v) { return v[2]; }
static void literals(int *a, double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        struct mixed m = made(i, i * 0.25), *at = &(struct mixed){i, .f = 1.5};
        m = (struct mixed){.v = {1, i}, .c = 3};
        a[i] += (struct mixed){.s = i, .c = 2}.s + m.v[1] + third((int[]){i, 2, i * 3}) + (int){i * 1.5} + at->c;
        x[i] += total(&m) + total(&(struct mixed){.f = i}) + made(i, 2).f;
    }
}

// Pointers: to void and back, steps of void pointers, null, rows of run-time length.
static double read_at(const void *from, int i) { const double *x = from; return x[i]; }
static void put_at(void *to, int i, double value) { ((double *)to)[i] = value; }
static double by_bytes(const void *from, int i) { return *(const double *)(from + i * sizeof(double)); }
static int fill(double *x, int i, double value) { x[i] = value; }
static int sign(int v) { if (v > 3) return 1; else if (v < 2) return -1; fill(&(double){0}, 0, v); return 0; }
static int loops(int v) { while (1) { if (v > 10) return v; v += 3; } }
static void pointers(int *a, double *x, int n, double rows[n][n])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double (*row)[n] = rows;
        double own[4] = {1, 2, 3, 4}, *p = i % 2 ? own : NULL;
        void *plain = own;
        double *back = plain;
        fill(x, i, x[i] + 1);
        put_at(x, i, read_at(x, i) + by_bytes(own, i % 4) + back[1]);
        row[i][0] = (p ? p[3] : 0.5) + row[i][1];
        row[i][2] = read_at(rows[i], 1);
        a[i] += sign(i) + loops(i);
    }
}

// What else: enums computed with, volatile counting, commas in subscripts, a name declared again in the loop that it
// counts, an uninitialised constant, truth values counted with, a switch that declares.
static int again(int v) { int s = 0; for (int k = 0; k < 3; k++) { int k = v; s += k; } return s; }
static void others(int *a, double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        enum shade s = DARK;
        volatile int v = i;
        const int nothing;
        bool t = i % 3;
        s = s + 1;
        s |= 8;
        s++;
        v++;
        v += 2;
        for (int k = 0; k < 4; k++) {
            int k = i;
            a[i] += k;
        }
        switch (i % 4) {
            int inner;
        case 0:
            inner = 2;
            a[i] += inner;
            break;
        case 1: {
            int more = 3;
            a[i] += more;
        }
        case 2:;
            int late = 5;
            a[i] += late;
            break;
        default:
            late = 4;
            a[i] += late;
        }
        t |= i & 4;
        a[i] += s + v + (i < 5) + !i * 2 + -(i == 3) + sizeof('a') + sizeof(i < 2) + 'a' + (t ? -1 : 0u) + again(i) + 0x1f + 0b11 + 017;
        x[i] += a[i, i] + (i > 3 ? 1 : 2.5f) + (t ?: 7);
    }
}

int main(void)
{
    int *a = malloc(N * sizeof(int));
    double *x = malloc(N * sizeof(double)), (*rows)[N] = malloc(N * sizeof *rows);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i] = 0;
        x[i] = i * 0.75;
        for (int j = 0; j < N; j++)
            rows[i][j] = i + j;
    }
    words(a, x);
    for (int i = 0; i < N; i++) printf("%d %g%s", a[i], x[i], i + 1 < N ? "," : "\n");
    initialisers(a, x);
    for (int i = 0; i < N; i++) printf("%d %g%s", a[i], x[i], i + 1 < N ? "," : "\n");
    literals(a, x);
    for (int i = 0; i < N; i++) printf("%d %g%s", a[i], x[i], i + 1 < N ? "," : "\n");
    pointers(a, x, N, rows);
    for (int i = 0; i < N; i++) printf("%d %g %g%s", a[i], x[i], rows[i][0] + rows[i][2], i + 1 < N ? "," : "\n");
    others(a, x);
    for (int i = 0; i < N; i++) printf("%d %g%s", a[i], x[i], i + 1 < N ? "," : "\n");
    free(a);
    free(x);
    free(rows);
    return 0;
}
