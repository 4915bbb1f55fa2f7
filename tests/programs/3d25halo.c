// distributed: 13
// offloaded: 13
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define IX(i,j,k) (((size_t)(i)*ny+(j))*nz+(k))
static int nx=9,ny=7,nz=6;
static double *cur,*nxt;
static void swap(double**a,double**b){ double*t=*a;*a=*b;*b=t; }
static void sweep(const double*c,double*d){
 int i;
#pragma hydra parallel for
 for(i=2;i<nx-2;i++)
  for(int j=1;j<ny-1;j++)
   for(int k=1;k<nz-1;k++)
    d[IX(i,j,k)]=0.1*(c[IX(i-2,j,k)]+c[IX(i-1,j,k)]+c[IX(i+1,j,k)]+c[IX(i+2,j,k)]+c[IX(i,j-1,k)]+c[IX(i,j+1,k)]+c[IX(i,j,k-1)]+c[IX(i,j,k+1)])+0.2*c[IX(i,j,k)];
}
int main(void){
 cur=malloc(sizeof(double)*nx*ny*nz); nxt=malloc(sizeof(double)*nx*ny*nz);
 for(int i=0;i<nx;i++)for(int j=0;j<ny;j++)for(int k=0;k<nz;k++) cur[IX(i,j,k)]=nxt[IX(i,j,k)]=i+10*j+100*k;
 for(int t=0;t<6;t++){ sweep(cur,nxt); swap(&cur,&nxt); }
 for(int i=0;i<nx*ny*nz;i++) printf("%.14g ",cur[i]);
 printf("\n"); free(cur); free(nxt); return 0; }
