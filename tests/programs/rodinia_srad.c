// deals: block, cyclic
/* Speckle reducing anisotropic diffusion, after Rodinia's "srad": precomputed neighbour rows and columns in index
   arrays, a statistic over a region of interest, diffusion coefficients, then the update. */
// args: 32 40 0 15 0 15 0.5 6
// distributed: 73 95
// offloaded: 73 95
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void random_matrix(float *I, int rows, int cols)
{
    unsigned s = 7;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            s = s * 1103515245u + 12345u;
            I[i * cols + j] = (float)(s >> 16 & 0x7fff) / 32768.0f;
        }
}

int main(int argc, char *argv[])
{
    if (argc != 9) {
        fprintf(stderr, "usage: %s rows cols y1 y2 x1 x2 lambda iterations\n", argv[0]);
        return 1;
    }
    int rows = atoi(argv[1]), cols = atoi(argv[2]);
    int r1 = atoi(argv[3]), r2 = atoi(argv[4]), c1 = atoi(argv[5]), c2 = atoi(argv[6]);
    float lambda = atof(argv[7]);
    int niter = atoi(argv[8]);
    int size_I = cols * rows, size_R = (r2 - r1 + 1) * (c2 - c1 + 1);
    int i, j, k, iter;
    float q0sqr, sum, sum2, tmp, meanROI, varROI, Jc, G2, L, num, den, qsqr, cN, cS, cW, cE, D;

    float *I = (float *)malloc(size_I * sizeof(float)), *J = (float *)malloc(size_I * sizeof(float));
    float *c = (float *)malloc(sizeof(float) * size_I);
    int *iN = (int *)malloc(sizeof(int) * rows), *iS = (int *)malloc(sizeof(int) * rows);
    int *jW = (int *)malloc(sizeof(int) * cols), *jE = (int *)malloc(sizeof(int) * cols);
    float *dN = (float *)malloc(sizeof(float) * size_I), *dS = (float *)malloc(sizeof(float) * size_I);
    float *dW = (float *)malloc(sizeof(float) * size_I), *dE = (float *)malloc(sizeof(float) * size_I);

    for (i = 0; i < rows; i++) {
        iN[i] = i - 1;
        iS[i] = i + 1;
    }
    for (j = 0; j < cols; j++) {
        jW[j] = j - 1;
        jE[j] = j + 1;
    }
    iN[0] = 0;
    iS[rows - 1] = rows - 1;
    jW[0] = 0;
    jE[cols - 1] = cols - 1;

    random_matrix(I, rows, cols);
    for (k = 0; k < size_I; k++)
        J[k] = (float)exp(I[k]);

    for (iter = 0; iter < niter; iter++) {
        sum = 0;
        sum2 = 0;
        for (i = r1; i <= r2; i++)
            for (j = c1; j <= c2; j++) {
                tmp = J[i * cols + j];
                sum += tmp;
                sum2 += tmp * tmp;
            }
        meanROI = sum / size_R;
        varROI = (sum2 / size_R) - meanROI * meanROI;
        q0sqr = varROI / (meanROI * meanROI);

        #pragma hydra parallel for shared(J, dN, dS, dW, dE, c, rows, cols, iN, iS, jW, jE) private(i, j, k, Jc, G2, L, num, den, qsqr)
        for (i = 0; i < rows; i++) {
            for (j = 0; j < cols; j++) {
                k = i * cols + j;
                Jc = J[k];
                dN[k] = J[iN[i] * cols + j] - Jc;
                dS[k] = J[iS[i] * cols + j] - Jc;
                dW[k] = J[i * cols + jW[j]] - Jc;
                dE[k] = J[i * cols + jE[j]] - Jc;
                G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
                L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
                num = (0.5 * G2) - ((1.0 / 16.0) * (L * L));
                den = 1 + (.25 * L);
                qsqr = num / (den * den);
                den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
                c[k] = 1.0 / (1.0 + den);
                if (c[k] < 0)
                    c[k] = 0;
                else if (c[k] > 1)
                    c[k] = 1;
            }
        }
        #pragma hydra parallel for shared(J, c, rows, cols, lambda) private(i, j, k, D, cS, cN, cW, cE)
        for (i = 0; i < rows; i++) {
            for (j = 0; j < cols; j++) {
                k = i * cols + j;
                cN = c[k];
                cS = c[iS[i] * cols + j];
                cW = c[k];
                cE = c[i * cols + jE[j]];
                D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
                J[k] = J[k] + 0.25 * lambda * D;
            }
        }
    }
    for (i = 0; i < rows; i++) {
        for (j = 0; j < cols; j++)
            printf("%.5f ", J[i * cols + j]);
        printf("\n");
    }
    free(I), free(J), free(c), free(iN), free(iS), free(jW), free(jE), free(dN), free(dS), free(dW), free(dE);
    return 0;
}
