#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
// args: 24 3.5 hello -v
// distributed: 12
// offloaded: 12
int main(int argc,char*argv[]){ int n=0; double f=1; const char*name="none"; int verbose=0;
 for(int k=1;k<argc;k++){ if(!strcmp(argv[k],"-v")) verbose=1; else if(isdigit((unsigned char)argv[k][0])){ if(!n) n=atoi(argv[k]); else f=strtod(argv[k],NULL);} else name=argv[k]; }
 double*a=malloc(n*sizeof*a); if(!a){ perror("malloc"); exit(2); }
#pragma hydra parallel for
 for(int i=0;i<n;i++) a[i]=i*f;
 char buf[64]; snprintf(buf,sizeof buf,"%s/%d/%g",name,n,a[n-1]); printf("%s %zu %d\n",buf,strlen(buf),verbose); if(verbose) for(int i=0;i<n;i++) printf("%*.*f|",8,2,a[i]); puts(""); free(a); exit(verbose?7:0); }
