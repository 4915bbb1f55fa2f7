// A condition that is false in some iterations leaves a private variable without a value there.
int out[50];
void f(int n)
{
    int t = 8, u = 4, v = 1, w = 0;
#pragma hydra parallel for private(t)
    for (int i = 0; i < 50; i++) {
        if (i > 3)
            t = i;
        out[i] = t; // error: here 't' is read before it is written
        // warning: an iteration may read the private 't' before it writes it
    }
#pragma hydra parallel for private(u)
    for (int i = 0; i < n; i++) {
        if (i > 0)
            u = i;
        out[i] = u; // error: here 'u' is read before it is written
        // warning: an iteration may read the private 'u' before it writes it
    }
#pragma hydra parallel for private(v)
    for (int i = 0; i < 50; i++) {
        if (i < 20)
            v = 1;
        if (i >= 20)
            v = 2;
        out[i] = v; // warning: an iteration may read the private 'v' before it writes it
    }
#pragma hydra parallel for private(w)
    for (int i = 0; i < 50; i++) {
        if (n > 3)
            w = i;
        for (int k = 0; k < n; k++)
            w = k;
        out[i] = w; // warning: an iteration may read the private 'w' before it writes it
    }
}
