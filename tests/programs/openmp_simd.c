// gcc: -fopenmp
// distributed: 39 43 56 63
// `simd` wherever it stands: on a loop that is shared out, inside of one, in functions, in serial code beside what ranks
// have to bring. It is the native compiler's affair, in kernels too; sums are of whole numbers.
#include <stdio.h>
#include <stdlib.h>

#define ROWS 90
#define COLS 70

static double a[ROWS][COLS], b[ROWS][COLS], line[COLS];

#pragma omp declare simd uniform(y)
static double mixed(double x, double y)
{
    return 2 * x - y;
}

#pragma omp declare simd uniform(row) linear(j:1)
static double doubled(double *row, int j)
{
    row[j] *= 2;
    return row[j];
}

static double along(const double *row, int n)
{
    double sum = 0;
#pragma omp simd reduction(+:sum)
    for (int j = 0; j < n; j++)
        sum += row[j];
    return sum;
}

int main(void)
{
    double total = 0, *flat = malloc(ROWS * COLS * sizeof *flat);
#pragma omp parallel for simd collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            a[i][j] = i * 3 % 17 + j % 5;
#pragma omp parallel for
    for (int i = 1; i < ROWS - 1; i++) {
        double s = 0;
#pragma omp simd reduction(+:s)
        for (int j = 1; j < COLS - 1; j++) {
            b[i][j] = mixed(a[i - 1][j], a[i + 1][j]) + a[i][j - 1] + a[i][j + 1];
            s += b[i][j];
        }
        b[i][0] = s;
    }
#pragma omp simd
    for (int j = 0; j < COLS; j++)
        line[j] = b[5][j] + b[ROWS - 2][j];
#pragma omp parallel for reduction(+:total)
    for (int i = 0; i < ROWS; i++) {
        total += along(b[i], COLS);
#pragma omp simd
        for (int j = 0; j < COLS; j++)
            flat[i * COLS + j] = a[i][j] + line[j];
    }
#pragma omp parallel for simd reduction(+:total)
    for (int k = 0; k < ROWS * COLS; k++)
        total += flat[k];
    for (int j = 0; j < COLS; j++)
        total += doubled(line, j);
    if (flat[7] > 1)
#pragma omp simd safelen(4)
        for (int j = 4; j < COLS; j++)
            line[j] = line[j - 4] + flat[j];
    printf("%.0f %.0f %.0f\n", total, line[COLS - 1], along(line, COLS));
    free(flat);
    return 0;
}
