// The type of a local array, and the array as a whole, in one loop.
int b[40];
void f(void)
{
    double m[4] = {1, 2, 3, 4};
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) { // error: this loop's body has typeof in it: write the types
        typeof(m) t;
        t[0] = m[i % 4];
        b[i] = t[0] + sizeof m;
    }
}
