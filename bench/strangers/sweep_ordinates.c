// bench: 350 8 17
// quick: 24 4 2
/* Discrete ordinates in a plane: for each quadrant, cells are swept front by front, all angles in a cell; faces
   between cells carry the angular flux. Source iteration with isotropic scattering. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, m = argc > 2 ? atoi(argv[2]) : 6, rounds = argc > 3 ? atoi(argv[3]) : 5;
    double *mu = malloc(m * sizeof *mu), *eta = malloc(m * sizeof *eta), weight = 0.25 / m, sum = 0;
    double *fx = malloc(sizeof(double) * n * m), *fy = malloc(sizeof(double) * n * m);
    double *phi = calloc(n * n, sizeof(double)), *source = malloc(sizeof(double) * n * n);
    double *sigma = malloc(sizeof(double) * n * n);
    for (int a = 0; a < m; a++) {
        mu[a] = cos(M_PI / 2 * (a + 0.5) / m);
        eta[a] = sin(M_PI / 2 * (a + 0.5) / m);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sigma[i * n + j] = i > n / 3 && i < n / 2 && j > n / 3 ? 2.0 : 0.3;
    for (int t = 0; t < rounds; t++) {
        #pragma hydra parallel for
        for (int c = 0; c < n * n; c++) {
            source[c] = (c / n < n / 4 && c % n < n / 4 ? 1.0 : 0.0) + 0.6 * sigma[c] * phi[c];
            phi[c] = 0;
        }
        for (int quadrant = 0; quadrant < 4; quadrant++) {
            for (int k = 0; k < n * m; k++)
                fx[k] = fy[k] = 0;
            for (int front = 0; front <= 2 * (n - 1); front++) {
                int lo = front < n ? 0 : front - n + 1, hi = front < n ? front : n - 1;
                #pragma hydra parallel for
                for (int s = lo; s <= hi; s++) {
                    int i = quadrant & 1 ? n - 1 - s : s, j = quadrant & 2 ? n - 1 - front + s : front - s;
                    int c = i * n + j;
                    for (int a = 0; a < m; a++) {
                        double x = fx[j * m + a], y = fy[i * m + a];
                        double psi = (source[c] + 2 * mu[a] * x + 2 * eta[a] * y) / (sigma[c] + 2 * mu[a] + 2 * eta[a]);
                        fx[j * m + a] = fmax(2 * psi - x, 0);
                        fy[i * m + a] = fmax(2 * psi - y, 0);
                        phi[c] += weight * psi;
                    }
                }
            }
        }
    }
    #pragma hydra parallel for reduction(+:sum)
    for (int c = 0; c < n * n; c++)
        sum += phi[c];
    printf("%.6g %.6g %.6g\n", sum, phi[0], phi[n / 4 * n + n / 4]);
    return 0;
}
