/* A sphere that moves across a picture, ray-traced: the sequential program to ray_sphere.cmaps. It draws each frame
 * whole, and so also checks the windows that the other one leaves it at. Prints a checksum of the frames; given a file
 * name, the last frame is written there as a PPM picture. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 160
#endif
#ifndef FRAMES
#define FRAMES (SIZE / 10)
#endif

typedef struct {
    double x, y, z;
} vector;

static unsigned char image[SIZE][SIZE][3];

static vector plus(vector a, double t, vector b) { return (vector){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z}; }
static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector unit(vector a) { return plus((vector){0, 0, 0}, 1 / sqrt(dot(a, a)), a); }

/* How far along a ray from a point the sphere begins; negative: nowhere. */
static double hit(vector from, vector along, vector centre, double radius) {
    const vector to = plus(from, -1, centre);
    const double b = dot(to, along), d = b * b - dot(to, to) + radius * radius;
    return d < 0 ? -1 : -b - sqrt(d);
}

static void colour(unsigned char *p, double red, double green, double blue, double light) {
    const double l = light < 0 ? 0 : light > 1 ? 1 : light;
    p[0] = (unsigned char)(255 * red * l);
    p[1] = (unsigned char)(255 * green * l);
    p[2] = (unsigned char)(255 * blue * l);
}

static void trace(int line, int column, vector centre, double radius, unsigned char *p) {
    const vector eye = {0, 1, -2}, lamp = unit((vector){-1, 2, -1});
    const vector ray = unit((vector){2.0 * column / SIZE - 1, 1 - 2.0 * line / SIZE, 2});
    const double far = hit(eye, ray, centre, radius);
    if (far > 0) {
        const vector normal = unit(plus(plus(eye, far, ray), -1, centre));
        double shine = dot(plus(ray, -2 * dot(ray, normal), normal), lamp);
        if (shine < 0)
            shine = 0;
        colour(p, 1, 0.45, 0.3, 0.15 + 0.7 * dot(normal, lamp) + 0.3 * shine * shine * shine * shine * shine * shine);
    } else if (ray.y < 0) {
        const vector place = plus(eye, -eye.y / ray.y, ray);
        const int dark = ((int)floor(place.x) + (int)floor(place.z + 0.3)) % 2 != 0;
        const int shadow = hit(place, lamp, centre, radius) > 0;
        colour(p, 0.8, 0.85, 0.9, (dark ? 0.5 : 1) * (shadow ? 0.35 : 0.9));
    } else
        colour(p, 0.5, 0.7, 1, 1 - 0.6 * ray.y);
}

int main(int argc, char **argv) {
    long sum = 0;
    for (int t = 0; t < FRAMES; t++) {
        const vector centre = {-1 + 2.0 * t / FRAMES, 1.4 - 1.1 * t / FRAMES, 1};
        long frame = 0;
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++) {
                unsigned char *p = image[i][j];
                trace(i, j, centre, 0.25, p);
                frame += (long)((i * 7 + j * 3) % 11) * (p[0] + 3 * p[1] + 5 * p[2]);
            }
        sum = (sum * 3 + frame) % 1000000007;
    }
    if (argc > 1) {
        FILE *file = fopen(argv[1], "wb");
        if (!file) {
            perror(argv[1]);
            return 1;
        }
        fprintf(file, "P6\n%d %d\n255\n", SIZE, SIZE);
        fwrite(image, sizeof image, 1, file);
        fclose(file);
    } else
        printf("%d frames, checksum %ld\n", FRAMES, sum);
    return 0;
}
