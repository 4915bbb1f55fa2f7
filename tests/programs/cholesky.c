// args: 16
// distributed: 16 19
// offloaded: 16 19
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
	int n = argc > 1 ? atoi(argv[1]) : 6;
	double *L = calloc(n * n, sizeof *L);
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			L[i * n + j] = (i == j ? n : 0) + 1.0 / (i + j + 1);
	for (int k = 0; k < n; k++) {
		L[k * n + k] = sqrt(L[k * n + k]);
#pragma hydra parallel for
		for (int i = k + 1; i < n; i++)
			L[i * n + k] /= L[k * n + k];
#pragma hydra parallel for
		for (int i = k + 1; i < n; i++)
			for (int j = k + 1; j <= i; j++)
				L[i * n + j] -= L[i * n + k] * L[j * n + k];
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j <= i; j++)
			printf("%.12g ", L[i * n + j]);
		printf("\n");
	}
	free(L);
	return 0;
}
