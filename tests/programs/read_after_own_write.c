// distributed: 24 30 37 44 52 59
// offloaded: 24 30 37 44 52 59
/* Elements that an iteration writes and reads again: before and after, under conditions, in loops whose header writes,
   through other names, a column further on. */
#include <stdio.h>
#include <stdlib.h>

#define N 97
#define M 13

static double work[N][M], out[N], tmp[N], old[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        out[i] = i % 7;
        tmp[i] = old[i] = (i * 5) % 11;
        for (int j = 0; j < M; j++)
            work[i][j] = (i + j) % 9;
    }
    for (int step = 0; step < 4; step++) {
        /* tmp is rewritten before it is read; its old values are needed by nobody */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            tmp[i] = out[i] * 2 + step;
            out[i] = tmp[i] + 1;
        }
        /* the old value is needed: the read stands before the write */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            double was = tmp[i];
            tmp[i] = was * 0.5;
            out[i] += tmp[i];
        }
        /* written for some i only, read for all */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (i % 3 == step % 3)
                tmp[i] = -i;
            out[i] += tmp[i];
        }
        /* the header's write comes after the body's read */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < M; work[i][j] = sum + j, j++)
                sum += work[i][j];
            out[i] += sum;
        }
        /* its own row, a column behind: written in the same iteration of i, by an earlier one of j */
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 1; j < M; j++) {
                work[i][j] = out[i] - j;
                work[i][j] += work[i][j - 1] * 0.25;
            }
        /* dealt out the other way round, so that other ranks have the elements */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            tmp[N - 1 - i] = out[N - 1 - i] + old[i];
            double *mine = &tmp[N - 1 - i];
            *mine += 1;
            old[i] = tmp[N - 1 - i] / 3;
        }
    }
    double a = 0, b = 0, c = 0, d = 0;
    for (int i = 0; i < N; i++) {
        a += out[i];
        b += tmp[i];
        c += old[i];
        for (int j = 0; j < M; j++)
            d += work[i][j];
    }
    printf("%.6f %.6f %.6f %.6f\n", a, b, c, d);
    return 0;
}
