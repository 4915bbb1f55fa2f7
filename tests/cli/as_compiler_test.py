#!/usr/bin/env python3
"""hydracc where build systems expect gcc: objects that carry their source, archives, options that only the native
compiler knows, and programs without a directive."""
import json
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, environment, hydracc_test, run  # noqa: E402

FILES = {
    "main.c": """#include <stdio.h>
#include "field.h"
static double a[N];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i * SCALE;
    smooth(a, N);
    printf("%s %g %d\\n", __FILE__, total(a, N), send(3));
    return 0;
}
""",
    "include/field.h": """#define N 1000
void smooth(double *x, int n);
double total(const double *x, int n);
int send(int x);
""",
    "src/smooth.c": """#include "../include/field.h"
static double t[N];
void smooth(double *x, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        t[i] = (x[i - 1] + x[i + 1]) / 2;
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        x[i] = t[i];
}
""",
    "src/total.c": """#include <stdio.h>
#include <field.h>
double total(const double *x, int n)
{
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    printf("%s:%d\\n", __FILE__, __LINE__);
    return s;
}
""",
    "src/send.c": "int send(int x) { return x + 1; }\n",   # the system has one, too
    "src/unused.c": "int nobody_has_it(void);\nint unused(void) { return nobody_has_it(); }\n",
    "wrong.c": """int f(int *a)
{
#pragma hydra parallel for
    for (int i = 1; i < 9; i++)
        a[i] = a[i - 1] + 1;
    return a[8];
}
""",
    "usesf.c": "int f(int *); int a[9]; int main(void) { return f(a); }\n",
    "plain.c": """#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__asm__(".comm hidden_by_assembly, 8");
int main(int argc, char **argv)
{
    int twice(int x) { return 2 * x; } /* gcc's own C */
    printf("%d\\n", twice(argc));
    fflush(stdout);
    if (argc > 1) {
        pid_t child = fork();
        if (child == 0)
            _exit(3);
        int status;
        waitpid(child, &status, 0);
        printf("%d\\n", WEXITSTATUS(status));
    }
    return 5;
}
""",
    "ignored.c": """int a[4];
int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return a[3];
}
""",
    "old.cc": "#include <stdio.h>\nint main(void) { int class = 4; printf(\"%d\\n\", class); return 0; }\n",
    "mpi.c": "int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }\n",
    # A source that is compiled twice, under other macros; weak functions; archives whose order counts.
    "twice.c": """#include <stdio.h>
#if __has_include("include/asked.h")
#define HAVE 1
#else
#define HAVE 0
#endif
static double b[64];
void NAME(int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
#if K == 1
        b[i] = i;
#else
        b[i] = 2 * i;
#endif
    if (n)
#if K == 1
        printf("one %g %d %s\\n", b[n - 1], HAVE, __BASE_FILE__);
#else
        printf("two %g %d %s\\n", b[n - 1], HAVE, __BASE_FILE__);
#endif
}
""",
    "include/asked.h": "",
    "uses.c": """#include <stdio.h>
double a[50];
void f1(int), f2(int);
int opt(int) __attribute__((weak));
int one(void);
__attribute__((weak)) void hook(double *x, int n) { (void)x; (void)n; }
int set;
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = i;
    hook(a, 50);
    double s = 0;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < 50; i++)
        s += a[i];
    f1(64);
    f2(64);
    printf("%g %d %d %d\\n", s, opt != 0 ? opt(1) : -1, one(), set);
    return 0;
}
""",
    "hook.c": "void hook(double *x, int n) { for (int i = 1; i < n; i++) x[i] += x[i - 1]; }\n",
    "opt.c": "int opt(int x) { return x; }\n",
    "first.c": "int one(void) { return 1; }\n",
    "second.c": "int one(void) { return 2; }\nint two(void) { return 2; }\n",
    "made.c": "extern int set; __attribute__((constructor)) static void start(void) { set = 7; }\n",
    "old.c": "int printf(const char *, ...);\nint main(void) { printf(\"%d\\n\", 6 //**/ 2\n); return 0; }\n",
    "words": "-DSCALE=0.5\n'-I' \"include\" -O1\n",
}
MAYBE = """
#include <stdio.h>
static double a[10];
int main(void)
{
    char c = (char)200;
#ifdef SHARED
#pragma hydra parallel for
#endif
    for (int i = 0; i < 10; i++)
        a[i] = i;
    printf("%d %g\\n", c > 0, a[9]);
    return 0;
}
"""
EXPECTED = "total.c:9\nmain.c 249750 4\n"


