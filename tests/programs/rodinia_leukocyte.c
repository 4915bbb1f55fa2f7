// deals: block, cyclic
// distributed: 47 57 64 86 100 106 119
// offloaded: 47 57 64 86 100 106 119
/* Detection of white blood cells in microscopy, after Rodinia's "leukocyte": the gradient inverse coefficient of
   variation over sampled circles of several radii, dilation with a disk, then a few steps of a motion gradient vector
   flow with a regularised Heaviside function. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define M 44
#define N 56
#define NPOINTS 24
#define NCIRCLES 4
#define MIN_RAD 3
#define MAXR (MIN_RAD + NCIRCLES)
#define STREL 5
#define ONE_OVER_PI (1.0 / 3.14159265358979)

static double img[M][N], grad_x[M][N], grad_y[M][N], gicov[M][N], dilated[M][N], imgvf[M][N], next[M][N];

static double heaviside(double x)
{
    return atan(x * 10.0) * ONE_OVER_PI + 0.5;
}

int main(void)
{
    double sin_angle[NPOINTS], cos_angle[NPOINTS];
    int tX[NCIRCLES][NPOINTS], tY[NCIRCLES][NPOINTS], strel[STREL][STREL];

    for (int n = 0; n < NPOINTS; n++) {
        double theta = 2 * 3.14159265358979 * n / NPOINTS;
        sin_angle[n] = sin(theta);
        cos_angle[n] = cos(theta);
    }
    for (int k = 0; k < NCIRCLES; k++)
        for (int n = 0; n < NPOINTS; n++) {
            tX[k][n] = (int)lround((MIN_RAD + k) * cos_angle[n]);
            tY[k][n] = (int)lround((MIN_RAD + k) * sin_angle[n]);
        }
    for (int i = 0; i < STREL; i++)
        for (int j = 0; j < STREL; j++)
            strel[i][j] = (i - STREL / 2) * (i - STREL / 2) + (j - STREL / 2) * (j - STREL / 2) <= 5;

    #pragma hydra parallel for
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double v = (i * 7 + j * 13) % 5;
            for (int cell = 0; cell < 3; cell++) {
                double d = hypot(i - (12 + 10 * cell), j - (14 + 13 * cell));
                v += fabs(d - 4.5) < 1.2 ? 40 : d < 4 ? 15 : 0;
            }
            img[i][j] = v;
        }
    #pragma hydra parallel for
    for (int i = 1; i < M - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            grad_x[i][j] = (img[i][j + 1] - img[i][j - 1]) / 2;
            grad_y[i][j] = (img[i + 1][j] - img[i - 1][j]) / 2;
        }

    #pragma hydra parallel for
    for (int i = MAXR; i < M - MAXR; i++) {
        for (int j = MAXR; j < N - MAXR; j++) {
            double max_GICOV = 0;
            for (int k = 0; k < NCIRCLES; k++) {
                double Grad[NPOINTS], sum = 0, var = 0;
                for (int n = 0; n < NPOINTS; n++) {
                    int y = i + tY[k][n], x = j + tX[k][n];
                    Grad[n] = grad_x[y][x] * cos_angle[n] + grad_y[y][x] * sin_angle[n];
                    sum += Grad[n];
                }
                double mean = sum / NPOINTS;
                for (int n = 0; n < NPOINTS; n++)
                    var += (Grad[n] - mean) * (Grad[n] - mean);
                var /= NPOINTS - 1;
                if (mean * mean / (var + 1e-9) > max_GICOV)
                    max_GICOV = mean * mean / (var + 1e-9);
            }
            gicov[i][j] = max_GICOV;
        }
    }

    #pragma hydra parallel for
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double max = 0;
            for (int el_i = 0; el_i < STREL; el_i++)
                for (int el_j = 0; el_j < STREL; el_j++) {
                    int y = i - STREL / 2 + el_i, x = j - STREL / 2 + el_j;
                    if (y >= 0 && x >= 0 && y < M && x < N && strel[el_i][el_j])
                        if (gicov[y][x] > max)
                            max = gicov[y][x];
                }
            dilated[i][j] = max;
        }

    #pragma hydra parallel for
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            imgvf[i][j] = dilated[i][j] / 10;
    for (int t = 0; t < 4; t++) {
        double total_diff = 0.0;
        #pragma hydra parallel for reduction(+ : total_diff)
        for (int i = 0; i < M; i++) {
            int up = i == 0 ? 0 : i - 1, down = i == M - 1 ? M - 1 : i + 1;
            for (int j = 0; j < N; j++) {
                int left = j == 0 ? 0 : j - 1, right = j == N - 1 ? N - 1 : j + 1;
                double c = imgvf[i][j];
                double U = imgvf[up][j] - c, D = imgvf[down][j] - c, L = imgvf[i][left] - c, R = imgvf[i][right] - c;
                double v = c + 0.125 * (U * heaviside(U) + D * heaviside(D) + L * heaviside(L) + R * heaviside(R));
                v = v - 0.02 * dilated[i][j] / 10 * (v - dilated[i][j] / 10);
                next[i][j] = v;
                total_diff += fabs(v - c);
            }
        }
        #pragma hydra parallel for
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                imgvf[i][j] = next[i][j];
        printf("step %d: difference %.6f\n", t, total_diff / (M * N));
    }
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++)
            printf("%.6f ", imgvf[i][j]);
        printf("\n");
    }
    return 0;
}
