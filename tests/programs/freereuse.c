// distributed: 7 12 15 18
// offloaded: 7 12 15 18
#include <stdio.h>
#include <stdlib.h>
static int vla(int n){ int a[n]; 
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i*n;
 int s=0; if(n>6) { s=a[n-1]; return s+vla(n/2); }
 for(int i=0;i<n;i++) s+=a[i]; return s; }
int main(void){ int tot=0; for(int t=1;t<9;t++){ tot+=vla(t*5); char*p=malloc(100*t); 
#pragma hydra parallel for
 for(int i=0;i<100*t;i++) p[i]=(char)i;
 tot+=p[99]; free(p); short*q=malloc(100*t);
#pragma hydra parallel for
 for(int i=0;i<50*t;i++) q[i]=(short)(i+t);
 tot+=q[49]; free(q); int z[3]={0}; 
#pragma hydra parallel for
 for(int i=0;i<3;i++) z[i]+=i;
 tot+=z[2]; printf("%d\n",tot); } free(NULL); return 0; }
