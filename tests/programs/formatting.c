// distributed: 11 16 22 24 26 31
// offloaded: 11 16 22 24 26 31
#include <stdio.h>
# define   N   14
int a [ N ] , b[N]
  , c[N];int d[N];
int main ( ) { int i,s=0 ;
# pragma   hydra	parallel  for   /* a comment */ reduction ( + : s )  // and another
  /* between the directive and its loop */

  for(i=0;i<N;i++)/* body: */s+=a[i]=i
      ;
  #pragma hydra parallel \
          for \
          shared(a,b)
  for (i = 0
      ;i < N
      ;i ++
      )
    { b[i] = a[i] * /* two */ 2; } printf("%d\n", s);
#pragma hydra parallel for
  for (i=0;i<N;i++) c[i]=b[i]+1, d[i]=c[i]*c[i];
#pragma hydra parallel for
  for (i=0;i<N;i++) if (i%2) c[i]=0; else { d[i]=-1; }
#pragma hydra parallel for
  for (i=0;i<N;i++) ;
#if 0
#pragma hydra parallel for nonsense
#endif
#pragma hydra parallel for
  for (i=0;i<N;i++) for (int j=0;j<2;j++) if (j) b[i]+=j; else b[i]-=
  3 ;
  for (i=0;i<N;i++) printf ( "%d %d %d %d\n" , a[i],b[i],c[i],d[i] ) ; return 0 ; }
