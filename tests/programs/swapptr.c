#include <stdio.h>
#include <stdlib.h>
static void step(int n,float*restrict out,const float*restrict in){
#pragma hydra parallel for
 for(int i=0;i<n;i++){ float l=i?in[i-1]:in[n-1], r=i<n-1?in[i+1]:in[0]; out[i]=(l+r)*.5f; } }
int main(int argc,char**argv){ int n=argc>1?atoi(argv[1]):53; float*u=malloc(n*sizeof(float)),*v=malloc(n*sizeof*v);
 for(int i=0;i<n;i++) u[i]=i==n/2?1000:0;
 float *p=u,*q=v;
 for(int t=0;t<9;++t){ step(n,q,p); float*tmp=p; p=q; q=tmp; if(t==4) printf("mid %g %g\n",p[n/2],p[n/2+1]); }
 for(int i=0;i<n;i++) printf("%g ",p[i]); puts(""); 
 printf("%d\n",p==u); free(u);free(v); return 0; }
// args: 47
// distributed: 5
// offloaded: 5
