// distributed: 11
// offloaded: 11
#include <stdio.h>
#define HEIGHT 24
#define WIDTH 60
static int iterations[HEIGHT][WIDTH];
int main(void)
{
    const int most = 200;
    #pragma hydra parallel for
    for (int py = 0; py < HEIGHT; ++py) {
        for (int px = 0; px < WIDTH; ++px) {
            const double cr = -2.2 + 3.2 * px / WIDTH, ci = -1.2 + 2.4 * py / HEIGHT;
            double zr = 0, zi = 0;
            int k;
            for (k = 0; k < most && zr * zr + zi * zi < 4.0; ++k) {
                const double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
            }
            iterations[py][px] = k;
        }
    }
    static const char shade[] = " .:-=+*#%@";
    for (int py = 0; py < HEIGHT; ++py) {
        for (int px = 0; px < WIDTH; ++px)
            printf("%c", shade[iterations[py][px] * 9 / most]);
        printf(" %d\n", iterations[py][py]);
    }
    return 0;
}
