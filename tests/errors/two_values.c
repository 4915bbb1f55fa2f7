// Iterations store one of two values in one element.
int a[40], flag[2];
void f(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        if (a[i] > 3)
            flag[0] = 1;
        else
            flag[0] = 2; // error: is not parallel
}
