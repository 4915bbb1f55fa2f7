// args: 40 6
// distributed: 60 85
// Serial loops in functions that launch loops: with and without braces, in one another, behind labels and pragmas, left
// in the middle, that call what launches and what does not, before and behind its definition, and with variables that
// last.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    struct item *next;
};

static int late(const int *a, int i);

static int once(int *a, int n, int shift)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        a[i] = (a[i] + shift) % 1009;
        sum += a[i] * (i % 3);
    }
    return sum;
}

static int counted(int *a, int i)
{
    static int calls;
    a[i] += ++calls % 2;
    return calls;
}

static struct item *push(struct item *list, int key)
{
    struct item *one = malloc(sizeof *one);
    one->key = key;
    one->next = list;
    return one;
}

static int total(int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40, rounds = argc > 2 ? atoi(argv[2]) : 6, sum = 0, k = 0;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), kept[4] = {0};
    struct item *list = NULL;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i * 7 % 31;
    for (int t = 0; t < rounds; t++) {
        int state = t % 4;
        sum += counted(a, t);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 2 + t;
        for (int r = 0; r < 2; r++)
            sum += once(b, n, r + t);
        for (int i = 0; i < n; i += 3)
            for (int j = i; j < n; j += 5)
                if (b[j] % 4 == state)
                    kept[state] += late(b, j);
        for (int i = 0; i < n; i++) {
            if (b[i] % 11 == 5)
                list = push(list, b[i]);
            if (b[i] == 1000 + t)
                goto found;
            if (i > n - 3)
                break;
        }
    found:
        while (k < n && b[k] % 13 != 0) {
            sum += b[k++];
        }
        k %= n;
#pragma GCC unroll 2
        for (int i = 1; i < n; i++)
            a[i] = (a[i - 1] + b[i]) % 4001;
#pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < n; i++)
            sum += a[i] ^ b[i];
        switch (state) {
        case 1:
            for (int i = 0; i < n; i++) {
                switch (a[i] % 3) {
                case 0:
                    sum += a[i];
                    break;
                default:
                    a[i]++;
                }
            }
            break;
        default:
            do
                a[state]++;
            while (a[state] % 8 != 0);
        }
        if (t % 2)
            for (int i = 0; i < n; i++)
                sum += counted(b, i);
        else
            for (int i = 0; i < n; i++) {
            again:
                if (b[i] % 17 == 3) {
                    b[i]++;
                    goto again;
                }
            }
        printf("%d: %d %d\n", t, sum, total(a, n));
    }
    int length = 0;
    for (struct item *p = list; p; p = p->next) {
        sum += p->key;
        length++;
    }
    printf("%d %d %d %d %d %d\n", sum, length, kept[0], kept[1], kept[2], kept[3]);
    return 0;
}

static int late(const int *a, int i)
{
    return a[i] % 97;
}
