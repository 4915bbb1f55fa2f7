// deals: block, cyclic
// stderr: subscripts come
// distributed: 29 39 48
// offloaded: 29 39 48
/* Tracking points of a heart's wall through ultrasound frames, after Rodinia's "heartwall": each point's template is
   correlated with a window around its last position, and the best match becomes the new one. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 64
#define COLS 72
#define POINTS 21
#define T 3  /* half a template */
#define S 4  /* half a search window */
#define FRAMES 5

typedef float frame_t[ROWS][COLS];

static frame_t frame;
static struct {
    int row[POINTS], col[POINTS];
    float tmpl[POINTS][2 * T + 1][2 * T + 1];
} pts;
static float best_score[POINTS];

static void next_frame(int t)
{
    #pragma hydra parallel for
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int rr = r - t, cc = c + (t + 1) / 2;
            frame[r][c] = (float)((rr * rr * 7 + cc * cc * 3 + rr * cc * 5) % 97 + 97) / 97.0f;
        }
}

static void get_templates(void)
{
    #pragma hydra parallel for
    for (int p = 0; p < POINTS; p++)
        for (int i = -T; i <= T; i++)
            for (int j = -T; j <= T; j++)
                pts.tmpl[p][i + T][j + T] = frame[pts.row[p] + i][pts.col[p] + j];
}

static void track(void)
{
    #pragma hydra parallel for
    for (int p = 0; p < POINTS; p++) {
        int best_r = pts.row[p], best_c = pts.col[p];
        float best = -1e30f;
        for (int dr = -S; dr <= S; dr++)
            for (int dc = -S; dc <= S; dc++) {
                int r0 = pts.row[p] + dr, c0 = pts.col[p] + dc;
                if (r0 < T || r0 >= ROWS - T || c0 < T || c0 >= COLS - T)
                    continue;
                float score = 0;
                for (int i = -T; i <= T; i++)
                    for (int j = -T; j <= T; j++) {
                        float d = frame[r0 + i][c0 + j] - pts.tmpl[p][i + T][j + T];
                        score -= d * d;
                    }
                if (score > best) {
                    best = score;
                    best_r = r0;
                    best_c = c0;
                }
            }
        pts.row[p] = best_r;
        pts.col[p] = best_c;
        best_score[p] = best;
    }
}

int main(void)
{
    for (int p = 0; p < POINTS; p++) {
        pts.row[p] = 10 + (p * 11) % 40;
        pts.col[p] = 10 + (p * 17) % 50;
    }
    next_frame(0);
    get_templates();
    for (int t = 1; t < FRAMES; t++) {
        next_frame(t);
        track();
        printf("frame %d:", t);
        for (int p = 0; p < POINTS; p++)
            printf(" (%d,%d %.4f)", pts.row[p], pts.col[p], best_score[p]);
        printf("\n");
    }
    return 0;
}
