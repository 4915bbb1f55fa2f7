// distributed: 28 33 38 47 55 65 75 84 92 101 117 120 129
// offloaded: 28 33 38 47 55 65 75 84 101 117 120 129
// Conditions that count along while they look: what is evaluated only sometimes, or changes what it has just tested.
#include <stdio.h>
#define N 48

int tape[8 * N], mark[8 * N + 2], out[N], aux[N], slots[5 * N];

static int length(int i)
{
    int n = 0;
    n += i % 5;
    return n;
}

static void show(const char *what, const int *v, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %d", v[i]);
    puts("");
}

int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < 8 * N; i++) {
        tape[i] = 7 * i + 1;
        mark[i] = i % 8 + 1;
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        aux[i] = i % 3;

    // the cursor moves only where the left side lets it
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N - 1 - i;
        if (aux[i] == 1 && (k = i) >= 0)
            out[i] = tape[k];
        else
            out[i] = -tape[k];
    }
    show("and", out, N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N - 1 - i;
        (void)(aux[i] == 2 || (k = i + 3));
        aux[i] == 0 ? (k += 2) : (k += i % 4);
        out[i] = tape[k];
    }
    show("or", out, N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = i, back = 0;
        int r = k < N / 2 ? k++ : N - 1 - k;
        int s = (back = aux[i]) ?: (k = 2 * N - i);
        out[i] = tape[r] + tape[k] + s;
    }
    show("choice", out, N);

    // tested, then moved on
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N - i;
        out[i] = 0;
        if (k < 30 && mark[k++] > 3)
            out[i] = tape[k - 1];
        if (!(k >= 40 || mark[k++] < 2))
            out[i] += tape[k - 1];
    }
    show("tested", out, N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = i;
        if (k < 30 && mark[k++] > 2)
            slots[N - 1 - i] = k;
    }
    show("written", slots, N);

    // headers of loops
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = 8 * (N - 1 - i), t = 0;
        for (int j = 0; j < 6 && mark[k++] < 5; j++)
            t += tape[k];
        out[i] = t;
    }
    show("header", out, N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        out[i] = 0;
        for (int j = 0; j < length(i); j++)
            out[i] += tape[N - 1 - j - i / 2];
        for (int j = 0; j < ({ int m = 1; m += i % 3; m; }); j++)
            out[i] += tape[2 * N - j - i];
    }
    show("bounds", out, N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int t = 0, k = N - 1 - i, round = 0;
        do {
            t += round;
            if (i > N / 2) {
                k = 8 * N - 1 - i;
                continue;
            }
            t += 100;
        } while (tape[k] > 20 && ++round < 4);
        out[i] = t;
    }
    show("rounds", out, N);

    // a place that is named once, and moves on by itself
#pragma hydra parallel for
    for (i = 0; i < 5 * N; i++)
        slots[i] = 3 * i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = 5 * (N - 1 - i);
        slots[k++]++;
        slots[k++] -= 2;
        slots[k++]--;
        out[i] = slots[k];
    }
    show("places", slots, 5 * N);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int *p = slots + 5 * i;
        (*p++)++;
        *p++ += 4;
        out[i] += *p;
    }
    show("places", slots, 5 * N);
    show("next", out, N);

    // the same in code of every rank's
    long sum = 0;
    for (int r = 0; r < 3; r++) {
        int k = 30;
        if (r > 1 && (k = 2))
            sum++;
        sum += tape[k];
    }
    printf("%ld\n", sum);
    return 0;
}
