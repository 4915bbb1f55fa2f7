// Accesses in one expression with a call that runs a parallel loop: C does not say which comes first.
double a[100];
double step(double *v, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        v[i] += 1;
    return v[0];
}
double g(int n) {
    return step(a, n) + a[0]; // error: split it into two statements
}
