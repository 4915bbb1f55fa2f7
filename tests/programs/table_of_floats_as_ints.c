// distributed: 11
// offloaded: 11
// Offsets that are written as float literals, which keep 24 bits.
#include <stdio.h>

static const int base[2] = {16777219.0f, 2.9f};
static int a[60];

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) a[i + base[0] - 16777210 + base[1]] = i + 1;
    for (int i = 0; i < 60; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
