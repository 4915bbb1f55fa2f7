/* What w4.cmaps prints by the page. */
#include <stdio.h>
int main(void) { printf("9\n"); return 0; }
