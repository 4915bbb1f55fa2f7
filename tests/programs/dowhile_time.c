// distributed: 12
// offloaded: 12
#include <stdio.h>
#include <math.h>
#define N 34
#define DT 0.1
typedef float T; T u[2][N][N];
int main(void){ int cur=0,t=0; for(int i=0;i<N;i++)for(int j=0;j<N;j++) u[0][i][j]=u[1][i][j]=(i*j)%9;
 T res;
 do { int nxt=1-cur; res=0;
#pragma hydra parallel for reduction(max:res)
  for(int i=1;i<N-1;i++) for(int j=1;j<N-1;j++){ T v=u[cur][i][j]+(T)DT*(u[cur][i-1][j]+u[cur][i+1][j]+u[cur][i][j-1]+u[cur][i][j+1]-4*u[cur][i][j]); res=fmaxf(res,fabsf(v-u[cur][i][j])); u[nxt][i][j]=v; }
  cur=nxt;
 } while(++t<20 && res>0.05f);
 printf("%d %.9g\n",t,res); for(int i=0;i<N;i++)for(int j=0;j<N;j++) printf("%.9g ",u[cur][i][j]); return 0; }
