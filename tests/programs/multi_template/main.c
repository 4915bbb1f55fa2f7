// distributed: 61
// offloaded: 61 field.h:19
// Headers that are included several times under other macros: a template for types, and a list that is read twice; once
// by a name that a macro gives.
#include <stdio.h>
#include <stdlib.h>

#define TYPE double
#define NAME(x) x##_of_double
#define RULE(x) (x)
#include "field.h"
#undef TYPE
#undef NAME
#undef RULE

#define TYPE float
#define NAME(x) x##_of_float
#define RULE(x) (2 * (x) - 1)
#define TEMPLATE "field.h"
#include TEMPLATE
#undef TYPE
#undef NAME
#undef RULE

#define TYPE int
#define NAME(x) x##_of_int
#define RULE(x) ((x) / 2 + 3)
#include "field.h"

#define KIND(name, degrees) name,
enum kind {
#include "kinds.h"
    kinds
};
#undef KIND

static int counts[kinds];

static void count(const int *at, int n)
{
    for (int i = 0; i < n; i++) {
        int t = at[i];
#define KIND(name, degrees) counts[name] += t > degrees;
#include "kinds.h"
#undef KIND
    }
}

int main(void)
{
    field_of_double d = make_of_double(50);
    field_of_float f = make_of_float(60);
    field_of_int k = make_of_int(70);
    for (int t = 0; t < 4; t++) {
        step_of_double(&d);
        step_of_float(&f);
        step_of_int(&k);
    }
    int n = 90, *at = malloc(n * sizeof *at);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        at[i] = i * 7 % 31;
    count(at, n);
    printf("%.6f %.4f %.0f\n", sum_of_double(&d), sum_of_float(&f), sum_of_int(&k));
    printf("%d %d %d\n", counts[cold], counts[mild], counts[hot]);
    return 0;
}
