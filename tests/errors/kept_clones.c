// A function that uses arrays has a copy for parallel loops: its address and its static variables are not the same there.
int a[20], b[20];
typedef int (*op)(int);
op ops[20];
struct choice {
    op what;
    int at;
} choices[20];
static int f(int k)
{
    return a[k] + 1;
}
static int g(int k)
{
    static int count = 0; // error: a parallel loop calls 'g', of which it needs a copy
    return a[k] * count++;
}
static int apply(op h, int k)
{
    return (*h)(k);
}
static void keep(op *place, op h)
{
    *place = h;
}
void fill(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[i] = i;
}
int sum(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 20; i++) {
        op h = i % 2 ? f : 0;
        op kept = f; // error: the address of 'f' is another one in the loop
        struct choice one = {f, i}; // error: the address of 'f' is another one in the loop
        ops[i] = i % 3 ? f : 0; // error: the address of 'f' is another one in the loop
        b[i] = apply(f, i) + (i % 2 ? h(i) : g(i)) + (ops[i] == f); // error: the address of 'f' is another one in the loop
        keep(&ops[i], f); // error: the address of 'f' is another one in the loop
        choices[i] = one;
        ops[i] = kept;
    }
    return f(3) + g(4) + ops[2](5);
}
