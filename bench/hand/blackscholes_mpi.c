/* Prices of European options, written by hand with MPI: the yardstick for samples/blackscholes.c.
 *
 * Options are dealt out in blocks; nothing is sent but the sums. Same arithmetic, same output.
 *
 *     mpirun -n P blackscholes_mpi [options]
 */
#include "hand.h"
#include <math.h>
#include <stdio.h>

#define RATE 0.02
#define VOLATILITY 0.30

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

static void make_options(int first, int count, double *restrict price, double *restrict strike, double *restrict years)
{
    for (int l = 0; l < count; l++) {
        int i = first + l;
        price[l] = 5.0 + 25.0 * (i % 97) / 96.0;
        strike[l] = 1.0 + 99.0 * (i % 89) / 88.0;
        years[l] = 0.25 + 9.75 * (i % 83) / 82.0;
    }
}

static void price_options(int count, const double *restrict price, const double *restrict strike,
                          const double *restrict years, double *restrict call, double *restrict put)
{
    for (int i = 0; i < count; i++) {
        call[i] = call_price(price[i], strike[i], years[i]);
        put[i] = call[i] - price[i] + strike[i] * exp(-RATE * years[i]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    if (n < ranks) {
        if (rank == 0)
            printf("at least one option for each rank, please\n");
        MPI_Finalize();
        return 1;
    }
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    size_t bytes = mine * sizeof(double);
    double *price = pages(bytes), *strike = pages(bytes), *years = pages(bytes);
    double *call = pages(bytes), *put = pages(bytes);
    make_options(first, mine, price, strike, years);
    price_options(mine, price, strike, years, call, put);

    double sums[2] = {0.0, 0.0}, total[2], dearest = 0.0, dearest_of_all; /* calls, puts */
    for (int i = 0; i < mine; i++) {
        sums[0] += call[i];
        sums[1] += put[i];
        dearest = fmax(dearest, call[i]);
    }
    MPI_Reduce(sums, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&dearest, &dearest_of_all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    double last_call = value_of(rank == ranks - 1, call[mine - 1]);
    double last_put = value_of(rank == ranks - 1, put[mine - 1]);
    if (rank == 0) {
        printf("blackscholes, %d options\n", n);
        printf("checksum: calls %.10g, puts %.10g, dearest call %.10g\n", total[0], total[1], dearest_of_all);
        printf("first:  call %.6f, put %.6f\n", call[0], put[0]);
        printf("last:   call %.6f, put %.6f\n", last_call, last_put);
    }
    free(price);
    free(strike);
    free(years);
    free(call);
    free(put);
    MPI_Finalize();
    return 0;
}
