// distributed: 12 15
// offloaded: 12 15
#include <stdio.h>
#include <stdlib.h>
int main(void){
  size_t n=40; int *rowptr=malloc((n+1)*sizeof(int)); 
  int nnz=0; for(size_t i=0;i<n;i++){ rowptr[i]=nnz; nnz+= (int)(i%4)+1; } rowptr[n]=nnz;
  int *col=malloc(nnz*sizeof(*col)); double *val=malloc(nnz*sizeof(*val));
  for(size_t i=0;i<n;i++) for(int k=rowptr[i];k<rowptr[i+1];k++){ col[k]=(int)((i*7+k*3)%n); val[k]=1.0/(1+k); }
  double *x=malloc(n*sizeof(double)),*y=malloc(n*sizeof(double));
  #pragma hydra parallel for
  for(size_t i=0;i<n;i++) x[i]=1.0;
  for(int it=0;it<5;it++){
    #pragma hydra parallel for
    for(size_t i=0;i<n;i++){
      double sum=0;
      for(int k=rowptr[i];k<rowptr[i+1];k++) sum+=val[k]*x[col[k]];
      y[i]=sum;
    }
    double*t=x;x=y;y=t;
  }
  for(size_t i=0;i<n;i++) printf("%zu %.16g\n",i,x[i]);
  free(rowptr);free(col);free(val);free(x);free(y);
  return 0;
}
