// distributed: 16 27 40 53
/* Arrays of an iteration's own that hold nothing which is needed behind the loop: what is read there was stored anew. */
#include <stdio.h>
#include <string.h>

enum { N = 41, K = 4 };

static double out[N];

static double run(int rounds)
{
    double w[K] = {1, 2, 3, 4}, m[2][K] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, u[K], v[K] = {4, 3, 2, 1}, last[K] = {0};
    int i, k;
    double s = 0;
#pragma hydra parallel for firstprivate(w)
    for (i = 0; i < N; i++) {
        w[1] = i;
        w[2] = w[1] + 1;
        out[i] = w[0] + w[2] * w[K - 1];
    }
    for (k = 0; k < K; k++)
        w[k] = k * 2;
    for (k = 0; k < K; k++)
        s += w[k];

#pragma hydra parallel for firstprivate(m)
    for (i = 0; i < N; i++) {
        m[1][2] = i;
        out[i] += m[0][1] + m[1][2];
    }
    for (int r = 0; r < 2; r++)
        for (k = 0; k <= K - 1; ++k) {
            const double value = r + k;
            m[r][k] = value;
        }
    s += m[1][3] + m[0][1];

    for (int round = 0; round < rounds; round++) {
#pragma hydra parallel for private(u) firstprivate(v)
        for (i = 0; i < N; i++) {
            memset(u, 0, sizeof u);
            u[i % K] = i + round;
            v[2] = u[0] + u[2];
            out[i] += v[2] + v[3];
        }
        memset(v, 0, sizeof v);
        v[1] = round;
        memcpy(u, w, sizeof u);
        s += u[2] + v[1] + v[2];
    }

#pragma hydra parallel for firstprivate(last)
    for (i = 0; i < N; i++) {
        last[1] = i;
        out[i] += last[1] + last[0];
    }
    last[0] = 3; /* and never read */
    return s;
}

int main(void)
{
    printf("%g\n", run(3));
    for (int i = 0; i < N; i++)
        printf("%g%c", out[i], i % 10 == 9 || i == N - 1 ? '\n' : ' ');
    return 0;
}
