// device: close 1e-5
// distributed: 13
// offloaded: 13
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
typedef struct OptionData_ { float s,strike,r,divq,v,t; char OptionType; float divs,DGrefval; } OptionData;
static float CNDF(float x){ int sign; float OutputX; if(x<0){x=-x;sign=1;} else sign=0; float k=1/(1+.2316419f*x); float k2=k*k; OutputX=1-.39894228f*expf(-.5f*x*x)*(k*.31938153f+k2*-.356563782f+k2*k*1.781477937f); return sign?1-OutputX:OutputX; }
int main(void){ int numOptions=37; OptionData*data=malloc(numOptions*sizeof(OptionData)); float*prices=malloc(numOptions*sizeof(float)); float*buf=malloc(3*numOptions*sizeof(float)+64); float *sp=(float*)(((unsigned long long)buf+63)&~63ULL); float*st=sp+numOptions;
 for(int i=0;i<numOptions;i++){ data[i].s=40+i; data[i].strike=42; data[i].r=.1f; data[i].v=.2f+i*.01f; data[i].t=.5f; data[i].OptionType=i%2?'P':'C'; }
 for(int i=0;i<numOptions;i++){ sp[i]=data[i].s; st[i]=data[i].strike; }
#pragma hydra parallel for
 for(int i=0;i<numOptions;i++){ float rt=sqrtf(data[i].t),d1=(logf(sp[i]/st[i])+(data[i].r+.5f*data[i].v*data[i].v)*data[i].t)/(data[i].v*rt),d2=d1-data[i].v*rt; float fut=st[i]*expf(-data[i].r*data[i].t); prices[i]=data[i].OptionType=='C'?sp[i]*CNDF(d1)-fut*CNDF(d2):fut*(1-CNDF(d2))-sp[i]*(1-CNDF(d1)); }
 for(int i=0;i<numOptions;i++) printf("%.7g\n",prices[i]); free(data); free(prices); return 0; }
