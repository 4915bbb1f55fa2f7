// distributed: 21 30 42 69 102 113 119 124 154
// replicated: 142
// offloaded: 21 30 42 69 102 119 124 154
/* Every function keeps the types that only it needs to itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell { int alive; };              /* shadowed in several functions */
enum { SIDE = 12 };

static double particles(int steps)
{
    struct vec { double x, y, z; };
    typedef struct { struct vec pos, vel; float mass; } body;
    enum { N = 60, HALF = N / 2 };
    body all[N], probe = { { 1, 2, 3 }, { 0, 0, 0 }, 2.5f };
    struct vec force[N];

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        body b = probe;
        b.pos.x += i;
        b.pos.y -= i % HALF;
        b.vel = (struct vec){ .x = 0.5 * i, .z = -1 };
        all[i] = b;
    }
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            struct vec f = { 0, 0, 0 };
            for (int j = 0; j < N; j++) {
                const struct vec *p = &all[j].pos;
                double dx = p->x - all[i].pos.x, dy = p->y - all[i].pos.y;
                f.x += dx * all[j].mass;
                f.y += dy * all[j].mass;
                f.z += sizeof(body) == sizeof *all ? 1 : 0;
            }
            force[i] = f;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            all[i].vel.x += force[i].x * 1e-3;
            all[i].vel.y += force[i].y * 1e-3;
            all[i].pos.x += all[i].vel.x * 0.01;
            all[i].pos.y += all[i].vel.y * 0.01;
            all[i].pos.z += force[i].z;
        }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += all[i].pos.x + 3 * all[i].pos.y + 7 * all[i].pos.z + all[i].mass;
    return sum;
}

static int life(int seed)
{
    struct cell { unsigned char alive; short age[3]; };   /* another one than the file's */
    struct cell *now = calloc(SIDE * SIDE, sizeof(struct cell)), *next = malloc(SIDE * SIDE * sizeof *next);
    typedef unsigned char flag;
    enum fate { DIES, STAYS, BORN = 7 };
    enum fate verdict[SIDE * SIDE];
    int born = 0;

    for (int i = 0; i < SIDE * SIDE; i++)
        now[i].alive = (flag)((i * seed + i / 5) % 3 == 0);
    for (int t = 0; t < 4; t++) {
#pragma hydra parallel for reduction(+:born)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                struct cell c = now[y * SIDE + x];
                int n = 0;
                for (int k = 0; k < 9; k++) {
                    int yy = (y + k / 3 + SIDE - 1) % SIDE, xx = (x + k % 3 + SIDE - 1) % SIDE;
                    flag one = now[yy * SIDE + xx].alive;
                    n += k != 4 ? one : 0;
                }
                enum fate f = n == 3 ? (c.alive ? STAYS : BORN) : n == 2 && c.alive ? STAYS : DIES;
                born += f == BORN;
                verdict[y * SIDE + x] = f;
                c.age[t % 3] = (short)(c.alive ? c.age[t % 3] + 1 : 0);
                c.alive = f != DIES;
                next[y * SIDE + x] = c;
            }
        struct cell *swap = now; now = next; next = swap;
    }
    int sum = born * 1000;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += now[i].alive * (i + 1) + now[i].age[1] + (int)verdict[i];
    free(now);
    free(next);
    return sum;
}

static int scopes(void)
{
    int total = 0;
    {
        struct pair { int a, b; } list[20];
        struct pair last = { 0, 0 };
#pragma hydra parallel for private(last)
        for (int i = 0; i < 20; i++) {
            last.a = i;
            last.b = -3 * i;
            list[i] = last;
        }
        total += list[7].b;
    }
    {
        struct pair { char tag[3]; union { int i; float f; } u; } list[20], best = { "", { 0 } };
        struct pair *chosen = list + 3;
#pragma hydra parallel for private(best)
        for (int i = 0; i < 20; i++) {
            best.u.i = i * i;
            memcpy(best.tag, "ab", 3);
            list[i] = best;
        }
#pragma hydra parallel for reduction(+:total)
        for (int i = 0; i < 10; i++)
            total += chosen[i].u.i + chosen[i].tag[1];
    }
    struct cell one[SIDE];                                  /* the file's */
#pragma hydra parallel for
    for (int i = 0; i < SIDE; i++) {
        struct mark { int here; } m = { i };
        one[i].alive = m.here + (int)sizeof(struct cell);
    }
    for (int i = 0; i < SIDE; i++)
        total += one[i].alive;
    return total;
}

static struct { double x, y; } points[50], *cursor = points + 5;

int main(void)
{
    struct { int id; struct { float lo, hi; } span[2]; } rec[50];
    typedef struct node { int value; struct node *next; } node;
    node chain[50];

#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        points[i].x = i;
        points[i].y = 0.5 * i;
        rec[i].id = i;
        rec[i].span[i % 2].lo = -i;
        rec[i].span[i % 2].hi = i;
        rec[i].span[1 - i % 2].lo = rec[i].span[1 - i % 2].hi = 0;
        chain[i].value = i;
        chain[i].next = i < 49 ? &chain[i + 1] : NULL;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < 40; i++)
        sum += cursor[i].x * cursor[i].y + rec[i].span[0].hi - rec[i + 1].span[1].lo;
    int walked = 0;
    for (node *p = chain; p != NULL; p = p->next)
        walked += p->value;
    printf("%g %d\n", sum, walked);
    printf("%.6f\n", particles(3));
    printf("%d\n", life(7));
    printf("%d\n", scopes());
    return 0;
}
