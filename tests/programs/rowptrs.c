// distributed: 7 9 11
// offloaded: 7 9 11
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=12; double*a=malloc(n*n*sizeof*a);
#pragma hydra parallel for
 for(int i=0;i<n;i++){ double*row=a+i*n; for(int j=0;j<n;j++) row[j]=i+j*0.1; }
#pragma hydra parallel for
 for(int i=0;i<n;i++){ double*p=&a[i*n]; double*e=p+n; while(p<e) *p++ *= 2; }
#pragma hydra parallel for
 for(int i=1;i<n;i++){ const double*up=a+(i-1)*n; (void)up; a[i*n]+=1; }
 for(int i=0;i<n*n;i++) printf("%g ",a[i]); free(a); return 0; }
