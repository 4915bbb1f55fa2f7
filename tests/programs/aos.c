// distributed: 11
// offloaded: 11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct particle { double pos[3]; float vel[3]; struct { int id; char tag; } meta; short q; } particle_t;
struct sim { int n; particle_t *p; double dt; };
static void push(struct sim *s){
 particle_t*p=s->p; int n=s->n; double dt=s->dt;
#pragma hydra parallel for
 for(int i=0;i<n;i++){ for(int d=0;d<3;d++) p[i].pos[d]+=p[i].vel[d]*dt; p[i].meta.id++; if(p[i].pos[0]>3) p[i].meta.tag='x'; p[i].q=-p[i].q; } }
int main(void){ struct sim s={.n=25,.dt=.25}; s.p=malloc(s.n*sizeof(particle_t));
 memset(s.p,0,s.n*sizeof *s.p);
 for(int i=0;i<s.n;i++){ particle_t*q=s.p+i; q->pos[0]=i*.1; q->vel[0]=1; q->vel[2]=i; q->meta.id=100+i; q->meta.tag='a'+i; q->q=i; }
 for(int t=0;t<7;t++) push(&s);
 for(int i=0;i<s.n;i++) printf("%g %g %g %d %c %d\n",s.p[i].pos[0],s.p[i].pos[1],s.p[i].pos[2],s.p[i].meta.id,s.p[i].meta.tag,s.p[i].q);
 particle_t c=s.p[5]; printf("%d\n",c.meta.id); free(s.p); return 0; }
