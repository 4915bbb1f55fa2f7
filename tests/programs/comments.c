// distributed: 9 12
// offloaded: 9
#include <stdio.h> // std
#define N /* size */ 11
double /* of */ a[ /*rows*/ N ] , b[N]
;
int main ( /* nothing */ void ) { int i /* idx */ ; double s = 0 ; // sum
# pragma  hydra   parallel   for   private ( i )  /* c */ shared(a,b) // d
for /* x */ ( i = 0 /* lo */ ; /* mid */ i < N ; i ++ ) /* body */ a [ i ] = i / 2. ; /* after */ printf ( "%g\n" , a[3] ) ; // "
	#pragma hydra parallel for \
	    reduction( + : s ) , firstprivate(i)
	for (int i = 0; i < N; i++) { /* } */ b[i] = a[i] + 1; s += b[i]; // {
	char const *q = "} /* \" */"; (void)q; } printf("%g %d\n", s
, i); for (i=0;i<N;i++) printf("%g ", b[i]); return '}' == 125 ? 0 : 1; }
