// args: 21
// distributed: 18 left.c:7 left.c:14 right.c:6
// offloaded: 18 left.c:7 left.c:14 right.c:6
#include <stdio.h>
#include <stdlib.h>
/* the same static names in every file mean different things */
static int data[32];
static int twist(int x) { return x ^ 1; }
void left_run(int n);
int left_sum(void);
void right_run(int n, const int *from);
int right_get(int i);
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    left_run(n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        data[i] = twist(i);
    right_run(n, data);
    printf("%d\n", left_sum());
    for (int i = 0; i < n; i++)
        printf("%d %d\n", data[i], right_get(i));
    return 0;
}
