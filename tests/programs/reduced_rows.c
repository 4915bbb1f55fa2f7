// args: 4500
// distributed: 16 26 40
// offloaded: 16 26 40
// Reductions over rows, of which there are more than blocks: each iteration takes long, so blocks have few of them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { columns = 9 };

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 4500;
    double (*a)[columns] = malloc(sizeof(double[rows][columns]));
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = (i * 7 + j * 13) % 97 - 48;
    for (int count = 1; count <= rows; count = count * 4 + (count % 3 == 0 ? 1 : -1)) {
        double sum = 0, largest = -1e9, product = 1, latest = 0;
        int all = 1, where = -1;
        unsigned bits = 0;
        long histogram[5] = {0};
#pragma hydra parallel for reduction(+ : sum, histogram[:5]) reduction(max : largest) reduction(* : product) \
    reduction(&& : all) reduction(| : bits) private(latest)
        for (int i = 0; i < count; i++) {
            double own = 0;
            for (int j = 0; j < columns; j++) {
                own += a[i][j];
                largest = a[i][j] > largest ? a[i][j] : largest;
            }
            sum += own;
            product *= own > 0 ? -1 : 1;
            all = all && own > -400;
            bits |= 1u << (i % 31);
            histogram[i % 5] += (long)fabs(own);
            latest = own;
        }
#pragma hydra parallel for reduction(max : where)
        for (int i = count - 1; i >= 0; i--)
            for (int j = 0; j < columns; j++)
                if (a[i][j] == largest)
                    where = i > where ? i : where;
        latest = a[count - 1][columns - 1];
        printf("%d: %.17g %g %g %g %d %x %d", count, sum, largest, product, latest, all, bits, where);
        for (int b = 0; b < 5; b++)
            printf(" %ld", histogram[b]);
        printf("\n");
    }
    return 0;
}
