// distributed: 8 11 16
// offloaded: 8 11 16
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int n=22; int*a=malloc(n*sizeof(int)),*b=malloc(n*sizeof(int)); memset(a,0,n*sizeof(int));
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]+=i;
 memcpy(b,a,n*sizeof*b); 
#pragma hydra parallel for
 for(int i=0;i<n-1;i++) b[i]+=a[i+1];
 memmove(b+1,b,(n-1)*sizeof*b);
 for(int i=0;i<n;i++) printf("%d ",b[i]); puts("");
 a=realloc(a,2*n*sizeof*a);
#pragma hydra parallel for
 for(int i=n;i<2*n;i++) a[i]=a[i-n]*2;
 for(int i=0;i<2*n;i++) printf("%d ",a[i]); puts(""); printf("%d\n",memcmp(a,b,8)!=0);
 free(a);free(b);return 0;}
