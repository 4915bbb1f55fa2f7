// distributed: 25
// A ring of generations in a static variable of main's: helpers reach into it by pointers to const, and which part they
// read is said by a member.
#include <stdio.h>

typedef struct { unsigned char alive, age; } Life;
typedef struct { Life gen[3][16]; int now; } Ring;

static const Life *peek(const Ring *r, int x) { return &r->gen[r->now][x & 15]; }

static Life next_life(const Ring *r, int x)
{
    int around = peek(r, x - 1)->alive + peek(r, x + 1)->alive;
    Life it = {.alive = around == 1 || (around == 0 && peek(r, x)->age % 3 == 1), .age = peek(r, x)->age + 1};
    return it;
}

int main(void)
{
    static Ring r;
    r.gen[0][5].alive = r.gen[0][6].age = 1;
    for (int t = 0; t < 7; t++) {
        int nx = (r.now + 1) % 3;
        #pragma hydra parallel for
        for (int x = 0; x < 16; x++)
            r.gen[nx][x] = next_life(&r, x);
        r.now = nx;
        for (int x = 0; x < 16; x++)
            putchar(r.gen[nx][x].alive ? '#' : '.');
        printf(" %d\n", r.gen[nx][3].age);
    }
    return 0;
}
