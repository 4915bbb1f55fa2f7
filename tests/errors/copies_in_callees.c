// A called function names the variable itself, not the copy of it that the iterations accumulate into.
static double a[100], bins[4], rows[3][2];

static void tally(int k, double x) {
    bins[k % 4] += x; // error: 'tally' is called in a parallel loop and uses 'bins', of which each iteration has its own; hand it over as an argument
}
static void deeper(int k) {
    rows[k % 3][1] += 1; // error: 'deeper' is called in a parallel loop and uses 'rows', of which each iteration has its own
}
static void deep(int k) {
    if (k > 3)
        deeper(k);
}
static double weight(int k) {
    return bins[k % 4];
}

void f(int n) {
#pragma hydra parallel for reduction(+ : bins)
    for (int i = 0; i < n; i++)
        tally(i, a[i]);
#pragma hydra parallel for reduction(+ : rows)
    for (int i = 0; i < n; i++) {
        rows[0][0] += a[i];
        deep(i);
    }
#pragma hydra parallel for reduction(+ : rows)
    for (int i = 0; i < n; i++)
        rows[i % 3][i % 2] += weight(i);
}
