/* What generated programs of the property test share with the recorder. */
#include "hydra_rt.h"

enum { ARRAYS = 4, SIZE = 1 << 13, MARGIN = 1 << 11 };

extern int arrays[ARRAYS][SIZE];
extern long seen_x;                          /* the iteration that is running, as hydracc counts them */
int* touched(int array, long at, int write); /* notes an access and gives the element's address */
int* touched_row(int array, long row, long column, long length, int write);
int tick(void);                                 /* whether the instrumented loop may go on */
void begin_loop(const char* name, int counted); /* forgets what was seen and fills the arrays */
void run_all(void);
