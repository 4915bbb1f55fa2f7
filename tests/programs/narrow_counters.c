// args: 250 65001 3
// distributed: 17 21 25 29 33 37
// offloaded: 17 21 25 29 33 37
// Inner loops whose variables are narrow, and wrap around on their way to the bound: C goes on from the type's other end.
#include <stdio.h>
#include <stdlib.h>

enum { rows = 6 };

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 250, far = argc > 2 ? atoi(argv[2]) : 65001;
    const int low = argc > 3 ? atoi(argv[3]) : 3;
    static int a[rows][256], b[rows][256], c[256][rows], d[rows][256], e[rows][300];
    int (*f)[65536] = calloc(rows, sizeof *f);
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (unsigned char j = 0; j < 250; j += 100) // 0, 100, 200, 44, 144, 244, 88, …
            a[i][j] += j + 1;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (unsigned char j = 1; j < most; j += 90)
            b[i][j] += i + j;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (unsigned char j = 9; j >= low; j -= 5)
            c[j][i] += 7 + i;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (signed char j = 100; j > -110; j -= 100)
            d[i][j + 128] += i + 1;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (unsigned short j = 1; j < far; j += 30000)
            f[i][j] += i + j % 7;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) { // these do not wrap
        for (unsigned char j = 0; j < 200; j += 50)
            e[i][j] += 1;
        for (unsigned j = 280; j > 1; j -= 2)
            e[i][j] += 2;
        for (short j = 299; j >= 0; j--)
            e[i][j] += i;
    }
    long sum = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < 256; j++)
            sum += (long)(a[i][j] * 3 + b[i][j] * 5 + c[j][i] * 7 + d[i][j]) * (i + j);
        for (int j = 0; j < 65536; j++)
            sum += f[i][j] * (j % 11);
        for (int j = 0; j < 300; j++)
            sum += e[i][j] * (j % 13);
    }
    printf("%ld\n", sum);
    return 0;
}
