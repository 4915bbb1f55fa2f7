// deals: block, cyclic
// distributed: 17 22
// offloaded: 17 22
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int main(void){ int rows=16,cols=12,size_I=rows*cols,niter=4,size_R; float lambda=.5f; int r1=2,r2=9,c1=2,c2=8; size_R=(r2-r1+1)*(c2-c1+1);
 float*I=malloc(size_I*sizeof(float)),*J=malloc(size_I*sizeof(float)),*c=malloc(sizeof(float)*size_I);
 int*iN=malloc(sizeof(int)*rows),*iS=malloc(sizeof(int)*rows),*jW=malloc(sizeof(int)*cols),*jE=malloc(sizeof(int)*cols);
 float*dN=malloc(sizeof(float)*size_I),*dS=malloc(sizeof(float)*size_I),*dW=malloc(sizeof(float)*size_I),*dE=malloc(sizeof(float)*size_I);
 for(int i=0;i<rows;i++){iN[i]=i-1;iS[i]=i+1;} for(int j=0;j<cols;j++){jW[j]=j-1;jE[j]=j+1;} iN[0]=0;iS[rows-1]=rows-1;jW[0]=0;jE[cols-1]=cols-1;
 for(int k=0;k<size_I;k++) I[k]=((k*37)%101)/101.f;
 for(int k=0;k<size_I;k++) J[k]=(float)exp(I[k]);
 for(int it=0;it<niter;it++){ float sum=0,sum2=0; for(int i=r1;i<=r2;i++)for(int j=c1;j<=c2;j++){ float tmp=J[i*cols+j]; sum+=tmp; sum2+=tmp*tmp; }
  float meanROI=sum/size_R,varROI=(sum2/size_R)-meanROI*meanROI,q0sqr=varROI/(meanROI*meanROI);
#pragma hydra parallel for shared(J,dN,dS,dW,dE,c,rows,cols,iN,iS,jW,jE)
  for(int i=0;i<rows;i++) for(int j=0;j<cols;j++){ int k=i*cols+j; float Jc=J[k];
   dN[k]=J[iN[i]*cols+j]-Jc; dS[k]=J[iS[i]*cols+j]-Jc; dW[k]=J[i*cols+jW[j]]-Jc; dE[k]=J[i*cols+jE[j]]-Jc;
   float G2=(dN[k]*dN[k]+dS[k]*dS[k]+dW[k]*dW[k]+dE[k]*dE[k])/(Jc*Jc), L=(dN[k]+dS[k]+dW[k]+dE[k])/Jc, num=(.5f*G2)-((1.f/16.f)*(L*L)), den=1+(.25f*L), qsqr=num/(den*den);
   den=(qsqr-q0sqr)/(q0sqr*(1+q0sqr)); c[k]=1.f/(1.f+den); if(c[k]<0) c[k]=0; else if(c[k]>1) c[k]=1; }
#pragma hydra parallel for
  for(int i=0;i<rows;i++) for(int j=0;j<cols;j++){ int k=i*cols+j; float cN=c[k],cS=c[iS[i]*cols+j],cW=c[k],cE=c[i*cols+jE[j]]; float D=cN*dN[k]+cS*dS[k]+cW*dW[k]+cE*dE[k]; J[k]=J[k]+.25f*lambda*D; } }
 for(int i=0;i<rows;i++){ for(int j=0;j<cols;j++) printf("%.5f ",J[i*cols+j]); printf("\n"); } return 0; }
