// Directives inside of the loops of others are checked like those.
static double a[32][32], b[32][32], c[32];

void rows(int n, const int *at) {
#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
        a[i][0] = i;
#pragma hydra parallel for
        for (int j = 1; j < 32; j++)
            a[i][j] = a[i][j - 1] + 1; // error: iteration j=2 reads a[0][1], which iteration j=1 writes [hydra-race]
    }
#pragma hydra parallel for
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 3; k++) {
#pragma hydra parallel for
            for (int j = 0; j < 31; j++)
                b[i][j + 1] = b[i][j] + k; // error: reads b[0][1], which iteration j=0 writes
        }
    // Right ones: each round of the inner loop has its own element, or elements that only data tell.
#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
#pragma hydra parallel for
        for (int j = 0; j < 32; j++)
            a[i][j] = b[i][31 - j] + c[j];
#pragma hydra parallel for
        for (int j = 0; j < n; j++)
            b[i][at[j]] = j;
    }
}
