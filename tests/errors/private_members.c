// A private struct begins without values, all of its members do.
int key[9];
struct numbers {
    int x, y, z[2];
};
void f(void)
{
    struct numbers pair, full;
    pair.y = 5;
#pragma hydra parallel for private(pair, full)
    for (int i = 0; i < 9; i++) {
        full.x = i;
        full.z[0] = i + 1;
        full.z[1] = i + 2;
        key[i] = full.x + full.z[i % 2];
        pair.x = i;
        key[i] += pair.x + pair.y; // error: its member 'y' is read, which nothing in the loop assigns
    }
}
