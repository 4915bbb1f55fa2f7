// gcc: -fopenmp
// distributed: 36
/* Memory of OpenMP's threads that no name shows: pointers that functions set, numbers in structures, tables by number, orphaned
 * loops behind function pointers. Under conditions nobody would see that iterations go on from one another. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };
struct place { int thread, *own; };

static int val[N], key[N], out[N];

static int allocate(void **p, size_t bytes) { return (*p = calloc(1, bytes)) == NULL; }
static void tell(int *number) { *number = omp_get_thread_num(); }

static void carry(int *w)
{
#pragma omp for
    for (int i = 0; i < N; i++) {
        int q = 0;
        if (key[i]) {
            if (val[i] > 4 && w[0] <= val[i])
                w[0] = val[i];
            q = w[0];
        }
        out[i] = q;
    }
}

static long sum(void)
{
    long s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < N; i++)
        s += (long)out[i] * (i % 7 + 1);
    memset(out, 0, sizeof out);
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        val[i] = i < N / 3 ? i % 13 : i % 3, key[i] = i % 5;
    void (*run)(int *) = carry;
#pragma omp parallel
    {
        void *w;
        if (!allocate(&w, 4))
            run(w);
        free(w);
    }
    printf("%ld\n", sum());
    int *tables[64] = {calloc(4, 4)}, bias = 3;
#pragma omp parallel firstprivate(bias)
    {
        struct place here;
        int me;
        tell(&me);
        here.thread = me, here.own = tables[me];
        *here.own = bias;
#pragma omp for
        for (int i = 0; i < N; i++) {
            if (val[i] > 5 && *here.own <= val[i])
                tables[here.thread][0] = val[i] + i % 2;
            if (key[i])
                out[i] = *tables[me];
        }
    }
    printf("%ld\n", sum());
    free(tables[0]);
    return 0;
}
