// distributed: 16 19
// offloaded: 16 19
// Sizes of system types beside a struct variable that holds an array, in one body.
#include <stdint.h>
#include <stdio.h>

struct Filter {
    double taps[5];
    int shift;
};

int main(void) {
    struct Filter f = {{1, 2, 3, 2, 1}, 2};
    static double in[200], out[200];
#pragma hydra parallel for
    for (size_t i = 0; i < 200; i++)
        in[i] = (double)(i % 17);
#pragma hydra parallel for
    for (int i = 2; i < 198; i++) {
        size_t at = (size_t)i;
        uint32_t seen = 0;
        double sum = 0;
        for (size_t k = 0; k < 5; k++, seen++)
            sum += f.taps[k] * in[at + k - 2];
        out[i] = sum + seen + f.shift;
    }
    for (int i = 0; i < 200; i += 33)
        printf("%g ", out[i]);
    printf("\n");
    return 0;
}
