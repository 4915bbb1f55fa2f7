// distributed: 99
/* A small ray tracer: spheres and a chequered floor, shadows and recursive reflections, one row of pixels an iteration;
   colours leave as integers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define W 48
#define H 36
#define NSPHERES 5
#define DEPTH 3

typedef struct { double x, y, z; } vec;
typedef struct { vec center; double radius; vec color; double mirror; } sphere;

static sphere scene[NSPHERES];
static const vec light = {-4, 6, -3};

static vec v_add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec v_sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec v_scale(vec a, double s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static double v_dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec v_norm(vec a) { return v_scale(a, 1.0 / sqrt(v_dot(a, a))); }

static double hit(const sphere *s, vec from, vec dir)
{
    vec oc = v_sub(from, s->center);
    double b = v_dot(oc, dir), c = v_dot(oc, oc) - s->radius * s->radius, d = b * b - c;
    if (d < 0)
        return -1;
    double t = -b - sqrt(d);
    return t > 1e-4 ? t : -b + sqrt(d);
}

static int nearest(vec from, vec dir, double *t_out)
{
    int best = -1;
    double t_best = 1e30;
    for (int i = 0; i < NSPHERES; i++) {
        double t = hit(&scene[i], from, dir);
        if (t > 1e-4 && t < t_best) {
            t_best = t;
            best = i;
        }
    }
    *t_out = t_best;
    return best;
}

static vec trace(vec from, vec dir, int depth)
{
    double t;
    int which = nearest(from, dir, &t);
    vec color, point, normal;
    double mirror;
    if (which < 0) {
        if (dir.y > -1e-3)
            return (vec){0.3, 0.4 + 0.4 * dir.y, 0.9};
        t = -(from.y + 1) / dir.y;
        point = v_add(from, v_scale(dir, t));
        normal = (vec){0, 1, 0};
        int check = ((int)floor(point.x) + (int)floor(point.z)) & 1;
        color = check ? (vec){0.9, 0.9, 0.9} : (vec){0.2, 0.2, 0.2};
        mirror = 0.1;
    } else {
        point = v_add(from, v_scale(dir, t));
        normal = v_norm(v_sub(point, scene[which].center));
        color = scene[which].color;
        mirror = scene[which].mirror;
    }
    vec to_light = v_norm(v_sub(light, point));
    double shade = v_dot(normal, to_light), unused;
    if (shade < 0 || nearest(v_add(point, v_scale(normal, 1e-3)), to_light, &unused) >= 0)
        shade = 0;
    vec out = v_scale(color, 0.2 + 0.8 * shade);
    if (depth > 0 && mirror > 0) {
        vec reflected = v_sub(dir, v_scale(normal, 2 * v_dot(dir, normal)));
        out = v_add(v_scale(out, 1 - mirror),
                    v_scale(trace(v_add(point, v_scale(normal, 1e-3)), reflected, depth - 1), mirror));
    }
    return out;
}

static int to_byte(double c)
{
    return c < 0 ? 0 : c > 1 ? 255 : (int)(c * 255 + 0.5);
}

int main(void)
{
    unsigned char (*image)[W][3] = malloc(sizeof(unsigned char[H][W][3]));
    for (int i = 0; i < NSPHERES; i++) {
        scene[i].center = (vec){-2.0 + i, -0.5 + 0.25 * (i % 3), 4.0 + (i % 2)};
        scene[i].radius = 0.5 + 0.05 * i;
        scene[i].color = (vec){0.3 + 0.15 * i, 0.9 - 0.15 * i, 0.5};
        scene[i].mirror = i % 2 ? 0.4 : 0.0;
    }
    #pragma hydra parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            vec dir = v_norm((vec){(x - W / 2) / (double)H, (H / 2 - y) / (double)H, 1.0});
            vec c = trace((vec){0, 0, -1}, dir, DEPTH);
            image[y][x][0] = to_byte(c.x);
            image[y][x][1] = to_byte(c.y);
            image[y][x][2] = to_byte(c.z);
        }
    printf("P3\n%d %d\n255\n", W, H);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            printf("%d %d %d ", image[y][x][0], image[y][x][1], image[y][x][2]);
        printf("\n");
    }
    free(image);
    return 0;
}
