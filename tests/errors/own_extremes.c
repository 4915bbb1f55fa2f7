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
static double nested(double a, double b) { return a > b ? larger(a, 1) : b; }
static double remembered(double a, double b)
{
    static double last;
    last = a;
    return a > b ? a : b;
}
static double unset(double a, double b) { double r; if (b > r) r = b; return a > b ? a : r; }
static double negated(double a, double b) { return a > -b ? a : -b; }
static int ilarger(int a, int b) { return a > b ? a : b; }
static void through(int *h, int b) { doubled(h, b); }
double elsewhere(double a, double b);
void f(void)
{
    double m = 0, d = 0;
    float n = 0;
    long w = 0;
    int h[16] = {0};
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = either(m, x[i]); // error: and 'either' does not choose between its two arguments by comparing them
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = counted(m, x[i]); // error: and 'counted' does more than to choose one of its two arguments; write the comparison
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = narrow(m, x[i]); // error: and 'narrow' takes 'float', and 'm' and the values
#pragma hydra parallel for reduction(min : m)
    for (int i = 0; i < 40; i++)
        m = larger(m, x[i]); // error: but is accumulated with 'max' here
#pragma hydra parallel for reduction(max : m) private(d)
    for (int i = 0; i < 40; i++)
        if ((d = x[i]) > m) // error: may only be accumulated in the loop
            m = d + 1;
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        doubled(h, key[i] % 16); // error: and 'doubled' does more with it, by the name 'h', than to accumulate
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        limited(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        key[i] = told(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        keeps(h, key[i] % 16); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < 40; i++)
        through(&h[1], key[i] % 15); // error: and 'through' does more with it, by the name 'h', than to accumulate
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = nested(m, x[i]); // error: and 'nested' does not choose between its two arguments
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = remembered(m, x[i]); // error: and 'remembered' keeps a variable from call to call
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = unset(m, x[i]); // error: and 'unset' does more than to choose
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = negated(m, x[i]); // error: and 'negated' does not choose between its two arguments
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = elsewhere(m, x[i]); // error: and what 'elsewhere' does with it is not known: no file of the program defines it
#pragma hydra parallel for reduction(max : w)
    for (int i = 0; i < 40; i++)
        w = ilarger(w, key[i]); // error: and 'ilarger' takes 'int', and 'w' and the values
#pragma hydra parallel for reduction(max : m)
    for (int i = 0; i < 40; i++)
        m = larger(larger(m, x[i]) + 1, x[i]); // error: may only be accumulated in the loop
#pragma hydra parallel for reduction(max : n)
    for (int i = 0; i < 40; i++)
        n = larger(larger(n, x[i]), x[i] / 3); // error: may only be accumulated in the loop
}
