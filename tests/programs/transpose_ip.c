// distributed: 8
// offloaded: 8
#include <stdio.h>
#define N 17
int a[N][N];
int main(void){ for(int i=0;i<N;i++)for(int j=0;j<N;j++)a[i][j]=i*N+j;
#pragma hydra parallel for
 for(int i=0;i<N;i++) for(int j=i+1;j<N;j++){ int t=a[i][j]; a[i][j]=a[j][i]; a[j][i]=t; }
 for(int i=0;i<N;i++){for(int j=0;j<N;j++)printf("%d ",a[i][j]);puts("");} return 0; }
