/* A row of stars for each of n heights.
 *
 *     04-prints [n]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    int *height = malloc(n * sizeof(int));

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        height[i] = i * 5 % 7 + 1;

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        printf("%d: %.*s\n", i, height[i], "*******");

    free(height);
    return 0;
}
