// bench: 1800000
// quick: 2000
/* Serial code that builds and searches a tree, then one parallel loop; at one rank it should cost nothing. */
#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *l, *r; };
static struct node *insert(struct node *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key)
        t->l = insert(t->l, key);
    else if (key > t->key)
        t->r = insert(t->r, key);
    return t;
}
static int depth_of(const struct node *t, int key)
{
    int d = 0;
    while (t && t->key != key) {
        t = key < t->key ? t->l : t->r;
        d++;
    }
    return t ? d : -1;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300000, *key = malloc(n * sizeof *key), *d = malloc(n * sizeof *d);
    struct node *root = NULL;
    long s = 0;
    for (int i = 0; i < n; i++) {
        key[i] = (int)(i * 2654435761u >> 4);
        root = insert(root, key[i]);
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        d[i] = depth_of(root, key[i]);
    for (int i = 0; i < n; i++)
        s += d[i];
    printf("%ld\n", s);
    return 0;
}
