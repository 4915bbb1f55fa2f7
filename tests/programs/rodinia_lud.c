// deals: block, cyclic
// distributed: 36 48 59
// offloaded: 36 48
/* Blocked LU decomposition, after Rodinia's "lud": the diagonal block serially, the blocks of its row and column in
   parallel, then all inner blocks in parallel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BS 8
#define AA(i, j) a[(offset + (i)) * size + (j) + offset]

static void lud_diagonal(float *a, int size, int offset)
{
    for (int i = 0; i < BS; i++) {
        for (int j = i; j < BS; j++)
            for (int k = 0; k < i; k++)
                AA(i, j) = AA(i, j) - AA(i, k) * AA(k, j);
        float temp = 1.f / AA(i, i);
        for (int j = i + 1; j < BS; j++) {
            for (int k = 0; k < i; k++)
                AA(j, i) = AA(j, i) - AA(j, k) * AA(k, i);
            AA(j, i) = AA(j, i) * temp;
        }
    }
}

static void lud(float *a, int size)
{
    for (int offset = 0; offset < size - BS; offset += BS) {
        int chunks = (size - offset) / BS - 1;
        lud_diagonal(a, size, offset);

        /* the blocks right of the diagonal block: U, forward substitution with its unit lower part */
        #pragma hydra parallel for
        for (int chunk = 0; chunk < chunks; chunk++) {
            int jj = BS * (chunk + 1);
            for (int i = 1; i < BS; i++)
                for (int j = 0; j < BS; j++) {
                    float sum = 0.f;
                    for (int k = 0; k < i; k++)
                        sum += AA(i, k) * AA(k, jj + j);
                    AA(i, jj + j) -= sum;
                }
        }
        /* the blocks below it: L */
        #pragma hydra parallel for
        for (int chunk = 0; chunk < chunks; chunk++) {
            int ii = BS * (chunk + 1);
            for (int i = 0; i < BS; i++)
                for (int j = 0; j < BS; j++) {
                    float sum = 0.f;
                    for (int k = 0; k < j; k++)
                        sum += AA(ii + i, k) * AA(k, j);
                    AA(ii + i, j) = (AA(ii + i, j) - sum) / AA(j, j);
                }
        }
        #pragma hydra parallel for
        for (int chunk = 0; chunk < chunks * chunks; chunk++) {
            int ig = BS * (chunk / chunks + 1), jg = BS * (chunk % chunks + 1);
            for (int i = 0; i < BS; i++)
                for (int j = 0; j < BS; j++) {
                    float sum = 0.f;
                    for (int k = 0; k < BS; k++)
                        sum += AA(ig + i, k) * AA(k, jg + j);
                    AA(ig + i, jg + j) -= sum;
                }
        }
    }
    lud_diagonal(a, size, (size / BS - 1) * BS);
}

int main(void)
{
    int size = 5 * BS;
    float *m = malloc(size * size * sizeof(float));
    float lambda = -0.001, coe[2 * size - 1];

    for (int i = 0; i < size; i++) {
        float c = 10 * expf(lambda * i);
        coe[size - 1 + i] = c;
        coe[size - 1 - i] = c;
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            m[i * size + j] = coe[size - 1 - i + j] + (i == j ? 1 : 0);
    lud(m, size);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            printf("%.4f ", m[i * size + j]);
        printf("\n");
    }
    free(m);
    return 0;
}
