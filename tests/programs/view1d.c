// distributed: 10 12 14 16
// offloaded: 10 12 14 16
#include <stdio.h>
#define R 12
#define C 7
double m[R][C]; double tot[R];
int main(void){
 double *flat=&m[0][0]; double *f2=m[0], *f3=(double*)m;
#pragma hydra parallel for
 for(int i=0;i<R*C;i++) flat[i]=i*0.5;
#pragma hydra parallel for
 for(int r=0;r<R;r++){ double s=0; for(int c=0;c<C;c++) s+=m[r][c]; tot[r]=s; }
#pragma hydra parallel for
 for(int i=0;i<R*C/2;i++) f2[2*i]+=1;
#pragma hydra parallel for
 for(int r=0;r<R;r++) for(int c=0;c<C;c++) m[r][c]*=2;
 for(int i=0;i<R*C;i++) printf("%g ",f3[i]); printf("\n");
 for(int i=0;i<R;i++) printf("%g ",tot[i]); printf("\n"); return 0; }
