// options: -Wno-error=hydra-race
// A dependence that the user says is none that matters.
static double a[64];
void f(int n) {
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1]; // warning: iteration i=2 reads a[1], which iteration i=1 writes [hydra-race]
}
