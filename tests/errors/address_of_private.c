// A function that a loop calls hands on the address of a variable of which each iteration has its own.
static long s;
int o[500];
static int put(long *p, int by)
{
    *p += by;
    return by % 3 == 0;
}
static int lazy(int by) { return put(&s, by); } // error: 'lazy' is called in a parallel loop and uses 's', of which each iteration has its own

int main(void)
{
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < 500; i++)
        o[i] = lazy(i);
    return (int)s;
}
