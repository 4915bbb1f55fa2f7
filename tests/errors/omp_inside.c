// Locks of OpenMP in a hydra loop: there are none between ranks.
double a[100], sum;
void f(int n) {
#pragma omp critical // warning: '#pragma omp' is ignored
    { sum = 0; }
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++) {
#pragma omp atomic // error: '#pragma omp atomic' in a parallel loop: there are no locks between ranks
        sum += a[i];
#pragma omp critical(name) // error: '#pragma omp critical' in a parallel loop
        { sum += 1; }
#pragma omp simd // warning: '#pragma omp' is ignored
        for (int j = 0; j < 3; j++)
            a[i] = j;
    }
    double x;
#pragma omp parallel for private(x) reduction(+ : sum) schedule(static, 4) // warning: write '#pragma hydra parallel for private(x) reduction(+ : sum)' before this loop
    for (int i = 0; i < n; i++) {
        x = a[i];
        sum += x;
    }
#pragma hydra parallel for reduction(%:sum) // error: '%' is no reduction operator
    for (int i = 0; i < n; i++)
        a[i] = i;
}
