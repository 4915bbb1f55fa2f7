// Variables that are used against their clause.
#include <math.h>
double a[100], b[100];
void f(int n) {
    int i, k = 0, changed = 0;
    double t, u = 1, s = 0, m = 1e30, v;
#pragma hydra parallel for reduction(+:s)
    for (i = 0; i < n; i++) {
        s += a[i];
        b[i] = s; // error: the reduction variable 's' may only be accumulated in the loop
    }
#pragma hydra parallel for reduction(+:s)
    for (i = 0; i < n; i++) {
        s = s * a[i]; // error: 's' is in reduction(+:s), but is accumulated with '*' here; write reduction(*:s)
    }
#pragma hydra parallel for reduction(+:k)
    for (i = 0; i < n; i++) {
        k += 0.5; // error: 'k' is an integer, and a floating value is accumulated into it here
    }
#pragma hydra parallel for private(t)
    for (i = 0; i < n; i++) {
        b[i] = t; // error: 't' is private, so it has no value when an iteration begins
        t = a[i];
    }
#pragma hydra parallel for private(t)
    for (i = 0; i < n; i++) {
        if (a[i] > 0) {
            t = 1;
        }
        b[i] = t;
    }
#pragma hydra parallel for firstprivate(u)
    for (i = 0; i < n; i++) {
        b[i] = u; // error: 'u' is firstprivate
        u = a[i];
    }
#pragma hydra parallel for reduction(+:s, k) reduction(min:m) reduction(||:changed) private(t, v) firstprivate(u)
    for (i = 0; i < n; i++) {
        t = a[i] * u;
        if (i > 3) {
            v = t;
        } else {
            v = -t;
        }
        s = s + t + v;
        k++;
        m = t < m ? t : m;
        if (m > v) m = v;
        if (i > 0 && a[i] < m) {
            m = a[i];
        }
        m = fmin(m, t);
        changed = changed || t > 0;
    }
    for (i = 0; i < n; i++) {
        s = s - b[i];
    }
}
