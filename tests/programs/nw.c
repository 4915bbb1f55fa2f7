// deals: block, cyclic
// distributed: 12 15
// offloaded: 12 15
#include <stdio.h>
#include <stdlib.h>
int maximum(int a,int b,int c){ int k; if(a<=b) k=b; else k=a; if(k<=c) return c; else return k; }
int main(void){ int max_rows=22,max_cols=22,penalty=3; int*ref=malloc(max_rows*max_cols*sizeof(int)),*it=calloc(max_rows*max_cols,sizeof(int));
 for(int i=0;i<max_rows*max_cols;i++) ref[i]=(i*31%13)-5;
 for(int i=1;i<max_rows;i++) it[i*max_cols]=-i*penalty; for(int j=1;j<max_cols;j++) it[j]=-j*penalty;
 for(int i=0;i<max_cols-2;i++){
#pragma hydra parallel for
  for(int idx=0;idx<=i;idx++){ int index=(idx+1)*max_cols+(i+1-idx); it[index]=maximum(it[index-1-max_cols]+ref[index],it[index-1]-penalty,it[index-max_cols]-penalty); } }
 for(int i=max_cols-4;i>=0;i--){
#pragma hydra parallel for
  for(int idx=0;idx<=i;idx++){ int index=(max_cols-idx-2)*max_cols+idx+max_cols-i-2; it[index]=maximum(it[index-1-max_cols]+ref[index],it[index-1]-penalty,it[index-max_cols]-penalty); } }
 for(int i=0;i<max_rows*max_cols;i++) printf("%d ",it[i]); return 0; }
