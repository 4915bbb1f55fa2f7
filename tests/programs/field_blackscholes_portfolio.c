// device: close 1e-5
// distributed: 65
// offloaded: 65
/* Black-Scholes prices of a portfolio of options, in the manner of PARSEC's "blackscholes": an array of option structs,
   the cumulative normal distribution by a polynomial, each run repeated as the benchmark does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define fptype float
#define NUM_RUNS 3
#define inv_sqrt_2xPI 0.39894228040143270286

typedef struct OptionData_ {
    fptype s, strike, r, divq, v, t;
    char OptionType;
    fptype divs, DGrefval;
} OptionData;

static OptionData *data;
static fptype *prices;
static int numOptions, numError;

static fptype CNDF(fptype InputX)
{
    int sign = 0;
    if (InputX < 0.0f) {
        InputX = -InputX;
        sign = 1;
    }
    fptype xNPrimeofX = expf(-0.5f * InputX * InputX) * (fptype)inv_sqrt_2xPI;
    fptype k = 1.0f / (1.0f + 0.2316419f * InputX);
    fptype k2 = k * k, k3 = k2 * k, k4 = k3 * k, k5 = k4 * k;
    fptype local = k * 0.319381530f;
    local = local + k2 * -0.356563782f + k3 * 1.781477937f + k4 * -1.821255978f + k5 * 1.330274429f;
    fptype out = 1.0f - local * xNPrimeofX;
    return sign ? 1.0f - out : out;
}

static fptype price(fptype spot, fptype strike, fptype rate, fptype vol, fptype time, int otype)
{
    fptype sqrtT = sqrtf(time), logT = logf(spot / strike);
    fptype d1 = ((rate + vol * vol * 0.5f) * time + logT) / (vol * sqrtT), d2 = d1 - vol * sqrtT;
    fptype n1 = CNDF(d1), n2 = CNDF(d2), future = strike * expf(-rate * time);
    return otype == 0 ? spot * n1 - future * n2 : future * (1.0f - n2) - spot * (1.0f - n1);
}

int main(void)
{
    numOptions = 320;
    data = (OptionData *)malloc(numOptions * sizeof(OptionData));
    prices = (fptype *)malloc(numOptions * sizeof(fptype));
    for (int i = 0; i < numOptions; i++) {
        data[i].s = 40.0f + (i * 37) % 60;
        data[i].strike = 45.0f + (i * 23) % 50;
        data[i].r = 0.02f + 0.005f * (i % 8);
        data[i].divq = 0;
        data[i].v = 0.1f + 0.05f * (i % 9);
        data[i].t = 0.25f * (1 + i % 4);
        data[i].OptionType = i % 3 == 1 ? 'P' : 'C';
        data[i].DGrefval = 0;
    }
    for (int j = 0; j < NUM_RUNS; j++) {
        #pragma hydra parallel for reduction(+ : numError)
        for (int i = 0; i < numOptions; i++) {
            prices[i] = price(data[i].s, data[i].strike, data[i].r, data[i].v, data[i].t, data[i].OptionType == 'P');
            if (j > 0 && fabsf(data[i].DGrefval - prices[i]) >= 1e-4f)
                numError++;
            data[i].DGrefval = prices[i];
        }
    }
    printf("%d\nNum Errors: %d\n", numOptions, numError);
    for (int i = 0; i < numOptions; i++)
        printf("%.6f\n", prices[i]);
    free(data);
    free(prices);
    return 0;
}
