// Shared variables that iterations store into: which keep the last value, and which cannot.
#include <stdbool.h>
struct flags { unsigned on : 1; int at; };
union either { int i; float f; };
struct inner { int v[3]; int n; };
int key[100];
void f(int n) {
    struct flags flags = {0, 0};
    union either either = {0};
    struct inner inner = {{0}, 0};
    int found = 0, seen = 0, *where = 0;
    register int fast = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (key[i] == 3) found = 1; // warning: 'found' is shared by all iterations; after the loop it has the value from the last
        flags.at = i; // warning: 'flags' is shared by all iterations; after the loop
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        flags.on = 1; // error: 'flags' is shared by all iterations, and each one writes it
        either.i = i; // error: 'either' is shared by all iterations
        where = &key[i]; // error: 'where' is shared by all iterations
        fast = i; // error: 'fast' is shared by all iterations
        seen = i; // error: 'seen' is shared by all iterations, and each one writes it; add 'private(seen)'
        key[i] = seen;
        inner.n = i; // error: 'inner' is shared
        inner = (struct inner){{0}, 1};
    }
}
