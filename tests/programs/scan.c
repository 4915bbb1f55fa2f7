// distributed: 9
// offloaded: 9
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=77; long*x=malloc(n*sizeof(long)),*y=malloc(n*sizeof(long)),*t;
 for(int i=0;i<n;i++) x[i]=(i*31)%17-5;
 for(int d=1;d<n;d*=2){
#pragma hydra parallel for
  for(int i=0;i<n;i++) y[i]= i>=d ? x[i]+x[i-d] : x[i];
  t=x;x=y;y=t;
 }
 for(int i=0;i<n;i++) printf("%ld,",x[i]); printf("\n"); free(x); free(y); return 0; }
