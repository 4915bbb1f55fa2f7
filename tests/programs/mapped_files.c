// distributed: 43 47
// offloaded: 43 47
// A file that is mapped to be looked at, and private memory from the system: arrays like others, read once.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define N 3000

struct head {
    int magic, count;
};

int main(void)
{
    char name[] = "mapped_XXXXXX";
    int file = mkstemp(name);
    struct head head = {1234, N};
    float row[N];
    for (int i = 0; i < N; i++)
        row[i] = 0.5f * (i % 77);
    if (file < 0 || write(file, &head, sizeof head) != sizeof head || write(file, row, sizeof row) != sizeof row)
        return 1;
    close(file);

    file = open(name, O_RDONLY);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0)
        return 2;
    void *all = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    double *sums = mmap(NULL, N * sizeof(double), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || sums == MAP_FAILED)
        return 3;
    const struct head *found = all;
    const float *weights = (const float *)(found + 1);
    int n = found->count;
    double total = 0;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        sums[i] += weights[i] * 2 + (i > 0 ? weights[i - 1] : 0);

    #pragma hydra parallel for reduction(+:total)
    for (int i = 0; i < n; i++)
        total += sums[i] * (i % 5);
    printf("%d %d %.3f %.1f\n", found->magic, n, total, sums[n - 1]);
    munmap(sums, N * sizeof(double));
    munmap(all, about.st_size);
    close(file);
    unlink(name);
    return 0;
}
