// distributed: 9
// offloaded: 9
#include <stdio.h>
#include <stdlib.h>
static inline int clamp(int v,int lo,int hi){ return v<lo?lo:(v>hi?hi:v); }
static const float kernel[5][5]={{1,4,6,4,1},{4,16,24,16,4},{6,24,36,24,6},{4,16,24,16,4},{1,4,6,4,1}};
void blur(const unsigned char*restrict in,unsigned char*restrict out,int w,int h){
#pragma hydra parallel for
 for(int y=0;y<h;y++) for(int x=0;x<w;x++){ float s=0; for(int ky=-2;ky<=2;ky++) for(int kx=-2;kx<=2;kx++) s+=kernel[ky+2][kx+2]*in[clamp(y+ky,0,h-1)*w+clamp(x+kx,0,w-1)]; out[y*w+x]=(unsigned char)(s/256.0f); }
}
int main(void){ int w=31,h=22; unsigned char*a=malloc(w*h),*b=malloc(w*h); for(int i=0;i<w*h;i++) a[i]=(unsigned char)(i*i%251); for(int p=0;p<3;p++){ blur(a,b,w,h); unsigned char*t=a;a=b;b=t; } unsigned sum=0; for(int i=0;i<w*h;i++){ sum=sum*31+a[i]; printf("%d ",a[i]); } printf("\n%u\n",sum); free(a);free(b); return 0; }
