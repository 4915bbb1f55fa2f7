// distributed: 10 12 16
// offloaded: 10 12 16
#include <stdio.h>
#include <stdlib.h>
double g[30]; double *gp;
static void init(void){ gp=g+5; }
static double* choose(double*x,double*y,int c){ return c?x:y; }
int main(int argc,char**argv){ (void)argv; init(); double*h=malloc(30*8); double*p=argc>3?g:h; double*q=choose(g,h,argc==1);
#pragma hydra parallel for
 for(int i=0;i<30;i++){ p[i]=i; q[i]=-i; }
#pragma hydra parallel for
 for(int i=0;i<20;i++) gp[i]+=100;
 printf("%g %g %g %g\n",g[4],g[20],h[29],*gp);
 double *r=argc>1?h+1:g+2; for(int i=0;i<25;i++) r[i]*=2;
#pragma hydra parallel for
 for(int i=0;i<28;i++) h[i]+=r[i-1+1];
 for(int i=0;i<30;i++) printf("%g %g\n",g[i],h[i]); return 0; }
