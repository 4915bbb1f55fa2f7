#include "field.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    double value;
    int hits;
} cell; // known here alone

enum border { fixed, open = -1 };

struct limits {
    int rows, columns, pitch;
};

struct field {
    const char *name;
    struct limits size;
    enum border border;
    unsigned live : 1;
    struct {
        double low, high;
    } range;
    double (*weight)(double);
    cell *cells, *inside;
};

struct walk {
    int count;
    struct {
        double x, y;
    } place[64];
};

const char *const field_states[] = {"still", "moving"};

static double halved(double x) { return 0.5 * x; }

field *field_make(int rows, int columns)
{
    field *f = calloc(1, sizeof *f);
    f->name = "field";
    f->size = (struct limits){rows, columns, columns + 2};
    f->border = open;
    f->live = 1;
    f->weight = halved;
    f->cells = calloc((size_t)(rows + 2) * f->size.pitch, sizeof *f->cells);
    f->inside = f->cells + f->size.pitch + 1;
    return f;
}

void field_free(field *f)
{
    if (f)
        free(f->cells);
    free(f);
}

int field_rows(const field *f) { return f->size.rows; }
int field_columns(const field *f) { return f->size.columns; }
double field_at(const field *f, int i, int j) { return f->inside[i * f->size.pitch + j].value; }
double field_weight(const field *f, int i) { return f->weight(i); }

void field_put(field *f, int i, int j, double value)
{
    cell *c = &f->inside[i * f->size.pitch + j];
    c->value = value;
    c->hits++;
}

void field_swap(field **a, field **b)
{
    field *old = *a;
    *a = *b;
    *b = old;
}

double field_change(const field *a, const field *b)
{
    double most = 0;
#pragma hydra parallel for reduction(max : most)
    for (int i = 0; i < a->size.rows; i++)
        for (int j = 0; j < a->size.columns; j++) {
            double d = fabs(a->inside[i * a->size.pitch + j].value - b->inside[i * b->size.pitch + j].value) *
                       b->inside[i * b->size.pitch + j].hits;
            if (d > most)
                most = d;
        }
    return most;
}

walk walk_make(int count)
{
    walk w = calloc(1, sizeof *w);
    w->count = count;
    return w;
}

void walk_step(walk w, int i, double by)
{
    w->place[i].x += by;
    w->place[i].y -= w->place[i].x;
}

double walk_end(const walk w, int i) { return w->place[i].y; }
