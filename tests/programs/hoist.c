// distributed: 9 14
// offloaded: 9 14
#include <stdio.h>
#include <stdlib.h>
double *x,*y; int n=20;
static void swapxy(void){ double*t=x;x=y;y=t; }
static void go(int t){ if(t%2==0) return;
#pragma hydra parallel for
 for(int i=0;i<n;i++) y[i]=x[i]+i; }
int main(void){ x=calloc(n,8); y=calloc(n,8); double acc=0;
 for(int t=0;t<6;t++){ for(int i=0;i<n;i++){ acc+=x[i]*y[n-1-i]; if(i==7){ go(t); swapxy(); } if(i==12) go(t+1); } }
 printf("%.10g\n",acc); for(int i=0;i<n;i++){ printf("%g ",x[i]); if(i%5==4){
#pragma hydra parallel for
 for(int j=0;j<n;j++) x[j]*=2; } } return 0; }
