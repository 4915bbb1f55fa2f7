// distributed: 8 10 16 20
// offloaded: 8 10 16 20
#include <stdio.h>
#include <stdlib.h>
int main(int argc,char**argv){ (void)argv;
 for(int n=0;n<=3;n++){ int *a=malloc((n+1)*sizeof*a); int s=5,mx=-7; 
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i+argc;
#pragma hydra parallel for reduction(+:s) reduction(max:mx)
 for(int i=0;i<n;i++) { s+=a[i]; if(a[i]>mx) mx=a[i]; }
 int j=99;
#pragma hydra parallel for
 for(j=n;j<n-2;j++) a[0]=j;
 int q;
#pragma hydra parallel for
 for(q=0;q<n;q+=2) a[q]=q*10;
 printf("n=%d s=%d mx=%d j=%d q=%d:",n,s,mx,j,q); for(int i=0;i<n;i++) printf(" %d",a[i]); printf("\n"); free(a); }
 double e[1]; 
#pragma hydra parallel for
 for(int i=0;i<1;i++) e[i]=4.5;
 printf("%g\n",e[0]); return 0; }
