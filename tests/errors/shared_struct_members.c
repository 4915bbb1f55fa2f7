// What functions do with a struct variable that the iterations share: elements of its arrays are memory, its other
// members are not, and an address of the whole that is kept may lead to any of them.
typedef struct {
    int n, count;
    double d[20];
    int c[20];
    union {
        int part[2];
        long whole;
    } u;
} store;
static store *kept;
static void set(store *s, int i, double v) { s->d[i] = v; }
static void add(store *s, int i, double v)
{
    s->d[i] = v;
    s->count++;
}
static int *counter(store *s) { return &s->count; }
static void keep(store *s, int i)
{
    kept = s;
    s->d[i] = 1;
}
static void step(int *p) { ++*p; }
static void through(store *s, int i)
{
    s->d[i] = 2;
    step(&s->count);
    step(&s->c[i]);
}
static void halves(store *s, int i) { s->u.part[i % 2] = i; }
void f(void)
{
    store s = {20, 0, {0}, {0}, {{0}}}, a = s, b = s, c = s, d = s, e = s;
#pragma hydra parallel for
    for (int i = 0; i < s.n; i++) {
        set(&s, i, i);
        add(&a, i, i);    // error: 'a' is shared by all iterations, and each one may write (through its address) it
        (*counter(&b))++; // error: 'b' is shared by all iterations, and each one may write (through its address) it
        keep(&c, i);      // error: 'c' is shared by all iterations, and each one may write (through its address) it
        through(&d, i);   // error: 'd' is shared by all iterations, and each one may write (through its address) it
        halves(&e, i);    // error: 'e' is shared by all iterations, and each one may write (through its address) it
    }
}
