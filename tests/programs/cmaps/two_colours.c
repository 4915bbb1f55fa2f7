#include <stdio.h>
int main(void) {
    double u[7] = {0, 1, 2, 3, 5, 8, 13};
    for (int i = 1; i < 6; i += 2) u[i] = (u[i - 1] + u[i + 1]) / 2;
    for (int i = 0; i < 7; i++) printf("%g\n", u[i]);
    return 0;
}
