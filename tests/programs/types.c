// distributed: 10 12 14 16 18 20 22 24 26
// offloaded: 10 12 14 16 18 20 22 24 26
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#define N 40
int a[N]; short b[N]; char c[N]; unsigned u[N]; long long ll[N]; uint8_t u8[N]; _Bool bo[N]; float f[N]; int64_t i64[N];
int main(void){
#pragma hydra parallel for
 for(unsigned i=0;i<N;i++) a[i]=(int)i*2;
#pragma hydra parallel for
 for(size_t i=1;i<=N;i+=2) b[i-1]=(short)(i*100);
#pragma hydra parallel for
 for(char i=0;i<N;i++) c[(int)i]=(char)(i+1);
#pragma hydra parallel for
 for(short i=N-1;i>=0;i--) u[i]=1u<<(i%32);
#pragma hydra parallel for
 for(long i=N;i>0;i-=3) ll[i-1]=-i*1000000000LL;
#pragma hydra parallel for
 for(unsigned char i=0;i!=N;++i) u8[i]=(uint8_t)(i*i);
#pragma hydra parallel for
 for(ptrdiff_t i=0;i<N;i=i+1) bo[i]=i%3;
#pragma hydra parallel for
 for(int64_t i=N-1;i>-1;i+=-1) f[i]=i/3.0f;
#pragma hydra parallel for
 for(int i=0;N>i;i=1+i) i64[i]=~(int64_t)i;
 for(int i=0;i<N;i++) printf("%d %d %d %u %lld %d %d %.9g %lld\n",a[i],b[i],c[i],u[i],ll[i],u8[i],bo[i],f[i],(long long)i64[i]);
 return 0; }
