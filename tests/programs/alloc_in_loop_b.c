// distributed: 7 9 13
// offloaded: 7 9
#include <stdio.h>
#include <stdlib.h>
int main(void){ for(int t=1;t<5;t++){ int n=t*5; int*a=malloc(n*sizeof*a),*b=calloc(n,sizeof*b);
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i*t;
#pragma hydra parallel for
 for(int i=0;i<n;i++) b[i]=a[n-1-i]+b[i];
 int s=0; for(int i=0;i<n;i++) s+=b[i]*i; printf("%d ",s); free(b); free(a); } 
 long tot=0;
#pragma hydra parallel for reduction(+:tot)
 for(int i=0;i<10;i++){ int *tmp=malloc((i+1)*sizeof(int)); for(int j=0;j<=i;j++) tmp[j]=j; int loc[10]; for(int j=0;j<10;j++) loc[j]=j*i; tot+=tmp[i]+loc[9]; free(tmp); }
 printf("%ld\n",tot); return 0; }
