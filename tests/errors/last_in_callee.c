// A function reads what the loop that calls it stores into a shared variable.
int key[100], pos;
int twice(int x) { return x + pos; } // error: 'twice' is called in a parallel loop and uses 'pos', of which each iteration has its own
void reset(void) { pos = 0; } // error: 'reset' is called in a parallel loop and changes 'pos', of which each iteration has its own
void f(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        pos = i; // warning: 'pos' is shared by all iterations; after the loop
        key[i] = twice(i);
    }
#pragma hydra parallel for private(pos)
    for (int i = 0; i < n; i++) {
        pos = i;
        reset();
        key[i] = pos;
    }
}
