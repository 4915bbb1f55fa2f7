// What other elements of a firstprivate array hold counts behind the loop, unless all are stored anew first.
enum { K = 4 };
double out[40];
double partly(int n)
{
    double w[K] = {1, 2, 3, 4}, v[K] = {1}, u[K] = {2}, m[2][K] = {{1}}, x[K] = {1};
    double s = 0;
#pragma hydra parallel for firstprivate(w) // error: 'w' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        w[1] = i;
        out[i] = w[1];
    }
    for (int k = 1; k < K; k++)
        w[k] = 0;
    s += w[0];
#pragma hydra parallel for firstprivate(v) // error: 'v' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        v[1] = i;
        out[i] = v[1];
    }
    for (int k = 0; k < K; k++) {
        if (k == n)
            continue;
        v[k] = 0;
    }
    s += v[1];
#pragma hydra parallel for firstprivate(u) // error: 'u' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        u[1] = i;
        out[i] = u[1];
    }
    for (int k = 0; k < K; k++)
        u[k] = u[K - 1 - k] + 1;
    s += u[1];
#pragma hydra parallel for firstprivate(m) // error: 'm' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        m[1][1] = i;
        out[i] = m[1][1];
    }
    for (int k = 0; k < K; k++)
        m[0][k] = 0;
    s += m[1][1];
#pragma hydra parallel for firstprivate(x) // error: 'x' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        x[1] = i;
        out[i] = x[1];
    }
    for (int k = 0; k < n; k++)
        x[k] = 0;
    s += x[1];
    double y[K] = {1};
    int at, *other = &at;
#pragma hydra parallel for firstprivate(y) // error: 'y' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        y[1] = i;
        out[i] = y[1];
    }
    for (at = 0; at < K; at++) {
        y[at] = 0;
        *other += 1;
    }
    return s + y[1];
}
double in_no_round(void)
{
    double w[K] = {1, 2, 3, 4}, s = 0;
#pragma hydra parallel for firstprivate(w) // error: 'w' is firstprivate and changed in the loop, and may be read after it
    for (int i = 0; i < 40; i++) {
        w[2] = i;
        out[i] = w[2] + w[0];
    }
    for (int k = 0; k < K; k++)
        for (int j = 0; j < 0; j++)
            w[k] = 9;
    for (int k = 0; k < K; k++)
        s += w[k];
    return s;
}
