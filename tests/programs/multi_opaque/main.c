// distributed: 10 35 field.c:83
// Opaque types: this file knows structs by their names alone, and loops here call functions of the file that has them.
#include "field.h"

#include <stdio.h>

static void smooth(const field *from, field *to, double alpha)
{
#pragma hydra parallel for
    for (int i = 0; i < field_rows(from); i++)
        for (int j = 0; j < field_columns(from); j++) {
            double c = field_at(from, i, j);
            field_put(to, i, j,
                      c + alpha * (field_at(from, i - 1, j) + field_at(from, i + 1, j) + field_at(from, i, j - 1) +
                                   field_at(from, i, j + 1) - 4 * c));
        }
}

int main(void)
{
    field *u = field_make(26, 17), *v = field_make(26, 17);
    for (int i = 0; i < field_rows(u); i++)
        field_put(u, i, 8, 100 + i);
    for (int j = -1; j <= field_columns(u); j++) {
        field_put(u, -1, j, 10);
        field_put(v, -1, j, 10);
    }
    walk w = walk_make(40);
    double d = 0;
    for (int t = 0; t < 12; t++) {
        smooth(u, v, 0.2);
        d += field_change(u, v);
        field_swap(&u, &v);
#pragma hydra parallel for
        for (int i = 0; i < 40; i++)
            walk_step(w, i, field_at(u, i % 26, 8));
    }
    printf("%.10g %.10g %g\n", d, walk_end(w, 33), field_weight(u, 3));
    for (int i = 0; i < 26; i += 5)
        printf("%.8g\n", field_at(u, i, 7));
    printf("%s %.8g\n", field_states[d > 1], field_change(u, v));
    field_free(u);
    field_free(v);
    return 0;
}
