/* A "template": for each TYPE a field with a step and a sum. Included once for each. */
typedef struct {
    int n;
    TYPE *v, *w;
} NAME(field);

static NAME(field) NAME(make)(int n)
{
    NAME(field) f = {n, malloc(n * sizeof(TYPE)), malloc(n * sizeof(TYPE))};
    for (int i = 0; i < n; i++)
        f.v[i] = f.w[i] = (TYPE)(i * 3 % 11);
    return f;
}

static void NAME(step)(NAME(field) *f)
{
    TYPE *v = f->v, *w = f->w;
#pragma hydra parallel for
    for (int i = 1; i < f->n - 1; i++)
        w[i] = (v[i - 1] + RULE(v[i]) + v[i + 1]) / 3;
    f->v = w;
    f->w = v;
}

static double NAME(sum)(const NAME(field) *f)
{
    double s = 0;
    for (int i = 0; i < f->n; i++)
        s += f->v[i] * (i % 5);
    return s;
}
