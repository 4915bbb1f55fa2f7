// distributed: 10 12 16 18
// offloaded: 10 12 16 18
#include <stdio.h>
#include <stdlib.h>
int main(void){
 int n=30; int *base=malloc((n+4)*sizeof(int)); int *a=base+2; 
 for(int i=-2;i<n+2;i++) a[i]=i;
 int *b=calloc(n,sizeof(int)); int *end=b+n;
#pragma hydra parallel for
 for(int i=0;i<n;i++) b[i]=a[i-2]+a[i-1]+a[i+1]+a[i+2];
#pragma hydra parallel for
 for(int i=1;i<=n;i++) end[-i]+=1;
 for(int i=0;i<n;i++) printf("%d ",*(b+i)); printf("\n");
 int *row=&b[10];
#pragma hydra parallel for
 for(int i=0;i<10;i++) *(row+i)=-i;
#pragma hydra parallel for
 for(int i=0;i<5;i++) (row+10)[i]=100*i;
 for(int i=0;i<n;i++) printf("%d ",b[i]); printf("\n"); free(base); free(b); return 0; }
