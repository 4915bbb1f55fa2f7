// args: 27 3
// distributed: 19 24 33
// offloaded: 19 24 33
#include <stdio.h>
#include <stdlib.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
/* a band matrix: row i has its elements from i-w to i+w */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), w = atoi(argv[argc - 1]);
    double m[n][n], x[n], y[n];
    for (int i = 0; i < n; i++) {
        x[i] = 1 + i % 3;
        for (int j = 0; j < n; j++)
            m[i][j] = 0;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = MAX(0, i - w); j <= MIN(n - 1, i + w); j++)
            m[i][j] = 1.0 / (1 + abs(i - j));
    for (int k = 0; k < 5; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double s = 0;
            int from = i - w < 0 ? 0 : i - w;
            int to = i + w >= n ? n - 1 : i + w;
            for (int j = from; j <= to; j++)
                s += m[i][j] * x[j];
            y[i] = s;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] = y[i] / 4;
    }
    for (int i = 0; i < n; i++)
        printf("%.15g %g\n", x[i], m[i][MIN(i + 1, n - 1)]);
    return 0;
}
