/* included twice: once for the size, once in the middle of a loop */
#ifdef BODY
        squares[i] = SQUARE(i) + __LINE__;
#else
#define COUNT 18
#define SQUARE(x) ((x) * (x))
#endif
