// The directive's first word is hydra, in these letters.
double a[40];
void f(void)
{
#pragma Hydra parallel for // warning: '#pragma Hydra' is ignored; the directive begins with '#pragma hydra'
    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma hydracc parallel for // warning: '#pragma hydracc' is ignored
    for (int i = 0; i < 40; i++)
        a[i] += i;
#pragma GCC ivdep
    for (int i = 0; i < 40; i++)
        a[i] += i;
#pragma hydra parallel for reduction(%:a) // error: '%' is no reduction operator
    for (int i = 0; i < 40; i++)
        a[i] += i;
}
