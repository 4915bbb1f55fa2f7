// distributed: 51 59 67 83
// offloaded: 51 59 67 83
/* Points that each have their coordinates behind a pointer of their own, and lists of neighbours: loops compare all of
 * them with ever another one, so that where pointers lead is looked up for one launch only. One rank alone soon does
 * without. A loop that moves the lists about in between, and sums, must not notice. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float weight;
    float *at;
    long belongs_to;
    float cost;
    int near;
    int *neighbour;
} Point;

static float distance(const Point *p, const Point *q, int dims)
{
    float sum = 0;
    for (int d = 0; d < dims; d++)
        sum += (p->at[d] - q->at[d]) * (p->at[d] - q->at[d]);
    return sum;
}

int main(void)
{
    enum { n = 1200, dims = 3, steps = 14, groups = 16 };
    Point *p = malloc(n * sizeof *p);
    float *all = malloc(n * dims * sizeof *all);
    long gain[groups];
    for (int i = 0; i < n; i++) {
        p[i].at = all + (long)i * dims; /* in order, but in a struct */
        p[i].weight = 1 + i % 3;
        p[i].belongs_to = 0;
        p[i].cost = 1000;
        p[i].near = 0;
        p[i].neighbour = malloc(4 * sizeof *p[i].neighbour); /* a block each */
        for (int k = 0; k < 3; k++)
            if ((i * 7 + k * 31) % n != i)
                p[i].neighbour[p[i].near++] = (i * 7 + k * 31) % n;
        for (int d = 0; d < dims; d++)
            all[i * dims + d] = (float)((i * (13 + d) + d) % 64);
    }
    for (int step = 0; step < steps; step++) {
        long x = (step * 397L + 11) % n;
        long won = 0;
        for (int g = 0; g < groups; g++)
            gain[g] = 0;
#pragma hydra parallel for reduction(+:won, gain[0:groups])
        for (long i = 0; i < n; i++) {
            float here = distance(&p[i], &p[x], dims) * p[i].weight;
            if (here < p[i].cost) {
                won += (long)(p[i].cost - here);
                gain[p[i].belongs_to % groups]++;
            }
        }
#pragma hydra parallel for
        for (long i = 0; i < n; i++) {
            float here = distance(&p[i], &p[x], dims) * p[i].weight;
            if (here < p[i].cost) {
                p[i].cost = here;
                p[i].belongs_to = x;
            }
        }
#pragma hydra parallel for
        for (long i = 0; i < n; i++) {
            float least = 1e9f;
            for (int k = 0; k < p[i].near; k++) {
                float other = p[p[i].neighbour[k]].cost;
                if (other < least)
                    least = other;
            }
            p[i].weight = least > p[i].cost ? 1 : 2;
        }
        if (step % 5 == 3) { /* the same points behind other pointers */
            float *swapped = p[step].at;
            p[step].at = p[n - 1 - step].at;
            p[n - 1 - step].at = swapped;
        }
        double weights = 0;
#pragma hydra parallel for reduction(+:weights)
        for (long i = 0; i < n; i++)
            weights += p[i].weight * p[i].at[step % dims];
        printf("step %d: %ld %ld %.1f", step, won, gain[3], weights);
        for (int g = 0; g < groups; g++)
            printf(" %ld", gain[g]);
        printf("\n");
    }
    double cost = 0;
    for (int i = 0; i < n; i++)
        cost += p[i].cost;
    printf("%.1f\n", cost);
    for (int i = 0; i < n; i++)
        free(p[i].neighbour);
    free(all);
    free(p);
    return 0;
}
