// deals: block, cyclic
// distributed: 14 16
// offloaded: 14 16
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
struct Node { int starting, no_of_edges; };
#define NN 40
int main(void){ struct Node*h_nodes=malloc(sizeof(struct Node)*NN); int*edges=malloc(NN*3*sizeof(int)); int*cost=malloc(NN*sizeof(int)); bool*mask=malloc(NN),*upd=malloc(NN); 
 int e=0; for(int i=0;i<NN;i++){ h_nodes[i].starting=e; h_nodes[i].no_of_edges=3; edges[e++]=(i+1)%NN; edges[e++]=(i*7)%NN; edges[e++]=(i+NN-5)%NN; mask[i]=upd[i]=false; cost[i]=-1; }
 mask[3]=true; cost[3]=0; int level=0; bool stop;
 do { stop=false; int found=0;
#pragma hydra parallel for
  for(int v=0;v<NN;v++){ upd[v]=false; if(cost[v]<0) for(int u=0;u<NN;u++) if(mask[u]) for(int k=h_nodes[u].starting;k<h_nodes[u].starting+h_nodes[u].no_of_edges;k++) if(edges[k]==v) upd[v]=true; }
#pragma hydra parallel for reduction(+:found)
  for(int v=0;v<NN;v++){ mask[v]=upd[v]; if(upd[v]){ cost[v]=level+1; found++; } }
  level++; stop=found!=0;
 } while(stop);
 for(int i=0;i<NN;i++) printf("%d) cost:%d\n",i,cost[i]); printf("%d\n",level); return 0; }
