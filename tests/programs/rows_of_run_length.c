// distributed: 18 29 44
/* Rows in one index whose length only the run knows: padded ones, sums as lengths, and blocks. With one
 * rank each launch looks whether subscripts stay inside of their rows. */
#include <stdio.h>
#include <stdlib.h>

static double checksum(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.75 + x[i] * (i % 17);
    return sum;
}

static void padded(double *a, int n, int m, int pitch)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * pitch + j] = a[i * pitch + j] * 0.5 + i - j;
}

/* Cells with a border, in two colours that take turns, some of them left out. */
static double relax(double *p, const char *hole, int nx, int ny, int colour)
{
    double change = 0, old;
    int i, j, k;
#pragma hydra parallel for private(i, k, old) reduction(max: change)
    for (j = 1; j <= ny; j++)
        for (i = 1 + ((j + colour) & 1); i <= nx; i += 2) {
            k = i + (nx + 2) * j;
            if (hole[k])
                continue;
            old = p[k];
            p[k] = (p[k - 1] + p[k + 1] + p[k - (nx + 2)] + p[k + (nx + 2)]) / 4;
            change = p[k] - old > change ? p[k] - old : change;
        }
    return change;
}

static void column_of_blocks(double *a, int n, int width, size_t lda, int k)
{
#pragma hydra parallel for
    for (int i = k + width; i < n; i++)
        for (int j = k; j < k + width; j++)
            for (int l = k; l < j; l++)
                a[i + j * lda] -= a[i + l * lda] * a[j + l * lda] * 0.001;
}

int main(int argc, char **argv)
{
    const int nx = argc > 1 ? atoi(argv[1]) : 60, ny = nx / 2 + 7, size = (nx + 2) * (ny + 2);
    double *p = malloc(size * sizeof *p), *a = malloc(100 * 104 * sizeof *a), most = 0;
    char *hole = calloc(size, 1);
    for (int k = 0; k < size; k++)
        p[k] = k * 7 % 31, hole[k] = k % 11 == 3;
    for (int k = 0; k < 100 * 104; k++)
        a[k] = k * 5 % 23;
    for (int sweep = 0; sweep < 8; sweep++) {
        double change = relax(p, hole, nx, ny, sweep % 2);
        most = change > most ? change : most;
    }
    printf("%.9f %.9f\n", checksum(p, size), most);
    padded(a, 90, 100, 104), padded(a, 100, 7, 104);
    for (int k = 0; k < 40; k += 8)
        column_of_blocks(a, 100, 8, 104, k);
    printf("%.9f\n", checksum(a, 100 * 104));
    free(p), free(a), free(hole);
    return 0;
}
