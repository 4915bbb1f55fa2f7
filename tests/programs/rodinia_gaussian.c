// deals: block, cyclic
// distributed: 32 39
// offloaded: 32 39
/* Gaussian elimination without pivots, after Rodinia's "gaussian": column of multipliers (Fan1), update of matrix and
   right-hand side (Fan2), back substitution. Pointers are global, sizes too. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

int Size;
float *a, *b, *finalVec;
float *m;

static void create_matrix(float *m, int size)
{
    float lamda = -0.01f, coe_i = 0.0;
    float *coe = malloc((2 * size - 1) * sizeof(float));
    for (int i = 0; i < size; i++) {
        coe_i = 10 * expf(lamda * i);
        coe[size - 1 + i] = coe_i;
        coe[size - 1 - i] = coe_i;
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            m[i * size + j] = coe[size - 1 - i + j];
    free(coe);
}

static void Fan1(int t)
{
    #pragma hydra parallel for
    for (int i = 0; i < Size - 1 - t; i++)
        *(m + Size * (i + t + 1) + t) = *(a + Size * (i + t + 1) + t) / *(a + Size * t + t);
}

static void Fan2(int t)
{
    #pragma hydra parallel for
    for (int i = 0; i < Size - 1 - t; i++) {
        for (int j = 0; j < Size - t; j++)
            a[Size * (i + 1 + t) + (j + t)] -= m[Size * (i + 1 + t) + t] * a[Size * t + (j + t)];
        b[i + 1 + t] -= m[Size * (i + 1 + t) + t] * b[t];
    }
}

static void BackSub(void)
{
    for (int i = 0; i < Size; i++) {
        finalVec[Size - i - 1] = b[Size - i - 1];
        for (int j = 0; j < i; j++)
            finalVec[Size - i - 1] -= *(a + Size * (Size - i - 1) + (Size - j - 1)) * finalVec[Size - j - 1];
        finalVec[Size - i - 1] = finalVec[Size - i - 1] / *(a + Size * (Size - i - 1) + (Size - i - 1));
    }
}

int main(int argc, char *argv[])
{
    Size = argc > 1 ? atoi(argv[1]) : 40;
    a = malloc(Size * Size * sizeof(float));
    b = malloc(Size * sizeof(float));
    m = calloc(Size * Size, sizeof(float));
    finalVec = malloc(Size * sizeof(float));
    create_matrix(a, Size);
    for (int j = 0; j < Size; j++)
        b[j] = 1.0f + j % 3;
    for (int t = 0; t < Size - 1; t++) {
        Fan1(t);
        Fan2(t);
    }
    BackSub();
    printf("The final solution is:\n");
    for (int i = 0; i < Size; i++)
        printf("%.3f ", finalVec[i]);
    printf("\n");
    for (int i = 0; i < Size; i++) {
        for (int j = 0; j < Size; j++)
            printf("%8.4f ", m[Size * i + j]);
        printf("\n");
    }
    return 0;
}
