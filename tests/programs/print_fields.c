// distributed: 32 36 93
// offloaded: 32 36 93
// A simulation prints maps, checksums and searches of its field between parallel loops: values go to standard output,
// totals into variables that later code uses, and loops stop early or skip what they do not like.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 24

static double field[N][N], next[N][N];
static char letters[N * N + 1];
static int histogram[5];
static long printed;
static double largest;

static double shade(double x) { return x < 0 ? 0 : sqrt(x); }

static void show(double x, int width)
{
    if (x > 5)
        printf("%*.1f", width, x);
    else
        printf("%*s", width, ".");
}

static void step(int t)
{
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = 0.3 * field[i][j] + 0.175 * (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1]) + t % 3;
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            field[i][j] = next[i][j];
}

static double total(double (*a)[N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j];
    return s;
}

int main(void)
{
    int i, j, k = 0;
    double sum = 0, low = 1e30;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            field[i][j] = (i * 13 + j * 5) % 17;
    for (int t = 0; t < 6; t++) {
        step(t);
        for (i = 0; i < N; i += 6) {
            for (j = 0; j < N; j += 4)
                printf(" %6.3f", field[i][j]);
            putchar('\n');
        }
        printf("i %d j %d\n", i, j);
        for (i = 1; i < N && field[i][i] < 9; i++) {
            if (field[i][i - 1] < 3)
                continue;
            sum += shade(field[i][i]);
            if (sum > 200)
                break;
        }
        printf("sum %.6f at %d, total %.6f\n", sum, i, total(next));
        if (sum > 20)
            field[2][2] += sum;
    }
    step(7);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            if (field[i][j] > largest)
                largest = field[i][j], k = i * N + j;
            low = fmin(low, field[i][j]);
            printed += printf("%d", (int)field[i][j]) + (j == N - 1 ? printf("\n") : 0);
        }
    printf("largest %.5f at %d, lowest %.5f, %ld characters\n", largest, k, low, printed);
    step(8);
    for (i = 0; i < N; i += 3) {
        for (j = 0; j < N; j += 3)
            show(field[i][j], 5);
        puts("|");
    }
    char *p = letters;
#pragma hydra parallel for
    for (i = 0; i < N * N; i++)
        p[i] = 'a' + (int)field[i / N][i % N] % 26;
    int vowels = 0;
    for (char *c = letters; *c; c++) {
        if (strchr("aeiou", *c))
            vowels++;
        if (c - letters < 60)
            putchar(toupper(*c));
    }
    printf(" %d vowels of %zu\n", vowels, strlen(letters));
    step(9);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            histogram[(int)field[i][j] % 5]++;
    for (i = 0; i < 5; i++)
        printf("%d ", histogram[i]);
    step(10);
    FILE *out = fopen("field.txt", "w");
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++)
            fprintf(out, "%g ", field[i][j]);
        fprintf(out, "\n");
    }
    printf("%ld bytes\n", ftell(out));
    fclose(out);
    step(11);
    do {
        switch ((int)field[k / N][k % N] % 4) {
        case 0:
            printf("zero ");
            break;
        case 1:
            printf("one ");
            /* fall through */
        default:
            k++;
        }
        k += 7;
    } while (k < N * N);
    printf("%d\n", k);
    step(12);
    for (i = 0; i < N; i++)
        if (field[i][N / 2] > 1e6) {
            printf("too large\n");
            exit(1);
        }
    printf("%.6f\n", total(field));
    return 0;
}
