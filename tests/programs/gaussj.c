// distributed: 14 16
// offloaded: 14 16
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#define N 16
static double a[N][2*N];
int main(void){ int i,j,k; for(i=0;i<N;i++){ for(j=0;j<N;j++) a[i][j]=1.0/(1+abs(i-j))+((i*5+j*3)%7)*.1; a[i][N+i]=1; }
 for(k=0;k<N;k++){
  int piv=k; for(i=k+1;i<N;i++) if(fabs(a[i][k])>fabs(a[piv][k])) piv=i;
  if(piv!=k) for(j=0;j<2*N;j++){ double t=a[k][j]; a[k][j]=a[piv][j]; a[piv][j]=t; }
  double d=a[k][k];
#pragma hydra parallel for
  for(j=0;j<2*N;j++) a[k][j]/=d;
#pragma hydra parallel for private(j)
  for(i=0;i<N;i++){ if(i==k) continue; double f=a[i][k]; for(j=0;j<2*N;j++) a[i][j]-=f*a[k][j]; }
 }
 for(i=0;i<N;i++){ for(j=N;j<2*N;j++) printf("%.12g ",a[i][j]); puts(""); } return 0; }
