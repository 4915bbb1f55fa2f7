// What this version refuses, with the reason.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static const char* names[] = {"a", "b"};
static int order(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int MPI_Init(int* argc, char*** argv);
int main(int argc, char** argv) {
    int v[10];
    FILE* file = fopen("x", "r"); // error: not in this version: 'fopen' (files and standard input)
    fprintf(file, "x"); // error: not in this version: 'fprintf' to a file; name 'stdout' or 'stderr' itself
    fprintf(stderr, "%s %s\n", argv[0], names[1]);
    fputs("x", stdout);
    fflush(NULL);
    srand(time(NULL)); // error: not in this version: 'srand' (random numbers)
    // error: not in this version: 'time' (clocks)
    qsort(v, 10, sizeof v[0], order); // error: not in this version: 'qsort'
    printf("%s", getenv("HOME")); // error: not in this version: 'getenv' (the environment)
    MPI_Init(&argc, &argv); // error: 'MPI_Init': hydracc makes the communication itself
    return 0;
}
