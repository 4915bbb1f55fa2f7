// distributed: 8 10 12 14
// offloaded: 8 10 12 14
#include <stdio.h>
#define N 64
int a[N],b[N],c[N]; double d[N];
int main(void){ for(int i=0;i<N;i++){ a[i]=(i*13)%10; b[i]=-1; c[i]=i; }
#pragma hydra parallel for
 for(int i=0;i<N;i++){ if(a[i]>5) b[i]=a[i]; else if(a[i]==3) continue; else { c[i]=0; } d[i]=a[i]?1.0/a[i]:0; }
#pragma hydra parallel for
 for(int i=0;i<N;i++){ if(i%3==0) continue; b[i]+=100; }
#pragma hydra parallel for
 for(int i=0;i<N;++i) { int x=a[i],k=0; while(x>1){ x=x%2?3*x+1:x/2; k++; if(k>50) break; } c[i]+=k; }
#pragma hydra parallel for
 for(int i=0;i<N-1;i++) if(i%2) { int t=a[i]; a[i]=a[i+1]; a[i+1]=t; }
 for(int i=0;i<N;i++) printf("%d %d %d %.5g\n",a[i],b[i],c[i],d[i]); return 0; }
