// distributed: 10
// offloaded: 10
#include <stdio.h>
#define V 23
#define INF 1000000
int dist[V][V], next[V][V];
int main(void){ for(int i=0;i<V;i++)for(int j=0;j<V;j++){ dist[i][j]=i==j?0:((i*7+j*11)%5==0?(i+j)%13+1:INF); next[i][j]=j; }
 for(int k=0;k<V;k++){
#pragma hydra parallel for
  for(int i=0;i<V;i++) if(i!=k) for(int j=0;j<V;j++) if(dist[i][k]+dist[k][j]<dist[i][j]){ dist[i][j]=dist[i][k]+dist[k][j]; next[i][j]=next[i][k]; } }
 for(int i=0;i<V;i++){ for(int j=0;j<V;j++) printf("%d/%d ",dist[i][j],next[i][j]); puts(""); } return 0; }