def main():
    with hydracc_test("cli.as_compiler", __doc__) as (report, hydracc, folder):
        for name, text in FILES.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)
        env = environment({"HYDRACC_HOST": "local"})

        def call(*words, cwd=folder, status=0, err=None, out=None, what=None, **more):
            result = run([str(w) for w in words], cwd=cwd, env=environment({"HYDRACC_HOST": "local", **more}))
            good = result.status == status and (err is None or re.search(err, result.err)) and (out is None or result.out == out)
            report.check(good, f"{what or words}: status {status}, {err}, {out}: {result.describe()}")
            return result

        def prints(program, expected=EXPECTED, ranks=(1, 2, 3), what=""):
            for count in ranks:
                call(program, out=expected, HYDRA_RANKS=count, what=f"{what} {program} with {count} ranks")

        # Directives that conditions leave out are none, and what changes types is only for what is not analysed.
        (folder / "maybe.c").write_text(MAYBE)
        call(hydracc, "-funsigned-char", "maybe.c", "-o", "maybe", status=0)
        call("./maybe", out="1 9\n")
        call(hydracc, "-funsigned-char", "-DSHARED", "maybe.c", "-o", "maybe", status=2, err="changes what C's types are")
        call(hydracc, "-c", "-funsigned-char", "-DSHARED", "maybe.c", "-o", "maybe.o", status=0)
        call(hydracc, "maybe.o", "-o", "maybe", status=2, err="changes what C's types are")
        call(hydracc, "-std=c89", "old.c", "-o", "old", status=0)
        call("./old", out="3\n")
        # Objects, some made in a folder of their own; what gcc links of them is the sequential program.
        call(hydracc, "-DSCALE=0.5", "-Iinclude", "-Wall", "-Werror", "-c", "main.c")
        source = folder / "src"
        call(hydracc, "-O3", "-MMD", "-c", "smooth.c", cwd=source, err="^$")
        report.check((source / "smooth.d").read_text().split() == ["smooth.o:", "smooth.c", "../include/field.h"], "-MMD -c")
        call(hydracc, "-I", "../include", "-c", "total.c", "send.c", "unused.c", cwd=source)
        call("gcc", "main.o", *(source / f"{n}.o" for n in ("smooth", "total", "send")), "-o", "sequential")
        call("./sequential", out=EXPECTED)
        listed = call("nm", "src/smooth.o").out
        report.check(" T smooth" in listed and "hydra" not in listed, f"names of an object: {listed}")

        # Archives, whose members are taken as the linker does; strip, ld -r; nothing but the objects is read.
        call("ar", "rcs", "libfield.a", "src/smooth.o", "src/unused.o", "src/send.o")
        call("strip", "-o", "total.o", "src/total.o")
        call("ld", "-r", "src/smooth.o", "src/send.o", "-o", "both.o")
        call("ar", "rcsT", "libthin.a", "src/smooth.o", "src/send.o", "src/unused.o")
        shutil.move(folder / "include", folder / "away")
        for kept in ("smooth.c", "total.c"):
            (source / kept).rename(folder / "away" / kept)
        for what, words in (("archive", ["main.o", "total.o", "libfield.a"]), ("-l", ["main.o", "total.o", "-L.", "-lfield"]),
                            ("ld -r", ["main.o", "total.o", "both.o"]), ("thin", ["main.o", "total.o", "libthin.a"])):
            call(hydracc, *words, "-o", "par", what=what)
            prints("./par", what=what)
            stats = folder / "stats.json"
            call("./par", HYDRA_RANKS=3, HYDRA_STATS=stats)
            loops = {row["at"]: row["distributed"] for row in json.loads(stats.read_text())["loops"]}
            report.check(loops == {"main.c:7": 1, "src/smooth.c:6": 1, "src/smooth.c:9": 1, "src/total.c:7": 1},
                         f"{what}: loops: {loops}")
        for kept in ("smooth.c", "total.c"):
            (folder / "away" / kept).rename(source / kept)
        shutil.move(folder / "away", folder / "include")

        # What has not changed is not translated again: by content, not by time.
        call(hydracc, "main.o", "total.o", "libfield.a", "-o", "again")
        unchanged = "nothing has changed"
        call("touch", "main.o")
        call(hydracc, "-v", "main.o", "total.o", "libfield.a", "-o", "again", err=unchanged)
        prints("./again", what="a kept translation")
        for what, words in (("another option", ["-O1"]), ("another scheme", ["--comm=fo"])):
            said = call(hydracc, "-v", *words, "main.o", "total.o", "libfield.a", "-o", "again").err
            report.check(unchanged not in said, f"{what}: {said}")
        call(hydracc, "@words", "-Iinclude", "-DSCALE=0.5", "-c", "main.c")
        (folder / "main2.c").write_text(FILES["main.c"].replace("send(3)", "send(4)"))
        call(hydracc, "-DSCALE=0.5", "-Iinclude", "-c", "main2.c", "-o", "main2.o")
        said = call(hydracc, "-v", "main2.o", "total.o", "libfield.a", "-o", "again").err
        report.check(unchanged not in said, f"another source: {said}")
        prints("./again", EXPECTED.replace("main.c 249750 4", "main2.c 249750 5"), what="a changed source")

        # Objects of gcc's between them, sources and objects together, MPI, words in a file, -flto, a header that has changed.
        call("gcc", "-c", "src/send.c", "-o", "send.o")
        call(hydracc, "main.o", "total.o", "src/smooth.o", "send.o", "-o", "mixed")
        prints("./mixed", what="with gcc's")
        call(hydracc, "@words", "main.c", "total.o", "libfield.a", "-o", "sources")
        prints("./sources", what="sources and objects")
        call(hydracc, "@words", "-flto", "-c", "main.c", "-o", "lto.o")
        call(hydracc, "-flto", "lto.o", "total.o", "libfield.a", "-o", "lto")
        prints("./lto", what="-flto")
        (folder / "include/field.h").write_text(FILES["include/field.h"] + "/* and more */\n#define OTHER 3\n")
        call(hydracc, "-I", "../include", "-c", "total.c", cwd=source)
        call(hydracc, "main.o", "src/total.o", "libfield.a", "-o", "changed")
        prints("./changed", what="a header of two texts")
        result = run([hydracc, "main.o", "total.o", "libfield.a", "-o", "mpi"], cwd=folder, env=environment())
        report.check(result.status == 0, f"objects with MPI: {result.describe()}")
        call(*MPIRUN, "-n", "2", "./mpi", out=EXPECTED)

        # As the linker does: archives in their order, weak names, --whole-archive.
        for k in (1, 2):
            call(hydracc, f"-DK={k}", f"-DNAME=f{k}", "-c", "twice.c", "-o", f"twice{k}.o")
        call(hydracc, "-c", "uses.c", "opt.c", "first.c", "second.c", "made.c")
        call("gcc", "-c", "hook.c")
        for name, members in (("opt", "opt.o"), ("first", "first.o"), ("second", "second.o"), ("made", "made.o")):
            call("ar", "rcs", f"lib{name}.a", members)
        rest = ["uses.o", "hook.o", "libopt.a", "libsecond.a", "libfirst.a", "-Wl,--whole-archive", "libmade.a",
                "-Wl,--no-whole-archive", "twice1.o", "twice2.o"]
        shutil.move(folder / "include/asked.h", folder / "asked.gone")
        call("gcc", *rest, "-o", "ordered.gcc")
        call(hydracc, *rest, "-o", "ordered")
        ordered = call("./ordered.gcc").out
        report.check("20825 -1 2 7" in ordered and "two 126 1" in ordered, f"the linker's order: {ordered}")
        prints("./ordered", ordered, what="the linker's order")
        call(hydracc, "-u", "opt", *rest, "-o", "undefined")
        prints("./undefined", ordered.replace("-1 2 7", "1 2 7"), what="-u")

        # What is wrong is said where it stands, at the link; damaged objects, and those of another version.
        call(hydracc, "-c", "wrong.c", "usesf.c", err="^$")
        call(hydracc, "wrong.o", "usesf.o", "-o", "wrong", status=1, err=r"wrong\.c:5:\d+: error: .*\[hydra-race\]")
        other = (folder / "main.o").read_bytes()
        version = re.search(rb"hydracc:[0-9a-f]{16}0{15}5(\d\.\d\.\d)", other)
        (folder / "older.o").write_bytes(other.replace(version[0], version[0][:-1] + b"x"))
        call(hydracc, "older.o", "total.o", "libfield.a", "-o", "older", status=1, err=r"older\.o: .*main\.c was made by hydracc \d\.\d\.x")
        (folder / "damaged.o").write_bytes(other.replace(version[0], b"hydracc:" + b"f" * 16 + version[0][24:]))
        call(hydracc, "damaged.o", "total.o", "libfield.a", "-o", "damaged", status=1, err="damaged.o: .* compile it again")

        # Programs without a directive: gcc's C, one output, and what ranks cannot share ends only where it is reached.
        call(hydracc, "plain.c", "-o", "plain", err="^$")
        for ranks in (1, 2, 3):
            call("./plain", out="2\n", status=5, HYDRA_RANKS=ranks)
        call("./plain", "x", out="4\n3\n", status=5)
        call("./plain", "x", status=70, err="'fork'", HYDRA_RANKS=2)
        call(hydracc, "-c", "plain.c")
        call(hydracc, "plain.o", "-o", "plain2")
        call("./plain2", out="2\n", status=5, HYDRA_RANKS=2)
        call(hydracc, "-static", "plain.c", "-o", "fixed", err="-static: the native compiler links it")
        call("./fixed", out="2\n", status=5)
        call(hydracc, "-static", "wrong.c", "usesf.c", "-o", "fixed", status=2, err="-static' is for programs without directives")
        call(hydracc, "-static", "main.o", "total.o", "libfield.a", "-o", "fixed", status=2, err="-static'")
        call(hydracc, "ignored.c", "-o", "ignored", err=r"ignored\.c:4: note: .*-fopenmp.*\[hydra-omp\]")
        call("./ignored", status=3, HYDRA_RANKS=2)
        (folder / "serial.c").write_text("double a[999]; int main(void) { for (int i = 0; i < 999; i++) a[i] = i; return a[9] > 8; }\n")
        report.check("hydra parallel for" in call(hydracc, "--report", "serial.c", "-o", "serial").out, "advice for a program without directives")
        call(hydracc, "mpi.c", "-o", "m", status=1, err="'MPI_Init': hydracc makes the communication itself")
        call(hydracc, "-x", "c", "old.cc", "-o", "old")
        prints("./old", "4\n", what="-x c")
        call(hydracc, "src/send.c", "-o", "none", status=3, err="main")

        # Lists of what is included, of several sources.
        call(hydracc, "@words", "-MMD", "-MF", "all.d", "main.c", "src/smooth.c", "src/send.c", "src/total.c", "-o", "all")
        listed = (folder / "all.d").read_text()
        report.check(all(name in listed for name in ("main.c", "smooth.c", "send.c", "total.c", "field.h")), f"-MF: {listed}")
        report.check(not list(folder.glob("all.d.*")), "pieces of the list are left")

        # The native compiler's own.
        report.check("__GNUC__" in run([hydracc, "-E", "-dM", "-x", "c", "/dev/null"], cwd=folder, env=env).out, "-dM")
        for words in (["-dumpmachine"], ["-print-prog-name=ld"], ["-dumpversion"], ["-E", "-P", "src/send.c"]):
            call(hydracc, *words, out=run(["cc", *words], cwd=folder).out)
        report.check("Free Software Foundation" in call(hydracc, "--version").out, "--version has the native compiler's")
        call(hydracc, "-v", err="gcc version")
        call(hydracc, "-S=asm", "src/send.c", "-o", "send.s")
        call(hydracc, "-c", "send.s", "-o", "send2.o")
        call(hydracc, "-shared", "-fPIC", "src/send.c", "-o", "libshared.so")
        call(hydracc, "main.o", "total.o", "src/smooth.o", "-L.", "-lshared", "-Wl,-rpath,.", "-o", "shared")
        prints("./shared", what="a shared library")
        call(hydracc, "--launch", "gcc", "-c", "src/send.c", "-o", "launched.o")
        call(hydracc, "--launch", "gcc", "main.o", "total.o", "src/smooth.o", "launched.o", "-o", "launched")
        prints("./launched", what="--launch")
        call(hydracc, "src/send.c", "-c", "-o", "nowhere/x.o", status=1, err="nowhere/x.o")
        call(hydracc, "-c", "nowhere.c", status=1, err="nowhere.c")


if __name__ == "__main__":
    main()
