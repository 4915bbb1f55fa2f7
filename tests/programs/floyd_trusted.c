// hydracc: -Wno-error=hydra-race -w
// stderr: overlap on dist
// replicated: 17 24
// All-pairs shortest paths without the guard i != k: row k is read by everyone while its owner "writes" it, though no
// value of it changes. The directive is trusted, and the answer is the sequential one.
#include <stdio.h>

#define CITIES 37
static int dist[CITIES][CITIES];

int main(void) {
    for (int i = 0; i < CITIES; i++)
        for (int j = 0; j < CITIES; j++)
            dist[i][j] = i == j ? 0 : (i * 31 + j * 17) % 23 < 5 ? 1 + (i * j) % 19 : 1000;
    for (int k = 0; k < CITIES; k++) {
#pragma hydra parallel for
        for (int i = 0; i < CITIES; i++)
            for (int j = 0; j < CITIES; j++)
                if (dist[i][k] + dist[k][j] < dist[i][j])
                    dist[i][j] = dist[i][k] + dist[k][j];
    }
    for (int k = 0; k < CITIES; k++) {
#pragma hydra parallel for
        for (int i = 0; i < CITIES; i++)
            for (int j = 0; j < CITIES; j++)
                dist[i][j] = dist[i][j] < dist[i][k] + dist[k][j] ? dist[i][j] : dist[i][k] + dist[k][j];
    }
    for (int i = 0; i < CITIES; i++) {
        for (int j = 0; j < CITIES; j++)
            printf("%d ", dist[i][j]);
        printf("\n");
    }
    return 0;
}
