// distributed: 7 10 13
// offloaded: 7 10 13
#include <stdio.h>
struct cell { struct { double t[2]; } in; int nb[4]; float w; }; struct cell mesh[5][7];
int main(void){ int cur=0;
#pragma hydra parallel for
 for(int i=0;i<5;i++) for(int j=0;j<7;j++){ struct cell*c=&mesh[i][j]; c->in.t[0]=i*j; c->in.t[1]=0; c->w=.5f; for(int k=0;k<4;k++) c->nb[k]=k; }
 for(int t=0;t<3;t++){ 
#pragma hydra parallel for
 for(int i=1;i<4;i++) for(int j=1;j<6;j++) mesh[i][j].in.t[1-cur]=(mesh[i-1][j].in.t[cur]+mesh[i+1][j].in.t[cur]+mesh[i][j-1].in.t[cur]+mesh[i][j+1].in.t[cur])*mesh[i][j].w/2;
 cur=1-cur; mesh[t][t].nb[t]=-1; }
#pragma hydra parallel for
 for(int i=0;i<5;i++) for(int j=0;j<7;j++) mesh[i][j].nb[3]=mesh[4-i][j].nb[(i+j)%3];
 for(int i=0;i<5;i++) for(int j=0;j<7;j++) printf("%g %g %d %d\n",mesh[i][j].in.t[0],mesh[i][j].in.t[1],mesh[i][j].nb[1],mesh[i][j].nb[3]); return 0; }
