// distributed: 13 25 37
/* Last values of private variables that are read on ways that are easily overlooked: by the next call, where the variable
 * is static, and where a jump leaves a declaration. */
#include <stdio.h>

static int a[40];

static void again(int n)
{
    static int last = 7;
    printf("%d\n", last);
#pragma hydra parallel for private(last)
    for (int i = 0; i < 40; i++) {
        last = i * n + 2;
        a[i] += last;
    }
}

static void in_block(int n)
{
    for (int k = 0; k < 2; k++) {
        static int kept;
        printf("%d ", kept);
#pragma hydra parallel for private(kept)
        for (int i = 0; i < 40; i++) {
            kept = i + n * k;
            a[i] += kept;
        }
    }
    printf("\n");
}

static int leaves(int c)
{
    int t = 7, rounds = 0;
#pragma hydra parallel for private(t)
    for (int i = 0; i < 40; i++) {
        t = i * 5 + c;
        a[i] += t;
    }
    while (rounds++ < 3) {
        int z = ({
            if (c == rounds)
                break;
            3;
        });
        if (rounds == 2) {
            t = z;
            return t;
        }
    }
    int y = ({
        if (c > 5)
            goto out;
        4;
    });
    t += y;
out:
    return t;
}

int main(void)
{
    for (int n = 1; n < 4; n++) {
        again(n);
        in_block(n);
    }
    for (int c = 0; c < 8; c++)
        printf("%d ", leaves(c));
    long sum = 0;
    for (int i = 0; i < 40; i++)
        sum += a[i] * i;
    printf("%ld\n", sum);
    return 0;
}
