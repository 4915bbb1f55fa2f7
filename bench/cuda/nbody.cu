// samples/nbody.c by hand for one GPU: bodies of 128 at a time in shared memory, a thread a body.
#include "hand.h"

#include <vector>

struct Body {
    double x, y, z, mass;
};
struct Velocity {
    double x, y, z;
};
constexpr int tile = 128;

__global__ void accelerate(int n, const Body* __restrict__ body, Velocity* __restrict__ v) {
    __shared__ Body near[tile];
    const double dt = 0.01, softening = 0.1;
    int i = blockIdx.x * tile + threadIdx.x;
    Body mine = body[i < n ? i : n - 1];
    double fx = 0.0, fy = 0.0, fz = 0.0;
    for (int first = 0; first < n; first += tile) {
        if (first + threadIdx.x < n)
            near[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        int count = n - first < tile ? n - first : tile;
        for (int j = 0; j < count; j++) {
            double dx = near[j].x - mine.x, dy = near[j].y - mine.y, dz = near[j].z - mine.z;
            double r2 = dx * dx + dy * dy + dz * dz + softening;
            double force = near[j].mass / (r2 * sqrt(r2));
            fx += force * dx;
            fy += force * dy;
            fz += force * dz;
        }
        __syncthreads();
    }
    if (i < n) {
        v[i].x += dt * fx;
        v[i].y += dt * fy;
        v[i].z += dt * fz;
    }
}

__global__ void move(int n, Body* body, const Velocity* v) {
    int i = blockIdx.x * tile + threadIdx.x;
    if (i < n) {
        body[i].x += 0.01 * v[i].x;
        body[i].y += 0.01 * v[i].y;
        body[i].z += 0.01 * v[i].z;
    }
}

int main(int argc, char** argv) {
    int n = argument(argc, argv, 1, 150), steps = argument(argc, argv, 2, 10);
    std::vector<Body> all(n);
    for (int i = 0; i < n; i++)
        all[i] = {(double)((i * 7) % 11), (i * 5) % 13 + 0.1 * i, (double)((i * 3) % 17), 1.0 + i % 4};
    Body* body = on_device<Body>(n);
    Velocity* v = on_device<Velocity>(n);
    check(cudaMemcpy(body, all.data(), n * sizeof(Body), cudaMemcpyHostToDevice));
    check(cudaMemset(v, 0, n * sizeof(Velocity)));
    for (int t = 0; t < steps; t++) {
        accelerate<<<(n + tile - 1) / tile, tile>>>(n, body, v);
        move<<<(n + tile - 1) / tile, tile>>>(n, body, v);
    }
    check(cudaMemcpy(all.data(), body, n * sizeof(Body), cudaMemcpyDeviceToHost));
    printf("first body at %.10g %.10g %.10g\n", all[0].x, all[0].y, all[0].z);
    return 0;
}
