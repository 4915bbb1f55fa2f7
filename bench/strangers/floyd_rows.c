// bench: 720
// quick: 60
/* All shortest ways, with the first stop of each, in matrices whose rows are allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    double **d = malloc(n * sizeof *d), far = 0, sum = 0;
    int **via = malloc(n * sizeof *via);
    for (int i = 0; i < n; i++) {
        d[i] = malloc(n * sizeof *d[i]);
        via[i] = malloc(n * sizeof *via[i]);
        for (int j = 0; j < n; j++) {
            int road = i == j || (i * 31 + j * 17) % 23 == 0 || j == (i + 1) % n;
            d[i][j] = i == j ? 0 : road ? 1 + (i * 13 + j * 7) % 40 * 0.25 : 1e9;
            via[i][j] = j;
        }
    }
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            double *row = d[i], to = row[k];
            for (int j = 0; j < n; j++)
                if (to + d[k][j] < row[j]) {
                    row[j] = to + d[k][j];
                    via[i][j] = via[i][k];
                }
        }
    }
    #pragma hydra parallel for reduction(max:far) reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += d[i][j];
            if (d[i][j] > far)
                far = d[i][j];
        }
    int stops = 0;
    for (int at = 0; at != n / 2; at = via[at][n / 2])
        stops++;
    printf("farthest %g, mean %.6g, %d stops\n", far, sum / n / n, stops);
    return 0;
}
