// deals: block, cyclic
// distributed: 13
// offloaded: 13
/* NAS EP-like */
#include <stdio.h>
#include <math.h>
#define MK 6
#define NK (1<<MK)
static double r23=1.1920928955078125e-07, r46=1.4210854715202004e-14, t23=8388608., t46=70368744177664.;
double randlc(double *x,double a){ double t1,t2,t3,t4,a1,a2,x1,x2,z; t1=r23*a; a1=(int)t1; a2=a-t23*a1; t1=r23*(*x); x1=(int)t1; x2=*x-t23*x1; t1=a1*x2+a2*x1; t2=(int)(r23*t1); z=t1-t23*t2; t3=t23*z+a2*x2; t4=(int)(r46*t3); *x=t3-t46*t4; return r46*(*x); }
int main(void){ double sx=0,sy=0; long q0=0,q1=0,q2=0; int k;
#pragma hydra parallel for reduction(+:sx,sy,q0,q1,q2)
 for(k=1;k<=40;k++){ double seed=271828183.0+k*1000; double x[2*NK]; for(int i=0;i<2*NK;i++) x[i]=randlc(&seed,1220703125.0);
  for(int i=0;i<NK;i++){ double x1=2*x[2*i]-1,x2=2*x[2*i+1]-1,t1=x1*x1+x2*x2; if(t1<=1.0){ double t2=sqrt(-2*log(t1)/t1),t3=x1*t2,t4=x2*t2; int l=(int)fmax(fabs(t3),fabs(t4)); if(l==0) q0++; else if(l==1) q1++; else q2++; sx=sx+t3; sy=sy+t4; } } }
 printf("%.8e %.8e %ld %ld %ld %d\n",sx,sy,q0,q1,q2,k); return 0; }
