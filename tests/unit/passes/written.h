// C text and a pass's name in, and out comes what the pass writes: the lines of the program's text form (ir/print.h)
// that stand there behind the pass and not before it.
#pragma once
#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "analysed.h"
#include "ir/print.h"

// The program's text, in which the file is called test.c and nothing says in which bytes of it something stands.
inline std::string plain_text(const hydra::ir::Program& program, const std::string& path) {
    static const std::regex range(R"( ?range \d+:\d+-\d+=?)");
    std::string text = std::regex_replace(hydra::ir::print(program), range, "");
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at))
        text.replace(at, path.size(), "test.c");
    return text;
}

// The lines, each without the blanks in front of it, and none for the ends of blocks. devices: as for a target that has
// some.
inline std::string written(const std::string& text, std::string_view pass, bool devices = false) {
    Checked source(text);
    std::string before, behind;
    bool has_run = false;
    hydra::passes::PipelineOptions options;
    options.devices = devices;
    options.after_pass = [&](std::string_view name, const hydra::ir::Program& program, double) {
        if (!has_run)
            before = std::exchange(behind, plain_text(program, source.path));
        has_run = has_run || name == pass;
    };
    hydra::passes::run_pipeline(source.program, source.sources, source.diagnostics, options);
    REQUIRE_MESSAGE(has_run, source.diagnostics.render());

    std::map<std::string, int> known;
    const auto each_line = [](const std::string& all, const auto& use) {
        std::istringstream lines(all);
        for (std::string line; std::getline(lines, line);)
            use(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    };
    each_line(before, [&](const std::string& line) { ++known[line]; });
    std::string out;
    each_line(behind, [&](const std::string& line) {
        out += line.empty() || line == "}" || known[line]-- > 0 ? "" : line + "\n";
    });
    return out;
}

// What the passes have to say to the user, one message a line, in the order of their places.
inline std::string messages(const std::string& text) {
    Checked source(text);
    hydra::passes::run_pipeline(source.program, source.sources, source.diagnostics, {});
    std::string out;
    for (const auto& shown : source.diagnostics.shown())
        out += shown.diagnostic->message + "\n";
    return out;
}
