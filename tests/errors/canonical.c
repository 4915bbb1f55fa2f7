// Loops that are not in canonical form, and forms that are.
double a[100];
void f(int n, int step, double x) {
    int i, j = 0;
#pragma hydra parallel for
    for (; j < n; j++) { a[j] = 0; } // error: the loop must begin by setting its variable
#pragma hydra parallel for
    for (x = 0; x < n; x++) { a[0] = 0; } // error: the loop variable 'x' has type 'double'; use an integer
#pragma hydra parallel for
    for (int k = 0, l = 0; k < n; k++) { a[k] = l; } // error: declare exactly one variable
#pragma hydra parallel for
    for (i = 0;; i++) { a[i] = 0; } // error: the condition must compare 'i' with a bound
#pragma hydra parallel for
    for (i = 0; i == n; i++) { a[i] = 0; } // error: the condition must compare 'i' with a bound
#pragma hydra parallel for
    for (i = 0; j < n; i++) { a[i] = 0; } // error: the condition must compare 'i' with a bound
#pragma hydra parallel for
    for (i = 0; i < x; i++) { a[i] = 0; } // error: the bound 'x' is not an integer
#pragma hydra parallel for
    for (i = 1; i < n; i *= 2) { a[i] = 0; } // error: the loop must step 'i' by
#pragma hydra parallel for
    for (i = 0; i < n;) { a[i] = 0; } // error: the loop must step 'i' by
#pragma hydra parallel for
    for (i = 0; i < n; i--) { a[i] = 0; } // error: the condition 'i < n' does not fit the step 'i--'
#pragma hydra parallel for
    for (i = 0; i < n; i += 0) { a[i] = 0; } // error: the step '0' must be positive
#pragma hydra parallel for
    for (i = 0; i != n; i += 2) { a[i] = 0; }
#pragma hydra parallel for
    for (i = 0; i < n; i++) { a[i] = 0; i++; } // error: the loop variable 'i' is changed in the body
#pragma hydra parallel for
    for (i = 0; i < a[0]; i++) { a[i] = 0; } // error: is not an integer
#pragma hydra parallel for
    for (i = 0; n > i; ++i) { a[i] = 0; }
#pragma hydra parallel for
    for (unsigned long k = n; k >= 1; k = k - 2) { a[k] = 0; }
#pragma hydra parallel for
    for (i = 0; i < n; i = step + i) { a[i] = 0; }
#pragma hydra parallel for
    for (i = n; i > 0; i += -1) { a[i] = 0; }
#pragma hydra parallel for
    for (short k = 0; k != 9; ++k) { a[k] = 0; }
}
