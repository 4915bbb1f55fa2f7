// distributed: 7 10
// offloaded: 7 10
#include <stdio.h>
#include <stdlib.h>
int main(void){ for(int n=1;n<20;n+=3) for(int m=1;m<6;m+=2){ double (*a)[m]=malloc(sizeof(double[n][m])),(*b)[m]=calloc(n,sizeof*b);
#pragma hydra parallel for
 for(int i=0;i<n;i++) for(int j=0;j<m;j++) a[i][j]=i*m+j;
 for(int t=0;t<3;t++){
#pragma hydra parallel for
 for(int i=1;i<n-1;i++) for(int j=1;j<m-1;j++) b[i][j]=a[i-1][j]+a[i+1][j]+a[i][j-1]+a[i][j+1];
 double (*x)[m]=a; a=b; b=x; }
 double s=0,q=0; for(int i=0;i<n;i++) for(int j=0;j<m;j++){ s+=a[i][j]; q+=b[i][j]; } printf("%d %d %g %g\n",n,m,s,q); free(a); free(b); } return 0; }
