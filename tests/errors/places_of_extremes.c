// What is stored beside a minimum or maximum has no other use in the loop, and lies in front of it.
double a[100], b[100];
void f(int n, double *out)
{
    double best = 1e9, worst = -1;
    int at = -1, from = -1, seen = 0;
    double *p = 0;
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++) {
        if (a[i] < best) {
            best = a[i];
            at = i;
        }
        b[i] = at; // error: 'at' is stored where 'best' is found, and known after the loop; in the loop it may not be used otherwise
    }
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++) {
        if (a[i] < best) {
            best = a[i];
            at = i;
        }
        if (b[i] > 3)
            at = -i; // error: 'at' is stored where 'best' is found
    }
#pragma hydra parallel for reduction(min : best) private(at)
    for (int i = 0; i < n; i++)
        if (a[i] < best) {
            best = a[i];
            at = i; // error: take it out of the directive's clauses
        }
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++) {
        int here;
        if (a[i] < best) {
            best = a[i];
            here = i; // error: declare it in front of the loop
        }
    }
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++)
        if (a[i] < best) {
            best = a[i];
            p = &a[i]; // error: what iterations point at is not handed out
        }
#pragma hydra parallel for reduction(max : worst)
    for (int i = 0; i < n; i++) {
        if (a[i] > worst) {
            worst = a[i];
            at = i; // warning: after the loop it has the value from the last iteration
        }
        if (b[i] > worst) {
            worst = b[i];
            from = i; // warning: after the loop it has the value from the last iteration
        }
    }
#pragma hydra parallel for reduction(min : seen)
    for (int i = 0; i < n; i++) {
        if (at < i)
            seen = i; // error: the reduction variable 'seen' may only be accumulated
    }
    out[0] = best + worst + at + from + seen + *p;
}
