// bench: 2000 90
// quick: 30 8
/* Edit distances between words and a dictionary, for spelling: each pair has its two rows, allocated where they are
   needed, and each word remembers its nearest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct match {
    int distance, entry;
};

static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), *row = malloc((m + 1) * sizeof *row), result;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int least = corner + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < least)
                least = row[j] + 1;
            if (row[j - 1] + 1 < least)
                least = row[j - 1] + 1;
            corner = row[j];
            row[j] = least;
        }
    }
    result = row[m];
    free(row);
    return result;
}

static char *word(unsigned *r)
{
    int length = 20 + (*r >> 16) % 60;
    char *s = malloc(length + 1);
    for (int k = 0; k < length; k++) {
        *r = *r * 1664525u + 1013904223u;
        s[k] = (char)('a' + (*r >> 24) % 12);
    }
    s[length] = 0;
    return s;
}

int main(int argc, char **argv)
{
    int words = argc > 1 ? atoi(argv[1]) : 100, entries = argc > 2 ? atoi(argv[2]) : 30;
    char **w = malloc(words * sizeof *w), **dictionary = malloc(entries * sizeof *dictionary);
    struct match *nearest = malloc(words * sizeof *nearest);
    unsigned r = 11;
    long sum = 0, entry = 0;
    for (int i = 0; i < entries; i++)
        dictionary[i] = word(&r);
    for (int i = 0; i < words; i++) {
        w[i] = word(&r);
        if (i % 3 == 0) {
            const char *from = dictionary[i % entries];
            w[i] = strcpy(realloc(w[i], strlen(from) + 1), from);
            w[i][i % strlen(from)] = 'z';
        }
    }
    #pragma hydra parallel for
    for (int i = 0; i < words; i++) {
        struct match best = {1 << 20, -1};
        for (int k = 0; k < entries; k++) {
            int d = distance(w[i], dictionary[k]);
            if (d < best.distance)
                best = (struct match){d, k};
        }
        nearest[i] = best;
    }
    #pragma hydra parallel for reduction(+:sum, entry)
    for (int i = 0; i < words; i++) {
        sum += nearest[i].distance;
        entry += nearest[i].entry;
    }
    printf("%ld %ld, the first %d\n", sum, entry, nearest[0].distance);
    return 0;
}
