// A type that a function's head defines is not known in front of the function.
static enum cls { LOW, MID, HIGH } *classify(enum cls *out, const double *a, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) // error: this parallel loop uses a type that the head of 'classify' defines
        out[i] = a[i] < 3 ? LOW : a[i] < 6 ? MID : HIGH;
    return out;
}
struct part { double x, v; } *make(struct part *p, int n);
static struct cell { double x, v; } *spread(struct cell *p, struct part *q, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) // error: this parallel loop uses a type that the head of 'spread' defines
        p[i].x = q[i].x;
    return p;
}
struct part *make(struct part *p, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        p[i].x = i;
    return p;
}
int main(void)
{
    static double a[20];
    static enum cls c[20];
    static struct cell d[20];
    static struct part e[20];
    make(e, 20);
    spread(d, e, 20);
    classify(c, a, 20);
    return c[3] + (int)d[2].x;
}
