// distributed: 19 22 27
// offloaded: 19 22 27
// Names with letters outside of ASCII.
#include <stdio.h>

static int größe[50];
#define 数 50
struct сетка {
    double высота[数];
};
static struct сетка s;

static int naïve(int x) { return x / 2; }

int main(void)
{
    int a[数], häufig = 3;
#pragma hydra parallel for
    for (int i = 0; i < 数; i++)
        größe[i] = i * häufig;
#pragma hydra parallel for
    for (int i = 0; i < 数; i++) {
        a[i] = größe[数 - 1 - i] + naïve(häufig);
        s.высота[i] = a[i] * 0.5;
    }
#pragma hydra parallel for
    for (int i = 0; i < 数; i++)
        a[i] += (int)s.высота[größe[i] / häufig];
    for (int i = 0; i < 数; i++)
        printf("%d ", a[i] + größe[i]);
    puts("\U000000f6 größe");
    return 0;
}
