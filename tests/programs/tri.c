// distributed: 7 9 11
// offloaded: 7 9 11
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=20; double *L=malloc(n*(n+1)/2*sizeof(double)); double (*U)[n]=calloc(n,sizeof*U);
#pragma hydra parallel for
 for(int i=0;i<n;i++) for(int j=0;j<=i;j++) U[i][j]=i-j+0.5;
#pragma hydra parallel for
 for(int i=0;i<n;i++) for(int j=0;j<=i;j++) L[i*(i+1)/2+j]=U[i][j]*2;
#pragma hydra parallel for
 for(int j=0;j<n;j++) for(int i=0;i<j;i++) U[i][j]=U[j][i];
 for(int i=0;i<n;i++){ for(int j=0;j<n;j++) printf("%g ",U[i][j]); puts(""); } for(int i=0;i<n*(n+1)/2;i++) printf("%g ",L[i]); puts(""); free(L);free(U); return 0; }
