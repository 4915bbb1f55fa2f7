/* The twin of t02.cmaps. */
#include <math.h>
#include <stdio.h>
typedef struct { double x, y; int id; } body;
struct cell { int count; char tag; float w[3]; };

static double norm(const body *b) { return sqrt(b->x * b->x + b->y * b->y); }
static double sum(body b) { return b.x + b.y + b.id; }
static void put(body *b, double v) { b->x = v; b->y = -v; b->id = (int)v; }

static void init(int i, double s, body *b) { b->x = i * s; b->y = i - s; b->id = i; }
static void whole(body a, body *b) { a.x += 1; a.id *= 2; *b = a; }
static void whole2(body a, body *b) { *b = a; b->y += b->x; b->id += b->id; }
static void viaAddress(int i, body *b) { put(b, i * 1.5); b->x += norm(b); }
static void change(body *b, double s) {
    b->x *= s;
    b->y += sum(*b);
    if (b->id % 2) b->id++;
    b->x += b->id;
}
static void length(body b, double *d) { *d = norm(&b); *d += *d; *d = *d * 0.5 + sum(b); }

int main(void) {
    enum { n = 19, m = 11 };
    static body A[n], B[n];
    static struct cell C[m];
    double D[n], s = 0.75;
    for (int i = 0; i < n; i++) init(i, s, &A[i]);
    for (int i = 0; i < n; i++) whole(A[i], &B[i]);
    for (int i = 0; i < n; i++) whole2(B[i], &A[i]);
    for (int i = 1; i < n; i += 3) viaAddress(i, &A[i]);
    for (int i = 0; i < n; i++) change(&A[i], s + i);
    for (int i = 0; i < m; i++) {
        C[i].count = i % 4; C[i].tag = 'a' + i % 26;
        for (int k = 0; k < 3; k++) C[i].w[k] = (float)(A[i].x + k);
    }
    for (int i = 0; i < m; i += 2) { struct cell z = {i, 'z', {1, 2, 3}}; C[i] = z; C[i].w[1] += C[i].w[2]; }
    for (int i = 0; i < n; i++) length(A[i], &D[i]);
    for (int i = 0; i < n; i++) printf("%d: %g %g %d %g\n", i, A[i].x, A[i].y, A[i].id, D[i]);
    for (int i = 0; i < m; i++) printf("%d %c %g %g %g\n", C[i].count, C[i].tag, C[i].w[0], C[i].w[1], C[i].w[2]);
    body one = {3, 4, 5}, two;
    double d;
    whole(one, &two);
    length(two, &d);
    change(&two, 2);
    printf("%g %g %d %g\n", two.x, two.y, two.id, d);
    return 0;
}
