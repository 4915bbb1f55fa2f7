// distributed: 9
// offloaded: 9
#include <stdio.h>
enum { NB = 16, NP = 500 };
int main(void){
  unsigned char img[NP]; int hist[NB];
  for(int i=0;i<NP;i++) img[i]=(unsigned char)((i*37+i*i)%256);
  #pragma hydra parallel for
  for(int b=0;b<NB;b++){
    int cnt=0;
    for(int i=0;i<NP;i++) if(img[i]/16==b) cnt++;
    hist[b]=cnt;
  }
  for(int b=0;b<NB;b++) printf("%2d: %d\n",b,hist[b]);
  return 0;
}
