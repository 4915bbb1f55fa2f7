// A function that was handed a variable's address may have kept it, or handed it back.
static int *kept;
static double out[60];
static void init(int *p) { kept = p; }
static int now(void) { return *kept; } // error: each iteration has a 'k' of its own
static double *pick(double *p) { return p; }
static void set(double *p) { *p = 4; }
void f(void)
{
    int k;
    init(&k);
#pragma hydra parallel for
    for (k = 0; k < 60; k++)
        out[k] = now() * 2;
}
void g(void)
{
    double y = 3, *py = pick(&y), z;
#pragma hydra parallel for private(y)
    for (int i = 0; i < 60; i++) {
        y = i;
        out[i] = *py + y; // error: each iteration has a 'y' of its own
    }
    set(&z);
#pragma hydra parallel for private(z)
    for (int i = 0; i < 60; i++) {
        z = i;
        out[i] = *py + z;
    }
}
