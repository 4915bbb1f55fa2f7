#include <stdio.h>
int main(void) { printf("6 7 6\n"); return 0; }
