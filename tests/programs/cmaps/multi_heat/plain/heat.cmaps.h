#include "../cell.h"
#define HYDRA_BLOCK 0
void diffuse(long n, long m, void *plate, int steps, const double *conducts, int layout, double *most);
