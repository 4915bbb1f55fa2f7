// distributed: 8 12
// offloaded: 8 12
#include <stdio.h>
int n=5, i=100, lo=1, hi=9, min=2, max=77, row=4; int a[40]; int rank=3, size=40, args=1, begin=2, end=3, step=4;
static int f(int x){ int n=x*2; return n+lo; }
int main(void){
 #pragma hydra parallel for
 for(int i=0;i<size;i++){ int n=i; { int lo=n*2; a[i]=lo+hi; } a[i]+=f(n)+min*max+row+rank+args+begin+end+step; }
 for(int k=0;k<n;k++) printf("%d ",a[k]);
 { int n=40; int hi=2;
 #pragma hydra parallel for
 for(int row=hi;row<n;row+=hi) a[row]=i+row; }
 for(int k=0;k<size;k++) printf("%d ",a[k]); printf("%d\n",i+row); return 0; }
