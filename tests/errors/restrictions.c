// What this version refuses, with the reason.
#include <dirent.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <threads.h>
#include <unistd.h>
#include <wchar.h>
static const char* names[] = {"a", "b"};
int MPI_Init(int* argc, char*** argv);
static _Thread_local int mine; // error: not in this version: 'mine' is thread-local; use an ordinary variable
static pthread_mutex_t lock;
static void* work(void* x) { return x; }
static int begin(void* x) { return x != NULL; }
static void sem_of(double* x) { x[0] = mine; } // not the system's
static void beside(void) {
    pthread_t thread;
    thrd_t other;
    double mean[2];
    sem_of(mean);
    pthread_create(&thread, NULL, work, mean); // error: 'pthread_create' (threads); mark the loop with
    pthread_mutex_trylock(&lock); // error: 'pthread_mutex_trylock' (threads)
    thrd_create(&other, begin, mean); // error: 'thrd_create' (threads)
    char text[] = "A=1";
    putenv((char*)"B=2");
    putenv(text); // error: 'putenv' of other than a string literal
    sem_unlink("s"); // error: 'sem_unlink' (threads)
    if (fork() == 0) // error: 'fork' (other processes); do that outside of the program
        _exit(1);
    FILE* p = popen("ls", "r"); // error: 'popen' (folders, pipes and mapped files)
    fclose(p);
    mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0); // error: 'mmap' (folders, pipes and mapped files)
    socket(AF_INET, SOCK_STREAM, 0); // error: 'socket' (sockets); read the data from a file or from standard input
    double* grown = sbrk(4096); // error: 'sbrk' (memory beside malloc); allocate with 'malloc'
    __asm__ volatile("" : : "r"(grown) : "memory"); // error: inline assembly, whose effects cannot be seen
}
int main(int argc, char** argv) {
    FILE* file = fopen("x", "r");
    beside();
    fprintf(stderr, "%s %s\n", argv[0], names[1]);
    fwprintf(file, L"x"); // error: not in this version: 'fwprintf' to a file
    fwprintf(stdout, L"x");
    opendir("."); // error: not in this version: 'opendir' (folders, pipes and mapped files)
    signal(SIGINT, SIG_IGN); // error: not in this version: 'signal' (signals)
    system("ls"); // error: not in this version: 'system' (other processes)
    MPI_Init(&argc, &argv); // error: 'MPI_Init': hydracc makes the communication itself
    return 0;
}
