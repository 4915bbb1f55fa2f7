// distributed: 25 53
// offloaded: 25 53
// Records with arrays in them are copied out of an array that a loop has written, into variables, members of variables
// and through a helper; what decides control flow is a plain member of the copy.
#include <stdio.h>
#include <string.h>

struct Cell {
    int n;
    double v[20];
    double z;
};
struct Box {
    int id;
    struct Cell in;
    double e;
};
static struct Cell cells[40];
static struct Box box, boxes[3];

static void load(struct Cell *to, int i) { *to = cells[i]; }

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        cells[i].n = i + 1;
        cells[i].z = 2 * i;
        for (int j = 0; j < 20; j++)
            cells[i].v[j] = i * j;
    }
    struct Cell c;
    c = cells[33];
    printf("%d %g %g\n", c.n, c.z, c.v[7]);
    box.id = 7;
    box.in = cells[35];
    box.e = 1;
    printf("%d %d %g %g\n", box.id, box.in.n, box.in.v[3], box.in.z);
    boxes[1].in = cells[22];
    printf("%d %g\n", boxes[1].in.n, boxes[1].in.v[3]);
    memcpy(&c, &cells[38], sizeof c);
    int k = c.n;
    printf("%d\n", k);
    for (int i = 0; i < 40; i++) {
        struct Cell one = cells[i];
        if (one.n % 9 == 0)
            printf("%d %g;", one.n, one.v[1]);
    }
    puts("");
    int n = 0;
    load(&c, 34);
    if (c.z > 50) {
#pragma hydra parallel for reduction(+ : n)
        for (int i = 0; i < 40; i++)
            n += cells[i].n;
    }
    printf("%d\n", n);
    return 0;
}
