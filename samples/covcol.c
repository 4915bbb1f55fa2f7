// distributed: 33 40 44 54
// offloaded: 33 40 44 54
/* Covariances of the columns of a table: each row is an observation, each column a quantity.
 *
 * Means by columns, deviations by rows, and then the products of all pairs of columns: three loops that go through the
 * table in different directions.
 *
 *     covcol [rows [columns]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 120;
    int columns = argc > 2 ? atoi(argv[2]) : 70;
    if (rows < 2 || columns < 1) {
        printf("usage: covcol [rows >= 2 [columns >= 1]]\n");
        return 1;
    }
    double (*table)[columns] = malloc(sizeof(double[rows][columns]));
    double (*cov)[columns] = malloc(sizeof(double[columns][columns]));
    double *mean = malloc(sizeof(double) * columns);
    if (table == NULL || cov == NULL || mean == NULL) {
        printf("out of memory\n");
        return 1;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i][j] = (double)(i * j % 31) / columns + (double)(i % 3);

#pragma hydra parallel for
    for (int j = 0; j < columns; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < rows; i++)
            mean[j] += table[i][j];
        mean[j] /= rows;
    }
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i][j] -= mean[j];
#pragma hydra parallel for
    for (int j = 0; j < columns; j++)
        for (int k = 0; k <= j; k++) {
            double sum = 0.0;
            for (int i = 0; i < rows; i++)
                sum += table[i][j] * table[i][k];
            cov[j][k] = sum / (rows - 1);
        }

    double trace = 0.0, below = 0.0;
#pragma hydra parallel for reduction(+:trace, below)
    for (int j = 0; j < columns; j++) {
        trace += cov[j][j];
        for (int k = 0; k < j; k++)
            below += cov[j][k];
    }
    printf("covcol, %d rows of %d\n", rows, columns);
    printf("sum of variances %.10g, of covariances %.10g\n", trace, below);
    printf("first mean %.10g, last %.10g\n", mean[0], mean[columns - 1]);
    free(table);
    free(cov);
    free(mean);
    return 0;
}
