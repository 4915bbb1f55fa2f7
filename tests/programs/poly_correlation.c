// deals: block, cyclic
// distributed: 30 38 48 55
// offloaded: 30 38 48 55
/* Correlation matrix of M variables over N observations, after the PolyBench kernel "correlation":
   column means, standard deviations, normalisation of the data, and the symmetric matrix of inner products. */
#include <math.h>
#include <stdio.h>

#define M 34
#define N 41

typedef double real;

static real data[N][M];
static real corr[M][M];
static real mean[M], stddev[M];

static void init(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i][j] = (real)(i * j) / M + (i * 7 + j * 3) % 11;
}

static void kernel_correlation(real float_n, real eps)
{
    int i, j, k;

    #pragma hydra parallel for private(i)
    for (j = 0; j < M; j++) {
        mean[j] = 0.0;
        for (i = 0; i < N; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }

    #pragma hydra parallel for private(i)
    for (j = 0; j < M; j++) {
        stddev[j] = 0.0;
        for (i = 0; i < N; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] = sqrt(stddev[j] / float_n);
        /* a column that hardly varies would divide by (nearly) zero below */
        stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
    }

    #pragma hydra parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt(float_n) * stddev[j];
        }

    #pragma hydra parallel for private(j, k)
    for (i = 0; i < M - 1; i++) {
        corr[i][i] = 1.0;
        for (j = i + 1; j < M; j++) {
            corr[i][j] = 0.0;
            for (k = 0; k < N; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[M - 1][M - 1] = 1.0;
}

int main(void)
{
    init();
    kernel_correlation(N, 0.1);
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++)
            printf("%.8f ", corr[i][j]);
        printf("\n");
    }
    return 0;
}
