// distributed: 11 13 15
// offloaded: 11 13 15
#include <stdio.h>
#include <math.h>
#define B 8
#define WW 24
#define HH 16
float img[HH][WW],co[HH][WW]; static float ct[B][B];
int main(void){ for(int u=0;u<B;u++) for(int x=0;x<B;x++) ct[u][x]=(float)cos((2*x+1)*u*3.14159265/16)*(u?.5f:.35355339f);
#pragma hydra parallel for
 for(int y=0;y<HH;y++) for(int x=0;x<WW;x++) img[y][x]=(float)((x*y+3*x)%29);
#pragma hydra parallel for
 for(int by=0;by<HH/B;by++) for(int bx=0;bx<WW/B;bx++) for(int u=0;u<B;u++) for(int v=0;v<B;v++){ float s=0; for(int y=0;y<B;y++) for(int x=0;x<B;x++) s+=img[by*B+y][bx*B+x]*ct[u][y]*ct[v][x]; co[by*B+u][bx*B+v]=s; }
#pragma hydra parallel for
 for(int b=0;b<(HH/B)*(WW/B);b++){ int by=b/(WW/B),bx=b%(WW/B); for(int u=0;u<B;u++) for(int v=0;v<B;v++) if(u+v>8) co[by*B+u][bx*B+v]=0; }
 for(int y=0;y<HH;y++){for(int x=0;x<WW;x++) printf("%.7g ",co[y][x]); puts("");} return 0; }
