// distributed: 43 62 71 78 87 92
// offloaded: 43 62 71 87
/* Private variables that a function fills through their address: functions of the C library, and the program's own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 57 };

static const char* const readings[] = {"12:7.5", "3:0.25", "none", "44:", "5:1e2", "-8:2"};

static void polar(double x, double y, double* r, double* phi)
{
    *r = sqrt(x * x + y * y);
    *phi = y > 0 ? 1 : -1;
}

/* Leaves *end alone where there is nothing. */
static int span(const int* marks, int i, int* end)
{
    if (marks[i] % 3 == 0)
        return 0;
    *end = marks[i] + i;
    return 1;
}

static void outer(int i, long* square) { *square = (long)i * i; }
static void through(int i, long* square) { outer(i, square); }

static void count_up(double *v, int n)
{
    for (int k = 0; k < n; k++)
        v[k] = k;
}

/* A matrix that is filled as one row. */
static void matrices(void)
{
    static double sums[N];
    double w[2][3];
#pragma hydra parallel for private(w)
    for (int i = 0; i < N; i++) {
        count_up(&w[0][0], 6);
        sums[i] = w[1][1] * i + w[0][2];
    }
    printf("%g\n", sums[N - 1]);
}

int main(void)
{
    matrices();
    static double part[N], radius[N], number[N];
    static int marks[N], power[N], ends[N];
    static long squares[N];
    double whole, r, phi, value;
    int e, id, end;
    long square;
    char* rest;

#pragma hydra parallel for private(whole, e)
    for (int i = 0; i < N; i++) {
        part[i] = modf(i * 0.3, &whole);
        part[i] += 100 * whole;
        part[i] += frexp(i + 0.5, &e);
        power[i] = e;
        marks[i] = i * 5 % 13;
    }

#pragma hydra parallel for private(r, phi)
    for (int i = 0; i < N; i++) {
        polar(part[N - 1 - i], i - 20.0, &r, &phi);
        radius[i] = r * phi;
    }

    int good = 0;
#pragma hydra parallel for reduction(+ : good) private(id, value)
    for (int i = 0; i < N; i++) {
        number[i] = -1;
        if (sscanf(readings[i % 6], "%d:%lf", &id, &value) == 2) {
            number[i] = id * value;
            good++;
        }
    }

#pragma hydra parallel for private(end)
    for (int i = 0; i < N; i++)
        ends[i] = span(marks, N - 1 - i, &end) ? end : -7;

    /* The last iteration's value is needed after the loop. */
#pragma hydra parallel for private(square, rest)
    for (int i = 0; i < N; i++) {
        char text[24];
        through(i, &square);
        sprintf(text, "%dx", i % 9);
        squares[i] = square + strtol(text, &rest, 10);
    }

    double a = 0, b = 0, c = 0;
    long d = 0, f = 0;
    for (int i = 0; i < N; i++) {
        a += part[i] * i + power[i];
        b += radius[i];
        c += number[i] * (i + 1);
        d += ends[i] * (i + 1);
        f += squares[i];
    }
    printf("%.10g %.10g %.10g %d %ld %ld %ld\n", a, b, c, good, d, f, square);
    printf("%g", frexp(20, &e));
    printf(" %d\n", e);
    return 0;
}
