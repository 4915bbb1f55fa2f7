// What libFuzzer calls with made-up programs: parser, tree building, all passes and the code generators in one process.
// The input is C text without macros, so the raw file and the preprocessor's output are the same bytes and no process
// has to be started. Whatever the text is, the compiler ends: with diagnostics, or with code; an exception, a signal, a
// sanitizer's finding or ten seconds of silence is a bug.
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>

#include "codegen/edit/emit.h"
#include "frontend/directive/loop_check.h"
#include "frontend/parse.h"
#include "frontend/source/positions.h"
#include "frontend/directive/restrictions.h"
#include "passes/pipeline.h"

namespace {

// Whether the text could be the preprocessor's output: directives are pragmas, and there are no comments and no
// backslashes that join lines or spell bytes outside of C's characters.
bool is_preprocessed(std::string_view text) {
    bool line_starts = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '#' && line_starts && !text.substr(i).starts_with("#pragma "))
            return false;
        if (c == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*'))
            return false;
        if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r'))
            return false;
        if (c == '\0' || c == '\r')
            return false;
        line_starts = c == '\n' || (line_starts && (c == ' ' || c == '\t'));
    }
    return true;
}

void compile(const std::string& text) {
    using namespace hydra;
    support::SourceManager sources;
    support::Diagnostics diagnostics{sources};
    frontend::Preprocessed input;
    input.path = "fuzz.c";
    input.file = sources.add(input.path, text, true);
    input.text = "# 1 \"fuzz.c\"\n" + text;
    const frontend::PositionMap positions(input, sources);
    ir::Program program;
    program.units.push_back(frontend::parse(input, positions, sources, diagnostics));
    frontend::check_parallel_loops(program.units, diagnostics);
    if (program.units.back() != nullptr && !diagnostics.has_errors())
        frontend::check_restrictions(program, *program.units.back(), diagnostics);
    if (!diagnostics.has_errors())
        passes::run_pipeline(program, sources, diagnostics, {});
    for (const auto target : {codegen::Target::cpu, codegen::Target::opencl, codegen::Target::cuda})
        if (!diagnostics.has_errors())
            codegen::emit(program, sources, diagnostics, {.target = target});
    (void)diagnostics.render();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    text += '\n';
    if (!is_preprocessed(text))
        return -1;
    compile(text);
    return 0;
}
