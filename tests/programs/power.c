// distributed: 10 14 20
// offloaded: 10 14 20
#include <stdio.h>
#include <math.h>
#define N 50
static float A[N][N]; static double x[N],y[N];
double norm; int nit;
static void mv(void){
#pragma hydra parallel for
  for(int i=0;i<N;i++){ double s=0; for(int j=0;j<N;j++) s+=A[i][j]*x[j]; y[i]=s; }
}
static double nrm2(void){ double acc=0;
#pragma hydra parallel for reduction(+:acc)
  for(int i=0;i<N;i++) acc+=y[i]*y[i];
  return sqrt(acc); }
int main(){ for(int i=0;i<N;i++){ x[i]=1; for(int j=0;j<N;j++) A[i][j]=1.0f/(i+j+1); }
 double old=0;
 while(1){ mv(); norm=nrm2(); nit++;
#pragma hydra parallel for
  for(int i=0;i<N;i++) x[i]=y[i]/norm;
  if(fabs(norm-old)<1e-12||nit>100) break; old=norm; }
 printf("%.9f %d\n",norm,nit); return 0; }
