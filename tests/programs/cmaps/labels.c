#include <stdio.h>
int main(void) { printf("8\n"); return 0; }
