static int data[32], n = 5;
static int twist(int x) { return -x * n; }
void right_run(int count, const int *from)
{
#pragma hydra parallel for
    for (int i = 0; i < count; i++)
        data[i] = twist(from[i]) + from[count - 1 - i];
    n++;
}
int right_get(int i) { return data[i]; }
