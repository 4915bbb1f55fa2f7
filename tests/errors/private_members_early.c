// Members of private structs that an iteration reads before it writes them: judged as scalars are.
struct acc {
    double sum;
    int n;
    double buf[3];
    struct { int lo, hi; } range;
};
double a[40], x[40];
void fill(double *to, int n);
void clear(struct acc *p) { p->sum = 0; p->n = 0; }
double mean(struct acc *p) { return p->sum / p->n; }
double total(const double *b) { return b[0] + b[1] + b[2]; }
void f(int n)
{
    struct acc p = {0};
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        p.n = 0;
        for (int k = 0; k < 3; k++) {
            p.sum += x[(i + k) % 40]; // error: here 'p.sum' is read before it is written
            p.n++;
        }
        a[i] = p.sum / p.n;
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        p.range.lo = i;
        for (int k = 0; k < 3; k++)
            p.buf[k] += x[i]; // error: here 'p.buf[k]' is read before it is written
        a[i] = p.buf[1] + p.range.lo;
        p.range.hi = p.range.lo;
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        if (i % 5)
            p.sum = 0;
        p.sum += x[i]; // warning: here 'p.sum' may be read before it is written
        a[i] = p.sum;
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        clear(&p);
        p.sum += x[i];
        fill(p.buf, 3);
        for (int k = 0; k < n; k++)
            p.range.hi = p.range.lo = k;
        a[i] = p.sum + p.buf[2] + p.range.hi;
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < n; k++)
            p.buf[k] = 0;
        p.sum = i > 3 ? x[i] : 0;
        for (int k = 0; k < n; k++)
            p.buf[k] += p.sum;
        a[i] = p.buf[0];
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        a[i] = total(p.buf); // warning: here 'p.buf' may be read before it is written
        fill(p.buf, 3);
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        a[i] = mean(&p); // warning: here 'p' may be read before it is written
        clear(&p);
    }
#pragma hydra parallel for private(p)
    for (int i = 0; i < 40; i++) {
        clear(&p);
        fill(p.buf, 3);
        a[i] = mean(&p) + total(p.buf);
    }
}
