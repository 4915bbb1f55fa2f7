// distributed: 7 12 16
// offloaded: 7 12 16
#include <stdio.h>
static int calls; static double total;
static double* buf(int n){ static double b[64]; 
#pragma hydra parallel for
 for(int i=0;i<n;i++) b[i]+=i; 
 calls++; return b; }
int main(void){ for(int t=0;t<3;t++){ double*p=buf(20+t); 
 double s=0;
#pragma hydra parallel for reduction(+:s)
 for(int i=0;i<20;i++) s+=p[i];
 total+=s; printf("%d %g %g\n",calls,s,p[20]); }
 static int once[5]={5,4,3,2,1};
#pragma hydra parallel for
 for(int i=0;i<5;i++) once[i]*=i;
 for(int i=0;i<5;i++) printf("%d ",once[i]); printf("%g\n",total); return calls; }
