// distributed: 10 13 15
// offloaded: 10 13 15
#include <stdio.h>
#include <stdlib.h>
#define ROWS 30
#define WID 4
static int cols[WID][ROWS]; static double vals[WID][ROWS]; static double x[ROWS],y[ROWS];
int main(){ 
#pragma hydra parallel for
 for(int r=0;r<ROWS;r++){ x[r]=1+r; for(int k=0;k<WID;k++){ cols[k][r]=(r*3+k*5)%ROWS; vals[k][r]=k==0?2:-.25; } }
 for(int it=0;it<4;it++){
#pragma hydra parallel for
 for(int r=0;r<ROWS;r++){ double s=0; for(int k=0;k<WID;k++){ int c=cols[k][r]; if(c<0) continue; s+=vals[k][r]*x[c]; } y[r]=s; }
#pragma hydra parallel for
 for(int r=0;r<ROWS;r++) x[r]=.5*y[r]+x[r]; }
 for(int r=0;r<ROWS;r++) printf("%.15g\n",x[r]); return 0; }
