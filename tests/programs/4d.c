// distributed: 8 10 12
// offloaded: 8 10 12
#include <stdio.h>
enum dims { NA=5, NB=4, NC=3, ND=6 };
static int t[NA][NB][NC][ND], u[NA][NB][NC][ND]; long sum[NB];
int main(void){ 
#pragma hydra parallel for
 for(int a=0;a<NA;a++) for(int b=0;b<NB;b++) for(int c=0;c<NC;c++) for(int d=0;d<ND;d++) t[a][b][c][d]=a*1000+b*100+c*10+d;
#pragma hydra parallel for
 for(int b=0;b<NB;b++){ long s=0; for(int a=0;a<NA;a++) for(int c=0;c<NC;c++) for(int d=0;d<ND;d++) s+=t[a][b][c][d]; sum[b]=s; }
#pragma hydra parallel for
 for(int d=0;d<ND;d++) for(int a=0;a<NA;a++) for(int b=0;b<NB;b++) for(int c=0;c<NC;c++) u[a][b][c][ND-1-d]=t[NA-1-a][b][c][d];
 for(int a=0;a<NA;a++) for(int b=0;b<NB;b++) for(int c=0;c<NC;c++) for(int d=0;d<ND;d++) printf("%d ",u[a][b][c][d]);
 printf("\n"); for(int b=0;b<NB;b++) printf("%ld\n",sum[b]); return 0; }
