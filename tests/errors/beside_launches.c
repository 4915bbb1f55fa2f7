// What a call that runs a parallel loop may change while another part of the same expression uses it.
#include <stdio.h>
static char letters[40];
static char *words[2] = {letters, letters + 20};
static int shift(void) {
#pragma hydra parallel for
    for (int i = 0; i < 39; i++)
        letters[i] = (char)('a' + i % 26);
    return 3;
}
int main(void) {
    printf("%c\n", words[letters[2] % 2][shift()]); // error: is used in one expression with a call that runs
    printf("%s\n", letters);
    return 0;
}
static struct named {
    char name[24];
} * set[2];
static const char *name_of(const struct named *s) { return s->name; }
static int turn(void) {
    struct named *first = set[0];
    set[0] = set[1];
    set[1] = first;
    return shift();
}
int g(void) {
    printf("%s %d\n", name_of(set[0]), shift()); // error: is used in one expression with a call that runs
    printf("%s %d\n", set[0]->name, turn()); // error: is used in one expression with a call that runs
    return 0;
}
static struct row {
    double values[40];
} * rows[2];
static struct row *row(int k) { return rows[k]; } // error: is used in one expression with a call that runs
void write_row(FILE *f) {
    fwrite(row(0)->values, 8, (size_t)shift(), f); // error: is used in one expression with a call that runs
}
int letters_beside(void) {
    int own = ({ int k = shift(); k; }) + 1;
    return own + shift() + ({ int n = 0; for (int i = 0; i < 40; i++) n += letters[i]; n; }); // error: 'letters[i]' is used in one expression with a call that runs
}
