#include <stdio.h>
#include <stdlib.h>
// args: 2
// distributed: 8 10 13 15
// offloaded: 8 10 13 15
int main(int argc,char**argv){ int n=argc>1?atoi(argv[1]):2; double (*a)[n][n]=calloc(n,sizeof*a); 
#pragma hydra parallel for
 for(int i=0;i<n;i++) for(int j=0;j<n;j++) for(int k=0;k<n;k++) a[i][j][k]=i+j+k;
#pragma hydra parallel for
 for(int k=0;k<n;k++) for(int j=0;j<n;j++) a[0][j][k]*=3;
 double mx=-1;
#pragma hydra parallel for reduction(max:mx)
 for(int j=0;j<n;j++) mx=a[n-1][j][0]>mx?a[n-1][j][0]:mx;
#pragma hydra parallel for
 for(int j=n-1;j>=1;j--) a[n-1][j][0]=a[0][j-1][1];
 for(int i=0;i<n*n*n;i++) printf("%g ",a[0][0][i]); printf("%g\n",mx); return 0; }
