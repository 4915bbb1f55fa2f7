// distributed: 7
// offloaded: 7
#include <stdio.h>
#include <stdlib.h>
int main(int c,char**v){ int n=c>1?atoi(v[1]):25; char *s=malloc(n); for(int i=0;i<n;i++) s[i]='a'+i%26;
#pragma hydra parallel for
 for(int i=0;i<n/2;i++){ char t=s[i]; s[i]=s[n-1-i]; s[n-1-i]=t; }
 printf("%.*s\n",n,s); fwrite(s,1,n,stdout); puts(""); free(s); return 0; }
