// distributed: 7 10
// offloaded: 7 10
#include <stdio.h>
#include <stdlib.h>
void oes(int *a,int n){ int phase,i,tmp; for(phase=0;phase<n;phase++){ if(phase%2==0)
#pragma hydra parallel for private(tmp)
   for(i=1;i<n;i+=2){ if(a[i-1]>a[i]){ tmp=a[i-1]; a[i-1]=a[i]; a[i]=tmp; } }
  else
#pragma hydra parallel for private(tmp)
   for(i=1;i<n-1;i+=2){ if(a[i]>a[i+1]){ tmp=a[i+1]; a[i+1]=a[i]; a[i]=tmp; } } } }
int main(void){ int n=37; int a[37]; for(int i=0;i<n;i++) a[i]=(i*29)%41; oes(a,n); for(int i=0;i<n;i++) printf("%d ",a[i]); return 0; }
