// distributed: 32
// offloaded: 32
// A scratch counter whose address is kept: by a tagged word, by a copied pointer, by a block with a value, by strchr.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 300
static double field[N];
static int *kept;
static uintptr_t tagged;

static void keep_plain(int *p) { kept = ({ int zero = 0; (void)zero; p; }); }
static void keep_by_copy(int *p) {
    int **where = &p;
    kept = *where;
}
static void keep_tagged(int *p) {
    tagged = (uintptr_t)p | 1;
    kept = (int *)(tagged & ~(uintptr_t)1);
}
static void keep_inverted(int *p) { kept = (int *)~~(uintptr_t)p; }
static void keep_cleared(int *p) { kept = memset(p, 0, sizeof *p); }

static int move_to(int at) {
    *kept = at;
    return at;
}

static void fill(int by) {
#pragma hydra parallel for
    for (int i = 0; i < N; i++) field[i] = i + by;
}

int main(void) {
    int at;
    double seen;
    int at1;
    keep_plain(&at1);
    fill(1);
    at1 = 3;
    seen = (move_to(250), field[at1]);
    printf("keep_plain %g\n", seen);
    int at2;
    keep_by_copy(&at2);
    fill(2);
    at2 = 3;
    seen = (move_to(250), field[at2]);
    printf("keep_by_copy %g\n", seen);
    int at3;
    keep_tagged(&at3);
    fill(3);
    at3 = 3;
    seen = (move_to(250), field[at3]);
    printf("keep_tagged %g\n", seen);
    int at4;
    keep_inverted(&at4);
    fill(4);
    at4 = 3;
    seen = (move_to(250), field[at4]);
    printf("keep_inverted %g\n", seen);
    int at5;
    keep_cleared(&at5);
    fill(5);
    at5 = 3;
    seen = (move_to(250), field[at5]);
    printf("keep_cleared %g\n", seen);
    kept = memset(&at, 0, sizeof at);
    fill(6);
    at = 3;
    seen = (move_to(250), field[at]);
    printf("%g\n", seen);
    return 0;
}
