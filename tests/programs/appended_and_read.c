// distributed: 16
// offloaded: 16
// A stream that appends and reads begins reading at the front.
#include <stdio.h>
int main(void) {
    char l[100];
    double a[10];
    FILE *f = fopen("zz.txt", "w");
    fputs("one\ntwo\n", f);
    fclose(f);
    f = fopen("zz.txt", "a+");
    printf("%ld\n", ftell(f)); 
    if (fgets(l, 100, f)) printf("%s", l); else puts("eof"); 
    fclose(f);
#pragma hydra parallel for
    for (int i = 0; i < 10; i++) a[i] = i;
    printf("%g\n", a[4]);
    return 0;
}
