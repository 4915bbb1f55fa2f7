/* Deals 1000 cards: card i goes to place i * step, counted around the table.
 *
 *     05-exercise [step]
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static int place[N];
static double card[N], table[N];

int main(int argc, char **argv)
{
    int step = argc > 1 ? atoi(argv[1]) : 7;
    for (int i = 0; i < N; i++) {
        place[i] = i * step % N;
        card[i] = i;
    }

    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        table[place[i]] = card[i];

    printf("place 0 has card %g, place 500 has card %g\n", table[0], table[500]);
    return 0;
}
