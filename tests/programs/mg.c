// deals: block, cyclic
// distributed: 9 12 15 17 20
// offloaded: 9 12 15 17 20
#include <stdio.h>
#include <stdlib.h>
#define L 5
static void restrict_(int n,const double*f,double*c){ int m=n/2;
#pragma hydra parallel for
 for(int i=1;i<m;i++) c[i]=.25*f[2*i-1]+.5*f[2*i]+.25*f[2*i+1]; }
static void prolong(int n,double*f,const double*c){ int m=n/2;
#pragma hydra parallel for
 for(int i=0;i<m;i++){ f[2*i]+=c[i]; f[2*i+1]+=.5*(c[i]+c[i+1]); } }
static void smooth(int n,double*u,const double*r,double*t){ for(int s=0;s<2;s++){
#pragma hydra parallel for
 for(int i=1;i<n;i++) t[i]=u[i]+.4*(r[i]-2*u[i]+u[i-1]+u[i+1]);
#pragma hydra parallel for
 for(int i=1;i<n;i++) u[i]=t[i]; } }
static void resid(int n,const double*u,const double*r,double*t){
#pragma hydra parallel for
 for(int i=1;i<n;i++) t[i]=r[i]-(2*u[i]-u[i-1]-u[i+1]); t[0]=t[n]=0; }
static void vcycle(int n,double*u,double*r){ double*t=calloc(n+1,sizeof*t); smooth(n,u,r,t); if(n>4){ int m=n/2; double*cu=calloc(m+1,sizeof(double)),*cr=calloc(m+1,sizeof(double)); resid(n,u,r,t); restrict_(n,t,cr); vcycle(m,cu,cr); prolong(n,u,cu); free(cu); free(cr);} smooth(n,u,r,t); free(t); }
int main(void){ int n=64; double*u=calloc(n+1,sizeof*u),*r=calloc(n+1,sizeof*r); for(int i=1;i<n;i++) r[i]=i%5-2; for(int c=0;c<3;c++) vcycle(n,u,r); for(int i=0;i<=n;i++) printf("%.15g ",u[i]); puts(""); return 0; }
