// The type of a parameter has a length that is a record's member, which loops change under other names than its own:
// through its address, through a pointer that was cast, as bytes. The member 'cols' of grids is only stored by name.
#include <string.h>

typedef struct {
    int n, k;
    double x[4];
} conf;
typedef struct {
    long m;
    double y;
} header;
typedef struct {
    int w;
    float z;
} flat;
typedef struct {
    int cols, rows;
} grid;

static conf confs[8];
static header headers[8];
static flat flats[8];
static grid grids[8];
static double field[64];
static int counts[64];

static void put(int *to, int value) { *to = value; }

static double at(conf *c, double m[][c->n], int i, int j) { // error: the type of the parameter 'm' depends on 'c->n', which parallel loops change; hand its value to the function as a parameter of its own
    return m[i][j];
}

static double under(header *h, double m[][h->m], int i, int j) { // error: the type of the parameter 'm' depends on 'h->m', which parallel loops change; hand its value to the function as a parameter of its own
    return m[i][j];
}

static double inside(flat *f, double m[][f->w], int i, int j) { // error: the type of the parameter 'm' depends on 'f->w', which parallel loops change; hand its value to the function as a parameter of its own
    return m[i][j];
}

static double of_grid(grid *g, double m[][g->cols], int i, int j) { return m[i][j]; }

double f(void) {
    for (int i = 0; i < 8; i++)
        grids[i].cols = i + 1;
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        counts[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        field[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) {
        put(&confs[i].n, i + 2);
        put(&grids[i].rows, i);
    }
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) {
        long *first = (long *)&headers[i];
        first[0] = i + 2;
    }
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) {
        flat one = {i + 2, 0};
        memcpy(&flats[i], &one, sizeof one);
    }
    return at(&confs[5], (void *)field, 3, 2) + under(&headers[5], (void *)field, 3, 2) +
           inside(&flats[5], (void *)field, 3, 2) + of_grid(&grids[5], (void *)field, 3, 2) + counts[5];
}
