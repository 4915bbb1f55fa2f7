// distributed: 8 10
// offloaded: 8 10
#include <stdio.h>
enum op { ADD, SUB=5, MUL, NEG='n' }; int code[40]; long v[40];
static long apply(enum op o,long x){ switch(o){ case ADD: return x+1; case SUB: x-=1; /*fall*/ case MUL: return x*3; case NEG: return -x; } return 0; }
int main(void){ static const enum op tab[]={ADD,SUB,MUL,NEG};
#pragma hydra parallel for
 for(int i=0;i<40;i++) code[i]=tab[i%4];
#pragma hydra parallel for
 for(int i=0;i<40;i++){ v[i]=apply((enum op)code[i],i); switch(i%5){ case 0: v[i]++; break; case 1: { v[i]--; } case 2: continue; default:; } v[i]*=10; }
 for(int i=0;i<40;i++) printf("%d:%ld ",code[i],v[i]); return 0; }
