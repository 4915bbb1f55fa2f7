// distributed: 31 46 64 67 90 93 101 109 120
// offloaded: 31 46 64 67 90 93 101 109 120
/* Arrays that loops clear, accumulate into, change and read in turns: sections of all of an array and of a part, of rows
   and of columns, by all operators, from the last iteration to the first, and with nobody reading in between. (All sums are exact, so
   that their order does not show.) */
#include <stdio.h>
#include <stdlib.h>

#define V 700
#define N 3001
#define M 24

static double sums[V], part[V + 40], kept[V], shown[V];
static float products[V];
static int counts[V], bits[V];
static long least[V], largest[V];
static unsigned short narrow[2 * V];
static double table[90][M];
static int key[N];

static unsigned noise(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ (x << 5);
}

static void clear(int t)
{
#pragma hydra parallel for
    for (int v = 0; v < V; v++) {
        sums[v] = 0.25 * v + t;
        products[v] = 1 + v % 3;
        counts[v] = v % 5;
        bits[v] = v;
        least[v] = 1000 + v;
        largest[v] = -v;
        narrow[v] = narrow[V + v] = v;
    }
}

static void accumulate(int t)
{
#pragma hydra parallel for reduction(+ : sums, counts) reduction(* : products) reduction(| : bits) \
    reduction(min : least) reduction(max : largest) reduction(+ : narrow)
    for (int i = 0; i < N; i++) {
        int k = key[i];
        sums[k] += 0.125 * (i + t);
        products[k] *= i % 13 ? 1.0f : 2.0f;
        counts[k]++;
        bits[k] |= i & 0xff0;
        if (i - 900 < least[k])
            least[k] = i - 900;
        if (i * t > largest[k])
            largest[k] = i * t;
        narrow[k + V / 2] += 77;
    }
}

static void accumulate_part(int t)
{
    /* around the section others have to stay as they are */
#pragma hydra parallel for reduction(+ : part[20:V])
    for (int i = N - 1; i >= 0; i--)
        part[20 + key[i]] += 0.25 * i + t;
#pragma hydra parallel for reduction(+ : table[10:70])
    for (int i = 0; i < N; i++)
        table[10 + key[i] % 70][i % M] += 0.5 * i;
}

static double checked(void)
{
    double sum = 0;
    for (int v = 0; v < V; v++)
        sum += sums[v] * (v % 7) + products[v] + counts[v] + bits[v] % 13 + (double)least[v] + (double)largest[v] +
               narrow[v] + 2.0 * narrow[v + V] + kept[v] + shown[v];
    for (int v = 0; v < V + 40; v++)
        sum += part[v] * (v % 11);
    for (int r = 0; r < 90; r++)
        for (int c = 0; c < M; c++)
            sum += table[r][c] * (r % 5 + c);
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = (int)(noise((unsigned)i + 1) % V);
#pragma hydra parallel for
    for (int v = 0; v < V + 40; v++)
        part[v] = v;
#pragma hydra parallel for
    for (int r = 0; r < 90; r++)
        for (int c = 0; c < M; c++)
            table[r][c] = r - c;
    for (int t = 0; t < 3; t++) { /* read on devices, where they are */
        clear(t);
        accumulate(t);
        accumulate_part(t);
#pragma hydra parallel for
        for (int v = 0; v < V; v++)
            kept[v] = kept[v] * 0.5 + sums[v] + counts[v] + part[v + 20];
    }
    printf("%.17g\n", checked());
    for (int t = 0; t < 3; t++) { /* read by all */
        clear(t);
        accumulate(t);
#pragma hydra parallel for
        for (int v = 0; v < V; v++)
            shown[v] = sums[V - 1 - v] + products[key[v]] + (double)least[key[v] / 2] + table[v % 90][3];
    }
    printf("%.17g\n", checked());
    for (int t = 0; t < 3; t++) { /* read by nobody, then by serial code */
        accumulate(t);
        accumulate_part(t);
    }
    printf("%.17g\n", checked());
    for (int t = 0; t < 3; t++) { /* changed where they are, and read by serial code */
#pragma hydra parallel for
        for (int v = 0; v < V; v++) {
            sums[v] *= 0.5;
            part[v] += 1;
        }
        accumulate(t);
        accumulate_part(t);
        printf("%.17g\n", checked());
    }
    return 0;
}
