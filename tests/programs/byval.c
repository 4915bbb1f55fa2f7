// distributed: 10 12 15
// offloaded: 10 12 15
#include <stdio.h>
#include <stdlib.h>
typedef struct { double c[9]; } M3; M3 ms[14], res; 
static M3 mul(M3 a,M3 b){ M3 r; for(int i=0;i<3;i++)for(int j=0;j<3;j++){ double s=0; for(int k=0;k<3;k++) s+=a.c[i*3+k]*b.c[k*3+j]; r.c[i*3+j]=s; } return r; }
static double tr(const M3*m){ return m->c[0]+m->c[4]+m->c[8]; }
int main(void){ M3 one={{1,0,0,0,1,0,0,0,1}};
#pragma hydra parallel for
 for(int i=0;i<14;i++){ ms[i]=one; ms[i].c[i%9]+=.5*i; }
#pragma hydra parallel for
 for(int i=0;i<7;i++) ms[i]=mul(ms[i],ms[13-i]);
 M3 acc=one; for(int i=0;i<14;i++) acc=mul(acc,ms[i]); printf("%.12g\n",tr(&acc)); res=ms[12]; printf("%g %g\n",tr(&res),tr(ms+5)); M3 arr[2]={ms[1],ms[9]}; printf("%g\n",tr(arr+1));
#pragma hydra parallel for
 for(int i=0;i<14;i++) ms[i].c[0]=-i;
 acc=mul(ms[11],ms[13]); printf("%g\n",tr(&acc)); M3 t=ms[10]; printf("%g %g\n",t.c[0],mul(ms[8],t).c[0]); return 0; }
