// distributed: 36
// offloaded: 36
/* Which days a shop is open, which shelves are cold, and what that costs: small tables of flags, written down as
   people write them (any number that is not 0 is a yes). */
#include <stdbool.h>
#include <stdio.h>

#define DAYS 7
#define SHELVES 5

static const _Bool open_on[DAYS] = {1, 1, 4, 0, 0.5, 2 - 2, 0x100};
static const bool every_other[2][3] = {{3, 0, 3}, {0, -1, 0}};

struct shelf {
    bool cold;
    unsigned char level;
    bool locked[2];
};
static const struct shelf shelves[SHELVES] = {
    {8, 1, {0, 256}}, {0.25, 200, {2}}, {0, 3, {false, 9}}, {.level = 77, .cold = 'y'}, {true, 5, {1 == 1, 1 > 2}},
};

static int fee(int day, int shelf)
{
    static const bool late[] = {0, 12, 0.001, 0};
    return late[(day + shelf) % 4] * 1000 + shelves[shelf].locked[day & 1] * 7;
}

int main(void)
{
    static int cost[DAYS * 10], fees[DAYS * 10], flips[DAYS * 10];
    const bool own[3] = {5, 0, 0.125};
    int total = 0;

#pragma hydra parallel for reduction(+ : total)
    for (int i = 0; i < DAYS * 10; i++) {
        const int day = i % DAYS, s = i % SHELVES;
        bool any = shelves[s].cold;
        any |= every_other[i % 2][i % 3] * 6;
        cost[i] = open_on[day] * 100 + shelves[s].cold * 10 + every_other[i % 2][i % 3];
        fees[i] = fee(day, s) + shelves[s].level + own[i % 3] * 3;
        flips[i] = (open_on[day] ^ shelves[s].cold) + 2 * (open_on[day] == every_other[1][i % 3]) + 4 * any;
        total += open_on[day] + shelves[s].locked[1];
    }
    for (int i = 0; i < DAYS * 10; i++)
        printf("%d %d %d\n", cost[i], fees[i], flips[i]);
    printf("%d\n", total);
    return 0;
}
