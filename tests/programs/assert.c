// distributed: 9
#include <stdio.h>
#include <assert.h>
#include <stdlib.h>
int a[40];
static void die(int x){ if(x>5){ printf("bye %d\n",x); exit(42); } }
int main(void){ 
#pragma hydra parallel for
 for(int i=0;i<40;i++) { assert(i>=0); a[i]=i; }
 assert(a[30]==30);
 for(int i=0;;i++) die(a[i]); }
