// distributed: 17 23
// offloaded: 17 23
// wavefront SOR in place, plus kw names
#include <stdio.h>
#include <stdlib.h>
int class = 3, and = 4, half = 5, kernel = 2;
int global_id(int x){ return x; }
int get_global_id(int x){ return x+1; }
int main(void){
  int n=21; double (*private_)[n]=malloc(sizeof(double)*n*n);
  double *new = malloc(n*sizeof *new);
  for(int i=0;i<n*n;i++) ((double*)private_)[i]=i%11;
  for(int this=0;this<3;this++)
  for(int d=2;d<=2*(n-2);d++){
    int lo = d-(n-2) > 1 ? d-(n-2) : 1, hi = d-1 < n-2 ? d-1 : n-2;
#pragma hydra parallel for
    for(int template=lo;template<=hi;template++){
      int j=d-template;
      private_[template][j]=(1-1.5)*private_[template][j]+1.5*0.25*(private_[template-1][j]+private_[template+1][j]+private_[template][j-1]+private_[template][j+1]);
    }
  }
#pragma hydra parallel for
  for(int class_=0;class_<n;class_++){ int half=kernel; new[class_]=half*class+and+get_global_id(class_)+global_id(0); }
  for(int i=0;i<n;i++){ printf("%g:",new[i]); for(int j=0;j<n;j++) printf(" %.12g",private_[i][j]); puts(""); }
  free(private_); free(new); return half;
}
