// What changes the size of things in ways that are not followed.
#pragma pack(push, 1)
struct tight {
    char c;
    int x;
};
static int under(struct tight* t)
{
    return t->x;
}
#pragma pack(pop)
#pragma pack(pop) // error: this '#pragma pack(pop)' has no '#pragma pack(push)' before it
#pragma pack(pop, mark) // error: no '#pragma pack(push, mark)' stands before this
#pragma pack(3) // error: this form of '#pragma pack'; write pack(push, N)
struct half {
    char c;
#pragma pack(2)
    int x;
}; // error: '#pragma pack' inside of a structure; move it before or behind it
#pragma pack()
static _Float16 half[64]; // error: '_Float16'
static _Complex short pair; // error: complex numbers of integers
struct __attribute__((aligned(_Alignof(double) * 2))) odd { // error: 'aligned' with a value that is more than numbers
    double x;
};
typedef int loose __attribute__((aligned(1))); // error: 'loose' with less alignment than its type
static loose where;
long f(void)
{
    where = half[0] + under(0);
    return 0;
}
