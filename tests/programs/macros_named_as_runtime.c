// distributed: 10
// offloaded: 10
// Macros with the names of members of what generated code hands to the runtime.
#include <stdio.h>
#define slots 64
#define keys 8
static int table[slots], n = slots;
int main(void) {
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        table[i] = i % keys;
    printf("%d\n", table[63]);
}
