// distributed: 8 10 12 14
// offloaded: 8 10 12 14
#include <stdio.h>
#define N 30
int a[N],b[N]; 
int main(void){ unsigned n=N; size_t k=4;
#pragma hydra parallel for
 for(unsigned i=n;i>0;i--) a[i-1]=(int)i;
#pragma hydra parallel for
 for(unsigned i=0;i<n;i++) b[n-i-1]=a[(i+n-3)%n];
#pragma hydra parallel for
 for(size_t i=k;i<n;i+=k) b[i-k]+=a[i-1]-a[i-k];
#pragma hydra parallel for
 for(unsigned char i=0;i<N;i++) a[(unsigned char)(i+256)]=0*b[i]+1000+i;
 for(int i=0;i<N;i++) printf("%d %d\n",a[i],b[i]); return 0; }
