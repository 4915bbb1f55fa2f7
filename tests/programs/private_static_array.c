// distributed: 13 19
// offloaded: 13 19
// Histograms with a scratch array at file scope, which each loop has for itself.
#include <stdio.h>

static int local[4];
static int mode[6], odd[6];

int main(void) {
    static double row[5];
    double sum[6];
    #pragma hydra parallel for private(local)
    for (int c = 0; c < 6; c++) {
        for (int b = 0; b < 4; b++) local[b] = 0;
        for (int i = 0; i < 10; i++) local[(i * c) % 4]++;
        mode[c] = local[1];
    }
    #pragma hydra parallel for private(local, row)
    for (int c = 0; c < 6; c++) {
        for (int b = 0; b < 4; b++) local[b] = c + b;
        for (int b = 0; b < 5; b++) row[b] = b * c;
        odd[c] = local[3] + local[1];
        sum[c] = row[4] + row[2];
    }
    for (int c = 0; c < 6; c++) printf("%d %d %g\n", mode[c], odd[c], sum[c]);
    return 0;
}
