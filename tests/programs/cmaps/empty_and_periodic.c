#include <stdio.h>
int main(void) { printf("2\n4\n8\n8\n"); return 0; }
