// A clause may name the loop's own variable: it has a value from the loop's head.
double a[40];
void f(int n)
{
    int i, j, t;
#pragma hydra parallel for private(i, j)
    for (i = 0; i < n; i++)
        for (j = 0; j < 1; j++)
            a[i] = i + j;
#pragma hydra parallel for private(t)
    for (i = 0; i < n; i++) {
        if (a[i] > 0)
            t = i;
        a[i] = t; // warning: an iteration may read the private 't' before it writes it
    }
}
