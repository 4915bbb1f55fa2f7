// distributed: 7 13 16
// offloaded: 7 13 16
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=18; double*a=malloc(n*8),*b=malloc(n*8); 
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i,b[i]=-i;
 for(int t=0;t<6;t++){
  if(t%2==0) printf("t=%d a[%d]=%g b[%d]=%g\n",t,t,a[t],n-1-t,b[n-1-t]);
  if(t==3) a[5]=100;
  if(a[2]>b[2]) {
#pragma hydra parallel for
   for(int i=0;i<n;i++) b[i]+=a[(i+1)%n]; }
  else {
#pragma hydra parallel for
   for(int i=0;i<n;i++) a[i]-=b[n-1-i]; }
  a[0]+=b[n-1]; b[t]=a[t]--;
  fprintf(stderr,"err %g\n",a[0]);
 }
 for(int i=0;i<n;i++) printf("%g %g\n",a[i],b[i]); free(a),free(b); return 0; }
