// What iterations have of their own is gone after the loop.
int a[20];
double f(void)
{
    double t[3] = {1, 2, 3}, w[3] = {1, 2, 3}, u[3];
#pragma hydra parallel for firstprivate(t) // error: 't' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 20; i++) {
        t[0] = t[1] + i;
        a[i] = (int)t[0];
    }
#pragma hydra parallel for firstprivate(w)
    for (int i = 0; i < 20; i++)
        a[i] = (int)w[i % 3];
#pragma hydra parallel for private(u) // error: the private 'u' may be read after the loop
    for (int i = 0; i < 20; i++)
        u[0] = i;
    return t[0] + w[0] + u[0];
}
