// distributed: 8
// offloaded: 8
#include <stdio.h>
#include <stdlib.h>
int *buf; int n;
static void launch(int k){
#pragma hydra parallel for
 for(int i=0;i<n;i++) buf[i]+=k*i; }
static void regrow(int m){ int*nb=calloc(m,sizeof(int)); for(int i=0;i<n&&i<m;i++) nb[i]=buf[i]; free(buf); buf=nb; n=m; }
int main(void){ n=10; buf=calloc(n,sizeof(int)); for(int t=0;t<8;t++){ switch(t%4){ case 0: launch(1); __attribute__((fallthrough)); case 1: buf[t]=7; break; case 2: regrow(n+3); launch(2); break; case 3: if(buf[n-1]>20) { launch(-1); break; } printf("small %d\n",buf[n-1]); } printf("%d %d\n",n,buf[n-2]); }
 for(int i=0;i<n;i++) printf("%d ",buf[i]); return 0; }
