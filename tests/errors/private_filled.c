// Private variables that a function is handed the address of, and which it does not fill before it reads them.
#include <stdio.h>
static int b[50];
static void add(int *p, int i) { *p += i; }
static void half(int *p, int i) {
    if (i & 1)
        *p = i;
}
static void all(int *p, int i) {
    if (i & 1)
        *p = i;
    else
        *p = 3;
}
int main(void) {
    int a, c, d, last;
#pragma hydra parallel for private(a) // error: reads it before it writes it
    for (int i = 0; i < 4; i++) {
        add(&a, i);
        b[i] = a;
    }
#pragma hydra parallel for private(c) // error: it is not certain that the last iteration assigns it
    for (int i = 0; i < 4; i++) {
        half(&c, i);
        b[i] = i;
    }
#pragma hydra parallel for private(d) // error: it is not certain that the last iteration assigns it
    for (int i = 0; i < 4; i++)
        sscanf("12 x", i < 2 ? "%d" : "x%d", &d);
#pragma hydra parallel for private(last)
    for (int i = 0; i < 4; i++) {
        all(&last, i);
        b[i] = last;
    }
    printf("%d %d %d\n", c, d, last);
    return 0;
}
