// distributed: 8
// offloaded: 8
#include <stdio.h>
#include <stdlib.h>
int a[4000];
int main(void){
#pragma hydra parallel for
 for(int i=0;i<4000;i++) a[i]=i;
 for(int i=0;i<4000;i++) { fputs("line ",stdout); fprintf(stdout,"%d",a[i]); fputc('\n',stdout); putc('.',stdout); }
 fflush(stdout); puts("done"); fprintf(stderr,"e%d\n",a[7]); printf("no newline"); fflush(NULL); exit(5); }
