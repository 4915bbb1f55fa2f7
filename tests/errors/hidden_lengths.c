// Names of array types whose length's variable is another one where the loop stands.
#include <stdio.h>
double b[20], c[20];
int main(int argc, char** argv) {
    int n = 4 + argc, m = 5;
    typedef double row[n];
    typedef double plain[m];
    (void)argv;
    {
        int n = 3;
        printf("%d\n", n);
#pragma hydra parallel for
        for (int i = 0; i < 20; i++) {
            row r; // error: a name for an array type whose length is known at run time only
            r[0] = i;
            b[i] = r[0];
        }
#pragma hydra parallel for
        for (int i = 0; i < 20; i++) {
            plain p;
            p[0] = i;
            c[i] = p[0];
        }
    }
    printf("%g %g\n", b[3], c[3]);
    return 0;
}
