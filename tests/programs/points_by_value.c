// distributed: 30 37 40
// offloaded: 30 37
// Functions that return records: what they read through their pointers is read, also where only a member of what
// they return is used.
#include <stdio.h>

#define N 44

typedef struct { double x, y; } Point;
typedef struct { Point at[3]; int colour; } Triangle;

static Point cloud[N];
static Triangle mesh[N];
static double out[N], area[N];

static Point get(const Point *p, int i) { return p[i]; }
static Point mirrored(Point p) { return (Point){-p.x, p.y}; }
static Triangle turned(const Triangle *t)
{
    Triangle r = *t;
    r.at[0] = t->at[1], r.at[1] = t->at[2], r.at[2] = t->at[0];
    return r;
}
static int touched;
static Point *corner(Triangle *t, int k) { return &t->at[k]; }

int main(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        cloud[i].x = i % 5, cloud[i].y = 2 * i;
        for (int k = 0; k < 3; k++)
            mesh[i].at[k] = (Point){i + k * k, i * k};
        mesh[i].colour = i % 3;
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        out[i] = get(cloud, N - 1 - i).y + mirrored(get(cloud, (i + 7) % N)).x;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int far = (i + N / 2) % N;
        area[i] = turned(&mesh[far]).at[2].x + (i % 2 ? mesh[far] : mesh[i]).colour +
                  ({ Triangle t = mesh[N - 1 - i]; t; }).at[1].y + corner(&mesh[far], 1)->x;
    }
    for (int i = 0; i < N; i++)
        touched += out[i] > area[i];
    for (int i = 0; i < N; i += 3)
        printf("%g %g\n", out[i], area[i]);
    printf("%d %g\n", touched, turned(&mesh[5]).at[0].x);
    return 0;
}
