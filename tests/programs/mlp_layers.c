// distributed: 35 52 62
// offloaded: 35 62
// A multi-layer perceptron whose layers have tables of weights of different sizes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { int in, out; double **w, *b, *y, *delta; } Layer;
typedef struct { int n; Layer *layer; } Net;
static double **table(int r, int c) { double **t = malloc(r * sizeof *t); for (int i = 0; i < r; i++) t[i] = malloc(c * sizeof **t); return t; }
static Net *make_net(int n, const int *sizes)
{
    Net *net = malloc(sizeof *net);
    net->n = n;
    net->layer = malloc(n * sizeof *net->layer);
    for (int l = 0; l < n; l++) {
        Layer *L = net->layer + l;
        L->in = sizes[l]; L->out = sizes[l + 1];
        L->w = table(L->out, L->in);
        L->b = calloc(L->out, sizeof(double));
        L->y = calloc(L->out, sizeof(double));
        L->delta = calloc(L->out, sizeof(double));
        for (int i = 0; i < L->out; i++)
            for (int j = 0; j < L->in; j++)
                L->w[i][j] = sin(i * 3.1 + j * 0.7 + l) * 0.4;
    }
    return net;
}
static void forward(Net *net, const double *x)
{
    const double *in = x;
    for (int l = 0; l < net->n; l++) {
        Layer *L = &net->layer[l];
        int nin = L->in, nout = L->out;
#pragma hydra parallel for
        for (int i = 0; i < nout; i++) {
            double s = L->b[i];
            for (int j = 0; j < nin; j++)
                s += L->w[i][j] * in[j];
            L->y[i] = 1 / (1 + exp(-s));
        }
        in = L->y;
    }
}
static void train(Net *net, const double *x, double target)
{
    forward(net, x);
    for (int l = net->n - 1; l >= 0; l--) {
        Layer *L = &net->layer[l], *up = l + 1 < net->n ? &net->layer[l + 1] : NULL;
        const double *in = l > 0 ? net->layer[l - 1].y : x;
        int nout = L->out, nin = L->in;
#pragma hydra parallel for
        for (int i = 0; i < nout; i++) {
            double e = 0;
            if (up)
                for (int k = 0; k < up->out; k++)
                    e += up->w[k][i] * up->delta[k];
            else
                e = target - L->y[i];
            L->delta[i] = e * L->y[i] * (1 - L->y[i]);
        }
#pragma hydra parallel for
        for (int i = 0; i < nout; i++) {
            for (int j = 0; j < nin; j++)
                L->w[i][j] += 0.3 * L->delta[i] * in[j];
            L->b[i] += 0.3 * L->delta[i];
        }
    }
}
int main(void)
{
    int sizes[] = {12, 20, 9, 3};
    Net *net = make_net(3, sizes);
    double x[12];
    for (int t = 0; t < 12; t++) {
        for (int j = 0; j < 12; j++)
            x[j] = ((t + j * 5) % 7) / 7.0;
        train(net, x, t % 2);
    }
    for (int i = 0; i < 3; i++)
        printf("%.10f\n", net->layer[2].y[i]);
    printf("%.10f\n", net->layer[0].w[7][5]);
    return 0;
}
