/* N people stand in a line, and each adds to its own number that of another, who is so many places to the left. Those
 * who have nobody there stay as they are.
 *
 *     05 [places]
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static int other[N];
static double number[N];

int main(int argc, char **argv)
{
    int places = argc > 1 ? atoi(argv[1]) : 500;
    for (int i = 0; i < N; i++) {
        other[i] = i - places;
        number[i] = 1;
    }

    #pragma hydra parallel for
    for (int i = places; i < N; i++)
        number[i] += number[other[i]];

    printf("the last one has %g\n", number[N - 1]);
    return 0;
}
