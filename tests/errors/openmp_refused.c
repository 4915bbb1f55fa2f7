// options: -fopenmp
/* What the native compiler refuses in a directive is refused. */
static double a[100];

int main(void) {
#pragma omp parallel for shedule(static) // error: expected '#pragma omp' clause before 'shedule'
    for (int i = 0; i < 100; i++)
        a[i] = i;
    double s = 0;
#pragma omp parallel for reduction(+ : t) // error: 't' undeclared
    for (int i = 0; i < 100; i++)
        s += a[i];
    return s > 5;
}
