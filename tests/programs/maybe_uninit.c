// distributed: 9 11
// offloaded: 9 11
#include <stdio.h>
#include <stdlib.h>
#define SZ 16
static double a[SZ][SZ]={{1,2,3},[5]={[5]=7.5}}; const int perm[SZ]={3,1,2,0,[15]=4}; char text[]="hello parallel world";
int main(void){ double out[SZ]; int n=sizeof text/sizeof*text;
#pragma hydra parallel for
 for(int i=0;i<SZ;i++){ out[i]=0; for(int j=0;j<SZ;j++) out[i]+=a[perm[i]][j]+a[i][j]; }
#pragma hydra parallel for
 for(int i=0;i<n-1;i++) if(text[i]!=' ') text[i]-=32;
 puts(text); printf("%s|%c\n",text+6,text[3]); for(int i=0;i<SZ;i++) printf("%g ",out[i]); return 0; }
