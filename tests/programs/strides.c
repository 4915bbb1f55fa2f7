// distributed: 8 10 12 14 16 18 20
// offloaded: 8 10 12 14 16 18 20
#include <stdio.h>
#define N 60
int a[N],b[N];
int main(void){ int off=3;
#pragma hydra parallel for
 for(int i=0;i<N;i++) b[i]=1000+i;
#pragma hydra parallel for
 for(int i=N-1;i>=0;i-=2) a[i]=b[i]+i;
#pragma hydra parallel for
 for(int i=0;i<N;i+=4){ a[i]=b[N-1-i]; a[i+2]=-b[i+1]; }
#pragma hydra parallel for
 for(int i=0;i<19;i++) b[3*i+off]=a[2*i]*2;
#pragma hydra parallel for
 for(int i=0;i<20;++i) a[i*3+1]+=b[59-i*2];
#pragma hydra parallel for
 for(int i=-5;i<5;i++) a[i*2+10]=i;
#pragma hydra parallel for
 for(int i=10;i<=50;i+=10) for(int j=i-5;j<i;j++) b[j]=i;
 for(int i=0;i<N;i++) printf("%d %d\n",a[i],b[i]); return 0; }
