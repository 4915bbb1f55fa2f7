// Loops in the arms of a branch: what the one has stored, the other one has not.
#include <string.h>
int x[40];
double out[40];
void f(void)
{
    double p[9] = {0}, q[6] = {0};
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        double t = 0;
        if (x[i] > 2) {
            for (int j = 0; j < 8; j++)
                p[j] = i;
        } else {
            for (int j = 0; j < 8; j++) {
                p[j] = -i;
                if (j < 7)
                    t += p[j + 1]; // warning: 'p' is private, so it has no value when an iteration begins
            }
        }
        out[i] = t;
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        if (x[i] > 2)
            for (int j = 0; j < 9; j++)
                p[j] = i;
        else
            for (int j = 0; j < 9; j++)
                p[j] = -i * j;
        out[i] += p[x[i] & 7];
    }
#pragma hydra parallel for private(q)
    for (int i = 0; i < 40; i++) {
        q[5] = i;
        memmove(&q[0], &q[1], 5 * sizeof *q); // warning: 'q' is private, so it has no value when an iteration begins
        out[i] += q[4];
    }
}
