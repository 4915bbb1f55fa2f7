// distributed: 29 53
// offloaded: 29 53
// Stores that hit the very cell from which the array or the bound was taken: bytes over a pointer, ints over a size.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
    unsigned char* px;
    int n;
    unsigned char* other;
} S;
static void loop(S* s, unsigned char* src, int n) {
    for (int i = 0; i < n; i++)
        s->px[i] = src[i];
}
static void intw(S* s, int* q, int n) {
    int k = 0;
    for (int i = 0; i < s->n && k < 100; i++) {
        q[i] = 3;
        k++;
    }
    printf("k %d\n", k);
    (void)n;
}
int main(void) {
    unsigned char *a = calloc(100, 1), *b = calloc(100, 1);
    S* s = malloc(sizeof *s);
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) {
        a[i] = i;
        b[i] = 100 - i;
    }
    s->px = a;
    s->n = 100;
    s->other = b;
    loop(s, b, 50);
    int sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += s->px[i] * i;
    printf("%d\n", sum);
    s->px = (unsigned char*)s; /* one byte at a time through changing pointer is undefined in the middle: copy via a
                                  fixed pointer instead */
    unsigned char* self = s->px;
    unsigned char* from = (unsigned char*)&s->other;
    for (int i = 0; i < (int)sizeof(void*); i++)
        self[i] = from[i];
    sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += s->px[i] * i;
    printf("%d\n", sum);
    int* q = malloc(200 * sizeof(int));
#pragma hydra parallel for
    for (int i = 0; i < 200; i++)
        q[i] = i;
    S* t = (S*)q;
    t->n = 20;
    intw(t, q, 0);
    for (int i = 0; i < 30; i++)
        printf("%d ", q[i]);
    puts("");
}
