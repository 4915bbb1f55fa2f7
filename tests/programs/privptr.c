// distributed: 8 10
// offloaded: 8 10
#include <stdio.h>
#include <stdlib.h>
double m[8][8],o[8][8];
int main(void){ double*r,*w; int j;
#pragma hydra parallel for private(r,j)
 for(int i=0;i<8;i++){ r=m[i]; for(j=0;j<8;j++) r[j]=i*8+j; }
#pragma hydra parallel for private(r,w,j)
 for(int i=0;i<8;i++){ r=m[7-i]; w=&o[i][0]; if(i%2) r=m[i]; for(j=0;j<8;j++) w[j]=r[j]*2; }
 for(int i=0;i<64;i++) printf("%g ",o[0][i]); return 0; }
