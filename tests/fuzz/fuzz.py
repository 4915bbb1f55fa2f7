#!/usr/bin/env python3
"""Runs random programs: each is built by the C compiler without the pragmas, which says what is expected, and by
hydracc; the second has to print the same with whatever ranks and partition its seed chooses.

    fuzz.py --hydracc PATH --seeds 1..500             fails where any program fails
    fuzz.py --hydracc PATH --seeds 7..7 --print       the program of a seed

Programs are built in batches (one executable, the seed as its argument). A failing one is shrunk and written, with the
way to run it, to the folder --failures. How many parallel loops fell back to a slower way, and why, is printed at the
end: loops that every rank runs test little."""
import argparse
import collections
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import difference, environment, run, runtime_messages  # noqa: E402

import program  # noqa: E402
import tree  # noqa: E402
from reading import TYPED  # noqa: E402
from shrink import shrink  # noqa: E402
from spelling import written  # noqa: E402

C_OPTIONS = ["-std=gnu11", "-ffp-contract=off"]
UNKNOWN = pathlib.Path(__file__).resolve().parent / "unknown.c"  # what programs may call and hydracc does not see
WARNINGS = ["-Wall", "-Wno-tautological-compare"]
BUILD_TIMEOUT, RUN_TIMEOUT = 60, 30  # seconds for one program
SLOWER = re.compile(r"(?:warning|note): (.*) \[(hydra-(?:whole|replicated))\]")
WARNING = re.compile(r"warning: .*\[(-W[^\]=]+)")


class Failure:
    """What went wrong: kind (the shrinker keeps it), details, and the setting that shows it."""

    def __init__(self, kind, details, setting=None):
        self.kind, self.details, self.setting = kind, details, setting

    def __str__(self):
        return f"{self.kind} {self.setting or ''}\n{self.details}"


def settings(seed, options):
    """Ranks, partitions and other things that must not matter, for the program of a seed: each third run compares
    itself with the sequential one, in some messages are cut into tiny pieces, or ranks have several threads."""
    rng = random.Random(seed * 7 + 3)
    found = []
    if options.ranks:
        ways = ["auto", "block", "cyclic", "block-cyclic:2", "grid"]
        found = [{"HYDRA_RANKS": ranks, "HYDRA_PARTITION": rng.choice(ways)} for ranks in options.ranks.split()]
    for number in range(0 if options.ranks else options.runs):
        ranks = rng.choice([2, 3, 4, 5, 7, 2, 3, 4, 5, 7, 11, 9, 12, 16])
        partition = rng.choice(["auto", "auto", "auto", "block", "cyclic", "block-cyclic:2", "weighted", "grid"])
        if partition == "weighted":
            partition += ":" + ",".join(str(rng.randrange(1, 5)) for _ in range(ranks))
        setting = {"HYDRA_RANKS": str(ranks), "HYDRA_PARTITION": partition}
        if number % 3 == 2:
            setting = {"HYDRA_RANKS": str(rng.choice([1, 2, 3])), "HYDRA_VERIFY": "1", "HYDRA_PARTITION": partition}
            if partition.startswith("weighted"):
                setting["HYDRA_PARTITION"] = "cyclic"
        elif rng.random() < 0.2:
            setting["HYDRA_NUM_THREADS"] = str(rng.choice([2, 3]))
        elif rng.random() < 0.15:
            setting["HYDRA_MESSAGE_BYTES"] = "24"
            setting["HYDRA_TRANSPORT"] = "mpi"
        found.append(setting)
    own = random.Random(f"floor {seed}")
    found.append({"HYDRA_RANKS": str(own.choice([2, 3])), "HYDRA_POLICY": own.choice(["alternate", "auto", "floor"])})
    alone = random.Random(f"threads {seed}")
    if alone.random() < 0.5:  # each launch counts, so none is too small to be shared out
        found.append({"HYDRA_RANKS": "1", "HYDRA_POLICY": "auto", "HYDRA_NUM_THREADS": str(alone.choice([2, 3])),
                      "HYDRA_STATS": "/dev/null"})
    alike = random.Random(f"reproducible {seed}")
    if alike.random() < 0.2:
        found.append({"HYDRA_RANKS": str(alike.choice([1, 2, 3, 5])), "HYDRA_REPRODUCIBLE": "1"})
    return found


