// distributed: 14 15 16
// offloaded: 14 15 16
#include <stdio.h>
#define N 20
#define LOOP(i,n) for(int i=0;i<(n);i++)
#define PAR _Pragma("hydra parallel for")
#define STR(x) #x
#define DO_PRAGMA(x) _Pragma(STR(x))
#define FORALL(i,lo,hi) DO_PRAGMA(hydra parallel for) for(int i=(lo);i<(hi);i++)
#define A(i) arr[(i)]
#define UNLESS(c) if(!(c))
int arr[N], brr[N];
int main(void){
 PAR LOOP(i,N) A(i)=i*i;
 FORALL(k,2,N-2) brr[k]=A(k-2)+A(k+2);
 FORALL(i,0,N) { UNLESS(i&1) brr[i]++; 
#if N > 10
   arr[i]++; /* yes */
#else
   arr[i]--;
#endif
 }
 LOOP(i,N) printf("%d %d\n",arr[i],brr[i]);
 return 0; }
