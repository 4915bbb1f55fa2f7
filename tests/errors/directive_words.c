// The words of a directive and of its clauses.
double a[10], b[10], s;
int n;
typedef int Number;
enum { RED };
int helper(int x) { return x; }
void f(double* p) {
    int i, t;
    const int fixed = 3;
#pragma hydra paralel for // error: unknown directive 'paralel for'; did you mean 'parallel for'?
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel // error: unknown directive 'parallel'; did you mean 'parallel for'?
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra barrier // error: unknown directive 'barrier'; the only one is 'parallel for'
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for privat(t) // error: unknown clause 'privat'; did you mean 'private'?
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for schedule(static) // error: unknown clause 'schedule'; OpenMP has it: it is not needed: hydracc chooses, and HYDRA_PARTITION
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for lastprivate(t) collapse(2) // error: 'lastprivate'; OpenMP has it: write private(x)
    // error: 'collapse'; OpenMP has it: it is not needed: write the directive before the outermost loop
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for nowait // error: 'nowait'; OpenMP has it: it is not needed: no rank waits
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for device(0) // error: unknown clause 'device'; the clauses are
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private t // error: clause 'private' needs a list in parentheses
    // error: unknown clause 't'
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(t // error: the list of 'private' is not closed
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(tt) // error: 'tt' is not declared here
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(helper) shared(Number) firstprivate(RED) // error: 'helper' is a function
    // error: 'Number' is a type
    // error: 'RED' is an enumeration constant
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(/:s) // error: '/' is no reduction operator
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(s) // error: a reduction names its operator before the variables
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(&:s) // error: the reduction's operator does not fit 's': its type 'double' is not an integer
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(+:p) // error: 'p' is a pointer, which does not tell how many elements are reduced; write p[0:n]
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(&:b) // error: the reduction's operator does not fit 'b': its type 'double' is not an integer
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for reduction(+:b[0:n][1]) // error: 'b' has only 1 dimension
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(t) firstprivate(t) // error: 't' is in two clauses
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for shared(i) // error: the loop variable 'i' cannot be shared
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(fixed) // error: 'fixed' is const
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(t), // error: a clause is missing after ','
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private(t) 7 // error: '7' after the clauses is not understood
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for private() // error: names no variable
    for (i = 0; i < n; i++) { a[i] = 0; }
#pragma hydra parallel for // error: must stand directly before a 'for' statement
    t = 1;
}
