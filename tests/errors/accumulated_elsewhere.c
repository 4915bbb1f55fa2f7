// Sums that no clause can name where they stand: members of structs, and what a called function adds to.
static double a[100];
static struct stats {
    double sum;
    int n;
} s;
static void add(double *to, double x) { *to += x; }
static double count(double *to, double x) { return *to += x; }

void f(int n) {
    double sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        s.sum += a[i]; // error: clauses name whole variables, not members: accumulate 's.sum' in a variable of its own ('reduction(op:sum)'), and store that in 's.sum' after the loop
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        add(&sum, a[i]); // error: where a called function does nothing but accumulate in it, add 'reduction(op:sum)'
#pragma hydra parallel for reduction(+ : s.sum) // error: a clause names whole variables, not a struct's members
    for (int i = 0; i < n; i++)
        s.sum += a[i]; // error: 's' is shared by all iterations
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        count(&sum, a[i]); // error: the reduction variable 'sum' may only be accumulated in the loop
    s.n = sum > 0;
}
