// distributed: 7 10
// offloaded: 7 10
#include <stdio.h>
struct W { int a[20]; int n; }; 
int main(void){ struct W w={.n=20}, v; int *p=w.a;
#pragma hydra parallel for
 for(int i=0;i<20;i++) p[i]=i;
 v=w; v.a[3]=99;
#pragma hydra parallel for
 for(int i=0;i<20;i++) p[i]+=1;
 w=v; printf("%d %d %d\n",w.a[3],w.a[19],v.a[18]); return 0; }
