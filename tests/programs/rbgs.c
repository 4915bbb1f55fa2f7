// distributed: 15
// offloaded: 15
#include <stdio.h>
#include <math.h>
#define NX 20
#define NY 17
static double u[NX+2][NY+2], f[NX+2][NY+2];
int main(){
  int it=0; double diff;
  for(int i=0;i<NX+2;++i) for(int j=0;j<NY+2;++j) f[i][j]=sin(i*0.3)*j;
  do {
    diff=0.0;
    for(int color=0;color<2;color++){
#pragma hydra parallel for reduction(max:diff)
      for(int i=1;i<=NX;i++){
        for(int j=1+(i+color)%2;j<=NY;j+=2){
          double nu=0.25*(u[i-1][j]+u[i+1][j]+u[i][j-1]+u[i][j+1]-f[i][j]);
          double d=fabs(nu-u[i][j]);
          if(d>diff) diff=d;
          u[i][j]=nu;
        }
      }
    }
    it++;
  } while(diff>1e-3 && it<50);
  printf("%d %.17g\n",it,diff);
  for(int i=0;i<NX+2;i++){ for(int j=0;j<NY+2;j++) printf("%.17g ",u[i][j]); puts(""); }
}
