// distributed: 10 12 14 16
// offloaded: 10 12 14 16
#include <stdio.h>
typedef struct { unsigned char r,g,b; } rgb; typedef struct { double re,im; } cplx;
rgb img[10][12]; unsigned char gray[10][12]; cplx z[50],w[50];
static cplx mul(cplx a,cplx b){ cplx r={a.re*b.re-a.im*b.im,a.re*b.im+a.im*b.re}; return r; }
static unsigned char lum(rgb p){ return (unsigned char)((p.r*77+p.g*150+p.b*29)>>8); }
int main(void){
#pragma hydra parallel for
 for(int y=0;y<10;y++) for(int x=0;x<12;x++){ rgb c={.r=y*20,.g=x*20,.b=(x*y)&255}; img[y][x]=c; }
#pragma hydra parallel for
 for(int y=0;y<10;y++) for(int x=0;x<12;x++) gray[y][x]=lum(img[9-y][x]);
#pragma hydra parallel for
 for(int i=0;i<50;i++) z[i]=(cplx){i,-i};
#pragma hydra parallel for
 for(int i=0;i<50;i++){ w[i]=mul(z[i],z[49-i]); w[i].re+=1; }
 for(int y=0;y<10;y++){ for(int x=0;x<12;x++) printf("%d ",gray[y][x]); puts(""); }
 for(int i=0;i<50;i++) printf("%g %g\n",w[i].re,w[i].im); cplx q=w[7]; printf("%g\n",q.im+img[3][4].b); return 0; }
