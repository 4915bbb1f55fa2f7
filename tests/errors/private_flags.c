// An iteration is run through with what its own constants say: flags that tell whether something has been filled,
// halves that take turns, counters, and texts. What is filled on some ways only is still told.
#include <stdio.h>
#include <string.h>
struct work {
    double q[4];
    int have;
    double f[2][4];
    char name[16];
    double x;
};
double in[60][8], out[60];
int len[60];
void wrong(void)
{
    struct work s;
    double x, y[4];
    char w[12];
    int have;
#pragma hydra parallel for private(s)
    for (int i = 0; i < 60; i++) {
        if (i & 1)
            s.have = 0;
        for (int a = 0; a < 6; a++) {
            if (!s.have) { // warning: here 's.have' may be read before it is written
                for (int b = 0; b < 4; b++)
                    s.q[b] = in[i][b];
                s.have = 1;
            }
            out[i] += s.q[a % 4]; // warning: here 's.q[a % 4]' may be read before it is written
        }
    }
#pragma hydra parallel for private(s, x, have)
    for (int i = 0; i < 60; i++) {
        s.have = have = 0;
        for (int a = 0; a < len[i]; a++) {
            if (!s.have) {
                if (in[i][a] > 3)
                    for (int b = 0; b < 4; b++)
                        s.q[b] = in[i][b];
                s.have = 1;
            }
            if (have == 0) {
                if (in[i][a] > 2)
                    x = in[i][1];
                have = 1;
            }
            out[i] += s.q[a % 4]; // warning: here 's.q[a % 4]' may be read before it is written
            out[i] += x;          // warning: may read the private 'x' before it writes it
        }
    }
#pragma hydra parallel for private(s)
    for (int i = 0; i < 60; i++) {
        int cur = 0;
        for (int a = 0; a < 4; a++)
            s.f[cur][a] = in[i][a];
        for (int r = 0; r < len[i]; r++) {
            for (int a = 0; a < 4; a++)
                s.f[1 - cur][a] = s.f[1 - cur][(a + 1) % 4] * .5; // warning: here 's.f[1 - cur][(a + 1) % 4]' may be
            cur = 1 - cur;
        }
        out[i] += s.f[cur][0];
    }
#pragma hydra parallel for private(s, y)
    for (int i = 0; i < 60; i++) {
        int n = 3;
        for (int a = 0; a < n; a++)
            s.q[a] = a;
        if (i & 1) {
            double h = s.q[0];
            s.q[0] = s.q[3]; // error: here 's.q[3]' is read before it is written
            s.q[2] = h;
        }
        n = 0;
        for (int d = 0; d < 4; d++)
            if (in[i][d + 2] > 4)
                y[n++] = d;
        out[i] += y[1]; // warning: here 'y[1]' may be read before it is written
    }
#pragma hydra parallel for private(s, w, y)
    for (int i = 0; i < 60; i++) {
        if (i & 1)
            sprintf(s.name, "%d", i);
        out[i] += strlen(s.name); // warning: here 's.name' may be read before it is written
        w[0] = 0;
        out[i] += w[3]; // error: here 'w[3]' is read before it is written
        int n = 0;
        for (int a = 0; a < 2; a++) {
            int at = n++;
            if (in[i][a] > 5)
                y[at] = a;
        }
        for (int a = 0; a < n; a++)
            out[i] += y[a]; // warning: here 'y[a]' may be read before it is written
    }
}
void right(void)
{
    struct work s;
    double x, y[9], z[4];
    char w[12];
    int have, lo, hi;
#pragma hydra parallel for private(s, x, have)
    for (int i = 0; i < 60; i++) {
        s.have = have = 0;
        for (int a = 0; a < len[i]; a++) {
            if (!s.have) {
                for (int b = 0; b < 4; b++)
                    s.q[b] = in[i][b];
                s.x = in[i][5];
                s.have = 1;
            }
            if (have == 0) {
                x = in[i][1];
                have = 1;
            }
            out[i] += s.q[a % 4] + s.x + x;
        }
        int cur = 0;
        for (int a = 0; a < 4; a++)
            s.f[cur][a] = in[i][a];
        for (int r = 0; r < len[i]; r++) {
            for (int a = 0; a < 4; a++)
                s.f[1 - cur][a] = s.f[cur][(a + 1) % 4] * .5;
            cur = !cur;
        }
        out[i] += s.f[cur][0];
    }
#pragma hydra parallel for private(s, y, z, lo, hi)
    for (int i = 0; i < 60; i++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                y[n++] = in[(i + dy + 60) % 60][dx + 2];
        if (y[1] > y[2]) {
            double t = y[1];
            y[1] = y[2];
            y[2] = t;
        }
        s.have = 3;
        for (int a = 0; a < s.have; a++)
            s.q[a] = a;
        if (i & 1) {
            double h = s.q[0];
            s.q[0] = s.q[2];
            s.q[2] = h;
        }
        lo = 0;
        hi = 3;
        while (lo <= hi) {
            z[lo] = in[i][lo];
            z[hi] = in[i][hi];
            lo++;
            hi--;
        }
        out[i] += y[4] + s.q[0] + z[1] + z[2];
        for (int r = 0; r < 3; r++)
            switch (r) {
            case 0:
                s.f[1][0] = i;
                break;
            default:
                s.f[1][0] += r;
            }
        out[i] += s.f[1][0];
        n = 0;
        for (int a = 0; a < 8; a++)
            if (in[i][a] > 9 && n < 4) {
                int at = n++;
                z[at] = in[i][a];
            }
        for (int a = 0; a < n; a++)
            out[i] += z[a];
    }
#pragma hydra parallel for private(s, w)
    for (int i = 0; i < 60; i++) {
        snprintf(s.name, sizeof s.name, "r%d", i);
        s.have = (int)strlen(s.name);
        for (int k = 0; k < s.have; k++)
            out[i] += s.name[k];
        strcpy(w, s.name);
        strcat(w, "y");
        out[i] += strcmp(w, "r3y") + w[0];
    }
#pragma hydra parallel for private(s, w)
    for (int i = 0; i < 60; i++) {
        s.name[0] = 'a';
        s.name[1] = 0;
        strcat(s.name, "xy");
        w[0] = 0;
        if (i % 3 == 0)
            strcat(w, "f");
        out[i] += strlen(w) + s.name[1] + strlen(w + 0);
    }
}
