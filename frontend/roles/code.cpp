// Pieces are kept apart until the whole text is asked for.
#include "frontend/roles/code.h"

#include <algorithm>

namespace hydra::frontend::cmaps {

void Code::add(std::string text, support::SourceRange origin, bool same) {
    if (!text.empty())
        pieces_.push_back({std::move(text), origin, same});
}

Code& Code::operator+=(const Code& other) {
    pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
    return *this;
}

Code& Code::operator+=(std::string text) {
    add(std::move(text), {}, false);
    return *this;
}

Code& Code::standing_for(const support::SourceRange& range) {
    for (auto& piece : pieces_)
        if (!piece.origin.valid())
            piece.origin = range;
    return *this;
}

long Code::line() const {
    long line = 1;
    for (const auto& piece : pieces_)
        line += std::count(piece.text.begin(), piece.text.end(), '\n');
    return line;
}

std::string Code::text() const {
    std::string all;
    for (const auto& piece : pieces_)
        all += piece.text;
    return all;
}

std::vector<support::Origin> Code::origins() const {
    std::vector<support::Origin> list;
    std::uint32_t at = 0;
    for (const auto& piece : pieces_) {
        const auto end = at + static_cast<std::uint32_t>(piece.text.size());
        if (piece.origin.valid())
            list.push_back({at, end, piece.origin, piece.same});
        at = end;
    }
    return list;
}

} // namespace hydra::frontend::cmaps
