// distributed: 7 10 13
// offloaded: 7 10 13
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=25; int*a=malloc(n*4);
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i+1;
 int*p=a,*e=a+n; long s=0; while(p<e) s+=*p++; printf("%ld\n",s);
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]*=2;
 for(p=a;p!=e;++p) printf("%d ",*p); p=e; while(p-->a) *p+=1;
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]*=2;
 int *mx=a; for(p=a+1;p<e;p++) if(*p>*mx) mx=p; printf("\nmax at %ld: %d %d\n",(long)(mx-a),*mx,a[0]); return 0; }
