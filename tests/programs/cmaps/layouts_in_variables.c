#include <stdio.h>
int main(void) { printf("4\n"); return 0; }
