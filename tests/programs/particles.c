// stderr: the loop writes memory from which its own subscripts come
// distributed: 30 40 62 68 74 85 89 95 102 108 118 125 130
// offloaded: 30 40 62 68 74 85 89 95 102 118 125 130
/* Particles whose places select what acts on them, and move in the same loop: what selects is read before the particle
 * moves, so it can be looked up before the loop runs. And such loops where that is not so: places read again behind
 * the move, in rounds of an inner loop, by another pointer, or of another part of the array. */
#include <stdio.h>
#include <stdlib.h>

#define N 2000
#define CELLS 9000

struct particle {
    double at, speed;
    int cell[2];
    int kind;
};

static double field[CELLS], other_field[CELLS];
static int x[N], moved[N];
static double v[N], w[N];
static struct particle all[N];
static int pairs[N][2];

static double pull(int cell) { return field[cell] * 0.5; }

static void shift(int *to, const int *from, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        v[i] += field[from[i]];
        to[i] = (to[i] + 3) % CELLS;
    }
}

static void shift_by(int *to, int by, int n)
{
    const int *from = to + by;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        v[i] += field[from[i]];
        to[i] = (to[i] + 5) % CELLS;
    }
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 4;
    for (int c = 0; c < CELLS; c++) {
        field[c] = (c * 31 % 17 - 8) * 0.25;
        other_field[c] = c % 5;
    }
    for (int i = 0; i < N; i++) {
        x[i] = moved[i] = i * 4 + i % 7;
        v[i] = w[i] = 0;
        all[i] = (struct particle){i * 4, (i % 3) * 0.5, {i * 4, i * 3}, i % 2};
        pairs[i][0] = i, pairs[i][1] = i + 1;
    }
    for (int t = 0; t < steps; t++) {
        /* What acts on them is newest where its cells are placed. */
#pragma hydra parallel for
        for (int c = 0; c < CELLS; c++) {
            field[c] = c % 9 - field[c] * 0.5;
            other_field[c] = (int)(other_field[c] + c + t) % 6;
        }
        /* Before. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            v[i] += field[x[i]] * 2;
            x[i] = (x[i] + (int)v[i] % 3 + 3) % CELLS;
        }
        /* Before, through a local variable, in branches, in the assignment itself. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int here = x[i];
            if (here % 2) {
                v[i] += field[here];
                x[i] = here - 1;
            } else {
                w[i] += other_field[x[i]];
            }
            w[i] += field[here];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            x[i] = (x[i] + (int)other_field[x[i]]) % CELLS;
        /* Behind the move. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            x[i] = (x[i] + 1 + i % 2) % CELLS;
            v[i] += field[x[i]];
        }
        /* Both; and by a function. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            v[i] += field[x[i]];
            x[i] = (x[i] + 2) % CELLS;
            w[i] += pull(x[i]);
        }
        /* In rounds: the second one sees what the first one stored. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int k = 0; k < 3; k++) {
                v[i] += field[x[i]];
                x[i] = (x[i] + 7) % CELLS;
            }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int k = 0;
        again:
            v[i] += field[x[i]];
            x[i] = (x[i] + 11) % CELLS;
            if (++k < 2)
                goto again;
        }
        /* Records, whose members are read before and behind; and two elements of a row. */
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            all[i].speed += field[all[i].cell[0]] + field[(int)all[i].at];
            all[i].at += all[i].speed > 2 ? 1 : 2;
            all[i].cell[0] = (int)all[i].at;
            all[i].cell[1] = all[i].cell[0] + 1;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            all[i].cell[1] = (all[i].cell[1] + 1) % CELLS;
            all[i].speed += other_field[all[i].cell[1]] * 0.125;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            w[i] += field[pairs[i][0]] + field[pairs[i][1]];
            for (int d = 0; d < 2; d++)
                pairs[i][d] = (pairs[i][d] + d + 1) % CELLS;
        }
        /* By other names, the same or shifted. */
        shift(x, x, N);
        shift(moved, x, N);
        shift_by(moved, 0, N);
        shift_by(moved, N / 2, N / 2);
    }
    double sum = 0;
    long places = 0;
    for (int i = 0; i < N; i++) {
        sum += v[i] + 2 * w[i] + all[i].speed + all[i].at;
        places = (places * 31 + x[i] + moved[i] + all[i].cell[0] + 3 * all[i].cell[1] + pairs[i][0] + pairs[i][1]) %
                 1000000007;
    }
    printf("%.4f %ld\n", sum, places);
    return 0;
}
