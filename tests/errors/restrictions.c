// What this version refuses, with the reason, and what only one rank can do. What nothing calls may hold anything.
#include <dirent.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>
#include <wchar.h>
static const char* names[] = {"a", "b"};
int MPI_Init(int* argc, char*** argv);
static _Thread_local int mine[2]; // error: not in this version: 'mine' is thread-local; use an ordinary variable
static pthread_mutex_t lock;
static void* work(void* x) { return x; }
static int begin(void* x) { return x != NULL; }
static void sem_of(double* x) { x[0] = mine[1]; } // not the system's
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
    if (fork() == 0) // warning: 'fork' (other processes) is not for several ranks: with more than one, the program stops where
        _exit(1);
    FILE* p = popen("ls", "r"); // warning: 'popen' (folders, pipes and mapped files) is not for several ranks
    fclose(p);
    mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0); // warning: 'mmap': with several ranks, rank 0 reads what a private mapping shows
    socket(AF_INET, SOCK_STREAM, 0); // warning: 'socket' (sockets) is not for several ranks
    double* grown = sbrk(4096); // error: 'sbrk' (memory beside malloc); allocate with 'malloc'
    __asm__ volatile("nop" : : "r"(grown) : "memory"); // error: inline assembly with operands that are no numbers
    __asm__ volatile("stosb" : : "D"((long)grown) : "memory"); // error: inline assembly with operands that are no numbers
}
static inline int nobody_calls(void) {
    __asm__ volatile("nop");
    return wait(NULL);
}
int main(int argc, char** argv) {
    FILE* file = fopen("x", "r");
    beside();
    fprintf(stderr, "%s %s\n", argv[0], names[1]);
    fwprintf(file, L"x"); // error: not in this version: 'fwprintf' to a file
    fwprintf(stdout, L"x");
    opendir("."); // warning: 'opendir' (folders, pipes and mapped files) is not for several ranks
    signal(SIGINT, SIG_IGN); // warning: 'signal': with several ranks, the program stops where a signal comes that it handles
    system("ls"); // warning: 'system' (other processes) is not for several ranks
    MPI_Init(&argc, &argv); // error: 'MPI_Init': hydracc makes the communication itself
    return 0;
}
