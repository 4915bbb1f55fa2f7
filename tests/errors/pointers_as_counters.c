// Pointers as loop variables, and forms that are no such loops.
double a[100], b[100];
struct node {
    struct node *next;
    double x;
};
void f(double *from, double *to, struct node *list, void *raw)
{
    double *q;
#pragma hydra parallel for
    for (q = from; q < to; q++)
        *q = 1;
    for (q = a; q < a + 3; q++)
        *q += 1;
#pragma hydra parallel for
    for (double *r = from; r < to; r++) { // error: the loop variable 'r' has type 'double *'; use an integer, or a pointer that goes from one place of an array to another
        *r = 1;
        r++;
    }
#pragma hydra parallel for
    for (struct node *n = list; n; n = n->next) // error: the loop variable 'n' has type 'struct node *'; use an integer, or a pointer that goes from one place of an array to another
        n->x = 0;
#pragma hydra parallel for
    for (double *r = raw; r < to; r += 4)
        r[0] = r[1] = r[2] = r[3] = 0;
}
