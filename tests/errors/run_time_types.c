// Types whose size is known at run time only, where loops would need them.
double out[40];
void f(int n)
{
    typedef double row[n];
    struct line {
        int used;
        double at[n]; // error: not in this version: field 'at', whose length is known at run time only
    };
    n += 2;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        double plain[n];
        plain[n - 1] = i;
        out[i] = plain[n - 1];
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        out[i] += n;
}
