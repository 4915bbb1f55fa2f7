// deals: block, cyclic
// distributed: 51 88 95 100 113 120 126 137 141
// offloaded: 51 88 95 100 113 120 126 137 141
/* Tracking an object in a noisy film with a particle filter, after Rodinia's "particlefilter": each particle has its own
   random generator; likelihoods over a disk, normalised weights, systematic resampling by a search in the cumulated
   weights. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.1415926535897932
#define IMG_X 40
#define IMG_Y 36
#define FRAMES 6

static const long M = INT_MAX;
static const int A = 1103515245, C = 12345;

static double randu(int *seed, int index)
{
    unsigned num = (unsigned)A * (unsigned)seed[index] + (unsigned)C;
    seed[index] = num % (unsigned)M;
    return fabs(seed[index] / (double)M);
}

static double randn(int *seed, int index)
{
    double u = randu(seed, index), v = randu(seed, index);
    double cosine = cos(2 * PI * v), rt = -2 * log(u + 1e-12);
    return sqrt(rt) * cosine;
}

static double roundDouble(double value)
{
    int newValue = (int)value;
    return value - newValue < .5 ? newValue : newValue + 1;
}

static int findIndex(double *CDF, int lengthCDF, double value)
{
    for (int x = 0; x < lengthCDF; x++)
        if (CDF[x] >= value)
            return x;
    return lengthCDF - 1;
}

static void make_film(unsigned char *I, int *seed)
{
    #pragma hydra parallel for
    for (int k = 0; k < FRAMES; k++)
        for (int x = 0; x < IMG_X; x++)
            for (int y = 0; y < IMG_Y; y++) {
                int cx = IMG_X / 2 + k, cy = IMG_Y / 2 - 2 * k + FRAMES;
                int inside = (x - cx) * (x - cx) + (y - cy) * (y - cy) <= 16;
                int noise = (x * 31 + y * 17 + k * 7 + seed[0] % 5) % 13;
                I[(k * IMG_X + x) * IMG_Y + y] = (inside ? 228 : 100) + noise - 6;
            }
}

static void particleFilter(unsigned char *I, int *seed, int Nparticles)
{
    double xe = roundDouble(IMG_X / 2.0), ye = roundDouble(IMG_Y / 2.0);
    int radius = 4, diameter = radius * 2 - 1, countOnes = 0;
    int *disk = calloc(diameter * diameter, sizeof(int));
    for (int x = 0; x < diameter; x++)
        for (int y = 0; y < diameter; y++)
            if (sqrt(pow(x - radius + 1, 2) + pow(y - radius + 1, 2)) < radius) {
                disk[x * diameter + y] = 1;
                countOnes++;
            }
    int *objxy = malloc(countOnes * 2 * sizeof(int)), nb = 0;
    for (int x = 0; x < diameter; x++)
        for (int y = 0; y < diameter; y++)
            if (disk[x * diameter + y]) {
                objxy[nb * 2] = y - radius + 1;
                objxy[nb * 2 + 1] = x - radius + 1;
                nb++;
            }

    double *weights = malloc(sizeof(double) * Nparticles), *likelihood = malloc(sizeof(double) * Nparticles);
    double *arrayX = malloc(sizeof(double) * Nparticles), *arrayY = malloc(sizeof(double) * Nparticles);
    double *xj = malloc(sizeof(double) * Nparticles), *yj = malloc(sizeof(double) * Nparticles);
    double *CDF = malloc(sizeof(double) * Nparticles), *u = malloc(sizeof(double) * Nparticles);
    int x, y, k;

    #pragma hydra parallel for shared(weights, Nparticles, arrayX, arrayY) private(x)
    for (x = 0; x < Nparticles; x++) {
        weights[x] = 1 / ((double)Nparticles);
        arrayX[x] = xe;
        arrayY[x] = ye;
    }
    for (k = 1; k < FRAMES; k++) {
        #pragma hydra parallel for shared(arrayX, arrayY, seed)
        for (x = 0; x < Nparticles; x++) {
            arrayX[x] += 1 + 2 * randn(seed, x);
            arrayY[x] += -2 + 1.5 * randn(seed, x);
        }
        #pragma hydra parallel for private(y)
        for (x = 0; x < Nparticles; x++) {
            double sum = 0;
            for (y = 0; y < countOnes; y++) {
                int indX = (int)roundDouble(arrayX[x]) + objxy[y * 2 + 1];
                int indY = (int)roundDouble(arrayY[x]) + objxy[y * 2];
                int at = abs(k * IMG_X * IMG_Y + indX * IMG_Y + indY);
                if (at >= IMG_X * IMG_Y * FRAMES)
                    at = 0;
                sum += (pow(I[at] - 100, 2) - pow(I[at] - 228, 2)) / 50.0;
            }
            likelihood[x] = sum / countOnes;
        }
        #pragma hydra parallel for
        for (x = 0; x < Nparticles; x++)
            weights[x] = weights[x] * exp(likelihood[x] / 20);
        double sumWeights = 0;
        /* serial: the result feeds comparisons, and has to be the same in every order */
        for (x = 0; x < Nparticles; x++)
            sumWeights += weights[x];
        #pragma hydra parallel for shared(sumWeights, weights)
        for (x = 0; x < Nparticles; x++)
            weights[x] = weights[x] / sumWeights;

        xe = 0;
        ye = 0;
        #pragma hydra parallel for reduction(+ : xe, ye)
        for (x = 0; x < Nparticles; x++) {
            xe += arrayX[x] * weights[x];
            ye += arrayY[x] * weights[x];
        }
        printf("frame %d: XE %.6f YE %.6f\n", k, xe, ye);

        CDF[0] = weights[0];
        for (x = 1; x < Nparticles; x++)
            CDF[x] = weights[x] + CDF[x - 1];
        double u1 = (1 / ((double)Nparticles)) * randu(seed, 0);
        #pragma hydra parallel for shared(u, u1, Nparticles)
        for (x = 0; x < Nparticles; x++)
            u[x] = u1 + x / ((double)Nparticles);
        int j, i;
        #pragma hydra parallel for shared(CDF, Nparticles, xj, yj, u, arrayX, arrayY) private(i)
        for (j = 0; j < Nparticles; j++) {
            i = findIndex(CDF, Nparticles, u[j]);
            xj[j] = arrayX[i];
            yj[j] = arrayY[i];
        }
        for (x = 0; x < Nparticles; x++) {
            arrayX[x] = xj[x];
            arrayY[x] = yj[x];
            weights[x] = 1 / ((double)Nparticles);
        }
    }
    for (x = 0; x < Nparticles; x++)
        printf("%.9f %.9f\n", arrayX[x], arrayY[x]);
    free(disk), free(objxy), free(weights), free(likelihood), free(xj), free(yj), free(arrayX), free(arrayY), free(CDF), free(u);
}

int main(void)
{
    int Nparticles = 120;
    int *seed = malloc(sizeof(int) * Nparticles);
    for (int i = 0; i < Nparticles; i++)
        seed[i] = 90210 * (i + 1) % 65521;
    unsigned char *I = malloc(IMG_X * IMG_Y * FRAMES);
    make_film(I, seed);
    particleFilter(I, seed, Nparticles);
    free(seed);
    free(I);
    return 0;
}
