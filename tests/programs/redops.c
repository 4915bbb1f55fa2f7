// distributed: 8
// offloaded: 8
#include <stdio.h>
#define N 45
int main(void){ int a[N]; for(int i=0;i<N;i++) a[i]=i*i-100;
 int s=1,m=-99999,mn=99999,an=-1,orr=0,x=0,la=1,lo=0; double p=1.0; long sub=1000; unsigned char uc=200; float fm=1e9f; long long prod=1;
#pragma hydra parallel for reduction(+:s) reduction(max:m) reduction(min:mn) reduction(&:an) reduction(|:orr) reduction(^:x) reduction(&&:la) reduction(||:lo) reduction(*:p) reduction(-:sub) reduction(+:uc) reduction(min:fm) reduction(*:prod)
 for(int i=0;i<N;i++){ s=s+a[i]; m=a[i]>m?a[i]:m; if(mn>a[i]) mn=a[i]; an&=~(1<<(i%5)); orr|=i; x^=a[i]; la=la&&a[i]!=-1000; lo=lo||a[i]==0; p*=1.0+i*0.01; sub-=i; uc+=(unsigned char)i; fm=fm<a[i]*.5f?fm:a[i]*.5f; prod=prod*(i|1); }
 printf("%d %d %d %d %d %d %d %d %.8g %ld %d %g %lld\n",s,m,mn,an,orr,x,la,lo,p,sub,uc,fm,prod); return 0; }
