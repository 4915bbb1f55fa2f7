// distributed: 8 10 13
// offloaded: 8 10 13
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=11,m=9; double*a=calloc(n*m,8),*b=calloc(n*m,8);
 for(int t=0;t<3;t++) for(int k=1;k<n;k++){
#pragma hydra parallel for
  for(int j=0;j<m;j++) a[k*m+j]=a[(k-1)*m+j]+b[k*m+j]+1;
#pragma hydra parallel for
  for(int j=1;j<m-1;j++) b[k*m+j]=a[k*m+j-1]-a[k*m+j+1]*.5;
  a[k*m]+=b[k*m+1]; }
#pragma hydra parallel for
 for(int i=0;i<n;i++){
#pragma hydra parallel for
  for(int j=0;j<m;j++) b[i*m+j]+=a[i*m+j]; }
 for(int i=0;i<n*m;i++) printf("%g %g\n",a[i],b[i]); return 0; }
