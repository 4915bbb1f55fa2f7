// deals: block, cyclic
// distributed: 12
#include <stdio.h>
#include <stdlib.h>
#define Q 9
enum { NX=14, NY=10 };
static const int ex[Q]={0,1,0,-1,0,1,-1,-1,1}, ey[Q]={0,0,1,0,-1,1,1,-1,-1}; static const double w[Q]={4./9,1./9,1./9,1./9,1./9,1./36,1./36,1./36,1./36};
typedef double lat[NX][NY][Q];
static lat f0,f1; static int solid[NX][NY];
static void stream_collide(lat *src,lat *dst){
#pragma hydra parallel for
 for(int x=0;x<NX;x++) for(int y=0;y<NY;y++){ double f[Q],rho=0,ux=0,uy=0; for(int q=0;q<Q;q++){ int sx=(x-ex[q]+NX)%NX, sy=(y-ey[q]+NY)%NY; f[q]=(*src)[sx][sy][q]; rho+=f[q]; ux+=ex[q]*f[q]; uy+=ey[q]*f[q]; } ux/=rho; uy/=rho;
  for(int q=0;q<Q;q++){ double eu=ex[q]*ux+ey[q]*uy; double feq=w[q]*rho*(1+3*eu+4.5*eu*eu-1.5*(ux*ux+uy*uy)); (*dst)[x][y][q]=solid[x][y]?f[q]:f[q]+.6*(feq-f[q]); } } }
int main(void){ for(int x=0;x<NX;x++)for(int y=0;y<NY;y++){ solid[x][y]=x==4&&y>3&&y<6; for(int q=0;q<Q;q++) f0[x][y][q]=w[q]*(1+.01*((x*3+y)%5)); }
 lat*a=&f0,*b=&f1; for(int t=0;t<5;t++){ stream_collide(a,b); lat*c=a;a=b;b=c; }
 for(int x=0;x<NX;x++) for(int y=0;y<NY;y++) for(int q=0;q<Q;q++) printf("%.15g ",(*a)[x][y][q]); return 0; }
