// The name of the function around a loop is not that of the code that runs its body; helpers are copied, too.
#include <assert.h>
int b[4];
static int first(void) { return __func__[0]; } // error: '__func__' in a parallel loop
void f(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        b[i] = first();
#pragma hydra parallel for
    for (int i = 0; i < 4; i++) {
        assert(b[i] >= 0);
        b[i] = __func__[0];
    }
}
