// args: 38
// distributed: 13 26 29 39 42 47
// offloaded: 13 26 39 42 47
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
/* reduction variables that are globals, statics, parameters; with values from before; used at once afterwards */
long global_sum = 7;
static int count(int n, const int *v, int start)
{
    static int calls = 100;
#pragma hydra parallel for reduction(+:start, calls)
    for (int i = 0; i < n; i++)
        if (v[i] % 2) {
            start++;
            calls += 2;
        }
    return start * 1000 + calls;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]), v[n], w[n];
    long double wide = 1;
    double norm = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        v[i] = (i * i) % 19;
#pragma hydra parallel for reduction(+:global_sum) reduction(*:wide)
    for (int i = 0; i < n; i++) {
        global_sum += v[i];
        wide = wide * (v[i] == 5 ? 2 : 1);
    }
    printf("%ld %.1Lf\n", global_sum, wide);
    printf("%d\n", count(n, v, 5));
    printf("%d\n", count(n - 1, v + 1, -5));
    for (int t = 0; t < 4; t++) {
        long before = global_sum;
#pragma hydra parallel for reduction(-:global_sum)
        for (int i = 0; i < n; i += 2)
            global_sum -= v[i] + t;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            w[i] = v[i] + (int)(global_sum % 10);
        printf("%ld %ld %d\n", before, global_sum, w[n - 1]);
    }
#pragma hydra parallel for reduction(+:norm)
    for (int i = 0; i < n; i++)
        norm += (double)w[i] * w[i];
    printf("%.10g\n", sqrt(norm));
    return 0;
}
