// distributed: 53 60 67
// offloaded: 53 60 67
/* Prices of European options by the formula of Black and Scholes.
 *
 * For a share at price s, an option to buy it for x in t years is worth
 *     call = s N(d1) - x exp(-r t) N(d2),     d1 = (ln(s/x) + (r + v^2/2) t) / (v sqrt t),    d2 = d1 - v sqrt t,
 * where r is the interest rate, v the volatility, and N the normal distribution function. The option to sell follows
 * from put-call parity: put = call - s + x exp(-r t). All options are independent of each other.
 *
 *     blackscholes [options]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 0.02
#define VOLATILITY 0.30

/* The probability that a standard normal variable is below d. */
static double normal_below(double d)
{
    return 0.5 * erfc(-d / sqrt(2.0));
}

static double call_price(double s, double x, double t)
{
    double spread = VOLATILITY * sqrt(t);
    double d1 = (log(s / x) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / spread;
    double d2 = d1 - spread;
    return s * normal_below(d1) - x * exp(-RATE * t) * normal_below(d2);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    if (n < 1) {
        printf("usage: blackscholes [options >= 1]\n");
        return 1;
    }

    double *price = malloc(n * sizeof(double));
    double *strike = malloc(n * sizeof(double));
    double *years = malloc(n * sizeof(double));
    double *call = malloc(n * sizeof(double));
    double *put = malloc(n * sizeof(double));
    if (!price || !strike || !years || !call || !put) {
        printf("out of memory\n");
        return 1;
    }

    /* A spread of options: prices 5 to 30, strikes 1 to 100, a quarter of a year to ten years. */
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        price[i] = 5.0 + 25.0 * (i % 97) / 96.0;
        strike[i] = 1.0 + 99.0 * (i % 89) / 88.0;
        years[i] = 0.25 + 9.75 * (i % 83) / 82.0;
    }

#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        call[i] = call_price(price[i], strike[i], years[i]);
        put[i] = call[i] - price[i] + strike[i] * exp(-RATE * years[i]);
    }

    double calls = 0.0, puts = 0.0, dearest = 0.0;
#pragma hydra parallel for reduction(+:calls, puts) reduction(max:dearest)
    for (int i = 0; i < n; i++) {
        calls += call[i];
        puts += put[i];
        dearest = fmax(dearest, call[i]);
    }

    printf("blackscholes, %d options\n", n);
    printf("checksum: calls %.10g, puts %.10g, dearest call %.10g\n", calls, puts, dearest);
    printf("first:  call %.6f, put %.6f\n", call[0], put[0]);
    printf("last:   call %.6f, put %.6f\n", call[n - 1], put[n - 1]);

    free(price);
    free(strike);
    free(years);
    free(call);
    free(put);
    return 0;
}
