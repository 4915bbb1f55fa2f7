// Output is made in one sweep over the sorted edits. `drift` counts by how many lines the output has moved away from
// the source; before the next piece of the user's text a drift is ended by a #line directive.
#include "codegen/text/rewriter.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

long count_lines(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

} // namespace

std::string line_directive(const support::SourceManager& sources, support::FileId file, std::uint32_t line) {
    const auto name = sources.name_of_line(file, line);
    std::string quoted;
    for (const char c : name.path) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return fmt::format("#line {} \"{}\"\n", name.line, quoted);
}

void Edits::blank(std::uint32_t begin, std::uint32_t end, std::string_view file_text) {
    const auto old = file_text.substr(begin, end - begin);
    replace(begin, end, std::string(static_cast<std::size_t>(count_lines(old)), '\n'));
}

std::string render(const support::SourceManager& sources, support::FileId file, std::uint32_t begin, std::uint32_t end,
                   const Edits& edits) {
    const auto& source = sources.file(file);
    const std::string_view text = source.text;
    end = std::min<std::uint32_t>(end, static_cast<std::uint32_t>(text.size()));
    auto sorted = edits.list_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        if (a.begin != b.begin)
            return a.begin < b.begin;
        return a.rank != b.rank ? a.rank < b.rank : a.end > b.end;
    });

    std::string out;
    auto pos = begin;
    long drift = 0;
    bool renamed = false; // a #line directive of the user's has gone
    const auto resync = [&](std::uint32_t to) {
        const auto place = sources.position(file, pos);
        const auto line_end = std::min<std::size_t>(text.find('\n', pos), end);
        const bool rest_blank = text.substr(pos, line_end - pos).find_first_not_of(" \t\v\f") == std::string_view::npos;
        if (!out.empty() && out.back() != '\n') {
            out += '\n';
            if (rest_blank && line_end < to) {
                pos = static_cast<std::uint32_t>(line_end) + 1;
                out += line_directive(sources, file, place.line + 1);
                return;
            }
        }
        out += line_directive(sources, file, place.line) + std::string(place.column - 1, ' ');
    };
    const auto holds_directive = [&](std::uint32_t from, std::uint32_t to) {
        const auto next = source.renumbered.lower_bound(sources.position(file, from).line);
        return next != source.renumbered.end() && next->first <= sources.position(file, to).line;
    };
    const auto copy_to = [&](std::uint32_t to) {
        if ((drift != 0 || renamed) && pos < to) {
            resync(to);
            drift = 0;
            renamed = false;
        }
        if (pos < to) {
            out += text.substr(pos, to - pos);
            pos = to;
        }
    };
    for (const auto& edit : sorted) {
        if (edit.begin < pos || edit.end > end)
            continue;
        copy_to(edit.begin);
        out += edit.text;
        drift += count_lines(edit.text) - count_lines(text.substr(edit.begin, edit.end - edit.begin));
        renamed = renamed || (edit.begin < edit.end && holds_directive(edit.begin, edit.end));
        pos = std::max(pos, edit.end);
    }
    copy_to(end);
    return out;
}

} // namespace hydra::codegen
