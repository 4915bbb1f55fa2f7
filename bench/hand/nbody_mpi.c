/* Bodies that attract each other, written by hand with MPI: the yardstick for samples/nbody.c.
 *
 * Bodies are dealt out in blocks; each rank moves its own, and all ranks gather all places after each step.
 * Same arithmetic, same output.
 *
 *     mpirun -n P nbody_mpi [bodies [steps]]
 */
#include "hand.h"
#include <math.h>
#include <stdio.h>

struct body {
    double x, y, z, mass;
};
struct velocity {
    double x, y, z;
};

/* What the n bodies do in dt to the velocities of count of them; v[0] is body first's. */
static void attract(int n, int first, int count, const struct body *restrict body, struct velocity *restrict v,
                    double dt, double softening)
{
    for (int i = 0; i < count; i++) {
        struct body me = body[first + i];
        double fx = 0.0, fy = 0.0, fz = 0.0;
        for (int j = 0; j < n; j++) {
            double dx = body[j].x - me.x, dy = body[j].y - me.y, dz = body[j].z - me.z;
            double r2 = dx * dx + dy * dy + dz * dz + softening;
            double force = body[j].mass / (r2 * sqrt(r2));
            fx += force * dx;
            fy += force * dy;
            fz += force * dz;
        }
        v[i].x += dt * fx;
        v[i].y += dt * fy;
        v[i].z += dt * fz;
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 150;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    struct body *body = pages(n * sizeof *body);
    struct velocity *v = pages(mine * sizeof *v);
    int *counts = malloc(ranks * sizeof *counts), *starts = malloc(ranks * sizeof *starts);
    for (int r = 0; r < ranks; r++) { /* in doubles: a body is four of them */
        starts[r] = 4 * first_of(n, ranks, r);
        counts[r] = 4 * first_of(n, ranks, r + 1) - starts[r];
    }
    for (int i = 0; i < n; i++)
        body[i] = (struct body){(i * 7) % 11, (i * 5) % 13 + 0.1 * i, (i * 3) % 17, 1.0 + i % 4};
    for (int i = 0; i < mine; i++)
        v[i] = (struct velocity){0.0, 0.0, 0.0};

    const double dt = 0.01, softening = 0.1;
    for (int t = 0; t < steps; t++) {
        attract(n, first, mine, body, v, dt, softening);
        for (int i = 0; i < mine; i++) {
            body[first + i].x += dt * v[i].x;
            body[first + i].y += dt * v[i].y;
            body[first + i].z += dt * v[i].z;
        }
        if (t < steps - 1) /* nobody needs the last ones */
            MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, body, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
    }

    double energy = 0.0, total;
    for (int i = 0; i < mine; i++)
        energy += 0.5 * body[first + i].mass * (v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
    MPI_Reduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) { /* which has the first body */
        printf("nbody, %d bodies, %d steps\n", n, steps);
        printf("kinetic energy %.10g\n", total);
        printf("first body at %.10g %.10g %.10g\n", body[0].x, body[0].y, body[0].z);
    }
    free(body);
    free(v);
    free(counts);
    free(starts);
    MPI_Finalize();
    return 0;
}
