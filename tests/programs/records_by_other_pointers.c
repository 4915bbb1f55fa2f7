// distributed: 45 91
// offloaded: 45 91
/* Members that loops store through pointers which were pointers to the record once: by a cast, through a union, through
 * `...`, as bytes that memcpy moved. Serial code and other loops read them by their names. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { N = 37 };

struct grid {
    long size;
    long first;
    long cell[N];
    long last;
};

union any {
    struct grid* grid;
    long* words;
    void* address;
};

struct holder {
    int kind;
    union any to;
};

static struct grid by_cast, by_void, by_union, by_list, by_bytes, by_buffer, by_wrapper;

static long* listed(int count, ...)
{
    va_list list;
    va_start(list, count);
    long* found = va_arg(list, long*);
    va_end(list);
    return found;
}

static void copy_pointer(void* to, const void* from) { memcpy(to, from, sizeof(void*)); }

static void fill(long* words, long factor)
{
#pragma hydra parallel for
    for (int i = 0; i < N + 3; i++)
        words[i] = i * factor + 1;
}

static void show(const char* name, const struct grid* grid)
{
    printf("%s %ld %ld %ld %ld\n", name, grid->size, grid->first, grid->cell[N - 1], grid->last);
}

int main(void)
{
    fill((long*)&by_cast, 2);
    printf("%ld %ld\n", by_cast.first, by_cast.last);

    void* address = &by_void;
    fill(address, 3);
    printf("%ld %ld\n", by_void.first, by_void.last);

    struct holder holder = {1, {.grid = &by_union}};
    fill(holder.to.words, 4);
    printf("%ld %ld\n", by_union.first, by_union.last);

    fill(listed(1, &by_list), 5);
    printf("%ld %ld\n", by_list.first, by_list.last);

    struct grid* grid = &by_bytes;
    long* words;
    memcpy(&words, &grid, sizeof words);
    fill(words, 6);
    printf("%ld %ld\n", by_bytes.first, by_bytes.last);

    char buffer[sizeof grid];
    grid = &by_buffer;
    memcpy(buffer, &grid, sizeof grid);
    memcpy(&words, buffer, sizeof words);
    fill(words, 7);
    printf("%ld %ld\n", by_buffer.first, by_buffer.last);

    grid = &by_wrapper;
    copy_pointer(&words, &grid);
    fill(words, 8);
    if (by_wrapper.last > 100)
        by_wrapper.size += by_wrapper.last;

    long sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += i * by_cast.last + by_void.last + by_union.last + by_list.last + by_bytes.last + by_buffer.cell[i] +
               by_wrapper.size;
    printf("%ld\n", sum);
    show("cast", &by_cast);
    show("void", &by_void);
    show("union", &by_union);
    show("list", &by_list);
    show("bytes", &by_bytes);
    show("buffer", &by_buffer);
    show("wrapper", &by_wrapper);
    return 0;
}
