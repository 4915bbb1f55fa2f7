// Dependences that hold whatever the sizes are; beside each, a loop that looks like it and is right.
#define N 64
static double a[N], b[N], t[4], d[N][N];
struct cell {
    double mass, speed;
} cells[N];

void recurrences(int n, int m, double *q) {
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1; // error: iteration i=2 reads a[1], which iteration i=1 writes [hydra-race]
#pragma hydra parallel for
    for (int i = n - 2; i >= 0; i--)
        cells[i].speed = cells[i + 1].speed + cells[i].mass; // error: iteration i=0 reads cells[1].speed, which iteration i=1 writes
#pragma hydra parallel for
    for (int i = n - 2; i >= 0; i--)
        cells[i].speed = cells[i + 1].mass;
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            q[i * m + j] += q[(i - 1) * m + j]; // error: iteration i=2 reads q[1], which iteration i=1 writes
#pragma hydra parallel for
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            q[i * m + j] += q[(i - 1) * m + j];
#pragma hydra parallel for
    for (int i = 0; i < n; i += 2)
        a[i] = a[i + 2]; // error: iteration i=0 reads a[2], which iteration i=2 writes
#pragma hydra parallel for
    for (int i = 0; i < n; i += 2)
        a[i] = a[i + 1];
}

void one_element(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[0] = i; // error: iterations i=0 and i=1 both write a[0]
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        t[0] = b[i]; // error: iterations i=0 and i=1 both write t[0]
        t[1] = 2 * b[i];
        a[i] = t[0] + t[1];
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < N; j++)
            b[j] += d[i][j]; // error: iterations i=0 and i=1 both write b[0]
    // The same value from every iteration: no order matters.
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            t[j] = 2.5 * j;
    // One iteration alone writes.
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        if (i == 3)
            t[0] = b[i];
}

void far_apart(int n, int k) {
    // Whoever calls this may know that no two of these meet.
#pragma hydra parallel for
    for (int i = k; i < n; i++)
        a[i] = a[i - k];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i + 16] = a[i];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        if (i < k)
            a[0] = i;
    // Here the numbers say it.
#pragma hydra parallel for
    for (int i = 16; i < 33; i++)
        a[i] = a[i - 16]; // error: iteration i=32 reads a[16], which iteration i=16 writes
#pragma hydra parallel for
    for (int i = 16; i < 32; i++)
        a[i] = a[i - 16];
}

void reversal(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[n - 1 - i] = a[i]; // error: with n=2, iteration i=1 reads a[1], which iteration i=0 writes
#pragma hydra parallel for
    for (int i = 0; i < n / 2; i++) {
        double kept = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = kept;
    }
}

void shortest_paths(int n) {
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
        // error: with k=0, iteration i=1 reads d[0][0], which iteration i=0 writes
    }
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++)
                    d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
    }
}

typedef struct {
    int count, v[4];
} Row;
static Row rows[40];
static int twice[4][40];
void named(Row *r, int (*t)[40]) {
#pragma hydra parallel for
    for (int i = 1; i < 30; i++)
        rows[i].v[2] = rows[i - 1].v[2]; // error: iteration i=2 reads rows[1].v[2], which iteration i=1 writes
#pragma hydra parallel for
    for (int i = 1; i < 30; i++)
        r[i].count = r[i - 1].v[3] + r[i - 1].count; // error: reads r[1].count, which iteration i=1 writes
#pragma hydra parallel for
    for (int i = 1; i < 30; i++)
        (*t)[i] = (*t)[i - 1]; // error: reads t[0][1], which iteration i=1 writes
#pragma hydra parallel for
    for (int i = 1; i < 30; i++)
        twice[0][10] = i; // error: iterations i=1 and i=2 both write twice[0][10]
}
