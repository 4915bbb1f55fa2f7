// args: 43
// distributed: 12 14 17
// offloaded: 12 14 17
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    int *a = malloc(sizeof(int) * n);
    int *b = malloc(sizeof(int) * n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) a[i] = i * 3;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) b[n - 1 - i] = a[i] + 1;
    int middle = a[n / 2];
#pragma hydra parallel for
    for (int i = n - 1; i >= 0; i--) a[i] = b[i] - middle;
    for (int i = 0; i < n; i++) printf("%d %d\n", a[i], b[i]);
    free(a);
    free(b);
    return 0;
}
