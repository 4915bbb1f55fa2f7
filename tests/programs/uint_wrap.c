// distributed: 10 12 14 16 19
// offloaded: 10 12 14 16 19
#include <stdio.h>
#include <stdint.h>
#define N 50
uint32_t h[N]; uint8_t s[N]; int q[N];
static uint32_t hash(uint32_t x){ x^=x>>16; x*=0x7feb352dU; x^=x>>15; x*=0x846ca68bU; x^=x>>16; return x; }
int main(void){
#pragma hydra parallel for
 for(uint32_t i=0;i<N;i++) h[i]=hash(i+1);
#pragma hydra parallel for
 for(unsigned i=0;i<N;i++) s[i]=(uint8_t)(h[(i+N-1)%N]^h[(i+1)%N]);
#pragma hydra parallel for
 for(unsigned i=1;i<N;i++) q[i]=s[i-1u]-s[i];
#pragma hydra parallel for
 for(int i=0;i<N;i++) q[i]+=s[(i-7)<0?(i-7+N):(i-7)]+ (int)h[i/2]%10 + (i>>1);
 unsigned long long x=0;
#pragma hydra parallel for reduction(^:x)
 for(size_t i=0;i<N;++i) x^=(unsigned long long)h[i]<<(i%32);
 for(int i=0;i<N;i++) printf("%u %d %d\n",h[i],s[i],q[i]); printf("%llx\n",x); return (int)(x&63); }
