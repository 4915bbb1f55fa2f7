// device: close 1e-12
// distributed: 11 14 16
// offloaded: 11 14 16
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define U(i,j) u[(j)*(nx+2)+(i)]
#define UN(i,j) un[(j)*(nx+2)+(i)]
int main(int argc,char**argv){ int nx=argc>1?atoi(argv[1]):12, ny=9; double*u=malloc(sizeof(double)*(nx+2)*(ny+2)),*un=malloc(sizeof(double)*(nx+2)*(ny+2)); double tol=1e-4,err=tol+1; int iter=0;
#pragma hydra parallel for
 for(int j=0;j<=ny+1;j++) for(int i=0;i<=nx+1;i++) U(i,j)=UN(i,j)=(j==0)?sin(3.14159*i/(nx+1)):0.0;
 while(err>tol && iter<500){ err=0.;
#pragma hydra parallel for reduction(max:err)
  for(int j=1;j<=ny;j++) for(int i=1;i<=nx;i++){ UN(i,j)=.25*(U(i+1,j)+U(i-1,j)+U(i,j-1)+U(i,j+1)); err=fmax(err,fabs(UN(i,j)-U(i,j))); }
#pragma hydra parallel for
  for(int j=1;j<=ny;j++) for(int i=1;i<=nx;i++) U(i,j)=UN(i,j);
  if(iter%100==0) printf("%5d, %0.6f\n",iter,err); iter++; }
 printf("%d %.17g\n",iter,U(nx/2,ny/2)); return 0; }
