// The command line: what each way of writing an option gives, and which mistakes are found.
#include "driver/options.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "driver/failure.h"
#include "driver/recipe.h"

using namespace hydra::driver;

namespace {

// The message of a wrong command line; empty where it is accepted.
std::string complaint(const std::vector<std::string>& arguments) {
    try {
        read_options(arguments);
        return "";
    } catch (const Failure& failure) {
        CHECK(failure.status == status_usage);
        return failure.what();
    }
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("values are joined or separate, as in the compilers") {
    const auto options = read_options({"-I", "a", "-Ib", "-isystem", "c", "-DX=1", "-D", "Y", "p.c", "-oprog"});
    CHECK(options.words(preprocessing) == Words{"-O2", "-Ia", "-Ib", "-isystem", "c", "-DX=1", "-DY"});
    CHECK(options.output == "prog");
    CHECK(options.sources == Words{"p.c"});
    CHECK(options.name() == "p");
}

TEST_CASE("each stage gets its own options, in order") {
    const auto options = read_options({"p.c", "-g", "x.o", "-lfoo", "-Llib", "-Wl,-z", "-O3", "-std=c11", "-Wall"});
    CHECK(options.words(preprocessing) == Words{"-O3", "-std=c11", "-Wall"});
    CHECK(options.words(compiling) == Words{"-g", "-O3", "-std=c11", "-Wall"});
    CHECK(options.words(linking) == Words{"-g", "x.o", "-lfoo", "-Llib", "-Wl,-z", "-O3"});
}

TEST_CASE("paths can be rewritten") {
    const auto options = read_options({"p.c", "-Iinc", "x.o", "-lfoo"});
    const auto up = [](const std::string& path) { return "../" + path; };
    CHECK(options.words(compiling, up) == Words{"-O2", "-I../inc"});
    CHECK(options.words(linking, up) == Words{"-O2", "../x.o", "-lfoo"});
}

TEST_CASE("hydracc's own warnings are not handed on") {
    const auto options = read_options({"p.c", "-Wno-hydra-omp", "-Wno-error=hydra-race", "-Werror", "-Wno-unused"});
    CHECK(options.diagnostics.disabled.contains("hydra-omp"));
    CHECK(options.diagnostics.not_errors.contains("hydra-race"));
    CHECK(options.diagnostics.warnings_are_errors);
    CHECK(options.words(compiling) == Words{"-O2", "-Werror", "-Wno-unused"});
    CHECK(!read_options({"p.c", "-Werror=format"}).diagnostics.warnings_are_errors);
    const auto one = read_options({"p.c", "-Werror=hydra-omp", "-Werror=hydra-last", "-Wno-error=hydra-last"});
    CHECK(one.diagnostics.errors == std::set<std::string>{"hydra-omp"});
    CHECK(!one.diagnostics.warnings_are_errors);
    CHECK(one.words(compiling) == Words{"-O2"});
}

TEST_CASE("floating point") {
    CHECK(!read_options({"p.c"}).floating.contraction_given);
    CHECK(read_options({"p.c", "-Ofast"}).floating.inexact == "-Ofast");
    CHECK(read_options({"p.c", "-Ofast"}).words(compiling) == Words{"-Ofast"});
    CHECK(read_options({"p.c", "-ffp-contract=off"}).floating.inexact.empty());
    CHECK(read_options({"p.c", "-ffp-contract=fast"}).floating.contraction_given);
}

TEST_CASE("mistakes name the remedy") {
    CHECK(contains(complaint({"--hots=mpi", "p.c"}), "did you mean '--host'"));
    CHECK(contains(complaint({"--chekc", "p.c"}), "did you mean '--check'"));
    CHECK(contains(complaint({"--frobnicate", "p.c"}), "--help"));
    CHECK(contains(complaint({"-c", "p.c", "q.c", "-o", "p.o"}), "here are several"));
    CHECK(contains(complaint({"p.c", "-o"}), "-o FILE"));
    CHECK(contains(complaint({"--host=locale", "p.c"}), "did you mean 'local'"));
    CHECK(contains(complaint({"--dump=irr", "p.c"}), "footprints"));
    CHECK(contains(complaint({}), "no input file"));
    CHECK(contains(complaint({"-S", "x.o"}), "no .c file"));
    CHECK(contains(complaint({"p.txt"}), "p.txt"));
    CHECK(contains(complaint({"-S", "--check", "p.c"}), "do not go together"));
    CHECK(contains(complaint({"--cc", "p.c"}), "--cc=PROG"));
}

TEST_CASE("what would change C's types under the analysis is for what is not analysed") {
    for (const char* option : {"-funsigned-char", "-fno-signed-char", "-fpack-struct", "-fpack-struct=2", "-m32"}) {
        const auto options = hydra::driver::read_options({option, "p.c"});
        CHECK_MESSAGE(options.unanalysed.other_types == option, option);
        CHECK_MESSAGE(std::any_of(options.handed.begin(), options.handed.end(),
                                  [&](const auto& each) { return each.option == option; }),
                      option);
    }
    CHECK(hydra::driver::read_options({"-fsigned-char", "-march=native", "p.c"}).unanalysed.other_types.empty());
}

TEST_CASE("shared libraries do not see the program's names, unless the user decides about that") {
    const auto hides = [](const std::vector<std::string>& arguments) {
        const auto flags = own_compile_flags(read_options(arguments));
        return std::find(flags.begin(), flags.end(), "-fvisibility=hidden") != flags.end();
    };
    CHECK(hides({"p.c"}));
    CHECK(hides({"p.c", "-Wl,-z,now", "-Ofast"}));
    const std::vector<std::string> deciding = {"-fvisibility=default", "-rdynamic", "-Wl,-E", "-Wl,--export-dynamic",
                                               "-Wl,--dynamic-list=names"};
    for (const auto& option : deciding)
        CHECK_MESSAGE(!hides({"p.c", option}), option);
    CHECK(!hides({"p.c", "-Xlinker", "-E"}));
    // A library of the user's own may call them.
    const auto folder = std::filesystem::temp_directory_path() / "hydracc_options_test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "libmine.so") << "";
    CHECK(!hides({"p.c", "-L" + folder.string(), "-lmine"}));
    CHECK(!hides({"p.c", (folder / "libmine.so").string()}));
    CHECK(hides({"p.c", "-L" + folder.string(), "-lm"}));
    std::filesystem::remove_all(folder);
}

TEST_CASE("what comes later says so") {
    CHECK(contains(complaint({"--auto", "p.c"}), "not in this version"));
    CHECK(complaint({"--target=cpu", "--comm=exact", "-fdiagnostics-format=text", "p.c"}).empty());
}

TEST_CASE("what a file is") {
    const auto both = read_options({"a.cmaps", "-x", "cmaps", "b.txt", "-xnone", "c.c"});
    CHECK(both.sources == std::vector<std::string>{"a.cmaps", "b.txt", "c.c"});
    CHECK(both.is_cmaps("a.cmaps"));
    CHECK(both.is_cmaps("b.txt"));
    CHECK_FALSE(both.is_cmaps("c.c"));
    CHECK(contains(complaint({"-x", "cmap", "a.cmaps"}), "c or cmaps or none"));
    CHECK(read_options({"-x", "c", "a.cc", "-c"}).sources == std::vector<std::string>{"a.cc"});
}

TEST_CASE("what is the native compiler's") {
    const auto native = [](const std::vector<std::string>& words) {
        const auto options = read_options(words);
        return options.goal == hydra::driver::Goal::native || options.goal == hydra::driver::Goal::object
                   ? options.native
                   : std::vector<std::string>{};
    };
    using Words = std::vector<std::string>;
    CHECK(native({"-E", "-dM", "--host=local", "p.c"}) == Words{"-E", "-dM", "p.c"});
    CHECK(native({"-E", "-c", "p.c"}) == Words{"-E", "-c", "p.c"});
    CHECK(native({"-c", "-E", "p.c"}) == Words{"-c", "-E", "p.c"});
    CHECK(native({"-dumpmachine"}) == Words{"-dumpmachine"});
    CHECK(native({"-print-prog-name=ld"}) == Words{"-print-prog-name=ld"});
    CHECK(native({"-S=asm", "p.c"}) == Words{"-S", "p.c"});
    CHECK(native({"-x", "c", "-", "-o", "x"}) == Words{"-x", "c", "-", "-o", "x"});
    CHECK(native({"-v"}) == Words{"-v"});
    CHECK(native({"-Wl,--version"}) == Words{"-Wl,--version"});
    CHECK(native({"-c", "-Wno-hydra-omp", "-O5", "-Iinc", "-MD", "-MF", "p.d", "p.c"}) ==
          Words{"-c", "-O5", "-Iinc", "-MD", "-MF", "p.d", "p.c"});
    CHECK(native({"--host=local", "--launch", "gcc", "-c", "p.c"}) == Words{"-c", "p.c"});
    CHECK(read_options({"--launch", "gcc-12", "-c", "p.c"}).cc == "gcc-12");
    CHECK(read_options({"p.o", "-o", "p"}).goal == hydra::driver::Goal::executable);
}

TEST_CASE("targets, and architectures for one of them") {
    CHECK(read_options({"p.c"}).target == hydra::codegen::Target::cpu);
    CHECK(read_options({"--target=opencl", "p.c"}).target == hydra::codegen::Target::opencl);
    const auto cuda = read_options({"--target=cuda", "--arch=sm_80,sm_90", "-Xnvcc", "-lineinfo", "p.c"});
    CHECK(cuda.target == hydra::codegen::Target::cuda);
    CHECK(cuda.tools.arch == "sm_80,sm_90");
    CHECK(cuda.tools.nvcc == std::vector<std::string>{"-lineinfo"});
    for (const char* arch : {"--arch=90", "--arch=sm_90,", "--arch=sm_9-0"})
        CHECK_MESSAGE(contains(complaint({arch, "p.c"}), "such as sm_90"), arch);
}

TEST_CASE("the report and its file") {
    CHECK(read_options({"p.c"}).report.format == ReportFormat::none);
    CHECK(read_options({"--report", "p.c"}).report.format == ReportFormat::text);
    CHECK(read_options({"--report=html", "p.c"}).report.format == ReportFormat::html);
    CHECK(read_options({"--report-file=r", "--report=json", "p.c"}).report.format == ReportFormat::json);
    CHECK(read_options({"--report-file=r", "p.c"}).report.format == ReportFormat::text);
    CHECK(read_options({"--report-file=r", "p.c"}).report.file == "r");
    CHECK(contains(complaint({"--report=xml", "p.c"}), "text or json or html"));
}

TEST_CASE("-- ends the options") { CHECK(read_options({"--", "-p.c"}).sources == Words{"./-p.c"}); }
