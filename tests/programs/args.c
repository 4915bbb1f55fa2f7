#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// args: 12 2.5 abc
// distributed: 10
// offloaded: 10
int main(int argc,char**argv){ if(argc<4){ fprintf(stderr,"usage: %s n\n",argv[0]); return EXIT_FAILURE; }
 size_t n=(size_t)atol(argv[1]); double f=atof(argv[2]); char name[32]; strncpy(name,argv[3],31); name[31]=0; double a[n];
#pragma hydra parallel for
 for(size_t i=0;i<n;i++) a[i]=f*i;
 char line[80]; int len=sprintf(line,"%s:%g",name,a[n-1]); for(char*p=line;*p;p++) if(*p>='a') *p-=32; printf("%s %d\n",line,len); strcat(line,"!"); puts(line); return 0; }
