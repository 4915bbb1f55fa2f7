// args: 11 alpha "two words" -3 x=1
// distributed: 14
// offloaded: 14
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char *argv[])
{
    printf("%d arguments\n", argc - 1);
    for (int k = 1; k < argc; k++)
        printf("[%s] starts with %c\n", argv[k], argv[k][0]);
    int n = atoi(argv[1]), add = atoi(argv[4]);
    int a[n];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + add;
    for (int i = 0; i < n; i++)
        printf("%d\n", a[i]);
    printf("%s %d\n", argv[argc] == NULL ? "end" : "?", a[n - 1]);
    return argc;
}
