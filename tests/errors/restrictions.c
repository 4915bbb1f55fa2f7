// What this version refuses, with the reason.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
static const char* names[] = {"a", "b"};
int MPI_Init(int* argc, char*** argv);
int main(int argc, char** argv) {
    FILE* file = fopen("x", "r");
    fprintf(stderr, "%s %s\n", argv[0], names[1]);
    fwprintf(file, L"x"); // error: not in this version: 'fwprintf' to a file
    fwprintf(stdout, L"x");
    opendir("."); // error: not in this version: 'opendir' (folders, pipes and mapped files)
    signal(SIGINT, SIG_IGN); // error: not in this version: 'signal' (signals)
    system("ls"); // error: not in this version: 'system' (other processes)
    MPI_Init(&argc, &argv); // error: 'MPI_Init': hydracc makes the communication itself
    return 0;
}
