// distributed: 44 54 63 75
// offloaded: 44 54 63 75
/* The forward pass of a small convolutional network: convolution with ReLU, max pooling, a second convolution, a fully
   connected layer, softmax; a batch of pictures, output channels in parallel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BATCH 3
#define C1 4
#define C2 6
#define IN 18
#define K 3
#define O1 (IN - K + 1)
#define P1 (O1 / 2)
#define O2 (P1 - K + 1)
#define CLASSES 10

static float input[BATCH][IN][IN], w1[C1][K][K], b1[C1], conv1[BATCH][C1][O1][O1], pool1[BATCH][C1][P1][P1];
static float w2[C2][C1][K][K], b2[C2], conv2[BATCH][C2][O2][O2], w3[CLASSES][C2 * O2 * O2], score[BATCH][CLASSES];

static float relu(float x) { return x > 0 ? x : 0; }

static void init(void)
{
    unsigned s = 1;
#define RND (s = s * 1664525u + 1013904223u, (float)(s >> 8) / (1 << 24) - 0.5f)
    float *all[] = {&w1[0][0][0], b1, &w2[0][0][0][0], b2, &w3[0][0]};
    int count[] = {C1 * K * K, C1, C2 * C1 * K * K, C2, CLASSES * C2 * O2 * O2};
    for (int a = 0; a < 5; a++)
        for (int i = 0; i < count[a]; i++)
            all[a][i] = RND;
    for (int n = 0; n < BATCH; n++)
        for (int y = 0; y < IN; y++)
            for (int x = 0; x < IN; x++)
                input[n][y][x] = ((x + n) * (y + 1)) % 7 / 7.0f;
}

int main(void)
{
    init();
    for (int n = 0; n < BATCH; n++) {
        #pragma hydra parallel for
        for (int c = 0; c < C1; c++)
            for (int y = 0; y < O1; y++)
                for (int x = 0; x < O1; x++) {
                    float s = b1[c];
                    for (int dy = 0; dy < K; dy++)
                        for (int dx = 0; dx < K; dx++)
                            s += w1[c][dy][dx] * input[n][y + dy][x + dx];
                    conv1[n][c][y][x] = relu(s);
                }
        #pragma hydra parallel for
        for (int c = 0; c < C1; c++)
            for (int y = 0; y < P1; y++)
                for (int x = 0; x < P1; x++) {
                    float m = conv1[n][c][2 * y][2 * x];
                    for (int d = 1; d < 4; d++)
                        m = fmaxf(m, conv1[n][c][2 * y + d / 2][2 * x + d % 2]);
                    pool1[n][c][y][x] = m;
                }
        #pragma hydra parallel for
        for (int o = 0; o < C2; o++)
            for (int y = 0; y < O2; y++)
                for (int x = 0; x < O2; x++) {
                    float s = b2[o];
                    for (int c = 0; c < C1; c++)
                        for (int dy = 0; dy < K; dy++)
                            for (int dx = 0; dx < K; dx++)
                                s += w2[o][c][dy][dx] * pool1[n][c][y + dy][x + dx];
                    conv2[n][o][y][x] = relu(s);
                }
        const float *flat = &conv2[n][0][0][0];
        #pragma hydra parallel for
        for (int k = 0; k < CLASSES; k++) {
            float s = 0;
            for (int i = 0; i < C2 * O2 * O2; i++)
                s += w3[k][i] * flat[i];
            score[n][k] = s;
        }
    }
    for (int n = 0; n < BATCH; n++) {
        float top = score[n][0], sum = 0;
        for (int k = 1; k < CLASSES; k++)
            top = fmaxf(top, score[n][k]);
        for (int k = 0; k < CLASSES; k++)
            sum += expf(score[n][k] - top);
        for (int k = 0; k < CLASSES; k++)
            printf("%.6f (%.6f) ", score[n][k], expf(score[n][k] - top) / sum);
        printf("\n");
    }
    return 0;
}
