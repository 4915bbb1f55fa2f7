// distributed: 9 12
// offloaded: 9 12
#include <stdio.h>
#include <stdlib.h>
#define MIN(a,b) (((a)<(b))?(a):(b))
int main(void){ int n=43,B=8; double *a=malloc(sizeof(double)*n*n),*b=malloc(sizeof(double)*n*n);
 for(int i=0;i<n*n;i++) a[i]=i;
#pragma hydra parallel for
 for(int ii=0;ii<n;ii+=8) for(int jj=0;jj<n;jj+=B) for(int i=ii;i<MIN(ii+8,n);i++) for(int j=jj;j<MIN(jj+B,n);j++) b[i*n+j]=a[j*n+i]+1;
 int nb=(n+7)/8;
#pragma hydra parallel for
 for(int bi=0;bi<nb;bi++) for(int i=bi*8;i<MIN(n,bi*8+8);i++) for(int j=0;j<n;j++) a[i*n+j]+=b[i*n+j];
 double s=0; for(int i=0;i<n*n;i++) s+=a[i]*(i%13); printf("%.17g\n",s); for(int i=0;i<n;i++) printf("%g ",a[i*n+i/2]); free(a);free(b); return 0; }
