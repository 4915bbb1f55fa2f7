// deals: block, cyclic
// distributed: 78 92
// offloaded: 78 92
/* Training of a layered neural network by back-propagation, after Rodinia's "backprop": weights are tables of rows,
   layers are fed forward, errors are propagated, weights adjusted with a momentum. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ETA 0.3
#define MOMENTUM 0.3
#define ABS(x) (((x) > 0.0) ? (x) : (-(x)))

typedef struct {
    int input_n, hidden_n, output_n;
    float *input_units, *hidden_units, *output_units;
    float *hidden_delta, *output_delta, *target;
    float **input_weights, **hidden_weights, **input_prev_weights, **hidden_prev_weights;
} BPNN;

static unsigned state = 7;

static float drnd(void)
{
    state = state * 1103515245u + 12345u;
    return (float)((state >> 16) & 0x7fff) / 32768.0f;
}

static float squash(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float *alloc_1d(int n)
{
    return (float *)calloc(n, sizeof(float));
}

static float **alloc_2d(int m, int n)
{
    float **p = (float **)malloc(m * sizeof(float *));
    for (int i = 0; i < m; i++)
        p[i] = alloc_1d(n);
    return p;
}

static BPNN *create(int n_in, int n_hidden, int n_out)
{
    BPNN *net = malloc(sizeof(BPNN));
    net->input_n = n_in;
    net->hidden_n = n_hidden;
    net->output_n = n_out;
    net->input_units = alloc_1d(n_in + 1);
    net->hidden_units = alloc_1d(n_hidden + 1);
    net->output_units = alloc_1d(n_out + 1);
    net->hidden_delta = alloc_1d(n_hidden + 1);
    net->output_delta = alloc_1d(n_out + 1);
    net->target = alloc_1d(n_out + 1);
    net->input_weights = alloc_2d(n_in + 1, n_hidden + 1);
    net->hidden_weights = alloc_2d(n_hidden + 1, n_out + 1);
    net->input_prev_weights = alloc_2d(n_in + 1, n_hidden + 1);
    net->hidden_prev_weights = alloc_2d(n_hidden + 1, n_out + 1);
    for (int i = 0; i <= n_in; i++)
        for (int j = 0; j <= n_hidden; j++)
            net->input_weights[i][j] = drnd() - 0.5f;
    for (int i = 0; i <= n_hidden; i++)
        for (int j = 0; j <= n_out; j++)
            net->hidden_weights[i][j] = drnd() - 0.5f;
    return net;
}

static void layerforward(float *l1, float *l2, float **conn, int n1, int n2)
{
    float sum;
    int j, k;
    l1[0] = 1.0f;
    #pragma hydra parallel for shared(conn, n1, n2, l1) private(k, j, sum)
    for (j = 1; j <= n2; j++) {
        sum = 0.0f;
        for (k = 0; k <= n1; k++)
            sum += conn[k][j] * l1[k];
        l2[j] = squash(sum);
    }
}

static void adjust_weights(float *delta, int ndelta, float *ly, int nly, float **w, float **oldw)
{
    float new_dw;
    int k, j;
    ly[0] = 1.0f;
    #pragma hydra parallel for shared(oldw, w, delta) private(j, k, new_dw) firstprivate(ndelta, nly)
    for (j = 1; j <= ndelta; j++) {
        for (k = 0; k <= nly; k++) {
            new_dw = (ETA * delta[j] * ly[k]) + (MOMENTUM * oldw[k][j]);
            w[k][j] += new_dw;
            oldw[k][j] = new_dw;
        }
    }
}

static void train(BPNN *net, float *eo, float *eh)
{
    layerforward(net->input_units, net->hidden_units, net->input_weights, net->input_n, net->hidden_n);
    layerforward(net->hidden_units, net->output_units, net->hidden_weights, net->hidden_n, net->output_n);
    float errsum = 0;
    for (int j = 1; j <= net->output_n; j++) {
        float o = net->output_units[j], t = net->target[j];
        net->output_delta[j] = o * (1.0f - o) * (t - o);
        errsum += ABS(net->output_delta[j]);
    }
    *eo = errsum;
    errsum = 0;
    for (int j = 1; j <= net->hidden_n; j++) {
        float h = net->hidden_units[j], sum = 0;
        for (int k = 1; k <= net->output_n; k++)
            sum += net->output_delta[k] * net->hidden_weights[j][k];
        net->hidden_delta[j] = h * (1.0f - h) * sum;
        errsum += ABS(net->hidden_delta[j]);
    }
    *eh = errsum;
    adjust_weights(net->output_delta, net->output_n, net->hidden_units, net->hidden_n, net->hidden_weights,
                   net->hidden_prev_weights);
    adjust_weights(net->hidden_delta, net->hidden_n, net->input_units, net->input_n, net->input_weights,
                   net->input_prev_weights);
}

int main(void)
{
    BPNN *net = create(40, 16, 3);
    float out_err, hid_err;
    for (int i = 1; i <= net->input_n; i++)
        net->input_units[i] = drnd();
    net->target[1] = 0.1f;
    net->target[2] = 0.7f;
    net->target[3] = 0.4f;
    for (int epoch = 0; epoch < 6; epoch++) {
        train(net, &out_err, &hid_err);
        printf("epoch %d: output error %.6f hidden error %.6f\n", epoch, out_err, hid_err);
    }
    for (int i = 0; i <= net->input_n; i++) {
        for (int j = 0; j <= net->hidden_n; j++)
            printf("%.5f ", net->input_weights[i][j]);
        printf("\n");
    }
    return 0;
}
