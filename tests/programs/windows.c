// args: 80
// distributed: 13 18 25
// offloaded: 13 18 25
#include <stdio.h>
#include <stdlib.h>
/* a window that slides over an array: other bounds, another pointer and another owner at each step */
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    long *data = malloc(n * sizeof *data), best = -1;
    int width = 9, where = -1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        data[i] = (i * 31L) % 47;
    for (int at = 0; at + width <= n; at += 4) {
        long *w = data + at, s = 0;
#pragma hydra parallel for reduction(+:s)
        for (int i = 0; i < width; i++)
            s += w[i] * (i + 1);
        if (s > best) {
            best = s;
            where = at;
        }
#pragma hydra parallel for
        for (int i = at; i < at + width / 2; i++)
            data[i] = s % 101 + i;
        width = 5 + (int)(s % 9);
    }
    printf("%ld at %d\n", best, where);
    for (int i = 0; i < n; i++)
        printf("%ld ", data[i]);
    printf("\n");
    free(data);
    return 0;
}
