// deals: block, cyclic
// distributed: 13 19
// offloaded: 13 19
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct { double x,y,z; double vx,vy,vz; double m; } Body;
int main(int argc,char**argv){
 int nb= argc>1? atoi(argv[1]):31; Body*b=malloc(nb*sizeof(Body));
 for(int i=0;i<nb;i++){ Body*p=&b[i]; p->x=sin(i);p->y=cos(2*i);p->z=sin(3*i); p->vx=p->vy=p->vz=0; p->m=1.0+i%3; }
 for(int t=0;t<5;t++){
#pragma hydra parallel for
  for(int i=0;i<nb;i++){
   double ax=0,ay=0,az=0;
   for(int j=0;j<nb;j++){ double dx=b[j].x-b[i].x,dy=b[j].y-b[i].y,dz=b[j].z-b[i].z; double r2=dx*dx+dy*dy+dz*dz+1e-3; double inv=1.0/(r2*sqrt(r2)); ax+=dx*inv*b[j].m; ay+=dy*inv*b[j].m; az+=dz*inv*b[j].m; }
   b[i].vx+=ax*0.001; b[i].vy+=ay*0.001; b[i].vz+=az*0.001;
  }
#pragma hydra parallel for
  for(int i=0;i<nb;i++){ b[i].x+=b[i].vx*.001; b[i].y+=b[i].vy*.001; b[i].z+=b[i].vz*.001; }
 }
 for(int i=0;i<nb;i++) printf("%.15g %.15g %.15g\n",b[i].x,b[i].vy,b[i].z);
 free(b); return 0; }
