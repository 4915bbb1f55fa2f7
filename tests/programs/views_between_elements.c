// distributed: 46 51 54 59 81
// offloaded: 46 51 54 59 81
// Memory seen as elements of another size from a place between such elements: records at a stride that is not their
// size, matrices in a work space, members found from their lists' links, and matrices gone through by their first row.
// Serial code gets what it looks at, though nobody knows beforehand where that is.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { records = 24, stride = 36, rows = 20, columns = 6, points = 30 };

typedef struct {
    int id;
    float a, b, c;
    int count;
} record;

struct link {
    struct link *next, *before;
};

typedef struct {
    double x, y;
    int id;
    struct link link;
    double past[3];
} node;

#define OWNER(l) ((node *)((char *)(l)-offsetof(node, link)))

static unsigned char buffer[records * stride + 64];
static double work[1000], sums[records], matrix[rows][columns], deep[4][rows][columns];
static node nodes[points];
static struct link head;
static int order[64];

float field(const void *base, size_t step, int i);
double element(const double *w, int from, int i, int j);

static record *at(void *base, size_t step, int i) { return (record *)((char *)base + i * step); }

static void fill(int t)
{
#pragma hydra parallel for
    for (int i = 0; i < records; i++) {
        record r = {i, i + t, i * 2 + t, i * 3, t};
        memcpy(buffer + i * stride, &r, sizeof r);
    }
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        work[i] = i + t;
#pragma hydra parallel for
    for (int i = 0; i < points; i++) {
        nodes[i].y = nodes[i].x * 2 + t;
        nodes[i].past[2] += nodes[i].x;
    }
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            matrix[i][j] = i * 10 + j + t;
            for (int k = 0; k < 4; k++)
                deep[k][i][j] = k + i * j;
        }
}

static double records_of(int t)
{
    size_t step = stride;
    double z = 0;
    for (int i = 0; i < records; i++)
        z += ((record *)(buffer + i * stride))->b * i;
    for (int i = 0; i < records; i++) {
        record *r = (record *)(buffer + i * step);
        z += r->a * r->id + at(buffer, step, records - 1 - i)->c;
    }
    for (unsigned char *p = buffer; p < buffer + records * stride; p += step)
        z += ((record *)p)->c * ((record *)p)->id;
    at(buffer, step, t + 3)->b += 0.5f;
#pragma hydra parallel for
    for (int i = 0; i < records; i++)
        sums[i] = field(buffer, step, (i * 5) % records) + element(work, 121, i, 2);
    for (int i = 0; i < records; i++)
        z += sums[i] * i;
    return z + field(buffer, step, 20);
}

static double places_of_work(void)
{
    double s = 0;
    for (int i = 0; i < rows; i++)
        s += ((double(*)[columns])(work + 121))[i][2] * i;
    for (int i = 0; i < 40; i++)
        s += ((struct { double x, y, z; } *)(work + 4 * i))->z;
    for (int k = 0; k < 3; k++) // a whole number of them in front
        s += ((struct { double x, y, z; } *)(work + 3 * k))->y;
    return s + element(work, 101, 20, 3);
}

static double linked(void)
{
    double s = 0;
    for (struct link *l = head.next; l != &head; l = l->next)
        s += OWNER(l)->y * OWNER(l)->id + OWNER(l)->past[2];
    return s;
}

static double flattened(void)
{
    double s = 0;
    double(*h)[columns] = matrix;
    for (int k = 0; k < 64; k++)
        s += matrix[0][order[k]] * k + (*h)[order[63 - k]] + deep[2][0][order[k]];
    int k = 0;
    while (matrix[0][k] < 150 && k < rows * columns - 1)
        k++;
    return s + k;
}

int main(void)
{
    head.next = head.before = &head;
    for (int i = 0; i < points; i++) {
        nodes[i].x = nodes[i].id = i;
        if (i % 3) {
            struct link *l = &nodes[i].link;
            l->next = head.next, l->before = &head;
            head.next->before = l, head.next = l;
        }
    }
    for (int i = 0; i < 64; i++)
        order[i] = (i * 37) % (rows * columns);
    for (int t = 0; t < 3; t++) {
        fill(t);
        printf("%.10g %.10g %.10g %.10g\n", records_of(t), places_of_work(), linked(), flattened());
    }
    return 0;
}

float field(const void *base, size_t step, int i) { return ((const record *)((const char *)base + i * step))->b; }
double element(const double *w, int from, int i, int j) { return ((const double(*)[7])(w + from))[i][j]; }
