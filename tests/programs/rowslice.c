// distributed: 9 12 14
// offloaded: 9 12 14
#include <stdio.h>
#include <string.h>
int a[10][8],b[10][8],c[8];
static int sum(const int*r,int n){ int s=0; while(n-->0) s+=*r++; return s; }
int main(void){
#pragma hydra parallel for
 for(int i=0;i<10;i++) for(int j=0;j<8;j++) a[i][j]=i*j;
 memcpy(b[3],a[7],sizeof a[7]); memcpy(c,a[9],sizeof c); memset(a[2],0,4*sizeof(int)); printf("%d %d\n",sum(a[8],8),sum(c,8));
#pragma hydra parallel for
 for(int i=0;i<10;i++){ memcpy(b[9-i],a[i],sizeof b[0]); }
#pragma hydra parallel for
 for(int i=0;i<10;i++){ memset(&a[i][2],1,3*sizeof(int)); a[i][7]=sum(a[i],7)+sum(b[i]+1,3); }
 for(int i=0;i<10;i++) for(int j=0;j<8;j++) printf("%d %d ",a[i][j],b[i][j]); return 0; }
