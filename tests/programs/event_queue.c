// distributed: 56
// offloaded: 56
// A discrete-event simulation with a queue of its own, whose functions are called as those of libraries are that stand
// below MPI (libevent, zlib): the libraries must not call the program's.
#include <stdio.h>
#include <stdlib.h>

typedef struct event {
    double time;
    int kind;
    struct event *next;
} event;

static event *queue;
static double state[40];

event *event_new(double time, int kind) {
    event *fresh = malloc(sizeof *fresh);
    fresh->time = time;
    fresh->kind = kind;
    fresh->next = NULL;
    return fresh;
}

void event_add(event *e) {
    event **place = &queue;
    while (*place && (*place)->time <= e->time)
        place = &(*place)->next;
    e->next = *place;
    *place = e;
}

event *event_pop(void) {
    event *first = queue;
    queue = first->next;
    return first;
}

void event_free(event *e) { free(e); }

unsigned crc32(const char *text) {
    unsigned sum = 1;
    while (*text)
        sum = sum * 31 + (unsigned char)*text++;
    return sum;
}

int main(void) {
    for (int k = 0; k < 5; k++)
        event_add(event_new(k * 7 % 5, k));
    while (queue) {
        event *e = event_pop();
        int kind = e->kind;
        double time = e->time;
#pragma hydra parallel for
        for (int i = 0; i < 40; i++)
            state[i] += kind * i + time;
        event_free(e);
    }
    printf("%g %g %u\n", state[3], state[39], crc32("queue"));
    return 0;
}
