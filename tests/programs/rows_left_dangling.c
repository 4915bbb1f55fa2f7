// stderr: it is not known where the pointers
// replicated: 65
/* Rows that are freed while their pointers stay in the table, with a count of nothing, until others come to lie there;
 * and pointers to the ends of rows, from which loops count down by as much as the data say. Such pointers lead into no
 * row, or into the next one, so all ranks run those loops, and say so. */
#include <stdio.h>
#include <stdlib.h>

enum { n = 120 };

static int *row[n], *end[n], count[n], pick[32];
static double got[n];

static void sum_up(const char *what)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < count[i]; k++)
            sum += row[i][pick[k]] * (k + 1);
        got[i] = sum;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += got[i] * (1 + i % 3);
    printf("%s: %.10g\n", what, sum);
}

static void fill(int factor)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count[i]; k++)
            row[i][k] = factor * (i + k) % 101;
}

int main(void)
{
    for (int k = 0; k < 32; k++)
        pick[k] = k;
    for (int i = 0; i < n; i++) {
        count[i] = 5 + i * 7 % 11;
        row[i] = malloc(count[i] * sizeof(int));
    }
    fill(3);
    sum_up("all");
    for (int round = 0; round < 3; round++) {
        for (int i = round; i < n; i += 13) {
            free(row[i]);
            count[i] = 0;
        }
        sum_up("some dangle");
        fill(5 + round);
        for (int i = round; i < n; i += 13) {
            count[i] = 5 + i * 7 % 11;
            row[i] = malloc(count[i] * sizeof(int));
        }
        fill(7 + round);
        sum_up("all again");
    }
    for (int i = 0; i < n; i++)
        end[i] = row[i] + count[i];
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < count[i] / 2; k++)
                end[i][-1 - pick[k]] += t + k;
        sum_up("from the ends");
    }
    return 0;
}
