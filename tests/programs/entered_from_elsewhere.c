// distributed: 21 31 34 39 58 79 101 119 129 141 151
// offloaded: 21 31 34 39 79 119 129
// Labels that are reached past the conditions and assignments before them: switches that fall through or start inside
// of branches and loops, gotos into the middle, and ladders of early exits that change what they have tested.
#include <stdio.h>
#define N 40

int kind[N], from[N + 16], left[N], right[N + 2];

static void show(const char *what)
{
    printf("%s:", what);
    for (int i = 0; i < N; i++)
        printf(" %d,%d", left[i], right[i]);
    puts("");
}

static void refill(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        left[i] = -i;
        right[i] = 1000 + i;
    }
}

int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N + 16; i++)
        from[i] = 7 * i + 3;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        kind[i] = i % 4;
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = i + 1;
        switch (kind[i]) {
        case 0:
            k = i;
            break;
        case 1:
            right[k] = i * 10;
            break;
        case 2:
            k--;
        default:
            left[i] = from[k];
        }
    }
    show("cases");
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++)
        switch (kind[i]) {
        case 0:;
            if (i >= 15)
                break;
            left[i] = 5;
            break;
        case 1:
            left[N - 1 - i] = 7;
            break;
        case 2:
            if (i > 20) {
                right[N - 1 - i] = i;
        case 3:
                right[i] = from[N + 2 - i];
            }
        }
    show("branches");
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int j = 3, rounds = 0;
        switch (kind[i]) {
        case 0:
            for (j = 0; j < 2; j++) {
        case 1:
                left[N - 1 - i] += i + from[N + 2 - i + j];
            }
            break;
        case 2:
            do {
                j = 0;
        case 3:
                right[N - 1 - i] += from[N + 2 - i + j];
                j += 2;
            } while (++rounds < 2);
        }
    }
    show("device");
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        if (i < 15)
            goto rest;
        left[i] = 2;
    rest:
        right[N - 1 - i] = 3 * i;
        if (kind[i] == 2)
            goto inside;
        if (i > 30) {
            left[i] = 1;
        inside:
            left[i] += from[i];
        }
    }
    show("gotos");
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N - 1 - i;
        if (k > 5)
            k = 0;
        else
            continue;
        left[i] = from[k] + i;
    }
    show("ladder");
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N - 1 - i;
        if (k > 5)
            continue;
        else
            k = 8;
        right[i] = from[k + i] + i;
    }
    show("ladder");
    refill();

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        left[i] = i;
        if (i > 2) {
            int z = ({ if (left[i] % 3 == 1) continue; 3; });
            left[i] += z;
        }
        right[N - 1 - i] = i;
    }
    show("out of an expression");
#pragma hydra parallel for
    for (i = 0; i < N; i += 4)
        for (int j = 0; j < 4; j++) {
            right[N - 1 - i - j] = i;
            left[i + j] += ({ if (left[i] % 2 == 1 && j > 1) break; 3; });
        }
    show("out of a loop");

    long x = 0;
    for (int r = 0; r < 3; r++) {
        int k = 30;
        switch (r) {
        case 0:
            k = 1;
            break;
        case 1:
            left[k] += 5;
            break;
        default:
            x += left[k];
        }
    }
    printf("%ld\n", x);
    return 0;
}
