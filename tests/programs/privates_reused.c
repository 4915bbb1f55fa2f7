// distributed: 19 25 34 62 85
// offloaded: 19 25 34 62
/* Private variables that the program assigns anew after the loop, along gotos, switches and members, in other functions;
 * and two whose last values count. */
#include <stdio.h>
#include <stdlib.h>

#define N 60

struct point { double x, y; };

int i, j;
double tmp, scale = 2;
static double a[N][N], b[N][N];

static void smooth(void)
{
#pragma hydra parallel for private(j, tmp)
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++) {
            tmp = a[i - 1][j] + a[i + 1][j];
            b[i][j] = tmp * 0.25 * scale;
        }
#pragma hydra parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = b[i][j] + i;
}

static double norm(void)
{
    double s = 0;
#pragma hydra parallel for private(j, tmp) reduction(max : s)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            tmp = a[i][j] < 0 ? -a[i][j] : a[i][j];
            if (tmp > s)
                s = tmp;
        }
    return s;
}

static void exchange(int x, int y) /* in serial code */
{
    tmp = a[x][y];
    a[x][y] = a[y][x];
    a[y][x] = tmp;
}

static int work(int n, int fail)
{
    int rc = 1, k, m;
    double w[4], *p = malloc(n * sizeof *p), *q = NULL, last;
    struct point c;
    if (!p || fail == 1)
        goto out;
    q = malloc(n * sizeof *q);
    if (!q || fail == 2)
        goto out;
again:
#pragma hydra parallel for private(w, m, c)
    for (k = 0; k < n; k++) {
        for (m = 0; m < 4; m++)
            w[m] = k * m + rc;
        c.x = w[1];
        c.y = w[2];
        if (k % 5 == 0) {
            p[k] = 0;
            continue;
        }
        p[k] = w[k % 4] + c.x * c.y;
        q[k] = w[0] - p[k];
    }
    c.y = p[7];
    c.x = c.y + 1;
    switch (fail) {
    case 0: m = 3; break;
    case 4: m = 5; break;
    default: m = 7;
    }
    printf("%g %g %d\n", p[8] + q[8], c.x, m);
    if (rc++ < 3)
        goto again;
#pragma hydra parallel for private(last)
    for (k = 0; k < n; k++) {
        last = p[k] * 0.5;
        p[k] += last;
    }
    if (fail == 3)
        goto out;
    printf("last %g\n", last);
    rc = 0;
out:
    free(q);
    free(p);
    return rc;
}

int main(void)
{
    for (int k = 0; k < 4; k++) {
        smooth();
        exchange(k + 3, 2 * k + 5);
        printf("%g\n", norm());
    }
    for (int fail = 0; fail < 5; fail++)
        printf("work: %d\n", work(40 + fail, fail));
    return 0;
}
