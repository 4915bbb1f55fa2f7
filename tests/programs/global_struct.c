// distributed: 7 11
// offloaded: 7
#include <stdio.h>
struct G { int n; double dt; double u[24]; double v[24]; } g={24,.5,{0},{0}};
static void init(struct G*s){ double*u=s->u,*v=s->v; int n=s->n;
#pragma hydra parallel for
 for(int i=0;i<n;i++){ u[i]=i; v[i]=-i; } }
static double energy(struct G s){ double e=0; for(int i=0;i<s.n;i++) e+=s.u[i]*s.v[i]; return e; }
int main(void){ init(&g); printf("%g\n",energy(g)); init(&g); struct G h=g; printf("%g\n",h.u[20]); init(&h); g=h; printf("%g\n",g.v[22]); double*u=g.u;
#pragma hydra parallel for
 for(int i=0;i<24;i++) u[i]*=g.dt;
 printf("%g\n",g.u[21]); struct G*p=&g; h=*p; printf("%g\n",h.u[19]); return 0; }
