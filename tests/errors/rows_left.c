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

// The subscript at fault is named, not the row that comes after the last one.
static double e[8][10];
static struct plate {
    double at[8][10];
    int edge[6], open[1];
} plate;

void named(int n, double rows[][10]) {
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j <= 10; j++)
            e[i][j] = 1; // warning: iteration i=0 writes e[i][j] with 10 for subscript 2, which lies outside of its row: it has 10 elements [hydra-bounds]
#pragma hydra parallel for
    for (int i = 0; i < 8; i++)
        e[i][10] = 1; // warning: iteration i=0 writes e[i][10] with 10 for subscript 2
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        e[i][0] = e[i][-1]; // warning: with -1 for subscript 2
#pragma hydra parallel for
    for (int i = 0; i < 9; i++)
        e[i][9] = 1; // warning: iteration i=8 writes e[i][9], which lies outside of 'e': the array has 8 rows
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        rows[i][10] = 1; // warning: writes rows[i][10] with 10 for subscript 2, which lies outside of its row: it has 10 elements
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        plate.at[i][10] = 1; // warning: plate.at[i][10] has 10 for subscript 2, which lies outside of its row
}

// Serial code too: what it does for certain, once it is there.
double serial(int n, struct plate *p) {
    const double *behind = e[8], *end = &e[0][10];
    const unsigned long bytes = sizeof e[9];
    e[0][79] = 1;    // the last element, by the first row
    e[2][10] = 1;    // warning: e[2][10] has 10 for subscript 2, which lies outside of its row: it has 10 elements
    p->open[3] = 1; // a record's last array may go on
    for (int i = 0; i < n; i++)
        e[i][10] = 1; // warning: e[i][10] has 10 for subscript 2, which lies outside of its row: it has 10 elements [hydra-bounds]
    p->edge[6] = 1; // warning: p->edge[6] lies outside of the array, which has 6 elements [hydra-bounds]
    if (sizeof e < 9)
        e[9][0] = 1;
    if (n > 100)
        e[9][1] = 1;
    e[8][0] = n > 8 ? e[9][0] : 1; // warning: e[8][0] lies outside of the array, which has 8 rows
    if (n < 5)
        return 0;
    return e[9][3] + bytes + (end - behind);
}
