// distributed: 8
// offloaded: 8
#include <stdio.h>
#define PRINT(k) printf("%d\n",a[k]); printf("%d\n",a[k+1])
int a[30],b[30];
static void L(int k){
#pragma hydra parallel for
 for(int i=0;i<30;i++) a[i]=b[i]=k*i; }
int main(void){ L(1); { PRINT(20); } L(2); for(int i=0;i<30;i+=7) if(i>10) if(i<25) printf("%d ",a[i]); else printf("e%d ",b[i]); else { L(i+1); printf("o%d ",b[29]); }
 L(3); int x=a[17]>50?b[20]:a[21], y=0; L(4); y=b[25]; printf("%d %d\n",x,y); L(5); a[b[3]]=b[a[2]]; printf("%d %d\n",a[15],a[28]); L(6); b[29]++; --a[28]; a[27]+=b[26]*=2; printf("%d %d %d %d\n",a[27],a[28],b[26],b[29]);
 L(1); int *p=a; *(p+a[22])=7; p[b[21]]=8; p=&a[b[16]]; printf("%d %d %d %d\n",a[22],a[21],*p,p[1]); L(2); return !(a[29]==58&&b[28]==56); }
