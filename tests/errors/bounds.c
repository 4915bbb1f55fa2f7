// Accesses that leave a declared array for certain; beside each, one that looks like it and does not.
#define N 9
static int a[N], g[N], m[4][5];
struct cell {
    int x, y;
} cells[N];

void sections(int n) {
#pragma hydra parallel for reduction(+ : a[0:20]) // warning: the section 'a[0:20]' is larger than the array, which has 9 elements there
    for (int i = 0; i < 90; i++)
        a[i % N] += 1;
#pragma hydra parallel for reduction(+ : a[2:8]) // warning: the section 'a[2:8]' is larger than the array
    for (int i = 0; i < n; i++)
        a[2 + i % 7] += 1;
#pragma hydra parallel for reduction(+ : m[0:4][1:5]) // warning: larger than the array, which has 5 elements there
    for (int i = 0; i < n; i++)
        m[i % 4][1 + i % 4] += 1;
#pragma hydra parallel for reduction(+ : a[2:7], m[3:1])
    for (int i = 0; i < n; i++) {
        a[2 + i % 7] += 1;
        m[3][i % 5] += 1;
    }
}

static void put(int *to, int i) {
    to[i + 3] = i; // warning: iteration i=6 writes a[9], which lies outside of 'a': it has 9 elements [hydra-bounds]
}

void subscripts(int n, int *p) {
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        a[i] = 1; // warning: iteration i=9 writes a[9], which lies outside of 'a': it has 9 elements [hydra-bounds]
#pragma hydra parallel for
    for (int i = 8; i >= 0; i--)
        g[i] = a[i - 1]; // warning: reads a[-1], which lies outside of 'a'
#pragma hydra parallel for
    for (int i = 1; i < N; i++)
        g[i] = a[i - 1];
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        if (i < N)
            g[i] = a[8 - i];
#pragma hydra parallel for
    for (int i = 0; i < 9; i += 2)
        cells[i + 1].y = cells[i].x; // warning: iteration i=8 writes cells[i + 1].y, which lies outside of 'cells': the array has 9 elements
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        m[0][i] = i; // the whole matrix by its first row
#pragma hydra parallel for
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            m[i][j] = 1; // warning: iteration i=4 writes m[i][j], which lies outside of 'm': the array has 4 rows
    // Sizes that only the run tells, other memory, loops without iterations, and what data decide.
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        g[i] = p[i + 20];
#pragma hydra parallel for
    for (int i = 12; i < 9; i++)
        g[i] = 1;
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        if (p[i] > 0)
            g[i] = 1;
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        put(a, i);
    if (n > 12 && n < 10) { // never: a warning all the same, and no error
#pragma hydra parallel for
        for (int i = 0; i < 20; i++)
            g[i] = 1; // warning: iteration i=9 writes g[9]
    }
}
