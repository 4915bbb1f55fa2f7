#include <stdio.h>
#include <stdlib.h>
static void fill(int r,int c,int m[r][c],int base){
#pragma hydra parallel for
 for(int i=0;i<r;i++) for(int j=0;j<c;j++) m[i][j]=base+i*c+j; }
static long total(int r,int c,int m[][c]){ long s=0;
#pragma hydra parallel for reduction(+:s)
 for(int i=0;i<r;i++) for(int j=0;j<c;j++) s+=m[i][j];
 return s; }
int main(int argc,char**argv){ int r=argc>1?atoi(argv[1]):4;
 for(int c=1;c<5;c++){ int m[r][c]; fill(r,c,m,c); printf("%ld %zu\n",total(r,c,m),sizeof m);
  int tr[c][r];
#pragma hydra parallel for
  for(int i=0;i<c;i++) for(int j=0;j<r;j++) tr[i][j]=m[j][i];
  for(int i=0;i<c;i++){ for(int j=0;j<r;j++) printf("%d ",tr[i][j]); puts(""); } }
 return 0; }
// args: 9
// distributed: 5 8 14
// offloaded: 5 8 14
