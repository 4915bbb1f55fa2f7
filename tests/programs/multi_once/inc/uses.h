#pragma once
#include "../inc/once.h"
static int twice(int *a, int n) { return 2 * fill(a, n); }
