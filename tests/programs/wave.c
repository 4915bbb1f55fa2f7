// distributed: 17
// offloaded: 17
#include <stdio.h>
#define MAX(a,b) ((a)>(b)?(a):(b))
#define MIN(a,b) ((a)<(b)?(a):(b))
#define N 33
#define M 21
int S[N+1][M+1]; char x[N], y[M];
int main(){
  for(int i=0;i<N;i++) x[i]="ACGT"[(i*7+i/3)%4];
  for(int j=0;j<M;j++) y[j]="ACGT"[(j*5+j/2)%4];
  for(int i=0;i<=N;i++) S[i][0]=-i;
  for(int j=0;j<=M;j++) S[0][j]=-j;
  for(int d=2; d<=N+M; d++){
    int ilo=MAX(1,d-M), ihi=MIN(N,d-1);
    #pragma hydra parallel for
    for(int i=ilo;i<=ihi;i++){
      int j=d-i;
      int m=S[i-1][j-1]+(x[i-1]==y[j-1]?2:-1);
      int up=S[i-1][j]-1, left=S[i][j-1]-1;
      S[i][j]=MAX(m,MAX(up,left));
    }
  }
  printf("score %d\n",S[N][M]);
  for(int i=0;i<=N;i++) { for(int j=0;j<=M;j++) printf("%d ",S[i][j]); printf("\n"); }
  return S[N][M]&127;
}
