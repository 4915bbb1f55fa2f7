/* One program, many ways to behave: what the runtime does around a parallel loop. The first argument names the case,
 * the second is a number for it; run.sh says what each must print and how it must end. */
#define _GNU_SOURCE
#include "runtime/include/hydra_rt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct args {
    long* a;
    long number;
    const char* mode;
};

/* a[x] = x for begin <= x < end, in every case; k[0] widens what is said to be written. */
static void footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, 0);
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, (long[]){lo, hi + k[0], 1});
}

static void kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct args* args = pointer;
    (void)partial, (void)last;
    for (long x = lo; x < hi; x++) {
        args->a[x] = x;
        if (x != args->number)
            continue;
        if (strcmp(args->mode, "crash") == 0)
            *(volatile int*)0 = 1;
        if (strcmp(args->mode, "abort") == 0)
            abort();
        if (strcmp(args->mode, "late") == 0)
            sleep(63);
        if (strcmp(args->mode, "leave") == 0)
            _exit(5);
        if (strcmp(args->mode, "exit-inside") == 0)
            exit(6);
    }
    char* scratch = malloc(100); /* an iteration's own memory */
    memset(scratch, 1, 100);
    free(scratch);
}

static const hydra_rt_slot slots[] = {{"numbers", 0}};
static hydra_rt_loop loop = {"behaviour.c:9", 0, 1, slots, 1, footprint, kernel, 0, 0, 0, 0, 0, 0, 1, 0};

static void whole(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    (void)k, (void)lo, (void)hi;
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
}
static hydra_rt_loop site = {"behaviour.c:20", 0, 1, slots, 0, whole, 0, 0, 0, 0, 0, -1, 0, 1, 0};

static void fill(long* a, long n, long wider, long number, const char* mode) {
    struct args args = {a, number, mode};
    hydra_rt_launch launch;
    hydra_rt_begin(&launch, &loop, (void* const[]){a}, &wider, 0, n, 0, &args);
    hydra_rt_transfer(&launch);
    hydra_rt_run(&launch);
    hydra_rt_commit(&launch, 0);
}

static long sum(long* a, long n) {
    long total = 0;
    hydra_rt_serial(&site, (void* const[]){a}, 0);
    for (long i = 0; i < n; i++)
        total += a[i];
    return total;
}

static long table[1000];

static void check(int good, const char* what) {
    if (!good) {
        printf("WRONG: %s\n", what);
        exit(1);
    }
}

static void memory_cases(void) {
    char* copy = strdup("a library's memory");
    copy = realloc(copy, 100);
    free(copy);
    volatile size_t many = SIZE_MAX / 2; /* volatile: the compiler would warn */
    check(calloc(many, 16) == NULL, "calloc that overflows");
    long* a = malloc(20000 * sizeof(long));
    for (int i = 0; i < 20000; i++)
        check(a[i] == 0, "fresh memory is zero");
    fill(a, 20000, 0, -1, "");
    a = realloc(a, 40000 * sizeof(long));
    check(sum(a, 40000) == 20000l * 19999 / 2, "realloc keeps what all ranks wrote");
    fill(a, 40000, 0, -1, "");
    a = realloc(a, 100 * sizeof(long));
    check(sum(a, 100) == 4950, "realloc to a smaller size");
    free(a);
    free(NULL);
    for (int round = 0; round < 50; round++) { /* reused addresses are other allocations */
        long* b = malloc((100 + round) * sizeof(long));
        check(b[0] == 0 && b[99 + round] == 0, "reused memory is zero");
        fill(b, 100 + round, 0, -1, "");
        check(sum(b, 100 + round) == (100l + round) * (99 + round) / 2, "a reused address");
        free(b);
    }
    hydra_rt_static(table, sizeof table, "table");
    fill(table, 1000, 0, -1, "");
    check(sum(table, 1000) == 499500, "a static array");
    for (int round = 1; round < 20; round++) {
        long local[200 + round % 3];
        hydra_rt_array(local, sizeof local, "local");
        for (int i = 0; i < 200; i++)
            local[i] = -1;
        fill(local, 200, 0, -1, "");
        check(sum(local, 200) == 19900, "a local array");
    }
    puts("memory is right");
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "";
    long number = argc > 2 ? atol(argv[2]) : 0;
    puts("begins");
    fprintf(stderr, "says so\n");
    if (strcmp(mode, "nothing") == 0)
        return (int)number;
    if (strcmp(mode, "memory") == 0) {
        memory_cases();
        return 0;
    }
    if (strcmp(mode, "huge") == 0) { /* number: GiB, more than there is */
        long n = number << 27;
        long* a = malloc(n * sizeof(long));
        check(a != NULL, "malloc does not fail below the address space");
        fill(a, n, 0, -1, mode);
        return 0;
    }
    if (strcmp(mode, "unknown") == 0) {
        long local[10];
        fill(local, 10, 0, -1, mode);
        return 0;
    }
    if (strcmp(mode, "double-free") == 0) {
        void* volatile a = malloc(100); /* volatile: the compiler would leave both out */
        free(a);
        free(a);
        return 0;
    }
    if (strcmp(mode, "freed") == 0) {
        long* volatile a = malloc(1000 * sizeof(long));
        free(a);
        fill(a, 1000, 0, -1, mode);
        return 0;
    }
    long* a = malloc(1000 * sizeof(long));
    if (strcmp(mode, "outside") == 0)
        fill(a, 1000, number, -1, mode);
    else if (strcmp(mode, "overlap") == 0)
        fill(a, 990, number, -1, mode);
    else {
        /* as the compiler marks such loops: what is printed before them is out by then */
        if (strcmp(mode, "leave") == 0 || strcmp(mode, "exit-inside") == 0)
            loop.flags = HYDRA_RT_MAY_EXIT;
        if (strcmp(mode, "abort") == 0)
            loop.flags = HYDRA_RT_MAY_ABORT;
        fill(a, 1000, 0, number, mode);
    }
    printf("sum %ld\n", sum(a, 1000));
    exit(strcmp(mode, "status") == 0 ? (int)number : 0);
}
