// args: 45
// distributed: 45 52 60
// offloaded: 60
/* Each element is written by one iteration at most, but which one only the data tell: a mark goes to the element
 * itself or to the next one; a record is filled in part; two pointers lead into one array. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double mass;
    int owner;
    char tag;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    int *up = malloc(n * sizeof(int)), *a = malloc((n + 1) * sizeof(int));
    double *x = malloc((n + 2) * sizeof(double));
    struct cell *cells = malloc((n + 1) * sizeof(struct cell));

    for (int i = 0; i <= n; i++) {
        a[i] = -i;
        x[i] = 0.5 * i;
        cells[i].mass = i;
        cells[i].owner = -1;
        cells[i].tag = 'a' + i % 26;
    }
    x[n + 1] = 7;

    for (int step = 0; step < 5; step++) {
        /* where one goes up, the next one does too: no element gets two marks */
        int direction = 0;
        for (int i = 0; i < n; i++) {
            if (direction && (i * 7 + step) % 4 == 0)
                direction = 0;
            else if (!direction && (i * 5 + step) % 3 == 0)
                direction = 1;
            up[i] = direction;
            if (i > 0 && up[i - 1] == 1 && !up[i])
                up[i] = 2;
        }

#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            if (up[i] == 1)
                a[i + 1] = 10 * i + step;
            else if (up[i] == 0)
                a[i] = i - step;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double *to = x + i;
            if (up[i] == 1)
                to[1] = to[1] * 0.5 + i;
            else if (up[i] == 0)
                to[0] += 1.25;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            if (up[i] == 1)
                cells[i + 1].mass += 0.25 * a[i + 1];
            else if (up[i] == 0)
                cells[i].owner = i * step;
            if (up[i] != 0)
                cells[i].tag = (char)('A' + (i + step) % 26);
        }
        a[step] += 1000;
    }
    for (int i = 0; i <= n; i++)
        printf("%d %g %g %d %c\n", a[i], x[i], cells[i].mass, cells[i].owner, cells[i].tag);
    printf("%g\n", x[n + 1]);
    free(up);
    free(a);
    free(x);
    free(cells);
    return 0;
}
