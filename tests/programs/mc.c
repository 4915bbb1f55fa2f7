// distributed: 9
// offloaded: 9
#include <stdio.h>
#include <stdint.h>
static uint64_t lcg(uint64_t *s){ *s = *s*6364136223846793005ULL+1442695040888963407ULL; return *s>>33; }
int main(void){
  long hits=0; const long N=20000;
  #pragma hydra parallel for reduction(+:hits)
  for(long i=0;i<N;i++){
    uint64_t st=(uint64_t)i*0x9E3779B97F4A7C15ULL+1;
    lcg(&st);
    double x=(double)lcg(&st)/2147483648.0, y=(double)lcg(&st)/2147483648.0;
    if(x*x+y*y<=1.0) hits++;
  }
  printf("%ld %.10f\n",hits,4.0*hits/N);
  return 0;
}
