#!/usr/bin/env python3
"""Keeps the tree's shape: who may include whom, where foreign libraries may appear, how long a file may be, how many
files a folder may have, and how many members a class.

support <- ir <- frontend, passes, codegen (none includes another) <- driver; runtime stands alone. Inside of the large
folders are rooms: a file includes what lies in its own room or in one that stands before it in ROOMS. upward.txt lists
the includes that do not, one a line; it only shrinks: one that is gone must leave it. isl is used behind the bridge
in passes only, ANTLR in the front end's parsing files, MPI in the runtime's MPI transport, isl, ANTLR, MPI and the JSON
and command-line libraries nowhere else. At the top level nothing is tracked that a program happened to write there.
Without arguments beyond the tree's root, checks the tree; first it checks on made-up files that it would notice a breach.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from classes import sizes  # noqa: E402
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

# The rooms of a folder, bottom first; a file's name stands for a file at the folder's root.
ROOMS = {
    "frontend": ["source", "parse", "sema", "reduction", "directive", "openmp", "roles", "processes", "cmaps", "parse.h", "parse.cpp"],
    "passes": ["worth.h", "passes.h", "symbolic", "facts", "context.h", "flow", "evaluation", "access", "sections",
               "dependence", "privates", "inspector", "schedule", "distribution", "coherence", "pipeline.h",
               "pipeline.cpp"],
    "codegen": ["target.h", "worth.h", "text", "context.h", "kernel", "device", "host", "edit"],
    "runtime": ["include", "base", "policy", "sets", "comm", "directory", "memory", "backend", "stats", "residence",
                "touch", "plan", "offload", "steps", "serial", "launch", "explain", "modes", "single", "process", "libc", "start.cpp"],
}
MOST_FILES = 45  # of a folder

# What an include must look like to be of a library, and which files may have it.
LIBRARIES = [
    ("isl", re.compile(r"^isl/"), re.compile(r"^passes/symbolic/isl_\w+\.(h|cpp)$")),
    ("ANTLR", re.compile(r"antlr|^Hydra(C)?(Lexer|Parser|BaseListener|BaseVisitor|CLexer|CParser)", re.I),
     re.compile(r"^frontend/(parse/\w+|sema/build\w*|parse)\.(h|cpp)$")),
    ("MPI", re.compile(r"^mpi\.h$"), re.compile(r"^runtime/comm/\w*mpi\w*\.(h|c|cpp)$")),
    ("CLI11", re.compile(r"^CLI/"), re.compile(r"^driver/")),
    ("JSON", re.compile(r"^nlohmann/"), re.compile(r"^(driver|support)/")),
    ("CUDA and OpenCL", re.compile(r"^(cuda|CL/)"), re.compile(r"^runtime/backend/")),
]

TOP = {"CMakeLists.txt", "CMakePresets.json", "README.md"}  # files; what begins with a dot may lie there too
LONGEST = 600  # lines
MOST_DATA, MOST_METHODS = 28, 62  # members of a class, whose parts own what state is left
SOURCES = {".h", ".hpp", ".c", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def room_of(path):
    """The folder with rooms that a path of the tree lies in, and its room's place in the list; None elsewhere."""
    parts = path.split("/")
    rooms = ROOMS.get(parts[0], [])
    return (parts[0], rooms.index(parts[1])) if len(parts) > 1 and parts[1] in rooms else None


def upward(root):
    """The includes, 'FILE INCLUDES FILE', of what lies in a later room; and the files of such folders in no room."""
    found, homeless = [], []
    for folder in ROOMS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            name = path.relative_to(root).as_posix()
            here = room_of(name)
            if here is None:
                homeless.append(name)
                continue
            for include in INCLUDE.findall(path.read_text(errors="replace")):
                there = room_of(include) if (root / include).exists() else None
                if there and there[0] == here[0] and there[1] > here[1]:
                    found.append(f"{name} includes {include}")
    return found, homeless


def rooms_broken(root, excused):
    """Messages for includes that point up and are not excused, excuses that nobody needs, and crowded folders."""
    found, homeless = upward(root)
    messages = [f"{line}: a later room (layout.py, ROOMS)" for line in found if line not in excused]
    messages += [f"{line}: no more; take it out of upward.txt" for line in sorted(excused - set(found))]
    messages += [f"{name}: lies in no room (layout.py, ROOMS)" for name in homeless]
    for folder in sorted({p.parent for top in MAY_INCLUDE for p in (root / top).rglob("*") if p.suffix in SOURCES}):
        count = sum(1 for p in folder.iterdir() if p.suffix in SOURCES)
        if count > MOST_FILES:
            messages.append(f"{folder.relative_to(root)}: {count} files, more than {MOST_FILES}: which question is it?")
    return messages


