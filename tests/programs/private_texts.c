// distributed: 18 26 35
/* Texts in private structs and arrays, one after the other in many loops, and texts copied into shared arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char name[16]; int length; char all[32]; } Text;
static char in[100][8], out[100][16];
static int sum[100];

int main(void)
{
    Text s;
    char b[16], c[16];
    for (int i = 0; i < 100; i++)
        snprintf(in[i], 8, "w%d", i * 37);
#pragma hydra parallel for private(s, b)
    for (int i = 0; i < 100; i++) {
        sprintf(s.name, "r%d", i);
        strcpy(b, in[i]);
        strcat(b, "x");
        strcpy(out[i], b);
        sum[i] = (int)(strlen(s.name) + strlen(b));
    }
#pragma hydra parallel for private(s, c)
    for (int i = 0; i < 100; i++) {
        strncpy(s.name, out[99 - i], sizeof s.name - 1);
        s.name[15] = 0;
        sprintf(s.all, "%s!", s.name);
        strncpy(c, in[i], 15);
        c[15] = 0;
        sum[i] += s.all[1] + (int)strlen(s.all) + atoi(c + 1);
    }
#pragma hydra parallel for private(s, c)
    for (int i = 0; i < 100; i++) {
        memcpy(s.name, in[i], 8);
        memcpy(c, in[i], 8);
        for (char *p = s.name; *p; p++)
            sum[i] += *p;
        sum[i] += (strcmp(c, "w74") == 0) + (strchr(c, '7') != 0);
        if (i % 3 == 0)
            strcpy(out[i], c + 1);
    }
    for (int i = 0; i < 100; i++)
        printf("%s %d\n", out[i], sum[i]);
    return 0;
}
