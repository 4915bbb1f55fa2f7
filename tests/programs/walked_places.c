// distributed: 28 39 54 68 84 97 106
// deals: 4 cyclic, 3 block-cyclic:2
/* Rows that are gone through by what moves once a round: running indexes, pointers, counts that go down; through inner loops,
 * by amounts that only the run knows, and by loops that no integer counts. */
#include <stdio.h>
#include <stdlib.h>

static int n, h, w, pad;

static void show(const char *what, const float *x, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += x[i] * (i % 17 + 1);
    printf("%s %.9g\n", what, sum);
}

/* Called from a loop: parameters move. */
static void copy(float *to, const float *from, int count)
{
    while (count-- > 0)
        *to++ = *from++ * 0.5f;
}

static void running_index(const float *in, float *out, int t)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int at = i * h * w;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[at++] = in[(i * h + y) * w + x] * 2 + t;
    }
}

static void strided(const float *in, float *out)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        float *to = out + (long)i * h * (w + pad);
        const float *from = in + (long)i * h * w;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                to[x] = from[x] + 1;
            to += w + pad;
            from += w;
        }
    }
}

static void padded(float *in, const float *out)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        const float *from = out + (long)i * h * (w + pad);
        float *to = in + (long)i * h * w;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                *to++ += 0.5f * *from++;
            from += pad;
        }
    }
}

static void channels(const float *in, float *out, int m)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        float *to = out + 3L * i * m;
        const float *from = in + (long)i * m, *end = from + m;
        for (; from < end; from++) {
            *to++ = *from;
            *to++ = *from + 1;
            *to++ = i;
        }
        if (to > out + 3L * i * m) /* m is 0 in one call */
            to[-1] = -7;
    }
}

static void backwards(float *a, int m)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        float *p = a + (long)(i + 1) * m;
        int left = m;
        while (left) {
            *--p += left;
            left--;
        }
    }
}

static void called(float *to, const float *from, int m)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        copy(to + (long)i * m, from + (long)(n - 1 - i) * m, m - 1);
}

/* Two at once, and one left over. */
static void pairs(float *a, int m)
{
    int odd = m & 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        float *p = a + (long)i * m;
        int j;
        for (j = 0; j + 1 < m; j += 2, p += 2) {
            float t = p[0];
            p[0] = p[1];
            p[1] = t;
        }
        if (odd)
            p[0] = -p[0];
    }
}

int main(int argc, char **argv)
{
    n = argc > 9 ? atoi(argv[1]) : 23, h = argc > 9 ? atoi(argv[2]) : 5, w = argc > 9 ? atoi(argv[3]) : 6;
    pad = argc > 9 ? atoi(argv[4]) : 3;
    int m = h * w;
    float *in = malloc(sizeof(float) * n * m), *out = malloc(sizeof(float) * n * m);
    float *wide = calloc(n * h * (w + pad) + 1, sizeof(float)), *three = calloc(3 * n * m + 3, sizeof(float));
    for (int i = 0; i < n * m; i++)
        in[i] = i % 19;
    for (int t = 0; t < 3; t++) {
        running_index(in, out, t);
        show("running", out, n * m);
        strided(out, wide);
        show("strided", wide, n * h * (w + pad));
        padded(in, wide);
        show("padded", in, n * m);
        channels(in, three + 1, m);
        show("channels", three, 3 * n * m + 2);
        backwards(out, m);
        called(in, out, m);
        show("called", in, n * m);
        pairs(out, m - t);
        show("pairs", out, n * m);
    }
    channels(in, three + 1, 0);
    show("none", three, 4);
    return 0;
}
