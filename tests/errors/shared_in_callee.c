// A function that a parallel loop calls changes what all iterations share.
double a[100];
int flag;
void count(void) { flag++; }
void f(int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        count(); // error: 'count', called in this parallel loop, writes 'flag'
    }
}
