// distributed: 11 21
// offloaded: 11 21
#include <stdio.h>
#include <stdlib.h>
typedef double real;
void adi(int n, int T, real (*restrict u)[n], real (*restrict v)[n], real (*restrict p)[n], real (*restrict q)[n])
{
    real a=-0.4,b=1.8,c=-0.4,d=-0.3,f=-0.3,e=1.6;
    for (int t = 1; t <= T; ++t) {
        #pragma hydra parallel for
        for (int i = 1; i < n-1; i++) {
            v[0][i] = 1.0; p[i][0] = 0.0; q[i][0] = v[0][i];
            for (int j = 1; j < n-1; j++) {
                p[i][j] = -c / (a*p[i][j-1]+b);
                q[i][j] = (-d*u[j][i-1]+(1.0+2.0*d)*u[j][i] - f*u[j][i+1]-a*q[i][j-1])/(a*p[i][j-1]+b);
            }
            v[n-1][i] = 1.0;
            for (int j = n-2; j >= 1; j--) v[j][i] = p[i][j]*v[j+1][i]+q[i][j];
        }
        #pragma hydra parallel for
        for (int i = 1; i < n-1; i++) {
            u[i][0] = 1.0; p[i][0] = 0.0; q[i][0] = u[i][0];
            for (int j = 1; j < n-1; j++) {
                p[i][j] = -f / (d*p[i][j-1]+e);
                q[i][j] = (-a*v[i-1][j]+(1.0+2.0*a)*v[i][j] - c*v[i+1][j]-d*q[i][j-1])/(d*p[i][j-1]+e);
            }
            u[i][n-1] = 1.0;
            for (int j = n-2; j >= 1; j--) u[i][j] = p[i][j]*u[i][j+1]+q[i][j];
        }
    }
}
int main(void)
{
    int n = 19;
    real (*u)[n] = calloc(n, sizeof *u), (*v)[n] = calloc(n, sizeof *v);
    real (*p)[n] = calloc(n, sizeof *p), (*q)[n] = calloc(n, sizeof *q);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) u[i][j] = (real)(i + n-j) / n;
    adi(n, 4, u, v, p, q);
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) printf("%.15g ", u[i][j]); putchar('\n'); }
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) printf("%.15g ", v[i][j]); putchar('\n'); }
    free(u); free(v); free(p); free(q);
    return 0;
}
