// deals: block, cyclic
// distributed: 14
// offloaded: 14
#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a)<=(b) ? (a) : (b))
#define IN_RANGE(x, min, max)   ((x)>=(min) && (x)<=(max))
int rows, cols; int* data; int** wall; int* result;
int main(void){ cols=33; rows=12; data=malloc(rows*cols*sizeof(int)); result=malloc(cols*sizeof(int));
 unsigned s=9; for(int i=0;i<rows*cols;i++){ s=s*1103515245+12345; data[i]=(s>>16)%10; }
 int*src,*dst,*temp; dst=malloc(sizeof(int)*cols); src=result; for(int j=0;j<cols;j++) result[j]=data[j]; int*tmpbuf=src; src=dst; dst=tmpbuf;
 for(int t=0;t<rows-1;t++){ temp=src; src=dst; dst=temp; int min;
#pragma hydra parallel for private(min)
  for(int n=0;n<cols;n++){ min=src[n]; if(n>0) min=MIN(min,src[n-1]); if(n<cols-1) min=MIN(min,src[n+1]); dst[n]=data[(t+1)*cols+n]+min; } }
 for(int i=0;i<cols;i++) printf("%d ",dst[i]); printf("\n"); return IN_RANGE(dst[0],0,9999)?0:1; }
