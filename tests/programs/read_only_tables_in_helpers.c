// distributed: 31 35 40
// offloaded: 35
// Helpers called in loops with static tables of their own that are not const, which they only read.
#include <stdio.h>

#define N 40

static int cells[N + 2][N + 2], next[N + 2][N + 2];

static int neighbours(int m[N + 2][N + 2], int i, int j) {
    static int dx[] = {-1, 1, 0, 0}, dy[] = {0, 0, -1, 1};
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += m[i + dx[k]][j + dy[k]];
    return sum;
}

static void name(char *into, const int *state, int i) {
    static const char *names[] = {"dead", "born", "alive"};
    static int weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
    into[i] = (char)(names[state[i] % 3][weights[i % 2][state[i] % 3] % 4]);
}

int main(void) {
    char text[N + 3] = {0};
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            cells[i][j] = (i * 7 + j * 13) % 5 == 0;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                next[i][j] = (neighbours(cells, i, j) + cells[i][j]) % 3;
#pragma hydra parallel for
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                cells[i][j] = next[i][j];
    }
#pragma hydra parallel for
    for (int i = 0; i < N + 2; i++)
        name(text, cells[7], i);
    long sum = 0;
    for (int i = 0; i < N + 2; i++)
        for (int j = 0; j < N + 2; j++)
            sum = sum * 3 % 1000003 + cells[i][j];
    printf("%ld %s\n", sum, text);
    return 0;
}
