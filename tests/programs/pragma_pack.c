// distributed: 122 138 145 153 160 174 197
// offloaded: 122
// A picture in a file format whose headers lie without gaps: #pragma pack in its forms, structures under it in loops.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma pack(push, 1)
typedef struct {
    uint16_t magic;
    uint32_t size;
    uint16_t reserved[2];
    uint32_t offset;
} bmp_head;
typedef struct {
    uint32_t size;
    int32_t width, height;
    uint16_t planes, bits;
    uint32_t compression, bytes;
} bmp_info;
typedef struct {
    char tag;
    double value;
    short group;
    int count;
} entry;
#pragma pack(pop)

#pragma pack(2)
struct pair {
    char c;
    double d;
    int i;
};
struct inner_aligned {
    char c;
    int x __attribute__((aligned(16)));
    char e;
};
#pragma pack(push, four, 4)
struct quad {
    char c;
    long l;
    char d;
    struct pair p;
};
union either {
    char c[6];
    double d;
};
#pragma pack(push)
#pragma pack(1)
struct bits {
    unsigned a : 3, b : 30, c : 7;
    char d;
    unsigned long e : 40;
    unsigned f : 9;
};
#pragma pack(pop)
struct bits4 {
    char x;
    unsigned a : 3, b : 30, c : 7;
    unsigned : 0;
    short d;
    unsigned long e : 40;
};
#pragma pack(pop, four)
struct pair_again {
    char c;
    double d;
};
#pragma pack()
struct plain {
    char c;
    double d;
    struct pair p;
};

_Static_assert(sizeof(bmp_head) == 14 && sizeof(entry) == 15 && offsetof(entry, count) == 11, "no gaps");
_Static_assert(sizeof(struct pair) == 14 && offsetof(struct pair, i) == 10 && _Alignof(struct pair) == 2, "by two");
_Static_assert(sizeof(struct inner_aligned) == 8 && offsetof(struct inner_aligned, x) == 2, "capped");
_Static_assert(sizeof(struct quad) == 28 && offsetof(struct quad, p) == 14 && sizeof(union either) == 8, "by four");
_Static_assert(sizeof(struct bits) == 13 && offsetof(struct bits, d) == 5 && sizeof(struct bits4) == 16, "bits");
_Static_assert(sizeof(struct pair_again) == 10 && sizeof(struct plain) == 32, "popped");

#define N 301
static entry table[N], sorted[N];
static struct pair pairs[N];
static struct quad quads[N];
static struct bits fields[N];
static struct bits4 fields4[N];

static int heavier(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

static double weigh(entry e, const struct quad *q)
{
    return e.value * e.group + (double)q->l - q->p.d;
}

int main(void)
{
    printf("%zu %zu %zu %zu %zu\n", sizeof(bmp_head), sizeof(bmp_info), sizeof(entry), offsetof(entry, value),
           offsetof(entry, count));
    printf("%zu %zu %zu\n", sizeof(struct pair), offsetof(struct pair, d), offsetof(struct pair, i));
    printf("%zu %zu %zu\n", sizeof(struct inner_aligned), offsetof(struct inner_aligned, x),
           offsetof(struct inner_aligned, e));
    printf("%zu %zu %zu %zu\n", sizeof(struct quad), offsetof(struct quad, l), offsetof(struct quad, p),
           sizeof(union either));
    printf("%zu %zu %zu %zu\n", sizeof(struct bits), offsetof(struct bits, d), sizeof(struct bits4),
           offsetof(struct bits4, d));
    printf("%zu %zu %zu\n", sizeof(struct pair_again), sizeof(struct plain), offsetof(struct plain, p));

    int width = 43, height = 31;
    unsigned char(*image)[129] = malloc((size_t)height * sizeof *image);
#pragma hydra parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            image[y][3 * x] = (unsigned char)(x * 5);
            image[y][3 * x + 1] = (unsigned char)(y * 7);
            image[y][3 * x + 2] = (unsigned char)(x ^ y);
        }
    bmp_head head = {0x4d42, (uint32_t)(sizeof(bmp_head) + sizeof(bmp_info) + 129 * 31), {0, 0}, 42};
    bmp_info info = {sizeof(bmp_info), width, height, 1, 24, 0, 129 * 31};
    FILE *file = fopen("picture.bmp", "wb");
    fwrite(&head, sizeof head, 1, file);
    fwrite(&info, sizeof info, 1, file);
    for (int y = 0; y < height; y++)
        fwrite(image[y], 3, (size_t)width, file);
    fclose(file);

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        table[i].tag = (char)('a' + i % 26);
        table[i].value = (i * 37 % N) * 0.5;
        table[i].group = (short)(i % 11);
        table[i].count = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        entry e = table[N - 1 - i];
        e.count += i;
        sorted[i] = e;
        pairs[i] = (struct pair){e.tag, e.value, e.count};
    }
    qsort(sorted, N, sizeof *sorted, heavier);
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++) {
        quads[i].c = pairs[i - 1].c;
        quads[i].l = sorted[i + 1].count * 1000003L;
        quads[i].p = pairs[i];
        quads[i].p.d += pairs[i + 1].d;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        fields[i].a = (unsigned)i;
        fields[i].b = (unsigned)i * 77777u;
        fields[i].c = (unsigned)i >> 1;
        fields[i].d = (char)(i % 100);
        fields[i].e = (unsigned long)i * 123456789ul;
        fields[i].f = (unsigned)i * 3;
        fields4[i].x = (char)(i % 50);
        fields4[i].b = fields[i].b ^ 0x155u;
        fields4[i].d = (short)-i;
        fields4[i].e = fields[i].e + 1;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += weigh(sorted[i], &quads[i]);
    printf("%.3f\n", sum);
    for (int i = 0; i < N; i += 50)
        printf("%c %g %d %d | %g %d | %d %ld %g | %u %u %u %d %lu %u | %d %u %d %lu\n", sorted[i].tag, sorted[i].value,
               sorted[i].group, sorted[i].count, pairs[i].d, pairs[i].i, quads[i].c, quads[i].l, quads[i].p.d,
               fields[i].a, fields[i].b, fields[i].c, fields[i].d, (unsigned long)fields[i].e, fields[i].f,
               fields4[i].x, fields4[i].b, fields4[i].d, (unsigned long)fields4[i].e);

    struct point { // of this function alone
        char c;
        double d;
    };
    struct point *points = malloc(N * sizeof *points);
#pragma pack(push, 2)
    struct narrow {
        char c;
        double d;
        int i;
    };
#pragma pack(pop)
    struct narrow *list = malloc(N * sizeof *list);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        struct narrow one = {(char)i, i * 0.25, i};
        list[i] = one;
        points[i].d = list[i].d * 2;
        points[i].c = (char)(i & 1);
    }
    printf("%zu %g %d %g %d\n", sizeof(struct narrow), list[200].d, list[300].i, points[100].d, points[31].c);
    free(list);
    free(points);
    free(image);
    return 0;
}
