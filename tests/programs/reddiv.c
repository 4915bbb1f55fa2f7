// distributed: 12
// offloaded: 12
#include <stdio.h>
#include <math.h>
#include <float.h>
#include <limits.h>
#include <stdint.h>
float f[50]; 
int main(void){ for(int i=0;i<50;i++) f[i]=(i*37)%50-25.5f;
 double mx=-DBL_MAX,mn=INFINITY; float mf=f[0]; short sh=SHRT_MAX; uint8_t u8=7; int64_t big=INT64_MIN; unsigned und=~0u; _Bool any=0,all=1; char ch='a';
#pragma hydra parallel for reduction(max:mx,mf,big) reduction(min:mn,sh,und) reduction(+:u8) reduction(||:any) reduction(&&:all) reduction(^:ch)
 for(int i=0;i<50;i++){ mx=fmax(mx,f[i]); mf=mf>f[i]?mf:f[i]; if(f[i]<mn) mn=f[i]; if(sh>i%100) sh=i%100; u8+=200; if(big<(int64_t)i<<40) big=(int64_t)i<<40; und=und<(unsigned)i+3?und:(unsigned)i+3; any=any||f[i]>24; all=all&&f[i]>-25; ch^=(char)i; }
 printf("%g %g %g %d %d %lld %u %d %d %d\n",mx,mn,mf,sh,u8,(long long)big,und,any,all,ch); return 0; }
