// distributed: 20 47 69
// replicated: 77
// offloaded: 20 47
/* Values that differ from machine to machine, process to process and run to run must be the same on all ranks: the
 * branches and sizes that depend on them are. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static unsigned a[2000];

static unsigned digest(int n)
{
    unsigned sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i] % 1000u;
    return sum;
}

int main(void)
{
    struct timespec now, later;
    struct timeval tv;
    char host[100], folder[500], *user = getenv("HOME");
    int wrong = 0, n = 1000, rounds = 0;

    clock_gettime(CLOCK_MONOTONIC, &now);
    gettimeofday(&tv, NULL);
    srand((unsigned)time(NULL) ^ (unsigned)getpid() ^ (unsigned)tv.tv_usec ^ (unsigned)now.tv_nsec);
    n += rand() % 1000;
    for (int i = 0; i < n; i++)
        a[i] = (unsigned)rand() % 5000u;
    unsigned want = 0;
    for (int i = 0; i < n; i++)
        want += a[i] % 1000u;
    wrong += digest(n) != want;

    gethostname(host, sizeof host);
    wrong += getcwd(folder, sizeof folder) == NULL || strlen(host) == 0 || user == NULL;
    n = (int)(strlen(host) + strlen(folder) + (size_t)getpid() % 500u + (size_t)clock() % 7u);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = (unsigned)(i * n);
    for (int i = 0; i < n; i++)
        wrong += a[i] != (unsigned)(i * n);

    do { /* as long as the clock says */
        clock_gettime(CLOCK_MONOTONIC, &later);
        wrong += digest(50) != digest(50);
        rounds++;
    } while ((later.tv_sec - now.tv_sec) * 1000 + (later.tv_nsec - now.tv_nsec) / 1000000 < 30);

    srand(42);
    srand48(7);
    for (int i = 0; i < 10; i++)
        a[i] = (unsigned)rand() % 100u + (unsigned)(drand48() * 100);
    unsigned seed = 5;
    for (int i = 10; i < 20; i++)
        a[i] = (unsigned)rand_r(&seed) % 1000u;
    printf("wrong: %d, several rounds: %d, sum %u\n", wrong, rounds > 0, digest(20));

    /* a private seed in each iteration is no shared state */
#pragma hydra parallel for
    for (int i = 0; i < 200; i++) {
        unsigned short state[3] = {(unsigned short)i, 1, 2};
        unsigned mine = (unsigned)i;
        a[i] = (unsigned)rand_r(&mine) % 77u + (unsigned)(erand48(state) * 1000);
    }
    printf("%u\n", digest(200));
    /* the shared one keeps its order */
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[i] = (unsigned)rand() % 10u;
    for (int i = 0; i < 100; i += 9)
        printf("%u ", a[i]);
    printf("%u %u\n", digest(100), (unsigned)rand() % 100u);
    return 0;
}
