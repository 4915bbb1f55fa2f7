// distributed: 13
// offloaded: 13
#include <stdio.h>
#include <stdlib.h>
#define IDX(i,j) ((i)*n+(j))
int main(int argc,char**argv){
  int n = argc>1?atoi(argv[1]):29;
  float *m = (float*)malloc(n*n*sizeof(float));
  int i,j,k;
  for(i=0;i<n;i++) for(j=0;j<n;j++) m[IDX(i,j)] = (i==j)? n+1.0f : (float)((i*3+j*5)%7);
  for(k=0;k<n-1;k++){
    #pragma hydra parallel for private(j)
    for(i=k+1;i<n;i++){
      m[IDX(i,k)] /= m[IDX(k,k)];
      for(j=k+1;j<n;j++)
        m[IDX(i,j)] -= m[IDX(i,k)]*m[IDX(k,j)];
    }
  }
  for(i=0;i<n;i++){ for(j=0;j<n;j++) printf("%.9g ",m[IDX(i,j)]); printf("\n"); }
  free(m);
  return 0;
}
