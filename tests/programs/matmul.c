// distributed: 7 15
// offloaded: 7 15
#include <stdio.h>
#include <stdlib.h>
void mm(int M,int N,int K,double *A,double *B,double *C){ int i,j,k;
#pragma hydra parallel for private(j,k)
 for(i=0;i<M;i++) for(j=0;j<N;j++){ double s=0; for(k=0;k<K;k++) s+=A[i*K+k]*B[k*N+j]; C[i*N+j]=s; } }
int main(void){ int M=13,N=11,K=17; double*A=malloc(M*K*8),*B=malloc(K*N*8),*C=malloc(M*N*8),*D=malloc(M*M*8);
 for(int i=0;i<M*K;i++) A[i]=i%7; 
 for(int i=0;i<K*N;i++) B[i]=i%5-2;
 mm(M,N,K,A,B,C);
 for(int i=0;i<M;i++){ for(int j=0;j<N;j++) printf("%g ",C[i*N+j]); puts(""); }
 { double*BT=malloc(N*M*8);
#pragma hydra parallel for
 for(int i=0;i<N;i++) for(int j=0;j<M;j++) BT[i*M+j]=C[j*N+i];
 mm(M,M,N,C,BT,D); free(BT); }
 for(int i=0;i<M*M;i++) printf("%g ",D[i]); puts(""); free(A);free(B);free(C);free(D); return 0; }
