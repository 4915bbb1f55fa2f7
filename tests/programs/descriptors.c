// stdin: abcdefghij
// distributed: 24 29 35
// offloaded: 24 29 35
/* Files without stdio: descriptors, positions, sizes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int v[256], w[256];

int main(void)
{
    struct stat st;
    char some[8];
    int fd, n = 0, i;

    fd = open("numbers.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (fd < 0)
        return 1;
#pragma hydra parallel for
    for (i = 0; i < 256; i++)
        v[i] = i * i;
    if (write(fd, v, sizeof v) != sizeof v)
        return 2;
#pragma hydra parallel for
    for (i = 0; i < 256; i++)
        w[i] = -i;
    lseek(fd, 100 * sizeof(int), SEEK_SET);
    n = (int)read(fd, w + 20, 30 * sizeof(int));
    printf("%d bytes at %ld\n", n, (long)lseek(fd, 0, SEEK_CUR));
#pragma hydra parallel for
    for (i = 0; i < 256; i++)
        v[i] += w[i];
    for (i = 0; i < 256; i += 19)
        printf("%d ", v[i]);
    fstat(fd, &st);
    printf("\n%ld %d\n", (long)st.st_size, (int)(st.st_mode & 0777));
    pwrite(fd, "xyz", 3, 2000);
    ftruncate(fd, 1500);
    close(fd);
    printf("%d %d\n", stat("numbers.bin", &st), (int)st.st_size);
    printf("%d %d\n", (int)read(fd, some, 4), errno == EBADF);
    mkdir("sub", 0755);
    chdir("sub");
    FILE *f = fopen("inside.txt", "w");
    fprintf(f, "%d\n", access("../numbers.bin", R_OK));
    fclose(f);
    n = (int)read(0, some, 5);
    some[n] = 0;
    fflush(stdout);
    write(1, "direct\n", 7);
    printf("%s %d %d\n", some, open("nothing", O_RDONLY), errno == ENOENT);
    return 0;
}
