// distributed: 20 40 47
// offloaded: 20 47
// Page rank over adjacency lists, each vertex with a list of its own length; strings in a table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    int n = 70, **adj = malloc(n * sizeof *adj), *deg = malloc(n * sizeof *deg);
    double *rank = malloc(n * sizeof *rank), *next = malloc(n * sizeof *next);
    for (int v = 0; v < n; v++) {
        deg[v] = 1 + (v * 7) % 5;
        adj[v] = malloc(deg[v] * sizeof **adj);
        for (int e = 0; e < deg[v]; e++)
            adj[v][e] = (v * 13 + e * 29 + 5) % n;
        rank[v] = 1.0 / n;
    }
    for (int it = 0; it < 20; it++) {
#pragma hydra parallel for
        for (int v = 0; v < n; v++) {
            double s = 0;
            for (int e = 0; e < deg[v]; e++) {
                int u = adj[v][e];
                s += rank[u] / deg[u];
            }
            next[v] = 0.15 / n + 0.85 * s;
        }
        double *t = rank; rank = next; next = t;
    }
    for (int v = 0; v < n; v += 9)
        printf("%.12g\n", rank[v]);
    char **word = malloc(20 * sizeof *word);
    int *len = calloc(20, sizeof(int)), *vowels = calloc(20, sizeof(int));
    for (int i = 0; i < 20; i++) {
        char buf[40];
        sprintf(buf, "word%d%.*s", i * 37, i % 6, "aeioua");
        word[i] = strdup(buf);
    }
#pragma hydra parallel for
    for (int i = 0; i < 20; i++) {
        len[i] = (int)strlen(word[i]);
        for (char *p = word[i]; *p; p++)
            if (strchr("aeiou", *p))
                vowels[i]++;
    }
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < 4; k++)
            word[i][k] = 'A' + (i + k) % 26;
    for (int i = 0; i < 20; i++)
        printf("%s %d %d\n", word[i], len[i], vowels[i]);
    return 0;
}
