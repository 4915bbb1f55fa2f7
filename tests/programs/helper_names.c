// distributed: 19
// offloaded: 19
// Functions that are called as ones of the runtime once were: helpers that every program with a transform or a parser
// has.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }
int meet(int a, int b) { return a < b ? a : b; }

int main(void) {
    int n = 64;
    if (!is_power_of_two(n))
        return 1;
    double *re = aligned_alloc(64, (size_t)n * sizeof *re);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        re[i] = i * 0.25;
    char words[] = "one two three";
    int count = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        count += (int)strlen(word);
    printf("%g %d %d\n", re[n - 1], count, meet(count, n));
    free(re);
    return 0;
}
