// distributed: 20
// offloaded: 20
// A cell with numbers and an array is filled from an array of cells by a helper for vectors that lies in another file,
// and whose parameters are plain doubles there.
#include <stdio.h>

typedef struct {
    double mass, speed;
    double parts[21];
    double charge;
} particle;

void vector_copy(double *to, const double *from, int n);

static particle cloud[160];

int main(int argc, char **argv) {
    (void)argv;
#pragma hydra parallel for
    for (int i = 0; i < 160; i++) {
        cloud[i].mass = 1 + i;
        cloud[i].speed = 3 * i;
        cloud[i].charge = -i;
        for (int k = 0; k < 21; k++)
            cloud[i].parts[k] = i + 0.5 * k;
    }
    particle one = {0};
    vector_copy((double *)&one, (double *)&cloud[90], (int)(sizeof one / sizeof(double)) - 1 + argc);
    printf("%g %g %g %g\n", one.mass, one.speed, one.parts[20], one.charge);
    if (one.charge < -80)
        printf("heavy %g\n", one.mass * one.speed);
    return 0;
}
