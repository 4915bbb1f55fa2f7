static int data[32];
static int twist(int x) { return x + 100; }
void left_run(int n)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        data[i] = twist(i);
}
int left_sum(void)
{
    int i, s = 0;
#pragma hydra parallel for reduction(+:s)
    for (i = 0; i < 32; i++)
        s += data[i];
    return s;
}
