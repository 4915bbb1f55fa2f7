// distributed: 28 33 36 50 67 72
// offloaded: 28 50 67
// Structs with arrays, of which each iteration has a copy, handed to functions that only read them, or looked up at
// places that data decides; read afterwards. And structs and numbers to which pointers lead.
#include <stdio.h>

typedef struct {
    double m[4], k;
} job;
static double out[80];
static job shared;

static double work(const job *j, int i) { return j->m[i % 4] * j->k; }
static double last(job *j) { return j->m[3]; }

struct part {
    int id, v[8];
};
static struct {
    struct part one, two;
} both;
static int place[60];

static void look_up(int step) {
    for (int i = 0; i < 60; i++)
        place[i] = i * 5 % 8;
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) {
        both.one.v[i] = i;
        both.two.v[i] = -i;
    }
#pragma hydra parallel for firstprivate(both)
    for (int i = 0; i < 60; i++)
        out[i] = both.one.v[place[i]];
#pragma hydra parallel for firstprivate(both)
    for (int i = 0; i < 60; i += step)
        out[i] += both.two.v[(i + 1) % 8];
    printf("%g %g %g\n", out[7], out[59], out[30]);
}

// Pointers from outside lead to the originals, whatever the loop stores, and change them between launches only.
static void steer(void) {
    struct {
        int from, step;
        double scale;
    } view = {2, 1, 0.5}, *seen = &view;
    double shift = 1, *moved = &shift;
    for (int t = 0; t < 2; t++) {
#pragma hydra parallel for firstprivate(view, shift)
        for (int i = 0; i < 60; i++)
            out[i] = place[(i * view.step + view.from) % 60] * view.scale + shift;
        seen->from = 7;
        *moved += 3;
        printf("%g %g %d %g\n", out[0], out[59], view.from, shift);
    }
}

int main(void) {
    look_up(1);
    look_up(2);
    steer();
    job own;
    own.k = 2;
    shared.k = 3;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int k = 0; k < 4; k++) {
            shared.m[k] = k;
            own.m[k] = k * t;
        }
#pragma hydra parallel for firstprivate(shared, own)
        for (int i = 0; i < 80; i++)
            out[i] = work(&shared, i) + work(&own, i) + last(&own);
        printf("%g %g\n", out[79], own.m[2] + shared.m[3]);
    }
    return 0;
}
