// A firstprivate struct of which an iteration changes an element, and which is read after the loop.
typedef struct {
    double r[4];
    double k;
} box;
double out[12];
double g(void)
{
    box t = {{1, 2, 3, 4}, 3};
#pragma hydra parallel for firstprivate(t) // error: 't' is firstprivate and changed in the loop, and read after it
    for (int i = 0; i < 12; i++) {
        t.r[2] = i;
        out[i] = t.r[2] * t.k;
    }
    return t.r[2];
}
