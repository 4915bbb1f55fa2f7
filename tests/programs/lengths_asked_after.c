// distributed: 8 17
// A private variable's last value is used as the length of an array.
#include <stdio.h>
double a[64];
int main(void) {
    int v = 3;
#pragma hydra parallel for private(v)
    for (int i = 0; i < 64; i++) {
        v = i;
        a[i] = v;
    }
    int w[v + 1];
    v = 0;
    printf("%zu\n", sizeof w);
    v = 5;
#pragma hydra parallel for private(v)
    for (int i = 0; i < 64; i++) {
        v = i;
        a[i] = v;
    }
    printf("%zu\n", sizeof(int[v]));
    return 0;
}
