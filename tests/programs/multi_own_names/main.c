// stdin: hello\n
// distributed: 33 44 46
// offloaded: 33 44 46
/* A postman's program: its words are also those of the operating system. */
#include <assert.h>
#include <stdio.h>

#define TEXT(x) #x
#define SHOWN(x) TEXT(x)

struct box { int open, send; };

extern double time, environ[4];
double read(const double *a, int i);
void write(double *a, int i, double x);
const char *close(double *a);
int wait(int n);
long sysconf(double *a, int n);

static double v[50], w[50];
int optind = 4;
double timezone = 0.25;

double open(double x, double y) { return x < y ? y - x : x - y; }
double send(const double *from, int i) { return from[i] + timezone; }
int omp_get_thread_num(void) { return 77; }
int sched_yield(double *a) { return (int)a[3]; }
double getpid(double x) { return x * 2; }
int pause(int n) { return n ? pause(n - 1) + 1 : 0; }
int kill(double *a, int n) {
    int k = 0;
#pragma hydra parallel for reduction(+ : k)
    for (int i = 0; i < n; i++) {
        if (a[i] > 30) { a[i] = 0; k++; }
    }
    return k;
}
static int usleep(int n) { return n + optind; }

int main(void) {
    struct box b = {3, 4};
    char line[20];
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) v[i] = i + getpid(i) * 0.125;
#pragma hydra parallel for
    for (int i = 0; i < 49; i++) w[i] = open(v[i], v[i + 1]) + send(v, i) + time;
    write(v, 40, 7);
    printf("%g %g %g\n", read(v, 33), read(v, 40), w[30]);
    printf("%d %d %s %s\n", b.open, b.send, TEXT(open), SHOWN(kill));
    printf("%d killed\n", kill(w, 50));
    printf("%ld left\n", sysconf(w, 50));
    printf("%d gone\n", wait(50));
    printf("%s\n", close(v));
    if (fgets(line, sizeof line, stdin)) printf("%s", line);
    printf("%g %d %d %d\n", v[0], omp_get_thread_num(), sched_yield(v), pause(5));
    printf("%d %g %g\n", usleep(6), environ[2], time);
    FILE *f = fopen("letters.txt", "w");
    if (!f) return 1;
    for (int i = 0; i < 50; i++) fprintf(f, "%g\n", w[i]);
    fclose(f);
    return 0;
}
