// distributed: 7 9 11 13
// offloaded: 7 9 11 13
#include <stdio.h>
int a[600],b[600];
int main(void){
#pragma hydra parallel for
 for(int i=0;i<600;i++) a[i]=i;
#pragma hydra parallel for
 for(int i=0;i<600;i++) b[i]=a[(unsigned char)i]+a[(signed char)(i%100)]+a[(short)i];
#pragma hydra parallel for
 for(int i=0;i<256;i++) a[(unsigned char)(i+10)]=-i;
#pragma hydra parallel for
 for(int i=0;i<300;i++){ unsigned char c=(unsigned char)(i+6); b[i]+=a[c]; }
 for(int i=0;i<600;i++) printf("%d %d\n",a[i],b[i]); return 0; }
