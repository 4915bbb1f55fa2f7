// hydracc: -Werror=hydra-replicated -Werror=hydra-whole
// distributed: 40 55 60 82 89 107 119 125 134
// offloaded: 40 55 60 82 89 107 119 125 134
// Elements that are written whatever a condition on data says: by each arm of a chain, behind an early `continue` or
// `return`, in loops inside of the arms. The next loops look at what must not have been lost where an arm is missing.
#include <stdio.h>

#define N 60
#define M 5
static double a[N], b[N], c[N], d[N], e[N][M], f[N], g[N], h[N], k[N];

static void set(double* x, int i) {
    if (x[i] > 30) {
        c[i] = 1;
        return;
    }
    if (x[i] < 10) {
        c[i] = 2;
        return;
    }
    c[i] = x[i];
}

static void set_most(double* x, int i) {
    if (x[i] > 30)
        d[i] = 1;
    else if (x[i] > 10)
        d[i] = 2;
    else if (x[i] > 5)
        return;
    else
        d[i] = 3;
}

int main(void) {
    for (int i = 0; i < N; i++)
        b[i] = i * 7 % 43;
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (b[i] > 30)
                a[i] = 1;
            else if (b[i] > 20)
                a[i] = b[N - 1 - i];
            else if (i == 7)
                a[i] = 12;
            else {
                double x = b[i];
                while (x > 3)
                    x /= 2;
                a[i] = x;
            }
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            set(b, i);
            set_most(b, i);
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (b[i] > 15) {
                for (int j = 0; j < M; j++)
                    e[i][j] = j + b[i];
                f[i] = e[i][2];
                continue;
            }
            if (b[i] > 12) {
                for (int k = 0; k < M; k++)
                    e[i][k] = k;
                if (b[i] > 13)
                    f[i] = 5; // else it stays
                continue;
            }
            for (int j = 0; j < M; j++)
                if (c[i] > 2)
                    e[i][j] = 3;
                else
                    e[i][j] = 4;
            f[i] = 6;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (b[i] > 20)
                g[i] = 1;
            else if (b[i] > 4)
                g[i] = 2; // and where neither holds it stays
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            switch ((int)b[i] % 4) {
            case 0:
                h[i] = 1;
                break;
            case 1:
            case 2: {
                if (b[i] > 20) {
                    h[i] = 2;
                    continue;
                }
                h[i] = a[i];
                break;
            }
            default:
                h[i] = b[i];
            }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            switch ((int)b[i] % 4) {
            case 0:
                k[i] = 1; // and on
            case 1:
                k[i] += 2;
                break;
            case 2:
                k[i] = 3;
            } // and where it is 3, it stays
              // Elsewhere than they were written, so that next time the old values lie with another rank.
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            b[N - 1 - i] += a[i] + c[i] + d[i] + e[i][i % M] + f[i] + g[i] + h[i] + k[i];
            if (b[N - 1 - i] > 60)
                b[N - 1 - i] -= 50;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int r = N - 1 - i;
            a[r] = c[r] = d[r] = f[r] = g[r] = h[r] = k[r] = i + t;
            for (int j = 0; j < M; j++)
                e[r][j] = i - j;
        }
        for (int i = t; i < N; i += 11)
            printf("%g %g\n", b[i], e[i][t]);
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            set(b, i);
            set_most(b, i);
            if (b[i] > 9) {
                a[i] = 3;
            } else {
                a[i] = a[i] + 1; // reads what it had
            }
        }
        for (int i = 0; i < N; i++)
            printf("%g %g %g %g %g%c", a[i], c[i], d[i], f[i], g[i], i % 6 == 5 ? '\n' : ' ');
    }
    return 0;
}
