// args: 7
// distributed: 28
// offloaded: 28
/* Handlers that run at the end, in reverse order, one of which still needs a distributed array; the end itself comes
 * from deep inside. */
#include <stdio.h>
#include <stdlib.h>

static int a[90];
static FILE *log_file;

static void last(void) { printf("last words\n"); }

static void sum_up(void)
{
    long sum = 0;
    for (int i = 0; i < 90; i++)
        sum += a[i];
    printf("sum %ld\n", sum);
    fprintf(log_file, "sum %ld\n", sum);
}

static void work(int depth, int status)
{
    if (depth == 0)
        exit(status);
#pragma hydra parallel for
    for (int i = 0; i < 90; i++)
        a[i] += i * depth;
    fprintf(log_file, "depth %d\n", depth);
    work(depth - 1, status);
}

int main(int argc, char **argv)
{
    log_file = fopen("log.txt", "w");
    atexit(last);
    atexit(sum_up);
    work(4, argc > 1 ? atoi(argv[1]) : 0);
    return 1;
}
