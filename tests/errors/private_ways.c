// Privates that some way through the body reads too early, or leaves without a value that is needed later.
double a[100], b[100];
double f(int n, int c) {
    double t = 0, u;
    int i;
#pragma hydra parallel for private(u)
    for (i = 0; i < n; i++) {
        if (a[i] > 0) u = a[i];
        b[i] = u; // warning: an iteration may read the private 'u' before it writes it; its value is undefined there: assign 'u' at
    }
#pragma hydra parallel for private(t) // error: it is not certain that the last iteration assigns it
    for (i = 0; i < n; i++) {
        if (i % 4 == 3) continue;
        t = a[i];
        b[i] = t;
    }
    b[0] = t;
#pragma hydra parallel for private(t) // error: it is not certain that the last iteration assigns it
    for (i = 0; i < n; i++) {
        switch (c) {
        case 0: t = 1; break;
        case 1: t = 2;
        }
    }
    return t;
}
