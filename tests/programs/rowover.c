// distributed: 9 11 13 15
// offloaded: 9 11 13 15
#include <stdio.h>
#define R 10
#define C 6
int a[R][C],b[R*C],c[R][C];
int main(void){
#pragma hydra parallel for
 for(int k=0;k<R*C;k++) a[0][k]=k;
#pragma hydra parallel for
 for(int i=0;i<R-1;i++) for(int j=0;j<C;j++) c[i][j]=a[i][j+C]+a[i+1][j-3];
#pragma hydra parallel for
 for(int k=0;k<R*C;k++) b[k]=c[k/C][k%C]*2;
#pragma hydra parallel for
 for(int k=0;k<R*C;k++) c[k/C][k%C]=b[R*C-1-k];
 for(int k=0;k<R*C;k++) printf("%d %d ",b[k],c[0][k]); printf("%d\n",a[2][13]); return 0; }
