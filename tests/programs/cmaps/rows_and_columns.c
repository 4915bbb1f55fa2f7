#include <stdio.h>

static void show(int n, const long *v) {
    for (int i = 0; i < n; i++)
        printf("%ld ", v[i]);
    printf("\n");
}

int main(void) {
    int a[4][5];
    long rows[4] = {-1, -2, -3, -4}, columns[5] = {-1, -2, -3, -4, -5};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] = (i * 3 + j) * 7 % 11;
    show(4, rows);
    show(5, columns);
    for (int i = 0; i < 4; i++)
        rows[i] = a[i][1] + a[i][2] + a[i][3];
    for (int j = 1; j < 4; j++) {
        columns[j] = a[0][j];
        for (int i = 1; i < 4; i++)
            columns[j] = a[i][j] > columns[j] ? a[i][j] : columns[j];
    }
    show(4, rows);
    show(5, columns);
    for (int i = 0; i < 4; i++) {
        rows[i] = 0;
        for (int j = 0; j < 5; j++)
            rows[i] += a[i][j];
    }
    for (int i = 0; i < 2; i++) {
        rows[i] = 0;
        for (int j = 0; j < 5; j++)
            rows[i] += a[i + 2][j];
    }
    for (int j = 0; j < 5; j++) {
        columns[j] = a[0][j];
        for (int i = 1; i < 4; i++)
            columns[j] = a[i][j] < columns[j] ? a[i][j] : columns[j];
    }
    show(4, rows);
    show(5, columns);
    return 0;
}
