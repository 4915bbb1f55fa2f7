// args: 9
/* The error path of the other program, taken: it says so once, whichever iteration comes first. */
#include "error_with_values.c"
