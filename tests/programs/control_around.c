// distributed: 12 22 36 44
// offloaded: 12 22 36 44
#include <stdio.h>
/* launches inside every kind of serial control flow */
static int a[35];
static void add(int d)
{
    int i;
    if (d < 0)
        return;
#pragma hydra parallel for
    for (i = 0; i < 35; i++)
        a[i] += d + i % 3;
}
int main(void)
{
    int i, k = 0, sum;
    while (k < 7) {
        switch (k) {
        case 1:
#pragma hydra parallel for
            for (i = 0; i < 35; i++)
                a[i] = i;
            break;
        case 2:
        case 3:
            add(k);
            break;
        case 5:
            k = 6;
            /* fall through */
        default:
            add(-1);
            if (k % 2 == 0)
#pragma hydra parallel for
                for (i = 34; i >= 0; i -= 2)
                    a[i]--;
            else
                add(100);
        }
        sum = 0;
#pragma hydra parallel for reduction(+ \
                                     : sum)
        for (i = 0; i < 35; i++)
            sum += a[i];
        printf("%d: %d\n", k, sum);
        if (sum > 2000)
            goto done;
        k++;
    }
done:
    for (i = 0; i < 35; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
