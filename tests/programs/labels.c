// distributed: 10 12
// offloaded: 10 12
#include <stdio.h>
#define H 13
#define W 11
int lab[H][W],nl[H][W]; char im[H][W];
int main(void){ for(int y=0;y<H;y++)for(int x=0;x<W;x++){ im[y][x]=((x*7+y*5)%3)!=0; lab[y][x]=im[y][x]?y*W+x+1:0; }
 int ch; int rounds=0; do { ch=0;
#pragma hydra parallel for reduction(|:ch)
  for(int y=0;y<H;y++) for(int x=0;x<W;x++){ int b=lab[y][x]; if(b){ if(y>0&&lab[y-1][x]>b) b=lab[y-1][x]; if(y+1<H&&lab[y+1][x]>b) b=lab[y+1][x]; if(x>0&&lab[y][x-1]>b) b=lab[y][x-1]; if(x+1<W&&lab[y][x+1]>b) b=lab[y][x+1]; if(b!=lab[y][x]) ch|=1; } nl[y][x]=b; }
#pragma hydra parallel for
  for(int y=0;y<H;y++) for(int x=0;x<W;x++) lab[y][x]=nl[y][x];
  rounds++; } while(ch);
 printf("%d\n",rounds); for(int y=0;y<H;y++){for(int x=0;x<W;x++)printf("%4d",lab[y][x]);puts("");} return 0; }
