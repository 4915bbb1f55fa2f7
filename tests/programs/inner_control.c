// distributed: 9
#include <stdio.h>
#define N 70
int steps[N], kind[N], digits[N], cut[N], g[N];
int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        long v = i + 1;
        int n = 0;
        while (v != 1) {               /* Collatz */
            v = v % 2 ? 3 * v + 1 : v / 2;
            n++;
        }
        steps[i] = n;

        switch (i % 5) {
        case 0: kind[i] = 'a'; break;
        case 1:
        case 2: kind[i] = 'b';         /* falls through */
        case 3: kind[i] = 'c'; break;
        default: kind[i] = 'd';
        }

        int x = i * i, d = 0;
        do {
            d++;
            x /= 10;
        } while (x > 0);
        digits[i] = d;

        cut[i] = 0;
        if (i % 3 == 1)
            continue;
        for (int k = 0;; k++) {
            if (k > i / 2)
                break;
            if (k % 4 == 2)
                continue;
            cut[i] += k;
        }
        int p = i, q = 60;
again:
        if (q) {
            int r = p % q;
            p = q;
            q = r;
            goto again;
        }
        g[i] = p;
    }
    for (i = 0; i < N; i++)
        printf("%d %c %d %d %d\n", steps[i], kind[i], digits[i], cut[i], g[i]);
    return 0;
}
