// deals: block, cyclic
/* Covariance matrix of the columns of a data set, after the PolyBench kernel "covariance".
   Arrays come from malloc as pointers to rows; sizes from the command line. */
// args: 29 37
// distributed: 19 24 32 37
// offloaded: 19 24 32 37
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 29;
    const int n = argc > 2 ? atoi(argv[2]) : 37;
    double (*data)[m] = malloc(sizeof(double[n][m]));
    double (*cov)[m] = malloc(sizeof(double[m][m]));
    double *mean = malloc(m * sizeof *mean);

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = ((double)i * j) / m;

    #pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        double s = 0.0;
        for (int i = 0; i < n; i++)
            s += data[i][j];
        mean[j] = s / n;
    }

    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] -= mean[j];

    #pragma hydra parallel for
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++)
                s += data[k][i] * data[k][j];
            s /= n - 1.0;
            cov[i][j] = s;
            cov[j][i] = s;
        }

    double trace = 0.0;
    for (int i = 0; i < m; i++) {
        trace += cov[i][i];
        for (int j = 0; j < m; j++)
            printf("%0.6f%c", cov[i][j], j + 1 < m ? ' ' : '\n');
    }
    printf("trace %.10e\n", trace);
    free(data);
    free(cov);
    free(mean);
    return 0;
}
