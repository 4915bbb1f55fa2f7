// Subscripts that leave their row for certain; beside them, those that count through several rows on purpose.
static double b[50][50], c[4][5][6], d[20][30];

void left(int n) {
#pragma hydra parallel for
    for (int i = 1; i < 50; i++)
        for (int j = 0; j < 50; j++)
            b[i][j] = b[i][j - 1] + 1; // warning: iteration i=1 reads b[i][j - 1] with -1 for subscript 2, which lies outside of its row: it has 50 elements [hydra-bounds] // error: iteration i=2 reads b[1][49], which iteration i=1 writes [hydra-race]
}

void right(int n) {
#pragma hydra parallel for
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 6; k++)
                c[i][j][k] = c[3][j][k + 1]; // warning: iteration i=0 reads c[3][j][k + 1] with 6 for subscript 3, which lies outside of its row: it has 6 elements
#pragma hydra parallel for
    for (int i = 0; i < 19; i++)
        d[i][30] = i; // warning: writes d[i][30] with 30 for subscript 2
#pragma hydra parallel for
    for (int i = 0; i < 600; i++)
        d[0][i] = i; // all of it by its first row
#pragma hydra parallel for
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 30; k++)
                d[2 * i][j * 30 + k] = i; // two rows each
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = j; // below a bound that only the run tells
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        if (n > 30)
            d[i][30] = i; // where nobody knows that it ever happens
}
