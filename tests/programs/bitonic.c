#include <stdio.h>
#include <stdlib.h>
int main(int argc,char*argv[]){
  int n=64; (void)argc;(void)argv;
  int *a=malloc(sizeof(int)*n);
  unsigned s=12345;
  for(int i=0;i<n;i++){ s=s*1103515245u+12345u; a[i]=(int)(s>>16)%1000; }
  for(int k=2;k<=n;k<<=1)
    for(int j=k>>1;j>0;j>>=1){
      #pragma hydra parallel for
      for(int i=0;i<n;i++){
        int l=i^j;
        if(l>i){
          if(((i&k)==0 && a[i]>a[l]) || ((i&k)!=0 && a[i]<a[l])){ int t=a[i];a[i]=a[l];a[l]=t; }
        }
      }
    }
  for(int i=0;i<n;i++) printf("%d%c",a[i],i==n-1?'\n':' ');
  free(a); return 0;
}
