// hydracc: -Werror=hydra-replicated -Werror=hydra-whole
// distributed: 30 33 43 59 62 65
// offloaded: 30 33 43 59 65
// Inner loops that an iteration leaves by a break which the data decide: what they may look at is looked up as if they
// ran to their ends. And elements that the data select in the arrays of a struct that holds its sizes, too.
#include <stdio.h>
#include <stdlib.h>

#define N 70
typedef struct {
    int rows, cols;
    int order[N];
    double* v;
    int* next;
    double fix[N];
    double last;
} table;

int main(void) {
    int n = N;
    int *ptr = malloc((n + 1) * sizeof *ptr), *col = malloc(3 * n * sizeof *col);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    table* t = calloc(1, sizeof *t);
    t->rows = n;
    t->v = malloc(n * sizeof(double));
    t->next = malloc(n * sizeof(int));
    for (int i = 0; i <= n; i++)
        ptr[i] = 3 * i;
#pragma hydra parallel for
    for (int i = 0; i < 3 * n; i++)
        col[i] = (i * 7) % n;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        x[i] = i % 17;
        y[i] = 0;
        t->v[i] = i;
        t->next[i] = (i * 3) % n;
        t->order[i] = (i * 11) % n;
        t->fix[i] = 2 * i;
    }
    for (int s = 0; s < 3; s++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0;
            int k;
            for (k = ptr[i]; k < ptr[i + 1]; k++) {
                if (col[k] > 50)
                    break;
                sum += x[col[k]];
            }
            for (k = 0; k < 9; k++) { // runs of small values
                if (x[(i + k) % n] > 12)
                    break;
                sum += 0.5;
            }
            y[i] += sum;
        }
#pragma hydra parallel for
        for (int i = 0; i < t->rows; i++)
            y[i] += t->v[t->next[i]] + t->fix[t->next[i]] + t->fix[t->order[i]];
#pragma hydra parallel for
        for (int i = 0; i < t->rows; i++)
            t->fix[t->order[i]] = y[i] / 8;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[n - 1 - i] = (int)(y[i] + t->fix[i]) % 19;
    }
    for (int i = 0; i < n; i++)
        printf("%g %g %g %d\n", x[i], y[i], t->fix[i], t->order[i]);
    return 0;
}
