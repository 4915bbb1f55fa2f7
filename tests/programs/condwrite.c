// distributed: 7 10 12
// offloaded: 7 10 12
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=31; int*a=malloc(n*4),*b=malloc(n*4); char*m=malloc(n);
#pragma hydra parallel for
 for(int i=0;i<n;i++){ a[i]=i; b[i]=100+i; m[i]=(char)(i%3); }
 for(int t=0;t<4;t++){
#pragma hydra parallel for
 for(int i=0;i<n;i++) if(m[i]==t%3) a[i]=b[n-1-i]+t;
#pragma hydra parallel for
 for(int i=1;i<n;i++) { if(m[i]) b[i]=a[i-1]; else if(a[i]>50) b[i]=-b[i]; m[i]=(char)((m[i]+1)%3); }
 a[t]=b[t+5]; }
 for(int i=0;i<n;i++) printf("%d %d %d\n",a[i],b[i],m[i]); return 0; }
