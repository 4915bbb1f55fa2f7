// options: -fopenmp
/* Directives that are none, or none of those that are taken. */
static double a[100];

int main(void) {
#pragma omp paralel for // note: 'paralel' is no directive that hydracc knows, and is left out
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp metadirective default(parallel for) // note: not in this version: 'metadirective'
    for (int i = 0; i < 100; i++)
        a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[i] += i;
    return a[9] > 50;
}
