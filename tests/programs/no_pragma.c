// args: 6
#include <stdio.h>
#include <stdlib.h>
/* a program without any directive is still a program */
static int queens(int n, int row, unsigned cols, unsigned d1, unsigned d2)
{
    int found = 0;
    if (row == n)
        return 1;
    for (int c = 0; c < n; c++) {
        unsigned a = 1u << c, b = 1u << (row + c), d = 1u << (row - c + n);
        if (!(cols & a) && !(d1 & b) && !(d2 & d))
            found += queens(n, row + 1, cols | a, d1 | b, d2 | d);
    }
    return found;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    int *table = malloc((n + 1) * sizeof *table);
    for (int k = 1; k <= n; k++)
        table[k] = queens(k, 0, 0, 0, 0);
    for (int k = 1; k <= n; k++)
        printf("%d queens: %d\n", k, table[k]);
    free(table);
    return 0;
}
