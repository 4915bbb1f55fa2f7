#ifndef CELL_H
#define CELL_H
enum { MATERIALS = 3 };
typedef struct {
    double heat;
    int material;
} cell;
#endif
