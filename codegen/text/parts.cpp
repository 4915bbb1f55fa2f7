// See parts.h.
#include "codegen/text/parts.h"

namespace hydra::codegen {

namespace {

// Control characters, which C does not have outside of literals, and these write as escapes.
constexpr char begin_mark = '\x01', end_mark = '\x02';

char letter_of(Part part) { return part == Part::loops ? '\x03' : '\x04'; }

} // namespace

std::string marked(Part part, const std::string& text) {
    if (text.empty())
        return text;
    return std::string{begin_mark, letter_of(part)} + text + end_mark;
}

std::string unmarked(const std::string& text) {
    if (text.find(begin_mark) == std::string::npos)
        return text;
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == begin_mark)
            ++at;
        else if (text[at] != end_mark)
            out += text[at];
    return out;
}

Taken take_part(const std::string& text, Part part) {
    Taken taken;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != begin_mark || text[at + 1] != letter_of(part)) {
            taken.rest += text[at++];
            continue;
        }
        std::size_t end = at + 2;
        for (int depth = 1; end < text.size(); ++end) {
            depth += text[end] == begin_mark ? 1 : text[end] == end_mark ? -1 : 0;
            if (depth == 0)
                break;
        }
        taken.pieces.push_back(unmarked(text.substr(at + 2, end - at - 2)));
        at = end + 1;
    }
    return taken;
}

std::string map_between(const std::string& text, const std::function<std::string(const std::string&)>& f) {
    std::string out, piece;
    const auto flush = [&] {
        out += piece.empty() ? piece : f(piece);
        piece.clear();
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != begin_mark && text[at] != end_mark) {
            piece += text[at];
            continue;
        }
        flush();
        out += text[at];
        if (text[at] == begin_mark)
            out += text[++at];
    }
    flush();
    return out;
}

} // namespace hydra::codegen
