// deals: block, cyclic
// distributed: 20 34 44 55 60 70 81
// offloaded: 20 34 44 55 60 70 81
/* Deriche's recursive edge detection filter, after the PolyBench kernel "deriche": causal and anticausal passes along
   the rows, then along the columns; each row (column) is one iteration with its own recurrence. */
#include <math.h>
#include <stdio.h>

#define W 52
#define H 39

static float img_in[W][H], img_out[W][H], causal[W][H], anti[W][H];

int main(void)
{
    const float alpha = 0.25f;
    float k, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, c1, c2;

    #pragma hydra parallel for
    for (int i = 0; i < W; i++)
        for (int j = 0; j < H; j++)
            img_in[i][j] = (float)((313 * i + 991 * j) % 65536) / 65535.0f;

    k = (1.0f - expf(-alpha)) * (1.0f - expf(-alpha)) / (1.0f + 2.0f * alpha * expf(-alpha) - expf(2.0f * alpha));
    a1 = a5 = k;
    a2 = a6 = k * expf(-alpha) * (alpha - 1.0f);
    a3 = a7 = k * expf(-alpha) * (alpha + 1.0f);
    a4 = a8 = -k * expf(-2.0f * alpha);
    b1 = powf(2.0f, -alpha);
    b2 = -expf(-2.0f * alpha);
    c1 = c2 = 1;

    #pragma hydra parallel for
    for (int i = 0; i < W; i++) {
        float ym1 = 0, ym2 = 0, xm1 = 0;
        for (int j = 0; j < H; j++) {
            causal[i][j] = a1 * img_in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = img_in[i][j];
            ym2 = ym1;
            ym1 = causal[i][j];
        }
    }
    #pragma hydra parallel for
    for (int i = 0; i < W; i++) {
        float yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
        for (int j = H - 1; j >= 0; j--) {
            anti[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = img_in[i][j];
            yp2 = yp1;
            yp1 = anti[i][j];
        }
    }
    #pragma hydra parallel for
    for (int i = 0; i < W; i++)
        for (int j = 0; j < H; j++)
            img_out[i][j] = c1 * (causal[i][j] + anti[i][j]);

    #pragma hydra parallel for
    for (int j = 0; j < H; j++) {
        float tm1 = 0, ym1 = 0, ym2 = 0;
        for (int i = 0; i < W; i++) {
            causal[i][j] = a5 * img_out[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = img_out[i][j];
            ym2 = ym1;
            ym1 = causal[i][j];
        }
    }
    #pragma hydra parallel for
    for (int j = 0; j < H; j++) {
        float tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
        for (int i = W - 1; i >= 0; i--) {
            anti[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = img_out[i][j];
            yp2 = yp1;
            yp1 = anti[i][j];
        }
    }
    #pragma hydra parallel for
    for (int i = 0; i < W; i++)
        for (int j = 0; j < H; j++)
            img_out[i][j] = c2 * (causal[i][j] + anti[i][j]);

    for (int i = 0; i < W; i++) {
        for (int j = 0; j < H; j++)
            printf("%.6f ", img_out[i][j]);
        printf("\n");
    }
    return 0;
}
