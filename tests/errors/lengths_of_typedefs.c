// What a typedef's length was when control came past it.
static int width[4];

int f(int n) {
    typedef int line[n];
    typedef int row[width[2]]; // error: 'row' whose length is read from memory; keep the length in a variable first
    typedef double (*rows)[n][*width]; // error: 'rows' whose length is read from memory
    typedef char next[n++]; // error: 'next' whose length changes something; keep the length in a variable first
    return (int)(sizeof(line) + sizeof(row) + sizeof(next)) + (rows)0 == 0;
}
