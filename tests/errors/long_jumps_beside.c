// setjmp beside an element of an array: when control comes back, loops may have written it.
#include <setjmp.h>
static jmp_buf place;
static int code[4];
void g(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        code[i] = i;
    code[1] = setjmp(place); // error: 'code[1]' is used in one expression with setjmp
}
