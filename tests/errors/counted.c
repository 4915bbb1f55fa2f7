// What __COUNTER__ counts to depends on where code stands; names that it makes unique do not.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define SWAP_(a, b, t) do { double t = a; a = b; b = t; } while (0)
#define SWAP(a, b) SWAP_(a, b, JOIN(swapped, __COUNTER__))
#define TICKET (__COUNTER__ * 2)
double a[40], b[40];
const char *name = "__COUNTER__";
enum { FIRST = __COUNTER__ }; // error: not in this version: the value of '__COUNTER__'
double JOIN(unique, __COUNTER__);
const char *text(void) { return TEXT(__COUNTER__); } // error: not in this version: the value of '__COUNTER__'
void f(void) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        SWAP(a[i], b[i]);
        a[i] += TICKET; // error: not in this version: the value of '__COUNTER__'
    }
}
