// The type of a parameter is looked at before anything in the function runs.
static double field[100];
static int width[4];

static double corner(int n, double m[n][width[2]]) { // error: the type of the parameter 'm' depends on 'width[2]', which parallel loops change; hand its value to the function as a parameter of its own
    return m[n - 1][0];
}

static double first(int n, int w, double m[n][w]) { return m[0][w - 1]; }

double f(void) {
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        width[i] = i + 3;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        field[i] = i;
    return corner(3, (double (*)[width[2]])field) + first(2, width[1], (double (*)[width[1]])field);
}