def undocumented(root):
    """Messages for rooms whose question docs/architecture.md does not give in the words of their CMakeLists.txt."""
    page = (root / "docs/architecture.md").read_text()
    rows = {f"{top}/{room}" for top, rooms in ROOMS.items() for room in rooms if (root / top / room).is_dir()}
    rows -= {"runtime/include"}  # two headers, which its text speaks of
    found = []
    for row in sorted(rows):
        lists = root / row / "CMakeLists.txt"
        question = lists.read_text().splitlines()[0] if lists.exists() else ""
        if not question.startswith("# ") or f"| `{row}` | {question[2:]} |" not in page:
            found.append(f"{row}: docs/architecture.md does not say '{question}'")
    for row in re.findall(r"^\| `(\w+/\w+)` \|", page, re.M):
        if row not in rows:
            found.append(f"docs/architecture.md: there is no room {row}")
    return found


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


def large_classes(root):
    """Messages for classes with more members than one reader can keep in mind."""
    found = []
    for folder in MAY_INCLUDE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".h", ".cpp"}:
                continue
            for name, data, methods in sizes(path.read_text(errors="replace")):
                if data > MOST_DATA or methods > MOST_METHODS:
                    found.append(f"{path.relative_to(root)}: {name} has {data} data members and {methods} methods")
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
        "runtime/sets/f.cpp": "#include <mpi.h>\n",
        "ir/g.cpp": "#include <antlr4-runtime.h>\n",
        "ir/h.cpp": "\n" * (LONGEST + 1),
    }
    right = {
        "ir/tree.h": '#include "support/s.h"\n#include <vector>\n',
        "support/s.h": "",
        "frontend/f.h": '#include "ir/tree.h"\n',
        "passes/symbolic/isl_bridge.cpp": "#include <isl/cpp.h>\n",
        "runtime/r.h": "",
        "runtime/comm/transport_mpi.cpp": "#include <mpi.h>\n",
        "driver/main.cpp": '#include "passes/symbolic/isl_bridge.cpp"\n#include <CLI/CLI.hpp>\n',
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


def try_on_made_up_rooms(report):
    made = {
        "passes/facts/a.h": "",
        "passes/flow/b.cpp": '#include "passes/facts/a.h"\n#include "passes/access/e.h"\n',
        "passes/facts/c.cpp": '#include "passes/flow/d.h"\n',
        "passes/flow/d.h": "",
        "passes/access/e.h": "",
        "passes/f.cpp": "",
        **{f"ir/many_{k}.h": "" for k in range(MOST_FILES + 1)},
    }
    excused = {"passes/flow/b.cpp includes passes/access/e.h", "passes/flow/b.cpp includes passes/facts/gone.h"}
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        for path, text in made.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        found = rooms_broken(root, excused)
    for start in ("passes/facts/c.cpp includes passes/flow/d.h", "passes/flow/b.cpp includes passes/facts/gone.h: no more",
                  "passes/f.cpp: lies in no room", "ir: "):
        report.check(any(m.startswith(start) for m in found), f"'{start}' is not noticed: {found}")
    report.check(len(found) == 4, f"more than what is wrong is blamed: {found}")


def try_on_made_up_classes(report):
    text = """
        struct Plain { int a = 1, b; std::map<int, int> c; static constexpr int d = 3; using E = int; };
        class Owner : public Plain { // (a, b)
          public:
            explicit Owner(int x) : f_(x) { if (x) { g(); } }
            void g() const { }
            bool operator==(const Owner&) const = default;
          private:
            struct Inner { int h; void i(); };
            int f_ = 0;
            std::function<void(int, int)> j_;
            std::vector<std::pair<int, int>> k_{1, 2};
        };"""
    expected = [("Plain", 3, 0), ("Owner", 3, 3), ("Inner", 1, 1)]
    report.check(sizes(text) == expected, f"classes are measured as {sizes(text)}, not as {expected}")


def main():
    report = Report("layout")
    try_on_made_up_classes(report)
    try_on_made_up_files(report)
    try_on_made_up_rooms(report)
    report.check(strays(["README.md", ".gitignore", "ir/tree.h", "out.txt"]) == ["out.txt"], "out.txt is not noticed")
    root = pathlib.Path(sys.argv[1]).resolve()
    excused = set((root / "tests/layout/upward.txt").read_text().splitlines())
    found = breaches(root) + rooms_broken(root, excused) + large_classes(root) + undocumented(root)
    found += [f"{name}: does not belong at the top level" for name in strays(tracked(root))]
    report.check(not found, "rules are broken:\n  " + "\n  ".join(found))
    report.finish()


if __name__ == "__main__":
    main()
