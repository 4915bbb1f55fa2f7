// distributed: 12 14 17
// offloaded: 12 14 17
// Pointers and arrays in the elements of an array of structs.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *p; double m[3]; } cell;
int main(void) {
    int n = 30;
    cell *s = malloc(n * sizeof *s);
    for (int i = 0; i < n; i++) { s[i].n = i % 5; s[i].p = malloc(5 * sizeof(double)); }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) for (int j = 0; j < s[i].n; j++) s[i].p[j] = i * j;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) s[i].m[k] = i + k;
    double x[30];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) { x[i] = s[i].m[2]; for (int j = 0; j < s[i].n; j++) x[i] += s[i].p[j]; }
    for (int i = 0; i < n; i++) printf("%g ", x[i]);
    printf("\n");
    return 0;
}
