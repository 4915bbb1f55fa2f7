// deals: block, cyclic
// distributed: 77
// offloaded: 77
/* Particle potentials and forces within a cut-off, after Rodinia's "lavaMD": space is cut into boxes, each with a list
   of its neighbours, and the iterations are the home boxes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBER_PAR_PER_BOX 8
#define fp double
#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y) + (A.z) * (B.z))

typedef struct { fp x, y, z; } THREE_VECTOR;
typedef struct { fp v, x, y, z; } FOUR_VECTOR;
typedef struct nei_str { int x, y, z, number; long offset; } nei_str;
typedef struct box_str {
    int x, y, z, number;
    long offset;
    int nn;
    nei_str nei[26];
} box_str;

int main(void)
{
    const int dim = 4;
    int number_boxes = dim * dim * dim;
    long space_elem = (long)number_boxes * NUMBER_PAR_PER_BOX;
    fp alpha = 0.5, a2 = 2.0 * alpha * alpha;
    box_str *box = malloc(number_boxes * sizeof(box_str));
    FOUR_VECTOR *rv = malloc(space_elem * sizeof(FOUR_VECTOR));
    fp *qv = malloc(space_elem * sizeof(fp));
    FOUR_VECTOR *fv = malloc(space_elem * sizeof(FOUR_VECTOR));

    int nh = 0;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++)
            for (int k = 0; k < dim; k++) {
                box[nh].x = k;
                box[nh].y = j;
                box[nh].z = i;
                box[nh].number = nh;
                box[nh].offset = nh * NUMBER_PAR_PER_BOX;
                box[nh].nn = 0;
                for (int l = -1; l < 2; l++)
                    for (int m = -1; m < 2; m++)
                        for (int n = -1; n < 2; n++)
                            if (i + l >= 0 && j + m >= 0 && k + n >= 0 && i + l < dim && j + m < dim && k + n < dim &&
                                !(l == 0 && m == 0 && n == 0)) {
                                nei_str *e = &box[nh].nei[box[nh].nn];
                                e->x = k + n;
                                e->y = j + m;
                                e->z = i + l;
                                e->number = (e->z * dim * dim) + (e->y * dim) + e->x;
                                e->offset = e->number * NUMBER_PAR_PER_BOX;
                                box[nh].nn++;
                            }
                nh++;
            }
    unsigned seed = 2;
    for (long i = 0; i < space_elem; i++) {
        fp r[5];
        for (int k = 0; k < 5; k++) {
            seed = seed * 69069u + 1u;
            r[k] = ((seed >> 8) % 10 + 1) / 10.0;
        }
        rv[i].v = r[0];
        rv[i].x = r[1];
        rv[i].y = r[2];
        rv[i].z = r[3];
        qv[i] = r[4];
        fv[i].v = fv[i].x = fv[i].y = fv[i].z = 0;
    }

    int l;
    #pragma hydra parallel for
    for (l = 0; l < number_boxes; l = l + 1) {
        long first_i = box[l].offset;
        FOUR_VECTOR *rA = &rv[first_i];
        FOUR_VECTOR *fA = &fv[first_i];
        for (int k = 0; k < 1 + box[l].nn; k++) {
            int pointer = k == 0 ? l : box[l].nei[k - 1].number;
            long first_j = box[pointer].offset;
            FOUR_VECTOR *rB = &rv[first_j];
            fp *qB = &qv[first_j];
            for (int i = 0; i < NUMBER_PAR_PER_BOX; i++)
                for (int j = 0; j < NUMBER_PAR_PER_BOX; j++) {
                    fp r2 = rA[i].v + rB[j].v - DOT(rA[i], rB[j]);
                    fp u2 = a2 * r2;
                    fp vij = exp(-u2);
                    fp fs = 2. * vij;
                    THREE_VECTOR d;
                    d.x = rA[i].x - rB[j].x;
                    d.y = rA[i].y - rB[j].y;
                    d.z = rA[i].z - rB[j].z;
                    fA[i].v += qB[j] * vij;
                    fA[i].x += qB[j] * (fs * d.x);
                    fA[i].y += qB[j] * (fs * d.y);
                    fA[i].z += qB[j] * (fs * d.z);
                }
        }
    }
    for (long i = 0; i < space_elem; i++)
        printf("%g, %g, %g, %g\n", fv[i].v, fv[i].x, fv[i].y, fv[i].z);
    free(box);
    free(rv);
    free(qv);
    free(fv);
    return 0;
}
