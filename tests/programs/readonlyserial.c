// distributed: 8 11
// offloaded: 8 11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int n=30; double*a=malloc(n*8); char s[64]=""; 
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i*.25;
 double*c=malloc(n*8); memcpy(c+5,a,(n-5)*8); memcpy(c,a+25,5*8);
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=c[n-1-i];
 for(int k=0;k<3;k++){ char t[16]; sprintf(t,"%.2f;",a[k*9]); strcat(s,t); } puts(s);
 const double*best=&a[0]; for(int i=1;i<n;i++) best=a[i]>*best?&a[i]:best; printf("%td %g\n",best-a,*best);
 double (*m)[5]=(void*)a; printf("%g %g\n",m[5][4],(*(m+2))[3]); double d=0; for(double*p=a+n-1;p>=a;p-=3) d+=*p; printf("%g\n",d); return (int)a[0]; }
