// distributed: 15 18 20 26 33
/* Packed records of a network log: flags in bits, beside counters that other iterations read. */
#include <stdio.h>
typedef struct { double v; char c; unsigned long long big : 40; } odd;
typedef struct { unsigned kind : 3, seen : 1; unsigned char hops; unsigned short port; int : 4; unsigned ttl : 6; signed delta : 5; int left; } packet;
typedef struct { packet p[3]; char name[3]; struct { unsigned a : 7; unsigned b : 9; char x; } in; } flow;
#define N 40
static packet log_[N];
static flow flows[N];
int main(void)
{
    static odd o[16];
    for (int i = 0; i < 16; i++) { o[i].c = i; o[i].v = i / 2.0; }
    #pragma hydra parallel for
    for (int i = 0; i < 16; i++) o[i].big += o[15 - i].c;
    for (int i = 0; i < 16; i += 3) printf("%d %llu\n", o[i].c, (unsigned long long)o[i].big);
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { log_[i].hops = i % 5; log_[i].left = -i; log_[i].port = 8000 + i; log_[i].delta = i % 9 - 4; log_[i].kind = i; }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        log_[i].seen = log_[(i + 7) % N].port % 2;
        log_[i].kind += log_[N - 1 - i].hops;
        log_[i].ttl = log_[(i + 1) % N].left & 63;
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++) { flows[i].p[k] = log_[(i + k) % N]; flows[i].p[k].seen ^= k; }
        flows[i].in.b = log_[i].ttl * 3;
        flows[i].in.x = 'a' + i % 26;
        flows[i].name[1] = 'x';
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) { flows[i].in.a = flows[(i + 9) % N].in.x; flows[i].p[i % 3].delta--; }
    long s = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            s = s * 31 % 1000003 + flows[i].p[k].kind + flows[i].p[k].seen * 5 + flows[i].p[k].ttl + flows[i].p[k].delta + flows[i].p[k].hops + flows[i].in.a + flows[i].in.b + flows[i].in.x + flows[i].name[1];
    printf("%zu %zu %ld\n", sizeof(packet), sizeof(flow), s);
    return 0;
}
