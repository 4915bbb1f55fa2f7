// deals: block, cyclic
// distributed: 9 13 16 27
// offloaded: 9 13 16 27
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
static double dot(int n,const double*restrict a,const double*restrict b){ double s=0; int i;
#pragma hydra parallel for reduction(+:s)
 for(i=0;i<n;i++) s+=a[i]*b[i];
 return s; }
static void axpy(int n,double alpha,const double*x,double*y){
#pragma hydra parallel for
 for(int i=0;i<n;i++) y[i]+=alpha*x[i]; }
static void matvec(int n,const double*x,double*y){
#pragma hydra parallel for
 for(int i=0;i<n;i++){ double v=2.5*x[i]; if(i>0) v-=x[i-1]; if(i<n-1) v-=x[i+1]; y[i]=v; } }
int main(void){
 int n=101; double *x=calloc(n,8),*r=calloc(n,8),*p=calloc(n,8),*q=calloc(n,8);
 for(int i=0;i<n;i++) { r[i]=1.0+(i%3); p[i]=r[i]; }
 double rr=dot(n,r,r); int it;
 for(it=0;it<200 && sqrt(rr)>1e-8;it++){
  matvec(n,p,q);
  double alpha=rr/dot(n,p,q);
  axpy(n,alpha,p,x); axpy(n,-alpha,q,r);
  double rn=dot(n,r,r), beta=rn/rr; rr=rn;
#pragma hydra parallel for
  for(int i=0;i<n;i++) p[i]=r[i]+beta*p[i];
 }
 printf("%d\n",it);
 for(int i=0;i<n;i+=10) printf("%.8f\n",x[i]);
 free(x);free(r);free(p);free(q); return 0; }
