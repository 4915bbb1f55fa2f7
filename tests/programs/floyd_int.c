// distributed: 18
// offloaded: 18
#include <stdio.h>
#define V 24
#define INF 1000000
int dist[V][V];
int main(void)
{
    int i, j, k;
    for (i = 0; i < V; i++)
        for (j = 0; j < V; j++)
            dist[i][j] = i == j ? 0 : ((i * 13 + j * 7) % 11 == 0 ? 1 + (i + j) % 9 : INF);
    for (i = 0; i < V; i++)
        dist[i][(i + 1) % V] = 12;
    for (k = 0; k < V; k++)
    {
        #pragma hydra parallel for private(j)
        for (i = 0; i < V; i++)
        {
            if (i != k)
            {
                for (j = 0; j < V; j++)
                {
                    if (dist[i][k] + dist[k][j] < dist[i][j])
                        dist[i][j] = dist[i][k] + dist[k][j];
                }
            }
        }
    }
    for (i = 0; i < V; i++)
    {
        for (j = 0; j < V; j++)
            printf("%4d", dist[i][j]);
        printf("\n");
    }
    return 0;
}
