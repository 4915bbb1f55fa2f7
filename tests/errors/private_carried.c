// An iteration has its own copy of a listed array: what another iteration wrote does not arrive there.
int key[9], base[4];
int tally(int n) {
    int h[4], m[3][4];
    {
        int w[4] = {3, 1, 4, 1};
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 9; i++) {
            int s = 0;
            for (int k = 0; k < 4; k++)
                s += w[k] * (i + k); // error: it reads 'w[1]' of the iteration before [hydra-private]
            w[1] = i;
            key[i] = s;
        }
    }
    {
        int w[4] = {3, 1, 4, 1};
#pragma hydra parallel for firstprivate(w)
        for (int i = 3; i > 0; i--) {
            key[i] = w[i]; // error: it reads 'w[1]' of the iteration before
            w[i - 1] = 4;
        }
    }
    {
        int w[4] = {3, 1, 4, 1};
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 9; i++) {
            w[base[i & 3] & 3] = i;
            key[i] = w[0]; // warning: it may read 'w[0]' of the iteration before
        }
    }
    {
        int w[4] = {3, 1, 4, 1};
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 9; i++) {
            if (n > 4)
                w[2] = i;
            key[i] = w[2]; // its own, or the one from before the loop
        }
    }
#pragma hydra parallel for private(h)
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++)
            h[k] = k;
        key[i] = h[3]; // error: here 'h[3]' is read before it is written; assign it first, or use firstprivate(h)
    }
#pragma hydra parallel for private(h)
    for (int i = 0; i < 9; i++) {
        h[base[i & 3] & 3] = 1;
        key[i] = h[0]; // warning: here 'h[0]' may be read before it is written
    }
#pragma hydra parallel for private(m)
    for (int i = 0; i < 9; i++) {
        for (int r = 2; r >= 0; r--)
            for (int c = 0; c < 4; c++)
                m[r][c] = r > 0 ? m[r - 1][c] : i; // error: here 'm[0][0]' is read before it is written
        key[i] = m[1][2];
    }
    {
        double w[4] = {3, 1, 4, 1}, u[4] = {0}, v[4] = {0}, x[4] = {0};
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 9; i++) {
            w[1] += i; // error: it reads 'w[1]' of the iteration before
            key[i] = w[1];
        }
#pragma hydra parallel for firstprivate(u)
        for (int i = 0; i < 9; i++) {
            u[2] = u[2] * 2 + 1; // error: it reads 'u[2]' of the iteration before
            u[3] = u[2];
            key[i] = u[3];
        }
#pragma hydra parallel for firstprivate(v)
        for (int i = 0; i < 9; i++)
            key[i] = v[n]++; // error: it reads 'v[0]' of the iteration before
#pragma hydra parallel for firstprivate(x)
        for (int i = 0; i < 9; i++)
            for (int k = 0; k < 4; k++) {
                x[k] -= i; // error: it reads 'x[0]' of the iteration before
                key[i] += x[k];
            }
    }
    {
        double w[4] = {3, 1, 4, 1};
#pragma hydra parallel for firstprivate(w)
        for (int i = 0; i < 9; i++) {
            w[1] = i; // set before it is changed
            w[1] += n;
            for (int k = 2; k < 4; k++) {
                w[k] = k;
                w[k] *= w[1];
            }
            key[i] = w[1] + w[3] + w[0];
        }
    }
    return key[3];
}
