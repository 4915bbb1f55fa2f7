// deals: block, cyclic
// distributed: 42 60 105
// offloaded: 42 60 105
/* Explicit Euler steps for a compressible flow on an unstructured mesh, after Rodinia's "cfd" (euler3d): each cell
   gathers the fluxes of its four neighbours, found through an index array, with walls and a far field as negative
   neighbours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMMA 1.4f
#define NDIM 3
#define NNB 4
#define RK 3
#define NVAR (2 + NDIM)
#define DENSITY 0
#define MOMENTUM 1
#define ENERGY (1 + NDIM)

typedef struct {
    float x, y, z;
} float3;

static float ff_variable[NVAR];

static void velocity_of(float density, float3 momentum, float3 *v)
{
    v->x = momentum.x / density;
    v->y = momentum.y / density;
    v->z = momentum.z / density;
}

static float pressure_of(float density, float density_energy, float speed2)
{
    return (GAMMA - 1.0f) * (density_energy - 0.5f * density * speed2);
}

static void step_factors(int nelr, const float *variables, const float *areas, float *factors)
{
    #pragma hydra parallel for
    for (int i = 0; i < nelr; i++) {
        float density = variables[i + DENSITY * nelr];
        float3 momentum, velocity;
        momentum.x = variables[i + (MOMENTUM + 0) * nelr];
        momentum.y = variables[i + (MOMENTUM + 1) * nelr];
        momentum.z = variables[i + (MOMENTUM + 2) * nelr];
        float energy = variables[i + ENERGY * nelr];
        velocity_of(density, momentum, &velocity);
        float speed2 = velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z;
        float pressure = pressure_of(density, energy, speed2);
        float sound = sqrtf(GAMMA * pressure / density);
        factors[i] = 0.5f / (sqrtf(areas[i]) * (sqrtf(speed2) + sound));
    }
}

static void fluxes_of(int nelr, const int *neighbour, const float *normals, const float *variables, float *fluxes)
{
    #pragma hydra parallel for
    for (int i = 0; i < nelr; i++) {
        float flux[NVAR] = {0};
        float own[NVAR];
        for (int v = 0; v < NVAR; v++)
            own[v] = variables[i + v * nelr];
        float speed2 = 0;
        for (int d = 0; d < NDIM; d++)
            speed2 += own[MOMENTUM + d] * own[MOMENTUM + d] / (own[DENSITY] * own[DENSITY]);
        float p = pressure_of(own[DENSITY], own[ENERGY], speed2);

        for (int j = 0; j < NNB; j++) {
            int nb = neighbour[i + j * nelr];
            float normal[NDIM], factor;
            for (int d = 0; d < NDIM; d++)
                normal[d] = normals[i + (j + d * NNB) * nelr];
            if (nb >= 0) {
                float other[NVAR];
                for (int v = 0; v < NVAR; v++)
                    other[v] = variables[nb + v * nelr];
                float s2 = 0;
                for (int d = 0; d < NDIM; d++)
                    s2 += other[MOMENTUM + d] * other[MOMENTUM + d] / (other[DENSITY] * other[DENSITY]);
                float pn = pressure_of(other[DENSITY], other[ENERGY], s2);
                factor = 0.2f * 0.5f * (sqrtf(speed2) + sqrtf(s2));
                for (int v = 0; v < NVAR; v++)
                    flux[v] += factor * (own[v] - other[v]);
                for (int d = 0; d < NDIM; d++)
                    flux[MOMENTUM + d] += 0.5f * normal[d] * (p + pn);
            } else if (nb == -1) { /* a wall */
                for (int d = 0; d < NDIM; d++)
                    flux[MOMENTUM + d] += normal[d] * p;
            } else if (nb == -2) { /* far field */
                factor = 0.5f * normal[0];
                for (int v = 0; v < NVAR; v++)
                    flux[v] += factor * (ff_variable[v] - own[v]);
            }
        }
        for (int v = 0; v < NVAR; v++)
            fluxes[i + v * nelr] = flux[v];
    }
}

static void time_step(int j, int nelr, const float *old_variables, float *variables, const float *factors, const float *fluxes)
{
    #pragma hydra parallel for
    for (int i = 0; i < nelr; i++) {
        float factor = factors[i] / (float)(RK + 1 - j);
        variables[i + DENSITY * nelr] = old_variables[i + DENSITY * nelr] + factor * fluxes[i + DENSITY * nelr];
        variables[i + ENERGY * nelr] = old_variables[i + ENERGY * nelr] + factor * fluxes[i + ENERGY * nelr];
        for (int d = 0; d < NDIM; d++)
            variables[i + (MOMENTUM + d) * nelr] =
                old_variables[i + (MOMENTUM + d) * nelr] + factor * fluxes[i + (MOMENTUM + d) * nelr];
    }
}

int main(void)
{
    int nelr = 180;
    float *areas = malloc(nelr * sizeof(float)), *normals = malloc(NDIM * NNB * nelr * sizeof(float));
    int *neighbour = malloc(NNB * nelr * sizeof(int));
    float *variables = malloc(NVAR * nelr * sizeof(float)), *old_variables = malloc(NVAR * nelr * sizeof(float));
    float *fluxes = malloc(NVAR * nelr * sizeof(float)), *factors = malloc(nelr * sizeof(float));

    ff_variable[DENSITY] = 1.4f;
    ff_variable[MOMENTUM] = 1.2f * 1.4f;
    ff_variable[ENERGY] = 1.4f * (0.5f * 1.44f) + 1.0f / (GAMMA - 1.0f);
    for (int i = 0; i < nelr; i++) {
        areas[i] = 20.0f + (i * 13) % 7;
        for (int j = 0; j < NNB; j++) {
            int hop = (j & 1 ? 1 : -1) * (j < 2 ? 1 : 15);
            int nb = i + hop;
            neighbour[i + j * nelr] = nb < 0 ? -1 : nb >= nelr ? -2 : (i % 23 == 5 && j == 3) ? (i * 7) % nelr : nb;
            for (int d = 0; d < NDIM; d++)
                normals[i + (j + d * NNB) * nelr] = 0.01f * (((i + j * 3 + d * 5) % 9) - 4);
        }
        for (int v = 0; v < NVAR; v++)
            variables[i + v * nelr] = ff_variable[v] * (1.0f + 0.001f * (i % 11));
    }
    for (int n = 0; n < 3; n++) {
        memcpy(old_variables, variables, NVAR * nelr * sizeof(float));
        step_factors(nelr, variables, areas, factors);
        for (int j = 0; j < RK; j++) {
            fluxes_of(nelr, neighbour, normals, variables, fluxes);
            time_step(j, nelr, old_variables, variables, factors, fluxes);
        }
    }
    for (int i = 0; i < nelr; i++) {
        for (int v = 0; v < NVAR; v++)
            printf("%.6f ", variables[i + v * nelr]);
        printf("\n");
    }
    free(areas), free(normals), free(neighbour), free(variables), free(old_variables), free(fluxes), free(factors);
    return 0;
}
