// distributed: 14 21
// How often each letter stands in a text, whatever its case: the subscript of what is counted is a macro of the
// library's that has effects of its own, and counting is written in each of its ways.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char text[] = "The Quick Brown Fox Jumps Over The Lazy Dog, twice: THE QUICK brown fox jumps over the lazy dog.";
    const int n = (int)strlen(text);
    int up[26] = {0}, more[26] = {0}, before[26] = {0}, digits[3] = {0};
    #pragma hydra parallel for reduction(+ : up, before, more)
    for (int i = 0; i < n; i++)
        if (isalpha((unsigned char)text[i])) {
            up[tolower((unsigned char)text[i]) - 'a']++;
            ++before[toupper((unsigned char)text[i]) - 'A'];
            more[tolower((unsigned char)text[i]) - 'a'] += 2;
        }
    #pragma hydra parallel for reduction(+ : digits[0:3])
    for (int i = 0; i < n; i++)
        digits[!!isalpha((unsigned char)text[i]) + !!ispunct((unsigned char)text[i]) * 2]--;
    for (int k = 0; k < 26; k++)
        printf("%c %d %d %d\n", 'a' + k, up[k], before[k], more[k]);
    printf("%d %d %d\n", digits[0], digits[1], digits[2]);
    return 0;
}
