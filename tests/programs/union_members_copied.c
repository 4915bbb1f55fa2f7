// hydracc: -Werror=hydra-whole
// distributed: 29 38
// offloaded: 29 38
// Records that are members, or unions, copied into and out of a record variable: no pointer is followed.
#include <stdio.h>

union cell {
    int i;
    int w[2];
};
struct row {
    int w[2];
};
struct box {
    int tag;
    union cell u;
    struct row r;
};
static union cell u;
static struct row r;
static struct box B, C;
static int out[20];

static int first(const struct row *from) { return from->w[0]; }

int main(void) {
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int k = 0; k < 2; k++) {
            u.w[k] = k + t;
            r.w[k] = 3 * k + t;
        }
        B.u = u;
        B.r = r;
        C = B;
        B.tag = first(&C.r) + t;
#pragma hydra parallel for
        for (int k = 0; k < 20; k++)
            out[k] = B.u.w[k % 2] + C.r.w[k % 2] + k;
        C.r = B.r;
        for (int k = 0; k < 20; k++)
            printf("%d ", out[k]);
        printf("%d %d %d\n", B.tag, C.r.w[1], C.u.w[0]);
    }
    return 0;
}
