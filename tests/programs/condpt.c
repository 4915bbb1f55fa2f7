// distributed: 8 12
// offloaded: 8 12
#include <stdio.h>
#include <stdlib.h>
int main(int argc,char**argv){ (void)argv; int n=16; int*a=calloc(n,4),*b=calloc(n,4),*p,*q; 
 for(int t=0;t<5;t++){ if(t%2) p=a,q=b; else p=b,q=a+0*argc;
#pragma hydra parallel for
 for(int i=0;i<n;i++) p[i]=q[n-1-i]+i;
 if(t==2){ int*z=p; p=realloc(t?a:b,2*n*sizeof(int)); a=p; (void)z; }
 q[t]+=b[n-1]; }
#pragma hydra parallel for
 for(int i=0;i<n;i++){ const int*s=i%2?a:b; b[i]+=a[i]; (void)s; }
 for(int i=0;i<n;i++) printf("%d %d\n",a[i],b[i]); return 0; }
