// distributed: 8 11 14 17
// offloaded: 8 11 14
#include <stdio.h>
int v[40], w[40], x[40];
int main(void) {
	int i, last = -1;
#pragma hydra parallel for
	for (i = 39; i >= 0; i--)
		v[i] = i * i;
#pragma hydra parallel for
	for (i = 39; i > 4; i -= 5)
		w[i] = v[i] - v[i - 1];
#pragma hydra parallel for
	for (int k = 38; k >= 1; k = k - 2)
		x[k] = v[k - 1] + v[k + 1];
#pragma hydra parallel for private(last)
	for (i = 20; i > 10; --i) {
		last = i * 3;
		x[i] += last;
	}
	printf("after: i=%d last=%d\n", i, last);
	for (i = 0; i < 40; ++i)
		printf("%d: %d %d %d\n", i, v[i], w[i], x[i]);
	return 0;
}
