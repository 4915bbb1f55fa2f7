// The type of a local array, and the array as a whole, in one loop.
int b[40];
void f(void)
{
    double m[4] = {1, 2, 3, 4};
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) { // error: or has typeof in it, and uses a local array or struct as a whole
        typeof(m) t;
        t[0] = m[i % 4];
        b[i] = t[0] + sizeof m;
    }
}
