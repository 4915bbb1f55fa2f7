// How often the subscripts of a minimum's target are evaluated depends on the minimum so far.
double a[40], h[5];
int used[40];
int bin(int i) { used[i]++; return i % 5; }
int place(int i) { return i % 5; }
void f(void)
{
#pragma hydra parallel for reduction(min:h)
    for (int i = 0; i < 40; i++)
        if (a[i] < h[bin(i)])
            h[bin(i)] = a[i]; // error: this is evaluated only where a value replaces that of 'h'
#pragma hydra parallel for reduction(min:h)
    for (int i = 0; i < 40; i++)
        if (a[i] < h[place(i)])
            h[place(i)] = a[i];
}
