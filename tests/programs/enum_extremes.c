// distributed: 15 20 26 33
// offloaded: 15 20 26 33
// The worst of many: reductions over variables of enumerations, without and with constants below zero.
#include <stdio.h>

enum severity { FINE, WARN, FAIL };
typedef enum { COLD = -2, MILD, WARM, HOT } heat;

int main(void)
{
    enum severity s[50], worst = FINE, least = FAIL;
    heat t[50], top = COLD, low = HOT;
    enum severity by[3] = {FINE, FINE, FINE};
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        s[i] = i % 9 == 5 ? WARN : FINE;
        t[i] = (heat)((i * 7) % 4 - 2);
    }
#pragma hydra parallel for reduction(max : worst) reduction(min : least)
    for (int i = 0; i < 50; i++) {
        if (s[i] > worst)
            worst = s[i];
        least = s[i] < least ? s[i] : least;
    }
#pragma hydra parallel for reduction(max : top) reduction(min : low)
    for (int i = 4; i < 50; i += 4) {
        if (t[i] > top)
            top = t[i];
        if (t[i] < low)
            low = t[i];
    }
#pragma hydra parallel for reduction(max : by)
    for (int i = 0; i < 50; i++)
        if (s[i] > by[i % 3])
            by[i % 3] = s[i];
    printf("%d %d %d %d %d%d%d\n", worst, least, top, low, by[0], by[1], by[2]);
    return 0;
}
