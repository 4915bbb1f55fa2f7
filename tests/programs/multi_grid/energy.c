/* knows nothing of the grid's shape */
static double square(double x) { return x * x; }
double energy(const double *v, int n)
{
    double e = 0;
#pragma hydra parallel for reduction(+:e)
    for (int k = 0; k < n; k++)
        e += square(v[k]);
    return e;
}
