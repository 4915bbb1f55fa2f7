// options: -fopenmp
// What of OpenMP runs in order, and what is refused.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

static int histogram[100], a[1000], list[1000];
static struct cell *head;
static omp_lock_t lock;

static void push(int value) {
    struct cell *c = malloc(sizeof *c);
    c->value = value;
#pragma omp critical
    {
        c->next = head;
        head = c;
    }
}

int main(void) {
    int i, n = 1000, at = 0, own = 3, kept = 4, seed = 1, best = -1, where = 0;
    omp_init_lock(&lock);
#pragma omp parallel for
    for (i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
#pragma omp parallel for // note: every rank runs this loop, in order: 'at' is shared by all iterations
    for (i = 0; i < n; i++) {
#pragma omp critical
        list[at++] = i;
    }
#pragma omp parallel for // note: every rank runs this loop, in order
    for (i = 0; i < n; i++)
        push(i);
#pragma omp parallel firstprivate(seed)
    {
#pragma omp for // note: every rank runs this loop, in order: 'seed' is shared by all iterations, and each one writes it
        for (i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = seed;
        }
    }
#pragma omp parallel for // note: every rank runs this loop, in order: 'lock' is shared by all iterations
    for (i = 0; i < n; i++) {
        omp_set_lock(&lock);
        histogram[a[i] & 63]++;
        omp_unset_lock(&lock);
    }
#pragma omp parallel for // note: every rank runs this loop, in order: 'best' is shared by all iterations
    for (i = 0; i < n; i++)
#pragma omp critical
        if (a[i] > best)
            best = a[i] + 1, where = i;
#pragma omp parallel private(own) // error: not in this version: 'own' is private here and may be read behind this
    {
        own = omp_get_thread_num();
        a[own] = 1;
    }
#pragma omp parallel private(kept)
    kept = omp_get_thread_num();
    kept = 5;
    int own_loop = 7, mine = 9, last = 0, task = 4, sum = 5;
#pragma omp parallel for // error: 'own_loop' is the loop's variable, private here and may be read behind this
    for (own_loop = 0; own_loop < 100; own_loop++)
        a[own_loop] = own_loop;
#pragma omp parallel for private(mine) lastprivate(last) // error: 'mine' is private here and may be read behind
    for (i = 0; i < 100; i++) {
        mine = i * 2;
        last = mine + 1;
    }
#pragma omp task // error: 'task' is firstprivate (of a task) here and may be read behind this
    a[0] = ++task;
    printf("%d %d %d %d\n", own_loop, mine, last, task);
#pragma omp parallel for private(mine) // note: every rank runs this loop, in order: an iteration may read the private
    for (i = 0; i < 100; i++) {
        if (a[i] & 1)
            mine = i;
        list[i] = mine;
    }
#pragma omp parallel for reduction(+ : sum) // note: every rank runs this loop, in order
    // error: 'sum' is in reduction(+:sum), and the loop does more with it than to accumulate; OpenMP begins with 0
    for (i = 0; i < 100; i++) {
        sum += a[i];
        if (sum < 0)
            sum = 0;
    }
#pragma omp for // note: 'omp for' is followed by no 'for' loop
    while (n-- > 990)
        a[n] = kept;
    printf("%d %d %d %d %d %d\n", own, where, best, kept, list[3], sum);
    return 0;
}
