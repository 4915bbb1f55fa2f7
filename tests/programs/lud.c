// deals: block, cyclic
// distributed: 11 17
// offloaded: 11 17
#include <stdio.h>
#include <stdlib.h>
void lud_base(float *a, int size)
{
     int i,j,k; float sum;
     for (i=0; i <size; i++){
#pragma hydra parallel for private(k,sum)
	 for (j=i; j <size; j++){
	     sum=a[i*size+j];
	     for (k=0; k<i; k++) sum -= a[i*size+k]*a[k*size+j];
	     a[i*size+j]=sum;
	 }
#pragma hydra parallel for private(k,sum)
	 for (j=i+1;j<size; j++){
	     sum=a[j*size+i];
	     for (k=0; k<i; k++) sum -=a[j*size+k]*a[k*size+i];
	     a[j*size+i]=sum/a[i*size+i];
	 }
     }
}
int main(void){ int n=19; float*m=malloc(n*n*4); for(int i=0;i<n;i++)for(int j=0;j<n;j++) m[i*n+j]=i==j?20.f:1.f/(1+abs(i-j)); lud_base(m,n); for(int i=0;i<n*n;i++) printf("%.9g%s",m[i],(i+1)%n?" ":"\n"); free(m); return 0; }
