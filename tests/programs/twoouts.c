// distributed: 9 11
// offloaded: 9 11
#include <stdio.h>
#include <stdlib.h>
#define M 7
/* c[i] of another extent, offset; a template clash */
int main(void){ int n=23; int*a=calloc(2*n+M,4),*b=calloc(n,4),*c=calloc(n*n,4);
#pragma hydra parallel for
 for(int i=0;i<n;i++){ a[2*i+M]=i; b[n-1-i]=2*i; c[i*n+i]=3*i; c[i*n+(n-1-i)]+=1; }
#pragma hydra parallel for
 for(int i=0;i<n;i++){ for(int j=0;j<n;j++) c[j*n+i]+=a[2*j+M]*b[i]; }
 for(int i=0;i<n*n;i++) printf("%d ",c[i]); puts(""); for(int i=0;i<2*n+M;i++) printf("%d ",a[i]); return 0; }
