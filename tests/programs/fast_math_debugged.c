// gcc: -Og -ffast-math
// The same for those who look for a mistake in such a program.
#include "fast_math_extremes.c"
