// distributed: 18
// replicated: 26 32
// offloaded: 18
// Each sender scatters its parcels by a list of addresses and stops at its limit, found by a macro that leaves the loop
// from inside of an expression.
#include <stdio.h>

#define SENDERS 40
#define PARCELS 8
#define STOP_AT(limit, n) (void)({ if ((limit) < (n)) break; 0; })
#define SKIP_ODD(n) (void)({ int half = (n) / 2; if (half * 2 != (n)) continue; half; })

static int address[SENDERS * PARCELS], shelf[SENDERS * PARCELS], shelf2[SENDERS * PARCELS], limit[SENDERS];

int main(void) {
    int s;
#pragma hydra parallel for
    for (s = 0; s < SENDERS; s++) {
        limit[s] = s % 5;
        for (int p = 0; p < PARCELS; p++) {
            shelf[s * PARCELS + p] = shelf2[s * PARCELS + p] = 1000 + s * PARCELS + p;
            address[s * PARCELS + p] = (SENDERS - 1 - s) * PARCELS + p;
        }
    }
#pragma hydra parallel for
    for (s = 0; s < SENDERS; s++)
        for (int p = 0; p < PARCELS; p++) {
            shelf[address[s * PARCELS + p]] = s;
            STOP_AT(limit[s], p);
        }
#pragma hydra parallel for
    for (s = 0; s < SENDERS; s++)
        for (int p = 0; p < PARCELS; p++) {
            SKIP_ODD(limit[s] + p);
            shelf2[address[s * PARCELS + p]] = s;
        }
    for (s = 0; s < SENDERS * PARCELS; s++)
        printf("%d %d\n", shelf[s], shelf2[s]);
    return 0;
}
