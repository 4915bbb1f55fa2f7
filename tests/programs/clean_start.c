// distributed: 14
// errno and the exceptions of arithmetic as C starts a program: a check at the end that nothing went wrong need not
// clear them first.
#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <string.h>

static double half[50];

int main(void) {
    int at_start = errno, raised = fetestexcept(FE_ALL_EXCEPT);
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        half[i] = i * 0.5;
    FILE *kept = tmpfile();
    for (int i = 0; i < 50; i++)
        fprintf(kept, "%g\n", half[i]);
    fclose(kept);
    if (errno != 0)
        printf("error: %s\n", strerror(errno));
    printf("%d %d %d %g\n", at_start, raised, fetestexcept(FE_ALL_EXCEPT), half[49]);
    return 0;
}
