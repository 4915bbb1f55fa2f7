// distributed: 24
// Rows behind a table of pointers whose elements have padding: copies of such elements may leave anything in it.
#include <stdio.h>
#include <stdlib.h>

enum { rows = 20, columns = 13 };

struct sample {
    char kind;
    double value;
    short weight;
};

int main(void)
{
    struct sample **m = malloc(rows * sizeof *m);
    long double **wide = malloc(rows * sizeof *wide);
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(columns * sizeof **m);
        wide[i] = malloc(columns * sizeof **wide);
    }
    int j;
#pragma hydra parallel for private(j)
    for (int i = 0; i < rows; i++)
        for (j = 0; j < columns; j++) {
            struct sample z;
            z.kind = (char)i;
            z.value = j;
            z.weight = 1;
            m[i][j] = z;
            wide[i][j] = i + j / 8.0L;
        }
    printf("%g %Lg\n", m[3][4].value, wide[19][12]);
    for (int i = 0; i < rows; i++) {
        free(m[i]);
        free(wide[i]);
    }
    free(m);
    free(wide);
    return 0;
}
