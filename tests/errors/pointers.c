// Pointers of which a parallel loop's analysis cannot tell where they point.
double a[100], c[100];
double pick(double *p, int i) { return p[i]; }
double (*chosen)(double *, int) = pick;
void f(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        (i % 2 ? &a[i] : &c[i])[0] = 1; // error: cannot tell which array
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = chosen(c, i); // error: a call through a function pointer
}
