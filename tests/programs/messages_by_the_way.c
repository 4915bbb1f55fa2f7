// distributed: 22 27 33
// says: begin
/* Error paths that print to standard error and go on, in a called function and in the loop's body, up and down: the
 * text appears once. (That it appears in order is what tests/cli/messages_test.py looks at.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int scale(double* row, int n, double f, int r) {
    if (fabs(f) < 0.5) {
        fprintf(stderr, "row %d: factor %g is too small", r, f);
        fputs("\n", stderr);
        return -1;
    }
    for (int i = 0; i < n; i++)
        row[i] *= f;
    return 0;
}
int main(int argc, char** argv) {
    int rows = argc > 1 ? atoi(argv[1]) : 100, n = 50, bad = 0;
    double *a = malloc(rows * n * sizeof *a), s = 0;
#pragma hydra parallel for
    for (int i = 0; i < rows * n; i++)
        a[i] = i % 37;
    fprintf(stderr, "begin\n");
    for (int k = 0; k < 3; k++) {
#pragma hydra parallel for reduction(+ : bad)
        for (int r = 0; r < rows; r++)
            if (scale(a + r * n, n, (r * 7 % 20) / 8.0, r) != 0)
                bad++;
        fprintf(stderr, "round %d: %d\n", k, bad);
    }
#pragma hydra parallel for
    for (int r = rows - 1; r >= 0; r--)
        if (a[r * n] > 1) {
            fputc('0' + r % 10, stderr);
            a[r * n + 1] = 7;
        }
    for (int i = 0; i < rows * n; i++)
        s += a[i];
    fprintf(stderr, "\nend\n");
    printf("%g %d\n", s, bad);
    return 0;
}
