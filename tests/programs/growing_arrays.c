// distributed: 30 43 70 73 81
// offloaded: 30 43 70 73 81
// A list of particles grows and shrinks by realloc between parallel loops; a table that a loop wrote becomes longer
// while ranks hold different parts of it, and its new end is filled by another loop.
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double x, v;
    int id;
};

static struct particle *particles;
static int number, room;

static void add(int more)
{
    if (number + more > room) {
        room = 2 * (number + more);
        struct particle *larger = realloc(particles, room * sizeof *larger);
        if (larger == NULL) {
            perror("realloc");
            exit(1);
        }
        particles = larger;
    }
    int first = number;
    struct particle *p = particles;
#pragma hydra parallel for
    for (int i = first; i < first + more; i++) {
        p[i].x = i * 0.5;
        p[i].v = i % 3 - 1;
        p[i].id = i;
    }
    number += more;
}

static void step(void)
{
    struct particle *p = particles;
    int n = number;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        p[i].x += 0.25 * p[i].v;
        if (p[i].x < 0)
            p[i].v = -p[i].v;
    }
}

int main(void)
{
    for (int round = 0; round < 6; round++) {
        add(5 + 7 * round);
        step();
    }
    double x = 0;
    long ids = 0;
    for (int i = 0; i < number; i++) {
        x += particles[i].x;
        ids += particles[i].id * (long)i;
    }
    printf("%d particles, %.6f, %ld\n", number, x, ids);

    long n = 1000;
    double *table = NULL;
    for (int grown = 0; grown < 4; grown++) {
        table = realloc(table, n * sizeof *table);
        long half = grown == 0 ? 0 : n / 2;
#pragma hydra parallel for
        for (long i = half; i < n; i++)
            table[i] = i * 0.001 + grown;
#pragma hydra parallel for
        for (long i = 0; i < half; i++)
            table[i] += table[n - 1 - i];
        n *= 2;
    }
    n /= 2;
    table = realloc(table, n / 5 * sizeof *table);
    n /= 5;
#pragma hydra parallel for
    for (long i = 0; i < n; i++)
        table[i] *= 2;
    double s = 0;
    for (long i = 0; i < n; i += 3)
        s += table[i];
    printf("%ld: %.6f %.6f %.6f\n", n, table[0], table[n - 1], s);
    free(table);
    free(particles);
    return 0;
}
