/* The twin of t19.cmaps. */
#include <stdio.h>
static int layout(int in, int out) {
    int loop = 0, inout = in;
    for (int parallel = 0; parallel < out; parallel++) { loop += parallel; if (loop > 20) goto stop; }
    inout++;
stop:
    return loop + inout;
}
int main(void) {
    int A[9];
    double B[5] = {1, 2, 3, 4, 5};
    for (int i = 0; i < 9; i++) A[i] = i;
    for (int t = 1; t <= 2; t++) {
        for (int i = 0; i < 9; i++) A[i] += (i + t) * 3;
        for (int i = 0; i < 5; i++) B[i] *= 3;
    }
    for (int i = 0; i < 9; i++) printf("%d\n", A[i]);
    for (int i = 0; i < 5; i++) printf("%g\n", B[i]);
    printf("%d %d %d %d %d %d %g\n", 3 * 4 + 3 - 12, 7, layout(2, 9), layout(2, 3), 3 + 8, 7 * 9, 3.0);
    printf("%d %d\nin [3:4]\n", 4, 3);
    return 0;
}
