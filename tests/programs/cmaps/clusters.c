/* The twin of t29.cmaps. */
#include <stdio.h>
int main(void) {
    double px[40], py[40], cx[4] = {0, 8, 0, 8}, cy[4] = {0, 0, 8, 8};
    int cl[40], rounds = 0, H[6] = {0};
    long A[27];
    for (int i = 0; i < 40; i++) { px[i] = i * 7 % 17; py[i] = i * 5 % 13; }
    for (int t = 1; t <= 20; t++) {
        int moved = 0;
        for (int i = 0; i < 40; i++) {
            double least = 1e30;
            for (int c = 0; c < 4; c++) {
                double d = (px[i] - cx[c]) * (px[i] - cx[c]) + (py[i] - cy[c]) * (py[i] - cy[c]);
                if (d < least) { least = d; cl[i] = c; }
            }
        }
        for (int c = 0; c < 4; c++) {
            double x = 0, y = 0; int n = 0;
            for (int i = 0; i < 40; i++) if (cl[i] == c) { x += px[i]; y += py[i]; n++; }
            if (n && (cx[c] != x / n || cy[c] != y / n)) { cx[c] = x / n; cy[c] = y / n; moved = 1; }
        }
        rounds = t;
        if (!moved) break;
    }
    for (int i = 0; i < 33; i++) if (i * i % 7 < 6) H[i * i % 7]++;
    for (int i = 0; i < 27; i++) A[i] = i % 4 + 1 + (i ? A[i - 1] : 0);
    for (int c = 0; c < 4; c++) printf("%.17g %.17g\n", cx[c], cy[c]);
    for (int i = 0; i < 40; i++) printf("%d ", cl[i]);
    for (int i = 0; i < 6; i++) printf("%d ", H[i]);
    for (int i = 0; i < 27; i++) printf("%ld ", A[i]);
    printf("%d\n", rounds);
    return 0;
}
