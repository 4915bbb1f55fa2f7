// stderr: killed by signal
// says: before the end
/* Ends without leaving main: what is out is out, on whichever rank. */
#include <stdio.h>
#include <stdlib.h>

static int a[30];

int main(void)
{
    int sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        a[i] = 3 * i;
    for (int i = 0; i < 30; i++)
        sum += a[i];
    printf("%d\n", sum);
    fflush(stdout);
    FILE *f = fopen("kept.txt", "w");
    fprintf(f, "%d\n", sum);
    fclose(f);
    fprintf(stderr, "before the end\n");
    if (sum > 100)
        abort();
    printf("not reached\n");
    return 0;
}
