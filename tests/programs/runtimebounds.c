// distributed: 8 10 12 14
// offloaded: 8 10 12 14
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=40; int*a=calloc(n,4),*b=calloc(n,4); int lo=3,hi=33,st=2;
 for(int k=0;k<4;k++){
#pragma hydra parallel for
 for(int i=lo;i<=hi;i+=2) a[i+k]=b[i]+i;
#pragma hydra parallel for
 for(int i=hi;i>=lo;i-=3) b[i-k]=a[i]-1;
#pragma hydra parallel for
 for(int i=0;i<n;i++) for(int j=i;j<(i+1<n?i+1:n);j++) b[j]+=k;
#pragma hydra parallel for
 for(int i=0;i<(n-k)/st;i++) a[i*st]++;
 lo++; hi-=k; }
 for(int i=0;i<n;i++) printf("%d %d\n",a[i],b[i]); return 0; }
