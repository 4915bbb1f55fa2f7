// distributed: 10
// offloaded: 10
#include <stdio.h>
#include <stdlib.h>
#define MAXW 50
int main(void){ int n=12; int w[12],v[12]; int dp[13][MAXW+1]; for(int i=0;i<n;i++){w[i]=1+(i*5)%9;v[i]=3+(i*7)%11;}
 for(int c=0;c<=MAXW;c++) dp[0][c]=0;
 for(int i=1;i<=n;i++){
#pragma hydra parallel for
  for(int c=0;c<=MAXW;c++){ int best=dp[i-1][c]; if(c>=w[i-1]){ int x=dp[i-1][c-w[i-1]]+v[i-1]; if(x>best)best=x; } dp[i][c]=best; } }
 printf("%d\n",dp[n][MAXW]); for(int c=0;c<=MAXW;c++) printf("%d ",dp[n][c]); return 0; }
