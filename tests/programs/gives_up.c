// distributed: 28 32 44 59 64 73
// offloaded: 28 32 44 59 64 73
// longjmp out of a sort's comparison and a local array's scope; macros around setjmp; a jmp_buf saved and brought back.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TRY if (setjmp(env) == 0)
#define OTHERWISE else
#define GIVE_UP(n) longjmp(env, n)
static jmp_buf env;
enum { N = 48 };
static int key[N], weight[N];
static long compared;
static int limit;

static int by_key(const void *a, const void *b)
{
    if (++compared > limit)
        GIVE_UP(3);
    return *(const int *)a - *(const int *)b;
}
static double local_sum(int n)
{
    double t[N];
    t[0] = 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        t[i] = weight[i] * 0.5;
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += t[n - 1 - i] * i;
    if (s > 20000)
        GIVE_UP(5);
    return s;
}
int main(void)
{
    for (limit = 50; limit < 1000; limit += 300) {
        volatile int stage = 0;
        compared = 0;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            key[i] = (i * 29 + limit) % N;
            weight[i] = key[i] + i;
        }
        TRY {
            stage = 1;
            weight[3] = -1;
            weight[7] = local_sum(limit > 300 ? N : 7);
            stage = 2;
            weight[5] = -2;
            qsort(key, N, sizeof key[0], by_key);
            stage = 3;
        } OTHERWISE {
            printf("gave up at stage %d after %s\n", stage, compared > 40 ? "many" : "few");
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                key[i] = weight[N - 1 - i];
        }
        long sum = 0;
#pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < N; i++)
            sum += (long)key[i] * i;
        printf("%d: %ld %d %d %d\n", limit, sum, weight[7], weight[5], weight[3]);
        {
            jmp_buf saved;
            double buffer[8];
            memcpy(saved, env, sizeof saved);
            TRY {
#pragma hydra parallel for
                for (int i = 0; i < 8; i++)
                    buffer[i] = i * sum;
                printf("%g\n", buffer[7]);
                if (sum > 0)
                    GIVE_UP(1);
            }
            memcpy(env, saved, sizeof env);
        }
    }
    return 0;
}
