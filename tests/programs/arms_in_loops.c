// distributed: 22 47 54 66 79 90 100 113 127 147 162 176 189 201 213 234
// offloaded: 22 47 54 66 79 90 100 113 127 147 162 176 189 201 213 234
// Branches whose arms store in loops of their own: only what comes behind the branch may take the stores for done, and
// the loops of one arm must not be dealt out to work items that all run the other one's.
#include <stdio.h>
#include <stdlib.h>
#define N 25
#define M 6
#define W 40
static int wide[N][M], wider[N][W];
static int a[N][M], b[N][M], o[N], sel[N], c[N];
static int fl(int* p, int v) {
    int t = 0;
    for (int k = 0; k < M; k++) {
        p[k] = v;
        t += p[M - 1 - k];
    }
    return t;
}
static void refill(void) {
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int r = (i * 7 + 3) % N;
        sel[r] = i % 3;
        o[r] = 0;
        c[r] = 3 * i;
        for (int j = 0; j < M; j++) {
            a[r][j] = 100 * i + j;
            b[r][j] = 5 * i + j;
        }
    }
}
static void tell(int k) {
    unsigned long h = 0;
    for (int i = 0; i < N; i++) {
        h = h * 31 + o[i];
        h = h * 31 + c[i];
        for (int j = 0; j < M; j++)
            h = h * 31 + a[i][j] + b[i][j];
    }
    printf("%d %lu\n", k, h);
    refill();
}
#define FOR(lo, hi) _Pragma("hydra parallel for") for (int i = lo; i < hi; i++)
int main(void) {
    refill();
    FOR(0, N) {
        if (sel[i])
            fl(a[i], 3);
        else
            o[i] = fl(a[i], 4);
    }
    tell(1);
    FOR(0, N) {
        if (sel[i]) {
            for (int j = 0; j < M; j++)
                a[i][j] = 1;
            continue;
        }
        for (int j = 0; j < M; j++) {
            a[i][j] = 2;
            o[i] += a[i][M - 1 - j];
        }
    }
    tell(2);
    FOR(0, N) {
        for (int k = 0; k < 2; k++) {
            if (sel[i] == k)
                for (int j = 0; j < 3; j++)
                    a[i][j] = 1;
            else
                for (int j = 0; j < 3; j++) {
                    a[i][j] = 2;
                    o[i] += a[i][2 - j];
                }
        }
    }
    tell(3);
    FOR(0, N) {
        for (int k = 0; k < 2; k++) {
            if (sel[i] == k)
                a[i][k] = 1;
            else {
                a[i][k] = 2;
                o[i] += a[i][1 - k];
            }
        }
    }
    tell(4);
    FOR(0, N) {
        if (sel[i] == 1)
            c[i] = 1;
        else {
            c[i] = 2;
            o[i] = c[i];
        }
        o[i] += c[i];
    }
    tell(5);
    FOR(0, N) {
        if (sel[i] == 1)
            c[i] = 1;
        else {
            for (int j = 0; j < 2; j++) {
                if (j)
                    o[i] += c[i];
            }
            c[i] = 2;
        }
        o[i] += c[i];
    }
    tell(6);
    FOR(0, N) {
        int j = 0;
        while (j < 2) {
            if (sel[i] == j)
                c[i] = 1;
            else {
                c[i] = 3;
                o[i] += c[i];
            }
            o[i] += c[i];
            j++;
        }
    }
    tell(7);
    FOR(0, N) {
        switch (sel[i]) {
        case 0:
            c[i] = 1;
            break;
        case 1:
            o[i] = c[i];
            c[i] = 2;
            break;
        default:
            if (i % 2)
                c[i] = 3;
            else {
                o[i] += c[i];
                c[i] = 4;
            }
        }
        o[i] += c[i];
    }
    tell(8);
    FOR(0, N) {
        for (int t = 0; t < 3; t++) {
            if (t == sel[i]) {
                for (int j = 0; j < M; j++)
                    b[i][j] = a[i][j];
            } else {
                for (int j = 0; j < M; j++) {
                    if (j)
                        o[i] += b[i][j - 1];
                    b[i][j] = t;
                }
            }
        }
    }
    tell(9);
    FOR(0, N) {
        if (sel[i]) {
            for (int j = 0; j < M; j++)
                b[i][j] = 2;
        } else {
            for (int j = 0; j < M; j++) {
                int s = 0;
                for (int q = 0; q <= j; q++)
                    s += b[i][q];
                b[i][j] = s;
            }
        }
    }
    tell(10);
    FOR(0, N) {
        if (sel[i]) {
            for (int j = 0; j < M; j++)
                b[i][j] = 2;
        } else {
            for (int j = 0; j < M; j++) {
                b[i][j] = j;
                if (j < M - 1)
                    b[i][j] += b[i][j + 1];
            }
        }
    }
    tell(11);
    FOR(0, N) {
        if (sel[i]) {
            for (int j = 0; j < M; j++)
                a[i][j] = b[i][j];
        } else {
            for (int q = 0; q < M; q++)
                a[i][q] = 7;
        }
        for (int j = 0; j < M; j++)
            a[i][j] += b[i][j];
    }
    tell(12);
    FOR(0, N) {
        if (i * i % 3) {
            for (int j = 0; j < M; j++)
                a[i][j] = 1;
        } else {
            for (int j = 0; j < M; j++) {
                a[i][j] = 2;
                o[i] += a[i][M - 1];
            }
        }
    }
    tell(13);
    FOR(0, N) {
        switch (sel[i]) {
        case 0:
            for (int j = 0; j < M; j++)
                wide[i][j] = 1;
            break;
        case 1:
            for (int q = 0; q < M; q++)
                wide[i][q] = q;
            break;
        default:
            for (int r = 0; r < M; r++) {
                wide[i][r] = 3;
                o[i] += wide[i][M - 1 - r];
            }
        }
        for (int j = 0; j < M; j++)
            wide[i][j] += a[i][j];
        o[i] += wide[i][2];
    }
    tell(14);
    FOR(0, N) {
        if (sel[i]) {
            for (int j = 0; j < W; j++)
                wider[i][j] = j;
        } else {
            for (int q = 0; q < W; q++)
                wider[i][q] = 7;
        }
        for (int j = 0; j < W; j++)
            wider[i][j] += i;
    }
    for (int i = 0; i < N; i++) {
        unsigned h = 0;
        for (int j = 0; j < W; j++)
            h = h * 3 + wider[i][j];
        printf("%u ", h);
    }
    return 0;
}
