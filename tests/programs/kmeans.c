// deals: block, cyclic
// distributed: 17
// offloaded: 17
#include <stdio.h>
#include <float.h>
#include <stdlib.h>
struct point { float x, y; int cluster; };
#define NP 120
#define K 4
struct point pts[NP]; struct { double x,y; int n; } cent[K];
int main(){
 for(int i=0;i<NP;i++){ pts[i].x=(float)((i*17)%53); pts[i].y=(float)((i*29)%41); pts[i].cluster=-1; }
 for(int k=0;k<K;k++){ cent[k].x=pts[k*20].x; cent[k].y=pts[k*20].y; cent[k].n=0; }
 int changed, iter=0;
 do { changed=0;
#pragma hydra parallel for reduction(+:changed)
  for(int i=0;i<NP;i++){
    float best=FLT_MAX; int bk=0;
    for(int k=0;k<K;k++){ float dx=pts[i].x-(float)cent[k].x, dy=pts[i].y-(float)cent[k].y, d=dx*dx+dy*dy; if(d<best){best=d;bk=k;} }
    if(pts[i].cluster!=bk){ pts[i].cluster=bk; changed++; }
  }
  for(int k=0;k<K;k++){ cent[k].x=cent[k].y=0; cent[k].n=0; }
  for(int i=0;i<NP;i++){ int k=pts[i].cluster; cent[k].x+=pts[i].x; cent[k].y+=pts[i].y; cent[k].n++; }
  for(int k=0;k<K;k++) if(cent[k].n){ cent[k].x/=cent[k].n; cent[k].y/=cent[k].n; }
 } while(changed && ++iter<30);
 for(int k=0;k<K;k++) printf("%d %.12g %.12g %d\n",k,cent[k].x,cent[k].y,cent[k].n);
 printf("iter %d\n",iter); return 0; }
