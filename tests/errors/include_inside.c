// A loop whose body comes from an included file.
#include <stdio.h>
#include "include_inside.inc"
static int squares[COUNT];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < COUNT; i++) // error: not all of this parallel loop stands in this file
#define BODY
#include "include_inside.inc"
#undef BODY
    for (int i = 0; i < COUNT; i++)
        printf("%d\n", squares[i]);
    return 0;
}
