// distributed: 36 45 55 65 87 96 104
/* Inspectors that note stretches of elements at once: segments that may be empty, from both ends, parts of structs,
   rows, loops around loops, bounds that are read, and loops that change another variable, or leave early. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y;
    int tag[2];
} point;

enum { CELLS = 60, PER = 7 };

static int first[CELLS + 1], around[CELLS][4], order[CELLS * PER];
static unsigned begin[CELLS], many[CELLS];

int main(void)
{
    int points = 0;
    for (int c = 0; c < CELLS; c++) {
        first[c] = points;
        points += c * 5 % PER; /* some have none */
        for (int k = 0; k < 4; k++)
            around[c][k] = (c * 7 + k * 11) % CELLS;
    }
    first[CELLS] = points;
    point *p = malloc(points * sizeof *p), *q = malloc(points * sizeof *q);
    double (*row)[3] = malloc(points * sizeof *row), *sum = malloc(CELLS * sizeof *sum), all = 0;
    for (int i = 0; i < points; i++) {
        p[i] = (point){i * 0.5, 1.0 / (i + 1), {i % 5, i % 3}};
        order[i] = (i * 13 + 5) % points;
        row[i][0] = row[i][1] = row[i][2] = i % 17;
    }
    /* Pairs of cells: a stretch of one, a stretch of the other. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        sum[c] = 0;
        for (int k = 0; k < 4; k++)
            for (int i = first[c]; i < first[c + 1]; i++)
                for (int j = first[around[c][k]]; j < first[around[c][k] + 1]; j++)
                    sum[c] += p[i].x * p[j].y + row[j][0] - row[i][1] * row[j][2] + row[j][1] + p[j].tag[0] * p[j].tag[1];
    }
    /* Written in stretches, up to and with the last one, and moved. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++)
        for (int i = first[c]; i <= first[c + 1] - 1; i++) {
            q[i].x = p[i].y + sum[c];
            q[i].y = p[i].x;
            q[i].tag[0] = q[i].tag[1] = c;
        }
    for (int c = 0; c < CELLS; c++)
        many[c] = (unsigned)(first[c + 1] - first[c]), begin[c] = (unsigned)first[c];
    /* Unsigned counters, and an index that goes down while they go up. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        double s = 0;
        for (unsigned k = 0; k < many[c]; k++)
            s += q[begin[c] + k].x - q[begin[c] + many[c] - 1 - k].y;
        for (int k = (int)many[c] - 1; k >= 0; k--)
            s += q[begin[c] + (unsigned)k].tag[0];
        sum[c] += s;
    }
    /* Another variable goes on, and the loop may end early. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        int at = first[c];
        for (int k = 0; k < 4 && at < first[c + 1]; k++) {
            if (p[order[at]].tag[0] == 4)
                break;
            sum[c] += p[order[at++]].x;
        }
        const point *here = p + first[c];
        double twice = 0;
        for (int k = first[c]; k < first[c + 1] - 1; k += 2) {
            twice += here++->y;
            twice -= here++->y;
        }
        int next = first[c];
        if (next < first[c + 1] - 1) {
            twice += q[next++].x;
            twice -= q[next++].x;
        }
        sum[c] += twice;
    }
    /* Every other one, and elements that data say the place of, between stretches. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        for (int i = first[c]; i < first[c + 1]; i += 2)
            sum[c] += row[i][2];
        for (int i = first[c]; i < first[c + 1]; i++)
            if (order[i] % 2)
                sum[c] -= row[order[i]][0] * row[first[c]][1];
    }
    /* What is read between the rounds. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        double s = 0;
        for (int i = first[c]; i < first[c + 1]; s += row[order[i]][1] * p[i].y, i++)
            s -= q[order[i]].x;
        sum[c] += s;
    }
    /* A local array that a loop of its own fills says where to look. */
    #pragma hydra parallel for
    for (int c = 0; c < CELLS; c++) {
        int near[4], at = 0;
        for (int k = 0; k < 4; k++)
            near[k] = around[c][k];
        for (int k = 0; k < 3; k++)
            at += near[k];
        for (int k = 0; k < 4; k++)
            if (first[near[k]] < points)
                sum[c] += p[first[near[k]]].x * row[at % points][k % 3];
    }
    for (int c = 0; c < CELLS; c++)
        all += sum[c];
    for (int i = 0; i < points; i += 9)
        all += q[i].x + q[i].tag[1];
    printf("%d points, %.10g\n", points, all);
    return 0;
}
