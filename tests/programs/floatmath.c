// distributed: 9
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#define N 64
float x[N]; double y[N]; long double z[N]; int k[N];
int main(void){
#pragma hydra parallel for
 for(int i=0;i<N;i++){ x[i]=sinf(i)*expf(-i/20.f); y[i]=pow(fabs(cos(i)),1.5)+log1p(i)+atan2(i,3)+fmod(i,2.5)+cbrt(i)+hypot(i,1); z[i]=sqrtl(i)+floor(i/3.)+ceil(i/7.)+round(i/2.)+erf(i*.1)+tgamma(1+i%5); k[i]=abs(i-30)+(int)lround(i*.3)+(int)labs(-i); }
 for(int i=0;i<N;i++) printf("%.9g %.17g %.18Lg %d\n",x[i],y[i],z[i],k[i]); return 0; }
