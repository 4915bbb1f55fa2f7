// distributed: 19 22
// offloaded: 19 22
// Constants in a struct with an array, in memory that nobody can write.
#include <stdio.h>

typedef struct {
    int stages;
    double step;
    int stride[4];
} scheme;

static const scheme plan = {4, 0.5, {3, 17, 40, 21}};
static double a[60], b[60];

int main(void) {
    double sum = 0;
    for (int k = 0; k < plan.stages; k++) {
#pragma hydra parallel for
        for (int i = 0; i < 60; i++)
            b[i] = a[i] + i * plan.stride[k] + plan.step;
#pragma hydra parallel for
        for (int i = 0; i < 60; i++)
            a[i] += b[i] * plan.step;
    }
    for (int i = 0; i < 60; i++)
        sum += (a[i] + b[i]) * (i % 13);
    printf("%.15g\n", sum);
    return 0;
}
