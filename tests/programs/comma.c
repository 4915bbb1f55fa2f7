// distributed: 8 13
// offloaded: 8 13
#include <stdio.h>
#define N 28
int a[N],b[N],c;
int main(void){ int i,j,k=3,m;
#pragma hydra parallel for private(j,m)
 for(i=0;i<N;i++) j=i*2,m=j+k,a[i]=(m++,m+j),b[N-1-i]=a[i]>30?m:-m;
 for(i=0,j=N-1;i<j;i++,j--) c+=a[i]*b[j]-b[i];
 printf("%d %d %d\n",c,i,j);
 int (*pa)[N]=&a, *pb=b;
#pragma hydra parallel for
 for(int q=0;q<N;q++){ (*pa)[q]^=pb[q]; 3[pb]; q[a]+=q[b]; }
 for(i=0;i<N;i++) printf("%d%s",a[i],i+1<N?",":"\n"); return 0; }
