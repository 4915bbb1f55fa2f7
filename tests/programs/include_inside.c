#include <stdio.h>
#include "include_inside.h"
static int squares[COUNT];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < COUNT; i++)
#define BODY
#include "include_inside.h"
#undef BODY
    for (int i = 0; i < COUNT; i++)
        printf("%d\n", squares[i]);
    return 0;
}