def optimisation(seed):
    """What the C compiler is asked for: mostly nothing, since that is where the time would go."""
    return "-O1" if seed // 10 % 5 == 0 else "-O0"


def message_kind(text):
    """A diagnostic without positions and names, so that two failures can be told apart or found the same."""
    lines = text.splitlines()
    line = next((li for word in ("error: ", "warning: ", "") for li in lines if word in li), "")
    line = re.sub(r"^.*?(error|warning):", r"\1:", line)
    line = re.sub(r"'[^']*'|‘[^’]*’(\(\))?|\"[^\"]*\"", "X", line)
    return re.sub(r"\d+", "N", line)[:100]


class Fuzzer:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.slower = collections.Counter()
        self.messages = collections.Counter()
        self.said = ""  # hydracc's messages on the last program
        self.loops = self.slow_loops = self.programs = 0
        self.first = 0  # seed
        (self.folder / "typed").write_text(TYPED)
        self.object = self.folder / "unknown.o"
        run(["gcc", *C_OPTIONS, "-O1", "-c", UNKNOWN, "-o", self.object])

    # --- building and running

    def build(self, command, timeout=BUILD_TIMEOUT):
        return run(command, cwd=self.folder, timeout=timeout)

    def execute(self, executable, arguments=(), env=None):
        """A run of a program: what it reads is the same each time."""
        with open(self.folder / "typed", "rb") as typed:
            return run([self.folder / executable, *arguments], env=env, cwd=self.folder, timeout=RUN_TIMEOUT, stdin=typed)

    def compile_failure(self, result, plain):
        """What a hydracc command's result says, or None where it is as it should be: the native compiler warns of
        nothing that it does not warn of in the program itself (`plain`)."""
        if result.status is None:
            return Failure("hydracc hangs", result.describe())
        if result.status == 1:
            return Failure("refused: " + message_kind(result.err), result.describe())
        if result.status != 0:
            return Failure(f"hydracc status {result.status}: " + message_kind(result.err), result.describe())
        own = set(WARNING.findall(plain.err))
        foreign = [li for li in result.err.splitlines() if set(WARNING.findall(li)) - own]
        if foreign:
            return Failure("warning: " + message_kind(foreign[0]), "\n".join(foreign))
        return None

    def write(self, name, text):
        """Writes the files of a program; their paths."""
        paths = []
        for number, part in enumerate(tree.files(text)):
            paths.append(self.folder / f"{name}{f'_{number + 1}' if number else ''}.c")
            paths[-1].write_bytes(written(part, paths[-1].name))
        return paths

    def note_slower(self, err):
        for text, name in SLOWER.findall(err):
            if name == "hydra-replicated":
                self.slow_loops += 1
            text = text.split(": ", 1)[-1] if ": " in text else text
            text = re.sub(r"'[^']*'", "X", text)
            self.slower[f"{name}: {re.sub(r'[0-9]+', 'N', text)}"] += 1

    def compare(self, executable, arguments, expected, setting):
        """The failure of one run, or None."""
        result = self.execute(executable, arguments, environment(setting))
        if result.status is None:
            return Failure("hang", result.describe(), setting)
        if result.out != expected.out:
            if result.status == expected.status:
                return Failure("wrong", difference(expected.out, result.out, "sequential", "hydracc"), setting)
            return Failure(f"status {result.status}: " + message_kind(result.err), result.describe(), setting)
        if result.status != expected.status:
            return Failure(f"status {result.status}", result.describe(), setting)
        for line in runtime_messages(result.err):
            line = re.sub(r"^hydra: \S*: ", "", line)
            self.messages[re.sub(r"\b[a-z]+\d+\S*|'[^']*'", "X", line)] += 1
        return None

    def check_text(self, text, which, level):
        """The failure of a program with a main of its own, or None. `which`: the settings to run it with."""
        sources = self.write("one", text)
        built = self.build(["gcc", *C_OPTIONS, *WARNINGS, level, *sources, self.object, "-o", "one.seq", "-lm"])
        if built.status != 0:
            return Failure("invalid: does not compile", built.describe())
        expected = self.execute("one.seq")
        if expected.status != 0:
            return Failure("invalid: sequential run fails", expected.describe())
        result = self.build([self.options.hydracc, "--host=local", level, *WARNINGS, *sources, self.object, "-o",
                             "one.hydra", "-lm"])
        self.said = result.err
        failure = self.compile_failure(result, built)
        if failure:
            return failure
        for setting in which:
            failure = self.compare("one.hydra", [], expected, setting)
            if failure:
                return failure
        return None

    def valid(self, made):
        """Whether the program is right C with a right pragma: nothing undefined or unset is used, and the order of
        iterations does not matter."""
        forward, outputs = self.write("san", tree.render(made.tree())), []
        builds = [(forward, ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
                             "-ftrivial-auto-var-init=pattern"], "0xAB"),
                  (forward, ["-ftrivial-auto-var-init=zero", "-fsanitize=address"], "0")]
        if not made.ordered:
            tree.Header.backwards = True
            builds.append((self.write("reversed", tree.render(made.tree())), [], "0"))
            tree.Header.backwards = False
        for sources, flags, fill in builds:
            built = self.build(["gcc", "-std=gnu11", "-O0", "-g", "-w", "-ffp-contract=off", *flags, *sources, UNKNOWN,
                                "-o", "one.check", "-lm"])
            if built.status != 0:
                return built.describe()
            env = environment({"ASAN_OPTIONS": f"detect_leaks=0:max_malloc_fill_size=1000000:malloc_fill_byte={int(fill, 0)}"})
            result = self.execute("one.check", env=env)
            if result.status != 0:
                return result.describe()
            outputs.append(result.out)
            if result.out != outputs[0]:
                return f"{sources[0].name} {flags}: " + difference(outputs[0], result.out, "first", "this")
        return None

    # --- batches

    def batch(self, seeds):
        """The failures of the programs of some seeds: (seed, Failure)."""
        made = {seed: program.make(seed) for seed in seeds}
        files = []
        for seed in seeds:
            text = tree.render(made[seed].tree(f"p{seed}"))
            if seed % 8:  # else several files have structures of one name, which is right but harder
                text = re.sub(r"\bstruct (cell|grid)(\d)", rf"struct \g<1>_{seed}_\2", text)
            files += self.write(f"p{seed}", text)
        main = "#include <stdlib.h>\n" + "".join(f"int p{s}(int argc, char **argv);\n" for s in seeds)
        main += "int main(int argc, char **argv)\n{\n    switch (atoi(argv[1])) {\n" + "".join(
            f"    case {s}: return p{s}(argc - 1, argv);\n" for s in seeds) + "    }\n    return 99;\n}\n"
        (self.folder / "main.c").write_text(main)
        files.append(self.folder / "main.c")
        level = optimisation(seeds[0])
        built = self.build(["gcc", *C_OPTIONS, *WARNINGS, level, *files, self.object, "-o", "batch.seq", "-lm"],
                           BUILD_TIMEOUT * len(seeds))
        if built.status != 0:
            return [(seeds[0], Failure("invalid: does not compile", built.describe()))]
        self.programs += len(seeds)
        result = self.build([self.options.hydracc, "--host=local", level, *WARNINGS, *files, self.object, "-o",
                             "batch.hydra", "-lm"],
                            BUILD_TIMEOUT * len(seeds))
        failure = self.compile_failure(result, built)
        if failure:
            return self.one_by_one(seeds, made, failure)
        self.note_slower(result.err)
        failures = []
        for seed in seeds:
            self.loops += str(made[seed].tree()).count("hydra parallel for")
            expected = self.execute("batch.seq", [str(seed)])
            if expected.status != 0:
                failures.append((seed, Failure("invalid: sequential run fails", expected.describe())))
                continue
            for setting in settings(seed, self.options):
                failure = self.compare("batch.hydra", [str(seed)], expected, setting)
                if failure:
                    failures.append((seed, failure))
                    break
        return failures

    def one_by_one(self, seeds, made, batch_failure):
        failures = []
        for seed in seeds:
            self.loops += str(made[seed].tree()).count("hydra parallel for")
            failure = self.check_text(tree.render(made[seed].tree()), settings(seed, self.options),
                                      optimisation(seeds[0]))
            self.note_slower(self.said)
            if failure:
                failures.append((seed, failure))
        if not failures and batch_failure.kind == "hydracc hangs":
            return []  # many programs took long together; each alone did not
        return failures or [(seeds[0], Failure(f"only as a batch: {batch_failure.kind}", batch_failure.details))]

    # --- failures

    def report(self, seed, failure):
        """Shrinks the program of a seed and writes it down."""
        print(f"FAILED seed {seed}: {failure}", flush=True)
        if self.options.no_shrink or failure.kind.startswith(("invalid", "only as")):
            return
        made = program.make(seed)
        level = optimisation(seed - (seed - self.first) % self.options.batch)
        which = [failure.setting] if failure.setting else settings(seed, self.options)

        def still_fails():
            found = self.check_text(tree.render(made.tree()), which, level)
            return found is not None and found.kind == failure.kind and (
                not failure.kind.startswith(("wrong", "hang", "status")) or self.valid(made) is None)

        folder = pathlib.Path(self.options.failures)
        folder.mkdir(parents=True, exist_ok=True)
        if not still_fails():
            problem = self.valid(made)
            print(f"seed {seed}: not shrunk: {'the program is invalid: ' + problem if problem else 'alone it passes'}")
            return
        shrink(made, still_fails, time.time() + self.options.shrink_seconds)
        how = " ".join(f"{k}={v}" for k, v in (failure.setting or {}).items())
        text = tree.render(made.tree())
        if "stdin" in text or "scanf" in text or "getchar" in text:
            text = "// stdin: " + TYPED.replace("\n", "\\n") + "\n" + text
        beside = " (beside unknown.c, compiled alone)" if "unknown_" in text else ""
        text = f"// Seed {seed}: {failure.kind} {how}{beside}\n{text}"
        (folder / f"seed_{seed}.c").write_text(text)
        print(f"--- shrunk to {folder}/seed_{seed}.c\n{text}", flush=True)

    def validate(self, seeds):
        bad = 0
        for seed in seeds:
            problem = self.valid(program.make(seed))
            if problem:
                bad += 1
                print(f"INVALID seed {seed}: {problem}", flush=True)
        print(f"{len(seeds)} programs validated, {bad} invalid")
        return bad

    def summary(self, failures, seconds):
        print(f"{self.programs} programs, {self.loops} parallel loops, {self.slow_loops} run by all ranks, "
              f"{len(failures)} failures, {seconds:.0f} s")
        for text, count in self.slower.most_common(12):
            print(f"  {count:5} {text}")
        for text, count in self.messages.most_common(8):
            print(f"  {count:5} at run time: {text}")
        for kind, count in collections.Counter(f.kind for _, f in failures).most_common():
            print(f"  {count:5} FAILED {kind}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--seeds", default="1..100", help="FIRST..LAST")
    parser.add_argument("--batch", type=int, default=20, help="programs in one executable")
    parser.add_argument("--runs", type=int, default=3, help="ways to run each program")
    parser.add_argument("--ranks", help="run each with these numbers of ranks instead, '1 2 3'")
    parser.add_argument("--failures", default=str(pathlib.Path(__file__).resolve().parent / "failures"))
    parser.add_argument("--shrink-seconds", type=float, default=120)
    parser.add_argument("--seconds", type=float, default=0, help="begin no batch after this time")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--print", action="store_true", help="show the programs and stop")
    parser.add_argument("--validate", action="store_true", help="check the programs themselves with sanitizers and stop")
    options = parser.parse_args()
    options.hydracc = pathlib.Path(options.hydracc).resolve()
    first, last = (int(x) for x in options.seeds.split(".."))
    seeds = list(range(first, last + 1))
    if options.print:
        for seed in seeds:
            print(tree.render(program.make(seed).tree()))
        return 0
    started, failures = time.time(), []
    folder = tempfile.mkdtemp(prefix="hydra-fuzz-")
    try:
        fuzzer = Fuzzer(options, folder)
        fuzzer.first = first
        if options.validate:
            return 1 if fuzzer.validate(seeds) else 0
        for at in range(0, len(seeds), options.batch):
            if options.seconds and time.time() - started > options.seconds:
                print(f"time is up: stopped before seed {seeds[at]}")
                break
            found = fuzzer.batch(seeds[at:at + options.batch])
            failures += found
            for seed, failure in found:
                fuzzer.report(seed, failure)
        fuzzer.summary(failures, time.time() - started)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
