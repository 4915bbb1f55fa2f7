// distributed: 11
// offloaded: 11
#include <stdio.h>
#include <complex.h>
#define W 60
#define H 24
unsigned char image[H][W];
int main(void){
  int y;
#pragma hydra parallel for
  for(y=0;y<H;y++){
    int x;
    for(x=0;x<W;x++){
      double cr=-2.2+3.0*x/W, ci=-1.2+2.4*y/H, zr=0, zi=0; int it=0;
      while(zr*zr+zi*zi<4.0 && it<200){ double t=zr*zr-zi*zi+cr; zi=2*zr*zi+ci; zr=t; it++; }
      image[y][x]=(unsigned char)it;
    }
  }
  for(y=0;y<H;y++){ for(int x=0;x<W;x++) putchar(image[y][x]>100?'*':image[y][x]>8?'+':'.'); putchar('\n'); }
  printf("y=%d\n",y);
  return 0;
}
