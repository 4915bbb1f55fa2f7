// What a call that runs a parallel loop may change while another part of the same expression uses it.
#include <stdio.h>
static char letters[40];
static char *words[2] = {letters, letters + 20};
static int shift(void) {
#pragma hydra parallel for
    for (int i = 0; i < 39; i++)
        letters[i] = (char)('a' + i % 26);
    return 3;
}
int main(void) {
    printf("%c\n", words[letters[2] % 2][shift()]); // error: is used in one expression with a call that runs
    printf("%s\n", letters);
    return 0;
}
