// What changes the size of things in ways that are not followed.
#pragma pack(1) // error: '#pragma pack'
struct tight {
    char c;
    int x;
};
#pragma pack() // error: '#pragma pack'
static _Float16 half[64]; // error: '_Float16'
struct __attribute__((aligned(sizeof(double) * 2))) odd { // error: 'aligned' with a value that is more than numbers
    double x;
};
typedef int loose __attribute__((aligned(1))); // error: 'loose' with less alignment than its type
static loose where;
long f(void)
{
    where = half[0];
    return 0;
}
