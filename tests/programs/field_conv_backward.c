// distributed: 34 44 56 66
// offloaded: 34 44 56 66
/* Gradients of a convolution layer with respect to its weights, bias and input, and a few steps of gradient descent
   towards a known kernel; the squared error is printed each epoch. */
#include <stdio.h>
#include <stdlib.h>

#define H 22
#define W 26
#define K 5
#define OH (H - K + 1)
#define OW (W - K + 1)

typedef struct {
    double w[K][K], dw[K][K];
    double b, db;
} conv_t;

static double x[H][W], y[OH][OW], want[OH][OW], dy[OH][OW], dx[H][W];

int main(void)
{
    static conv_t layer;
    static double w[K][K], dw[K][K], truth[K][K];
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            x[i][j] = ((i * 7 + j * 11) % 13) / 13.0 - 0.4;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) {
            truth[i][j] = (i - 2) * (j - 1) * 0.1;
            w[i][j] = 0.01 * (i + j);
        }
    #pragma hydra parallel for
    for (int i = 0; i < OH; i++)
        for (int j = 0; j < OW; j++) {
            want[i][j] = 0.3;
            for (int a = 0; a < K; a++)
                for (int c = 0; c < K; c++)
                    want[i][j] += truth[a][c] * x[i + a][j + c];
        }
    for (int epoch = 0; epoch < 8; epoch++) {
        double loss = 0, bias = layer.b;
        #pragma hydra parallel for reduction(+ : loss)
        for (int i = 0; i < OH; i++)
            for (int j = 0; j < OW; j++) {
                double s = bias;
                for (int a = 0; a < K; a++)
                    for (int c = 0; c < K; c++)
                        s += w[a][c] * x[i + a][j + c];
                y[i][j] = s;
                dy[i][j] = s - want[i][j];
                loss += dy[i][j] * dy[i][j];
            }
        /* each weight's gradient is a sum over the whole picture */
        #pragma hydra parallel for
        for (int a = 0; a < K; a++)
            for (int c = 0; c < K; c++) {
                double g = 0;
                for (int i = 0; i < OH; i++)
                    for (int j = 0; j < OW; j++)
                        g += dy[i][j] * x[i + a][j + c];
                dw[a][c] = g;
            }
        /* the input's gradient gathers from the outputs that it took part in */
        #pragma hydra parallel for
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++) {
                double g = 0;
                for (int a = 0; a < K; a++)
                    for (int c = 0; c < K; c++)
                        if (i - a >= 0 && i - a < OH && j - c >= 0 && j - c < OW)
                            g += w[a][c] * dy[i - a][j - c];
                dx[i][j] = g;
            }
        layer.db = 0;
        for (int i = 0; i < OH; i++)
            for (int j = 0; j < OW; j++)
                layer.db += dy[i][j];
        layer.b -= 0.0005 * layer.db;
        for (int a = 0; a < K; a++)
            for (int c = 0; c < K; c++)
                w[a][c] -= 0.0005 * dw[a][c];
        printf("epoch %d: loss %.8f bias %.8f\n", epoch, loss, layer.b);
    }
    for (int a = 0; a < K; a++)
        for (int c = 0; c < K; c++)
            printf("%.8f%c", w[a][c], c == K - 1 ? '\n' : ' ');
    for (int i = 0; i < H; i++) {
        for (int j = 0; j < W; j++)
            printf("%.7f ", dx[i][j]);
        printf("\n");
    }
    return 0;
}
