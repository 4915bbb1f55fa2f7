// Directives that stand where no loop follows.
#pragma hydra parallel for // error: must stand directly before a 'for' statement
double a[10];
void f(int n) {
#pragma hydra parallel for // error: must stand directly before a 'for' statement
    int x = 0;
#pragma omp parallel for // warning: '#pragma omp' is ignored
    for (int i = 0; i < n; i++) { a[i] = x; }
#pragma hydra parallel for // error: must stand directly before a 'for' statement
}
