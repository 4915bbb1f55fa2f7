// args: 30
// distributed: 14 17 21 24
// offloaded: 14 17 21 24
#include <stdio.h>
#include <stdlib.h>
/* The old trick for arrays that begin at one: the pointer itself lies before its allocation (not quite proper C, but
   many programs do it); and a pointer just past the end. */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    float *front = malloc(n * sizeof(float)), *base = malloc(n * sizeof(float));
    float *one = base - 1, *end = base + n;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        front[i] = -i;
#pragma hydra parallel for
    for (int i = 1; i <= n; i++)
        one[i] = i * 0.5f;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 1; i <= n; i++)
            front[n - i] += one[i];
#pragma hydra parallel for
        for (int i = 1; i <= n; i++)
            end[-i] += front[i - 1];
    }
    for (int i = 0; i < n; i++)
        printf("%g %g\n", front[i], one[i + 1]);
    free(front);
    free(base);
    return 0;
}
