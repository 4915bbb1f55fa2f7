// distributed: 9 21
// offloaded: 9 21
#include <stdio.h>
static int a[40];
static int search(int what)
{
    int count = 0;
#pragma hydra parallel for reduction(+:count)
    for (int i = 0; i < 40; i++)
        count += a[i] == what;
    if (count == 0)
        return -1;
    for (int i = 0; i < 40; i++)     /* serial, leaves early */
        if (a[i] == what)
            return i;
    return -2;
}
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        a[i] = (i * 17) % 41;
    for (int w = 0; w < 8; w++)
        printf("%d ", search(w * 5));
    printf("\n");
    if (a[39] > 3) {
        printf("early\n");
        return 3;
    }
    printf("late\n");
    return 0;
}
