// What a call that runs a parallel loop may change while another part of the same expression uses it.
#include <stdio.h>
static char letters[40];
static void shift(void) {
#pragma hydra parallel for
    for (int i = 0; i < 39; i++)
        letters[i] = (char)('a' + i % 26);
}
int main(void) {
    printf("%s %d\n", letters, (shift(), 3)); // error: 'letters' is used in one expression with a call that runs
    printf("%s\n", letters);
    return 0;
}
