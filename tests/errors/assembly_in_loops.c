// Assembly that gives a value of its own is for serial code.
unsigned long a[100];
static unsigned long ticks(void)
{
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); // error: assembly that gives a value of its own
    return (unsigned long)high << 32 | low;
}
void f(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[i] = ticks();
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) {
        int twice = i;
        __asm__("addl %0, %0" : "+r"(twice));
        a[i] = (unsigned long)twice;
    }
}
