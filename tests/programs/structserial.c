// distributed: 11 14 16
// offloaded: 11 14 16
#include <stdio.h>
#include <stdlib.h>
typedef struct { double v[3]; int k; } E; 
static E mk(int i){ E e={{i,i+1,i+2},i}; return e; }
static double len(E e){ return e.v[0]+e.v[1]*e.v[2]; }
static double lenp(const E*e){ return e->v[0]-e->v[2]*e->k; }
int main(void){ int n=17; E*a=malloc(n*sizeof(E)),*b=malloc(n*sizeof*b); E loc[17];
#pragma hydra parallel for
 for(int i=0;i<n;i++){ a[i]=mk(i); b[i]=a[i]; b[i].k=-i; }
 E t=a[11]; a[2]=b[14]; b[3]=t; loc[4]=a[16]; printf("%g %g %g\n",len(a[15]),lenp(&b[12]),lenp(b+9)+loc[4].v[2]);
#pragma hydra parallel for
 for(int i=0;i<n;i++){ E e=a[i]; e.v[1]+=len(b[i])+lenp(&a[n-1-i]); loc[i]=e; }
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=loc[n-1-i];
 for(int i=0;i<n;i++) printf("%g %g %g %d\n",a[i].v[0],a[i].v[1],a[i].v[2],a[i].k); return 0; }
