// Parts of a firstprivate struct that an iteration would see as the one before has left them.
typedef struct {
    double r[4];
    double sum, k;
} box;
double out[12];
void f(void)
{
    box t = {{1, 2, 3, 4}, 0, 3}, u = t, v = t;
#pragma hydra parallel for firstprivate(t, u, v)
    for (int i = 0; i < 12; i++) {
        t.r[0] = i;
        out[i] = t.r[0] + t.r[1] * t.k;
        u.r[i % 4] = i;
        out[i] += u.r[2]; // warning: 'u' is firstprivate, so an iteration does not see what another one wrote to it
        v.sum += i;       // error: 'v' is firstprivate, so an iteration does not see what another one wrote to it
    }
    out[0] += t.k;
}
