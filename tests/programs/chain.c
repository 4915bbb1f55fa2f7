// distributed: 10
// offloaded: 10
#include <stdio.h>
#include <limits.h>
#define N 24
int p[N+1]; long m[N+1][N+1]; int s[N+1][N+1];
int main(void){ for(int i=0;i<=N;i++) p[i]=5+(i*37)%23;
 for(int len=2;len<=N;len++){
#pragma hydra parallel for
  for(int i=1;i<=N-len+1;i++){ int j=i+len-1; m[i][j]=LONG_MAX; for(int k=i;k<j;k++){ long q=m[i][k]+m[k+1][j]+(long)p[i-1]*p[k]*p[j]; if(q<m[i][j]){ m[i][j]=q; s[i][j]=k; } } }
 }
 printf("%ld\n",m[1][N]); for(int i=1;i<=N;i++){ for(int j=i;j<=N;j++) printf("%d ",s[i][j]); puts(""); } return 0; }
