// distributed: 37 56 69 
// offloaded: 37 56 69 
/* What several arrays are read or written at one index is looked up once: arrays of coordinates beside one another,
 * among them one behind a pointer into another array's middle, rows of a table, and what is updated by owner. */
#include <stdio.h>
#include <stdlib.h>

#define N 3000

static double x[N], y[2 * N], forces[3][N], mass[N];
static float weight[N];
static int next[N], partner[N];

struct points {
    double *z, *charge;
};

static void set_up(struct points *points, double *half)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 17;
        y[i] = i % 5;
        half[i] = i % 13;
        points->z[i] = i % 11;
        points->charge[i] = i % 3 - 1;
        mass[i] = 1 + i % 4;
        weight[i] = 0.5f * (i % 7);
        next[i] = (i * 7 + 3) % N;
        partner[i] = (i * 11 + 5) % N; /* one for each */
    }
}

/* All three may be one array, for all that the compiler knows. */
static void spread(const struct points *to, double *charge, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int j = partner[i];
        for (int e = 0; e < 3; e++) {
            to->z[j] += e;
            to->charge[j] += charge[j] * e;
            j = (j + 1000) % N;
            if (j == partner[i])
                break;
        }
    }
}

int main(void)
{
    struct points points = {malloc(N * sizeof(double)), malloc(N * sizeof(double))};
    double *half = y + N, sum = 0;
    set_up(&points, half);
    for (int round = 0; round < 3; round++) {
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            double s = 0;
            int j = next[i];
            for (int k = 0; k < 6; k++) {
                if (points.z[j] > 2)
                    s += x[j] * half[j] + points.charge[j] * y[j] - weight[j];
                j = next[j];
            }
            forces[0][i] = s;
            forces[1][i] = s - x[i];
            forces[2][i] = s + half[i];
        }
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int j = partner[i];
            points.z[j] += 0.25 * forces[2][j] / mass[j];
            x[j] += 0.25 * forces[0][j] / mass[j];
            half[j] -= 0.25 * forces[1][j] / mass[j];
        }
        next[round * 31] = partner[round]; /* and it is looked up anew */
    }
    for (int i = 0; i < N; i++)
        partner[i] = 999 - i % 1000;
    spread(&points, x, 1000);
    points.z = x;
    spread(&points, y, 800);
    spread(&points, points.charge, 800);
    for (int i = 0; i < N; i++)
        sum += x[i] + 3 * half[i] + 5 * points.z[i];
    printf("%.6f\n", sum);
    return 0;
}
