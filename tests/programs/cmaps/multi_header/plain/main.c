#include <stdio.h>
int main(void) { for (int i = 0; i < 5; i++) printf("%d\n", (short)(2.5 * (i + 1))); return 0; }
