// Functions that look like a maximum, or like a tally, and are none.
static int hist[16];
static double x[40];
static int key[40];
static double larger(double a, double b) { return a > b ? a : b; }
static double either(double a, double b) { return a > b ? a : a + b; }
static double counted(double a, double b)
{
    hist[0]++;
    return a > b ? a : b;
}
static float narrow(float a, float b) { return a > b ? a : b; }
static void doubled(int *h, int b) { h[b] = h[b] * 2 + 1; }
static void limited(int *h, int b)
{
    if (h[b] < 9)
        h[b]++;
}
static int told(int *h, int b) { return ++h[b]; }
static int *kept;
static void keeps(int *h, int b)
{
    kept = h;
    h[b]++;
}
void f(void)
{
    double m = 0, d = 0;
    int h[16] = {0};
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = either(m, x[i]); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = counted(m, x[i]); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = narrow(m, x[i]); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(min : m)
    for (int i = 0; i < 40; i++)
        m = larger(m, x[i]); // error: but is accumulated with 'max' here
#pragma hydra parallel for reduction(max : m) private(d)
    for (int i = 0; i < 40; i++)
        if ((d = x[i]) > m) // error: may only be accumulated in the loop
            m = d + 1;
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        doubled(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        limited(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        key[i] = told(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        keeps(h, key[i] % 16); // error: may only be accumulated in the loop
}
