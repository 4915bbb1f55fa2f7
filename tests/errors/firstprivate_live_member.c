// A firstprivate struct of which an iteration changes an element, and which is read after the loop.
typedef struct {
    double r[4];
    double k;
} box;
double out[12];
double g(void)
{
    box t = {{1, 2, 3, 4}, 3};
#pragma hydra parallel for firstprivate(t) // error: 't' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 12; i++) {
        t.r[2] = i;
        out[i] = t.r[2] * t.k;
    }
    return t.r[2];
}
struct rows {
    double v[2][4];
};
// A pointer of the iteration's own through which it only reads changes nothing; one that may be stored through does.
double through_pointers(int rounds)
{
    struct rows d = {{{1, 2, 3, 4}, {5, 6, 7, 8}}}, e = d;
    for (int t = 0; t < rounds; t++) {
#pragma hydra parallel for firstprivate(d)
        for (int i = 0; i < 12; i++) {
            const double *row = &d.v[i % 2][0], *unused = d.v[0];
            out[i] += row[1] * *row;
        }
#pragma hydra parallel for firstprivate(e) // error: 'e' is firstprivate and changed in the loop, and may be read after it
        for (int i = 0; i < 12; i++) {
            double *row = &e.v[i % 2][0], *next = row + 1;
            *next = row[0];
            out[i] += row[1];
        }
    }
    return d.v[0][1];
}
