// distributed: 52 58 63 90 98 101 111 125 128
// offloaded: 52 58 90 98 125 128
/* Tags, typedefs and enumerations of functions and blocks, which hide each other; layouts of every kind. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct P {
    int z;
};
static double norm(const void *v, int i) {
    struct P {
        double a, b;
    };
    const struct P *p = v;
    struct P q = p[i];
    return q.a * q.a + q.b;
}
int main(int argc, char **argv) {
    (void)argv;
    int n = 20 + argc - 1;
    struct P {
        double a, b;
    } *v = malloc(n * sizeof *v), w[n];
    enum kind { LOW = -2, MID, HIGH = 5 } kinds[40];
    typedef double row[8];
    typedef struct {
        unsigned f : 3, g : 7;
        signed s : 5;
        char c;
        long l;
    } bits;
    struct __attribute__((packed)) pk {
        char c;
        int i;
        double d;
    } pk[30];
    struct al {
        char c;
        int x __attribute__((aligned(16)));
        short h;
    } al[30];
    union un {
        int i;
        float f;
        unsigned char by[4];
    } un[30];
    bits bt[30];
    row m[20];
    int idx[40];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        v[i].a = i;
        v[i].b = 1;
        w[i] = (struct P){.b = i, .a = offsetof(struct P, b) + sizeof(struct P)};
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        kinds[i] = i % 3 == 0 ? LOW : i % 3 == 1 ? MID : HIGH;
        idx[i] = (i * 7) % n;
    }
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) {
        bt[i].f = i;
        bt[i].g = 3 * i;
        bt[i].s = -i % 16;
        bt[i].c = i;
        bt[i].l = -i;
        pk[i].c = i;
        pk[i].i = i * 2;
        pk[i].d = i * 0.5;
        al[i].c = i;
        al[i].x = i * 3;
        al[i].h = -i;
        un[i].i = 0;
        un[i].by[1] = i;
        enum kind k = kinds[i];
        switch (k) {
        case LOW:
            pk[i].c = 'l';
            break;
        case MID:
            pk[i].c = 'm';
            break;
        default:
            pk[i].c = 'h';
        }
    }
#pragma hydra parallel for
    for (int i = 0; i < 20; i++) {
        row *r = &m[i];
        for (int j = 0; j < (int)(sizeof(row) / sizeof(double)); j++)
            (*r)[j] = i * j;
    }
    double s = 0;
    long t = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += norm(v, i) + w[idx[i]].a + w[(i + 1) % n].b + m[i % 20][3];
#pragma hydra parallel for reduction(+ : t)
    for (int i = 0; i < 30; i++)
        t += bt[i].f + bt[i].g * 3 + bt[i].s * 5 + bt[i].c + bt[i].l + pk[i].c * 7 + pk[i].i + (long)pk[i].d +
             al[i].x + al[i].c + al[i].h + un[i].by[1] + (un[i].i != 0) + kinds[i];
    printf("%g %ld\n", s, t);
    {
        struct P {
            char name[8];
            int count;
        } p[30], last = {"none", 0};
#pragma hydra parallel for
        for (int i = 0; i < 30; i++) {
            strcpy(p[i].name, "abc");
            p[i].name[i % 3] = '_';
            p[i].count = (int)sizeof(struct P) + i;
            if (i % 7 == 3)
                last = p[i];
        }
        printf("%s %d %s %d\n", p[7].name, p[7].count, last.name, last.count);
        for (int k = 0; k < 2; k++) {
            struct P {
                int only[2];
            } q[10];
            struct P *const first = &q[2];
#pragma hydra parallel for
            for (int i = 0; i < 10; i++)
                q[i].only[k] = i + k, q[i].only[1 - k] = -i;
#pragma hydra parallel for
            for (int i = 0; i < 8; i++)
                first[i].only[0] += (int)sizeof(struct P);
            printf("%d %d\n", q[5].only[0], q[5].only[1]);
        }
    }
    free(v);
    return 0;
}
