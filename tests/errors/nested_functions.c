// GNU C's functions inside of functions.
int main(void) {
    int n = 4;
    int twice(int x) { return n * x; } // error: functions inside of functions, an extension of GNU C, are not supported
    int declared(int x);
    return twice(4);
}
