// Ways on which the last value of a private variable, or of a member, is read after all.
#include <stdio.h>
struct point { double x, y; };
static int counted;
static double kept, passed;
static double a[40];
static void fill(void) {
#pragma hydra parallel for private(kept) // error: the private 'kept' may be read after the loop
    for (int i = 0; i < 40; i++) {
        if (i % 3) {
            kept = i;
            a[i] += kept;
        }
    }
}
static void fill_more(void) {
#pragma hydra parallel for private(passed) // error: the private 'passed' may be read after the loop
    for (int i = 0; i < 40; i++)
        if (i % 3) {
            passed = i;
            a[i] += passed;
        }
}
static double reader(void) { return counted > 2 ? kept : 0; }
int main(int argc, char **argv) {
    int t = 0, u = 1, v = 2, w;
    struct point p = {0, 0};
back:
    if (argc > 7)
        printf("%d\n", t);
#pragma hydra parallel for private(t) // error: the private 't' may be read after the loop
    for (int i = 0; i < 40; i++)
        if (i % 2) {
            t = i;
            a[i] += t;
        }
    if (++argc < 9)
        goto back;
#pragma hydra parallel for private(u) // error: the private 'u' may be read after the loop
    for (int i = 0; i < 40; i++)
        if (i % 2) {
            u = i;
            a[i] += u;
        }
    switch (argc) {
    case 9: u = 3; break;
    case 10: u = 4;
    case 11: break;
    default: u = 5;
    }
    printf("%d\n", u);
#pragma hydra parallel for private(v) // error: the private 'v' may be read after the loop
    for (int i = 0; i < 40; i++)
        if (i % 2) {
            v = i;
            a[i] += v;
        }
    while (argc-- > 0) {
        if (argc == 5)
            continue;
        v = argc;
        break;
    }
    printf("%d\n", v);
#pragma hydra parallel for private(p) // error: the private 'p' may be read after the loop
    for (int i = 0; i < 40; i++) {
        p.x = i;
        p.y = 1;
        a[i] += p.x * p.y;
    }
    p.x = 1;
    p.x += p.y;
#pragma hydra parallel for private(w)
    for (int i = 0; i < 40; i++)
        if (i % 2) {
            w = i;
            a[i] += w;
        }
    do {
        w = argc;
    } while (w-- > 3);
    passed = 2;
    fill_more();
    printf("%g %d %g\n", p.x, w, passed);
    fill();
    printf("%g %s\n", reader(), argv[0]);
    return 0;
}
