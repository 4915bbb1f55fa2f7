static double a[200], b[200];
double first(int i) { return a[i]; }
void set_first(int i, double v) { a[i] = v; }
#define a b
double second(int i) { return a[i]; }
void set_second(int i, double v) { a[i] = v; }
