#!/usr/bin/env python3
"""Keeps the tree's shape: who may include whom, where foreign libraries may appear, and how long a file may be.

support <- ir <- frontend, passes, codegen (none includes another) <- driver; runtime stands alone. isl is used behind
the bridge in passes only, ANTLR in the front end's parsing files, MPI in the runtime's MPI transport, isl, ANTLR, MPI
and the JSON and command-line libraries nowhere else. At the top level nothing is tracked that a program happened to
write there. Without arguments beyond the tree's root, checks the tree; first it checks on made-up files that it would
notice a breach.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report  # noqa: E402

MAY_INCLUDE = {
    "support": {"support"},
    "ir": {"support", "ir"},
    "frontend": {"support", "ir", "frontend"},
    "passes": {"support", "ir", "passes"},
    "codegen": {"support", "ir", "codegen"},
    "driver": {"support", "ir", "frontend", "passes", "codegen", "driver"},
    "runtime": {"runtime"},
}

# What an include must look like to be of a library, and which files may have it.
LIBRARIES = [
    ("isl", re.compile(r"^isl/"), re.compile(r"^passes/isl_\w+\.(h|cpp)$")),
    ("ANTLR", re.compile(r"antlr|^Hydra(C)?(Lexer|Parser|BaseListener|BaseVisitor|CLexer|CParser)", re.I),
     re.compile(r"^frontend/\w*(pars|lex|antlr|syntax|stream|build)\w*\.(h|cpp)$")),
    ("MPI", re.compile(r"^mpi\.h$"), re.compile(r"^runtime/host/\w*mpi\w*\.(h|c|cpp)$")),
    ("CLI11", re.compile(r"^CLI/"), re.compile(r"^driver/")),
    ("JSON", re.compile(r"^nlohmann/"), re.compile(r"^(driver|support)/")),
    ("CUDA and OpenCL", re.compile(r"^(cuda|CL/)"), re.compile(r"^runtime/acc/")),
]

TOP = {"CMakeLists.txt", "CMakePresets.json", "README.md"}  # files; what begins with a dot may lie there too
LONGEST = 600  # lines
SOURCES = {".h", ".hpp", ".c", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def breaches(root):
    """Messages for everything in the tree that breaks a rule."""
    found = []
    for folder, allowed in MAY_INCLUDE.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            name = path.relative_to(root).as_posix()
            text = path.read_text(errors="replace")
            lines = text.count("\n")
            if lines > LONGEST:
                found.append(f"{name}: {lines} lines, more than {LONGEST}")
            for include in INCLUDE.findall(text):
                top = include.split("/")[0]
                target = root / include
                beside = path.parent / include
                if "/" in include and top in MAY_INCLUDE and target.exists():
                    if top not in allowed:
                        found.append(f"{name}: {folder} may not include {include}")
                elif beside.exists() and root in beside.resolve().parents:
                    inside = beside.resolve().relative_to(root).parts[0]
                    if inside not in allowed:
                        found.append(f"{name}: {folder} may not include {include}")
                for library, pattern, where in LIBRARIES:
                    if pattern.search(include) and not where.search(name):
                        found.append(f"{name}: {library} ({include}) does not belong here")
    for path in sorted((root / "grammar").glob("*")):
        if path.suffix != ".g4" and path.name != "CMakeLists.txt":
            found.append(f"grammar/{path.name}: only grammars live here")
    return found


def strays(tracked):
    """The tracked files at the top level that have no business there."""
    return [name for name in tracked if "/" not in name and not name.startswith(".") and name not in TOP]


def tracked(root):
    """The paths that git tracks; none where the tree is no checkout."""
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
    return listed.stdout.splitlines() if listed.returncode == 0 else []


def try_on_made_up_files(report):
    wrong = {
        "support/a.h": '#include "ir/tree.h"\n',
        "passes/b.cpp": '#include "frontend/f.h"\n',
        "passes/c.cpp": "#include <isl/cpp.h>\n",
        "codegen/d.cpp": '#include "runtime/r.h"\n',
        "runtime/e.cpp": '#include "../support/s.h"\n',
        "runtime/region/f.cpp": "#include <mpi.h>\n",
        "ir/g.cpp": "#include <antlr4-runtime.h>\n",
        "ir/h.cpp": "\n" * (LONGEST + 1),
    }
    right = {
        "ir/tree.h": '#include "support/s.h"\n#include <vector>\n',
        "support/s.h": "",
        "frontend/f.h": '#include "ir/tree.h"\n',
        "passes/isl_bridge.cpp": "#include <isl/cpp.h>\n",
        "runtime/r.h": "",
        "runtime/host/transport_mpi.cpp": "#include <mpi.h>\n",
        "driver/main.cpp": '#include "passes/isl_bridge.cpp"\n#include <CLI/CLI.hpp>\n',
    }
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        for path, text in {**wrong, **right}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        found = breaches(root)
        for path in wrong:
            report.check(any(m.startswith(path + ":") for m in found), f"the breach in made-up {path} is not noticed")
        for path in right:
            report.check(not any(m.startswith(path + ":") for m in found), f"made-up {path} is blamed without reason")


def main():
    report = Report("layout")
    try_on_made_up_files(report)
    report.check(strays(["README.md", ".gitignore", "ir/tree.h", "out.txt"]) == ["out.txt"], "out.txt is not noticed")
    root = pathlib.Path(sys.argv[1]).resolve()
    found = breaches(root) + [f"{name}: does not belong at the top level" for name in strays(tracked(root))]
    report.check(not found, "rules are broken:\n  " + "\n  ".join(found))
    report.finish()


if __name__ == "__main__":
    main()
