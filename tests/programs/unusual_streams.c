// distributed: 20
// offloaded: 20
/* Streams of unusual kinds: append, memory, a member of a struct, one that may be null or standard output, errno. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 900
struct log {
    FILE *to;
    int level;
};
static int cells[N];
static FILE *global_log;

static void fill(int t)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        cells[i] = (i * 31 + t * 7) % 101;
}

static void dump(FILE *to, const char *title)
{
    if (to == NULL)
        return;
    fprintf(to, "== %s\n", title);
    for (int i = 0; i < N; i += 3)
        fprintf(to, "%4d%s", cells[i], i % 60 == 57 ? "\n" : "");
    fputc('\n', to);
}

static void report(const struct log *log, int t)
{
    for (int i = 0; i < N; i += 100)
        fprintf(log->to, "%d:%d ", t, cells[i]);
    fprintf(global_log, "t=%d first=%d last=%d\n", t, cells[0], cells[N - 1]);
}

int main(int argc, char **argv)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length), *tail = fopen("tail.txt", "a"), *wide = fopen("wide.txt", "w");
    FILE *uninitialised, *out = argc > 1 ? fopen(argv[1], "w") : stdout;
    struct log log = {fopen("log.txt", "w"), 2};
    global_log = fopen("global.txt", "w");
    static char large[200000];
    setvbuf(wide, large, _IOFBF, sizeof large);
    for (int t = 0; t < 4; t++) {
        fill(t);
        dump(memory, "memory");
        fill(t + 1);
        dump(tail, "tail");
        printf("tail at %ld\n", ftell(tail));
        fill(t + 2);
        dump(out, "out");
        dump(NULL, "nothing");
        fill(t + 3);
        report(&log, t);
        fill(t + 4);
        dump(wide, "wide");
        dump(wide, "again");
        printf("wide at %ld\n", ftell(wide));
        fill(t + 5);
        for (int i = 0; i < N; i++)
            if (argc > 3)
                fprintf(uninitialised, "%d\n", cells[i]);
            else
                length += cells[i] % 2;
        fill(t + 6);
        if (cells[17] > 5)
            fprintf(tail, "%d is large\n", cells[17]), fflush(tail);
        switch (t) {
        case 1:
            fprintf(tail, "one %d\n", cells[1]);
            break;
        default:
            fprintf(tail, "other %d\n", cells[N / 2]);
        }
    }
    fflush(memory);
    printf("%zu %zu\n", strlen(text), length);
    fseek(wide, 10, SEEK_SET);
    fill(11);
    for (int i = 0; i < 5; i++)
        fprintf(wide, "<%d>", cells[i * 9]);
    printf("wide at %ld\n", ftell(wide));
    fill(12);
    FILE *reader = fopen("log.txt", "r");
    errno = 0;
    for (int i = 0; i < 9; i++)
        fprintf(reader, "%d", cells[i]);
    printf("%d %d\n", errno == EBADF, ferror(reader) != 0);
    fclose(wide), fclose(tail), fclose(log.to), fclose(global_log), fclose(reader), fclose(memory);
    free(text);
    return 0;
}
