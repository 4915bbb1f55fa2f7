// Arrays in private structs are judged by their elements, as private arrays are. What an iteration fills from the front
// and counts has its values below the counter.
#include <string.h>
struct work {
    double v[4];
    int n;
    double m[3][3];
    struct { int a[3], b; } in;
    union { int half[2]; double whole; } u;
};
struct point {
    int id;
    double x, y, z, t;
};
double in[48], out[40];
int idx[40];
double total(const double *v, int n) { double s = 0; for (int k = 0; k < n; k++) s += v[k]; return s; }
void fill(double *v, int n, double x) { for (int k = 0; k < n; k++) v[k] = x; }
void clear(struct work *s) { s->n = 0; for (int k = 0; k < 4; k++) s->v[k] = 0; }
void wrong(void)
{
    struct work s;
    double y[4];
#pragma hydra parallel for private(s)
    for (int i = 0; i < 40; i++) {
        s.v[idx[i] % 4] = i;
        out[i] = s.v[2]; // warning: here 's.v[2]' may be read before it is written
    }
#pragma hydra parallel for private(s)
    for (int i = 0; i < 40; i++) {
        s.in.a[0] = i;
        out[i] = s.in.a[1]; // error: here 's.in.a[1]' is read before it is written
    }
#pragma hydra parallel for private(s, y)
    for (int i = 0; i < 40; i++) {
        memcpy(s.v, in + i, 16);
        out[i] = s.v[1] + s.v[3]; // error: here 's.v[3]' is read before it is written
        memcpy(y, in + i, 16);
        out[i] += y[1] + y[3]; // error: here 'y[3]' is read before it is written
    }
#pragma hydra parallel for private(s, y)
    for (int i = 0; i < 40; i++) {
        s.n = 0;
        for (int k = 0; k < 4; k++)
            if (in[i + k] > 3)
                s.v[s.n++] = in[i + k];
        out[i] = s.v[0]; // warning: here 's.v[0]' may be read before it is written
        int c = 0;
        for (int k = 0; k < 4; k++, c++)
            if (in[i + k] > 3)
                y[c] = in[i + k];
        for (int k = 0; k < c; k++)
            out[i] += y[k]; // warning: here 'y[k]' may be read before it is written
    }
}
void right(void)
{
    struct work s;
    double y[8];
#pragma hydra parallel for private(s, y)
    for (int i = 0; i < 40; i++) {
        s.n = 0;
        for (int k = 0; k < 4; k++)
            if (in[i + k] > 3)
                s.v[s.n++] = in[i + k];
        for (int k = 0; k < s.n; k++)
            out[i] += s.v[k];
        int c = 0, top = 0;
        for (int k = 0; k < 8; k++) {
            if (in[i + k] < 5)
                continue;
            y[c] = in[i + k];
            c++;
        }
        for (int k = c - 1; k >= 0; k--)
            out[i] += y[k];
        y[top++] = in[i];
        while (top > 0) {
            double x = y[--top];
            if (x > 1 && top < 6) {
                y[top++] = x / 2;
                y[top++] = x / 3;
            }
            out[i] += x;
        }
    }
#pragma hydra parallel for private(s)
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 3; k++)
            s.in.a[k] = i + k;
        s.in.b = s.in.a[1];
        out[i] += s.in.a[idx[i] % 3] + s.in.b;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                s.m[r][c] = r == c ? 1 : in[i + r];
        for (int r = 0; r < 3; r++)
            out[i] += s.m[r][0] + s.m[2 - r][2];
        s.u.whole = 1;
        out[i] += s.u.half[1];
        fill(s.v, 4, in[i]);
        out[i] += total(s.v, 4) + total(&s.v[1], 2);
    }
    struct point w;
#pragma hydra parallel for private(s, w)
    for (int i = 0; i < 40; i++) {
        clear(&s);
        memcpy(&w.x, in + i, 24); // more than one member
        out[i] = w.x + w.y + w.z;
        s.v[idx[i] % 4] += 1;
        memset(s.m, 0, sizeof s.m);
        s.m[idx[i] % 3][1] += 1;
        out[i] += s.v[0] + s.m[1][1];
    }
}
