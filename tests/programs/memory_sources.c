// distributed: 14 22 58 71
// offloaded: 14 22 58 71
/* Memory from everywhere: aligned, duplicated, grown, printed into, from the stack. */
#define _GNU_SOURCE
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(double *p, int n, double by)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        p[i] = i * by;
}

static double total(const double *p, int n)
{
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int main(void)
{
    double *aligned = NULL, *page, *grown, *stack;
    int n = 120;

    if (posix_memalign((void **)&aligned, 64, n * sizeof *aligned))
        return 1;
    page = aligned_alloc(4096, 8192);
    fill(aligned, n, 0.5);
    fill(page, n, 2);
    printf("%d %d %.1f %.1f\n", (int)((uintptr_t)aligned % 64), (int)((uintptr_t)page % 4096), total(aligned, n),
           total(page, n));

    memcpy(page + 100, aligned, 60 * sizeof(double));
    memmove(page + 1, page, 150 * sizeof(double));
    memset(aligned + 50, 0, 20 * sizeof(double));
    printf("%.1f %.1f\n", total(page, 160), total(aligned, n));
    printf("%.1f\n", page[101]);

    grown = malloc(10 * sizeof *grown);
    fill(grown, 10, 1);
    for (int size = 20; size <= 160; size *= 2) {
        grown = reallocarray(grown, size, sizeof *grown);
        fill(grown + size / 2, size / 2, 1);
    }
    grown = realloc(grown, 90 * sizeof *grown);
    printf("%.1f\n", total(grown, 90));

    char *text = strdup("the quick brown fox"), *word, *rest = NULL, *joined = NULL;
    int length = (int)strlen(text);
#pragma hydra parallel for
    for (int i = 0; i < length; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            text[i] = (char)(text[i] - 'a' + 'A');
    printf("%s\n", text);
    for (word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *longer = NULL;
        if (asprintf(&longer, "%s[%s]", joined ? joined : "", word) < 0)
            return 1;
        free(joined);
        joined = longer;
    }
    length = (int)strlen(joined);
#pragma hydra parallel for
    for (int i = 0; i < length; i++)
        joined[i] = joined[i] == '[' ? '(' : joined[i] == ']' ? ')' : joined[i];
    printf("%s %ld\n", joined, strtol(strchr(joined, '(') + 1, NULL, 36));

    stack = alloca(50 * sizeof *stack); /* of serial code's own */
    for (int i = 0; i < 50; i++)
        stack[i] = 3 * i;
    double copy[50];
    memcpy(copy, stack, sizeof copy);
    printf("%.1f\n", total(stack, 50));
    printf("%.1f\n", copy[49]);
    free(aligned);
    free(page);
    free(grown);
    free(text);
    free(joined);
    return 0;
}
