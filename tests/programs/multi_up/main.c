// distributed: flood.c:10
// offloaded: field.h:13 flood.c:10 kinds.h:8
/* One unit includes the header by a roundabout path, the other one as its neighbour. */
#include <stdio.h>
#include "../multi_up/field.h"

int main(void)
{
    enum kind row[WIDTH];
    row_of(row, WIDTH, 5);
    printf("%ld %ld\n", wet(row), flooded(6));
    return 0;
}
