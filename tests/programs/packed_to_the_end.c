// distributed: 28 31 
/* A '#pragma pack' that nobody takes back, as headers have it: structures of the program are packed, what is generated
 * for its loops is not disturbed. */
#include <stdio.h>
#include <stdlib.h>
#pragma pack(1)
struct record {
    char tag;
    double value;
    short rank;
};
struct setup {
    char on;
    double scale;
    int n;
};
static struct record list[300];

int main(int argc, char** argv) {
    struct setup s = {1, 0.25, argc > 1 ? atoi(argv[1]) : 300};
    double *out = malloc(s.n * sizeof *out), offset = 1.5, sum = 0;
    char flag = 3;
    for (int i = 0; i < s.n; i++) {
        list[i].tag = (char)(i % 5);
        list[i].rank = (short)i;
    }
#pragma hydra parallel for
    for (int i = 0; i < s.n; i++)
        list[i].value = i * s.scale + offset + list[i].rank;
#pragma hydra parallel for reduction(+ : sum) firstprivate(flag)
    for (int i = 0; i < s.n; i++) {
        out[i] = list[i].value + list[i].tag + flag;
        sum += out[i];
    }
    printf("%zu %zu %g %g\n", sizeof(struct record), sizeof s, sum, out[s.n - 1]);
    return 0;
}
