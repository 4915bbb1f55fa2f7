double time = 2.5, environ[4] = {1, 2, 3, 4};
static int left;

double read(const double *a, int i) { return a[i]; }
void write(double *a, int i, double x) {
    a[i] = x;
    time += 0.5;
}
const char *close(double *a) {
    a[0] = -1;
    return __func__;
}
int wait(int n) { return n - left; }
long sysconf(double *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i] > 0;
    left = (int)s;
    return s;
}
