// Maxima and tallies that only the other file calls.
double dmax(double a, double b) { return a > b ? a : b; }
double dmin(double a, double b)
{
    double r = a;
    if (b < r)
        r = b;
    return r;
}
long lmax(long a, long b) { return a > b ? a : b; }
static void add(int *h, int bin, int weight) { h[bin] += weight; }
void tally(int *hist, int bin)
{
    add(hist, bin, 1);
    if (bin > 0)
        add(hist, bin - 1, 2);
}
