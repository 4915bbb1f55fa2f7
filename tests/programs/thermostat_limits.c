// distributed: 16 30 36 41 47 57 65 72
// offloaded: 16 30 36 41 47 57 65 72
// A heating controller that is tuned while it runs: limits kept in statics, changed by the tests that look at them,
// and counted by variables that wrap around.
#include <stdio.h>

#define ROOMS 64

static int degrees[ROOMS], valve[ROOMS], history[2 * ROOMS];
static int limit;

static void step(void) {
    static int season = 10;
    int r;
#pragma hydra parallel for
    for (r = 0; r < ROOMS; r++)
        valve[r] += degrees[season > 15 ? ROOMS - 1 - r : r];
    season += 10;
}

static int raise(void) {
    limit += 50;
    return limit;
}

static void watch(int hours) {
    int r, tries;
    if (hours < 50 && (hours = 100) > 0) {
#pragma hydra parallel for
        for (r = 0; r < hours; r++)
            history[r] += degrees[(hours - 1 - r) % ROOMS];
    }
    limit = hours / 20;
    if (limit < 20 && raise()) {
#pragma hydra parallel for
        for (r = 0; r < ROOMS; r++)
            valve[r] -= degrees[limit < 20 ? r : ROOMS - 1 - r];
    }
    for (tries = 30; (tries -= 8) > 0; tries++) {
#pragma hydra parallel for
        for (r = 0; r < ROOMS; r++)
            history[r] += degrees[tries < 25 ? ROOMS - 1 - r : r];
    }
    hours = 10;
    if (!(hours > 10 || (hours = 60) < 0)) {
#pragma hydra parallel for
        for (r = 0; r < ROOMS; r++)
            history[r] ^= degrees[hours < 20 ? r : ROOMS - 1 - r];
    }
}

int main(void) {
    int r;
    unsigned char tick;
    unsigned minute;
#pragma hydra parallel for
    for (r = 0; r < ROOMS; r++)
        degrees[r] = 3 * r + 1;
    step();
    step();
    step();
    watch(11);
    for (tick = 250;; tick++) {
#pragma hydra parallel for
        for (r = 0; r < ROOMS; r++)
            valve[r] += degrees[tick < 200 ? ROOMS - 1 - r : r] / 2;
        if (tick == 3)
            break;
    }
    for (minute = 4294967290u;; minute++) {
#pragma hydra parallel for
        for (r = 0; r < ROOMS; r++)
            history[r] += degrees[minute < 200 ? ROOMS - 1 - r : r] / 3;
        if (minute == 2)
            break;
    }
    for (r = 0; r < ROOMS; r++)
        printf("%d %d\n", valve[r], history[r]);
    return 0;
}
