// deals: block, cyclic
// distributed: 42
// offloaded: 42
/* Temperature of a stack of dies, after Rodinia's "hotspot3D": a seven-point stencil whose neighbours are clamped at
   the borders, one layer a power map, the accuracy of the result compared with a second, serial run at the end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float amb = 80.0f;

static void computeTempSerial(float *pIn, float *tIn, float *tOut, int nx, int ny, int nz, float ce, float cw, float cn,
                              float cs, float ct, float cb, float cc, float dtCap, int numiter)
{
    float *temp = tIn;
    for (int i = 0; i < numiter; i++) {
        for (int z = 0; z < nz; z++)
            for (int y = 0; y < ny; y++)
                for (int x = 0; x < nx; x++) {
                    int c = x + y * nx + z * nx * ny;
                    int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1;
                    int n = y == 0 ? c : c - nx, s = y == ny - 1 ? c : c + nx;
                    int b = z == 0 ? c : c - nx * ny, t = z == nz - 1 ? c : c + nx * ny;
                    tOut[c] = tIn[c] * cc + tIn[n] * cn + tIn[s] * cs + tIn[e] * ce + tIn[w] * cw + tIn[t] * ct +
                              tIn[b] * cb + dtCap * pIn[c] + ct * amb;
                }
        temp = tIn;
        tIn = tOut;
        tOut = temp;
    }
}

static void computeTemp(float *pIn, float *tIn, float *tOut, int nx, int ny, int nz, float ce, float cw, float cn,
                        float cs, float ct, float cb, float cc, float dtCap, int numiter)
{
    int count = 0;
    float *tIn_t = tIn, *tOut_t = tOut;
    do {
        int z;
        #pragma hydra parallel for
        for (z = 0; z < nz; z++) {
            int y;
            for (y = 0; y < ny; y++) {
                int x;
                for (x = 0; x < nx; x++) {
                    int c, w, e, n, s, b, t;
                    c = x + y * nx + z * nx * ny;
                    w = (x == 0) ? c : c - 1;
                    e = (x == nx - 1) ? c : c + 1;
                    n = (y == 0) ? c : c - nx;
                    s = (y == ny - 1) ? c : c + nx;
                    b = (z == 0) ? c : c - nx * ny;
                    t = (z == nz - 1) ? c : c + nx * ny;
                    tOut_t[c] = cc * tIn_t[c] + cw * tIn_t[w] + ce * tIn_t[e] + cs * tIn_t[s] + cn * tIn_t[n] +
                                cb * tIn_t[b] + ct * tIn_t[t] + dtCap * pIn[c] + ct * amb;
                }
            }
        }
        float *t = tIn_t;
        tIn_t = tOut_t;
        tOut_t = t;
        count++;
    } while (count < numiter);
}

static float accuracy(float *a, float *b, int len)
{
    float err = 0.0;
    for (int i = 0; i < len; i++)
        err += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrtf(err / len);
}

int main(void)
{
    int nx = 17, ny = 12, nz = 9, iterations = 11, size = nx * ny * nz;
    float *power = (float *)calloc(size, sizeof(float));
    float *tempCopy = (float *)malloc(size * sizeof(float));
    float *tempIn = (float *)calloc(size, sizeof(float));
    float *tempOut = (float *)calloc(size, sizeof(float));
    float *answer = (float *)calloc(size, sizeof(float));

    for (int i = 0; i < size; i++) {
        power[i] = (float)((i * 7) % 19) * 0.01f;
        tempIn[i] = 320.0f + (float)((i * 11) % 31) / 10;
    }
    memcpy(tempCopy, tempIn, size * sizeof(float));

    float ce = 0.0625f, cn = 0.05f, ct = 0.03f, cc = 1.0f - (2.0f * ce + 2.0f * cn + 3.0f * ct);
    computeTemp(power, tempIn, tempOut, nx, ny, nz, ce, ce, cn, cn, ct, ct, cc, 0.002f, iterations);
    computeTempSerial(power, tempCopy, answer, nx, ny, nz, ce, ce, cn, cn, ct, ct, cc, 0.002f, iterations);

    /* an odd number of steps leaves the newest values in the array that was the output first */
    printf("Accuracy: %d\n", accuracy(tempOut, answer, size) < 1e-3f);
    for (int i = 0; i < size; i++)
        printf("%d\t%g\n", i, tempOut[i]);
    free(tempIn);
    free(tempOut);
    free(tempCopy);
    free(answer);
    free(power);
    return 0;
}
