// deals: block, cyclic
// distributed: 64 75 82
// offloaded: 64 75 82
/* The integer sort benchmark IS of the NAS suite, after its published description: keys from averaged random numbers,
   ranked by counting in each of several rounds with two keys changed; then a full sort and its verification. */
#include <stdio.h>
#include <stdlib.h>

#define TOTAL_KEYS (1 << 11)
#define MAX_KEY (1 << 8)
#define MAX_ITERATIONS 5

typedef int INT_TYPE;

INT_TYPE key_array[TOTAL_KEYS], key_buff1[MAX_KEY], key_buff2[TOTAL_KEYS];
int passed_verification;

static double randlc(double *X, double A)
{
    static const double R23 = 1.1920928955078125e-07, T23 = 8388608.0;
    double T1, T2, T3, T4, A1, A2, X1, X2, Z;
    int j;
    T1 = R23 * A;
    j = T1;
    A1 = j;
    A2 = A - T23 * A1;
    T1 = R23 * *X;
    j = T1;
    X1 = j;
    X2 = *X - T23 * X1;
    T1 = A1 * X2 + A2 * X1;
    j = R23 * T1;
    T2 = j;
    Z = T1 - T23 * T2;
    T3 = T23 * Z + A2 * X2;
    j = R23 * R23 * T3;
    T4 = j;
    *X = T3 - T23 * T23 * T4;
    return R23 * R23 * *X;
}

static void create_seq(double seed, double a)
{
    for (int i = 0; i < TOTAL_KEYS; i++) {
        double x = randlc(&seed, a);
        x += randlc(&seed, a);
        x += randlc(&seed, a);
        x += randlc(&seed, a);
        key_array[i] = (MAX_KEY / 4) * x;
    }
}

static void rank(int iteration)
{
    key_array[iteration] = iteration;
    key_array[iteration + MAX_ITERATIONS] = MAX_KEY - iteration;
    if (key_array[iteration + MAX_ITERATIONS] >= MAX_KEY)
        key_array[iteration + MAX_ITERATIONS] = MAX_KEY - 1;

    for (int i = 0; i < MAX_KEY; i++)
        key_buff1[i] = 0;

    #pragma hydra parallel for reduction(+ : key_buff1)
    for (int i = 0; i < TOTAL_KEYS; i++)
        key_buff1[key_array[i]]++;

    for (int i = 0; i < MAX_KEY - 1; i++)
        key_buff1[i + 1] += key_buff1[i];
    printf("round %d: %d %d %d\n", iteration, key_buff1[10], key_buff1[MAX_KEY / 2], key_buff1[MAX_KEY - 2]);
}

static void full_verify(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < TOTAL_KEYS; i++)
        key_buff2[i] = key_array[i];
    for (int i = 0; i < TOTAL_KEYS; i++)
        key_array[--key_buff1[key_buff2[i]]] = key_buff2[i];

    int j = 0;
    #pragma hydra parallel for reduction(+ : j)
    for (int i = 1; i < TOTAL_KEYS; i++)
        if (key_array[i - 1] > key_array[i])
            j++;
    if (j != 0)
        printf("Full_verify: number of keys out of sort: %d\n", j);
    else
        passed_verification++;
}

int main(void)
{
    create_seq(314159265.00, 1220703125.00);
    for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++)
        rank(iteration);
    full_verify();
    printf("%d\n", passed_verification);
    for (int i = 0; i < TOTAL_KEYS; i++)
        printf("%d%c", key_array[i], i % 32 == 31 ? '\n' : ' ');
    return 0;
}
