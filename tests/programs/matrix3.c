// distributed: 7 9 11
// offloaded: 7 9 11
#include <stdio.h>
#include <stdlib.h>
static void f(int n,int m,int l,double a[n][m][l],double (*b)[m][l]){
#pragma hydra parallel for
 for(int j=1;j<m-1;j++) for(int i=1;i<n-1;i++) for(int k=1;k<l-1;k++) b[i][j][k]=a[i][j-1][k]+a[i][j+1][k]-a[i-1][j][k+1];
#pragma hydra parallel for
 for(int k=0;k<l;k++) for(int i=0;i<n;i++) for(int j=0;j<m;j++) a[i][j][k]+=b[n-1-i][j][k]; 
#pragma hydra parallel for
 for(int i=n-1;i>=0;i--) for(int k=0;k<l;k+=2) b[i][0][k]=b[i][m-1][k]=a[n-1-i][1][k]; }
int main(void){ int n=7,m=9,l=5; double (*a)[m][l]=calloc(n,sizeof*a),(*b)[m][l]=calloc(n,sizeof*b); for(int i=0;i<n*m*l;i++) (&a[0][0][0])[i]=i%17; for(int t=0;t<3;t++) f(n,m,l,a,b);
 for(int i=0;i<n;i++) for(int j=0;j<m;j++) for(int k=0;k<l;k++) printf("%g %g ",a[i][j][k],b[i][j][k]); return 0; }
