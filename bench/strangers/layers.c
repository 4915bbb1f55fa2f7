// bench: 256 20
// quick: 8 2
/* A network of four layers trained on a small batch: weights, outputs and errors of each layer lie behind pointers
   in a struct; forward, backward, and the update of the weights are loops of their own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct layer {
    int in, out;
    float *weight, *bias, *value, *error;
};

static void forward(struct layer *l, const float *input, int batch)
{
    #pragma hydra parallel for
    for (int s = 0; s < batch; s++)
        for (int o = 0; o < l->out; o++) {
            float sum = l->bias[o];
            for (int i = 0; i < l->in; i++)
                sum += l->weight[o * l->in + i] * input[s * l->in + i];
            l->value[s * l->out + o] = tanhf(sum);
        }
}

static void backward(struct layer *below, const struct layer *l, int batch)
{
    #pragma hydra parallel for
    for (int s = 0; s < batch; s++) {
        float *e = below->error + s * l->in;
        for (int i = 0; i < l->in; i++)
            e[i] = 0;
        for (int o = 0; o < l->out; o++)
            for (int i = 0; i < l->in; i++)
                e[i] += l->error[s * l->out + o] * l->weight[o * l->in + i];
        for (int i = 0; i < l->in; i++)
            e[i] *= 1 - below->value[s * l->in + i] * below->value[s * l->in + i];
    }
}

static void update(struct layer *l, const float *input, int batch, float rate)
{
    #pragma hydra parallel for
    for (int o = 0; o < l->out; o++)
        for (int s = 0; s < batch; s++) {
            float d = rate * l->error[s * l->out + o] / batch;
            l->bias[o] -= d;
            for (int i = 0; i < l->in; i++)
                l->weight[o * l->in + i] -= d * input[s * l->in + i];
        }
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 32, epochs = argc > 2 ? atoi(argv[2]) : 10, sizes[] = {96, 160, 128, 64, 10};
    enum { LAYERS = 4 };
    struct layer net[LAYERS];
    float *input = malloc(sizeof(float) * batch * sizes[0]), *want = malloc(sizeof(float) * batch * sizes[LAYERS]);
    double loss = 0;
    for (int k = 0; k < LAYERS; k++) {
        struct layer *l = &net[k];
        l->in = sizes[k];
        l->out = sizes[k + 1];
        l->weight = malloc(sizeof(float) * l->in * l->out);
        l->bias = calloc(l->out, sizeof(float));
        l->value = malloc(sizeof(float) * batch * l->out);
        l->error = malloc(sizeof(float) * batch * l->out);
        for (int i = 0; i < l->in * l->out; i++)
            l->weight[i] = ((i * 7919LL + k) % 2001 - 1000) * 1e-4f;
    }
    for (int i = 0; i < batch * sizes[0]; i++)
        input[i] = (i * 31 % 17 - 8) * 0.1f;
    for (int s = 0; s < batch; s++)
        for (int o = 0; o < sizes[LAYERS]; o++)
            want[s * sizes[LAYERS] + o] = s % sizes[LAYERS] == o ? 0.8f : -0.2f;
    for (int t = 0; t < epochs; t++) {
        for (int k = 0; k < LAYERS; k++)
            forward(&net[k], k ? net[k - 1].value : input, batch);
        struct layer *top = &net[LAYERS - 1];
        loss = 0;
        #pragma hydra parallel for reduction(+:loss)
        for (int s = 0; s < batch * top->out; s++) {
            float d = top->value[s] - want[s];
            loss += d * d;
            top->error[s] = d * (1 - top->value[s] * top->value[s]);
        }
        for (int k = LAYERS - 1; k > 0; k--)
            backward(&net[k - 1], &net[k], batch);
        for (int k = 0; k < LAYERS; k++)
            update(&net[k], k ? net[k - 1].value : input, batch, 0.5f);
    }
    printf("loss %.5g\n", loss / batch);
    return 0;
}
