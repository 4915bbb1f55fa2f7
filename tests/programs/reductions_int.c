// distributed: 16
// offloaded: 16
#include <stdio.h>
#define COUNT 77
static int data[COUNT];
int main(void)
{
    int i;
    int sum = 5, difference = 1000, product = 3, all = 0x7fffff, any = 0x100, odd = 0x55;
    int land = 1, lor = 0, low = 1 << 20, high = -1;
    for (i = 0; i < COUNT; i++)
        data[i] = (i * 2654435761u) % 1000;
#pragma hydra parallel for reduction(+:sum) reduction(-:difference) reduction(*:product) \
        reduction(&:all) reduction(|:any) reduction(^:odd) reduction(&&:land)            \
        reduction(||:lor) reduction(min:low) reduction(max:high)
    for (i = 0; i < COUNT; i++) {
        sum += data[i];
        difference -= data[i];
        product *= i % 9 == 0 ? 3 : 1;
        all &= data[i] | 0xf0;
        any |= data[i];
        odd ^= data[i];
        land = land && data[i] >= 0;
        lor = lor || data[i] == 999;
        if (data[i] < low) low = data[i];
        if (data[i] > high) high = data[i];
    }
    printf("%d %d %d %d %d %d %d %d %d %d\n", sum, difference, product, all, any, odd, land, lor, low, high);
    return 0;
}
