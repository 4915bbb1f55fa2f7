// device: close 1e-12
// distributed: 14 16 20
// offloaded: 14 16 20
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#define LOGN 6
#define N (1<<LOGN)
static double re[N], im[N];
static unsigned rev(unsigned x,int bits){ unsigned r=0; while(bits--){ r=(r<<1)|(x&1); x>>=1;} return r; }
int main(){
  double *xr=malloc(N*sizeof *xr), *xi=malloc(N*sizeof *xi);
#pragma hydra parallel for
  for(int i=0;i<N;i++){ xr[i]=cos(0.1*i*i); xi[i]=0; }
#pragma hydra parallel for
  for(int i=0;i<N;i++){ unsigned j=rev(i,LOGN); re[i]=xr[j]; im[i]=xi[j]; }
  for(int s=1;s<=LOGN;s++){
    int m=1<<s, h=m/2;
#pragma hydra parallel for
    for(int b=0;b<N/m;b++){
      for(int k=0;k<h;k++){
        double ang=-2*3.14159265358979*k/m;
        double wr=cos(ang), wi=sin(ang);
        int p=b*m+k,q=p+h;
        double tr=wr*re[q]-wi*im[q], ti=wr*im[q]+wi*re[q];
        re[q]=re[p]-tr; im[q]=im[p]-ti;
        re[p]+=tr; im[p]+=ti;
      }
    }
  }
  for(int i=0;i<N;i++) printf("%.17g %.17g\n",re[i],im[i]);
  free(xr); free(xi);
  return 0;
}
