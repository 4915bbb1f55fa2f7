// distributed: 7 11
// offloaded: 7 11
#include <stdio.h>
double v[30];
static double norm(void){ double s=0;
#pragma hydra parallel for reduction(+:s)
 for(int i=0;i<30;i++) s+=v[i]*v[i];
 return s; }
static int bump(int k){
#pragma hydra parallel for
 for(int i=0;i<30;i++) v[i]+=k;
 return k; }
int main(void){ 
 if(norm()==0 && bump(2)==2) printf("%g\n",norm());
 while(norm()<5000) bump(3);
 for(bump(1);norm()<9000;bump(1)) ;
 double x=bump(0)?1:norm(); printf("%g %g %g\n",x,norm(),0.);
 int z=(bump(1),bump(2)); printf("%d %d\n",z,bump(3)+bump(4)); printf("%g\n",v[20]);
 do bump(1); while(norm()<60000); printf("%g\n",v[11]); return bump(9); }
