/* What w3.cmaps prints by the page. */
#include <stdio.h>
int main(void) { printf("10 26: 4 3 2 1\n"); return 0; }
