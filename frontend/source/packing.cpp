// See packing.h. The forms are pack(), pack(n), pack(push), pack(push, n), pack(push, name), pack(push, name, n),
// pack(pop), pack(pop, name).
#include "frontend/source/packing.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

namespace hydra::frontend {

namespace {

// The words between the parentheses; nothing where the line is formed in another way.
std::optional<std::vector<std::string>> words_of(std::string_view line) {
    const auto open = line.find('('), close = line.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    const auto rest = line.substr(close + 1);
    const auto begin = rest.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && rest.substr(begin, 2) != "//" && rest.substr(begin, 2) != "/*")
        return std::nullopt;
    std::vector<std::string> words;
    std::string word;
    for (const char c : line.substr(open + 1, close - open - 1)) {
        if (c == ',') {
            words.push_back(word);
            word.clear();
        } else if (c != ' ' && c != '\t') {
            word += c;
        }
    }
    if (!words.empty() || !word.empty())
        words.push_back(word);
    return words;
}

// 1, 2, 4, 8 or 16; 0 stands for no cap.
std::optional<int> cap_of(const std::string& word) {
    for (const int cap : {0, 1, 2, 4, 8, 16})
        if (word == std::to_string(cap))
            return cap;
    return std::nullopt;
}

bool is_name(const std::string& word) {
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
           std::all_of(
               word.begin(), word.end(),
               [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

} // namespace

void Packing::add(std::size_t offset, std::string_view line) {
    const auto words = words_of(line);
    const std::size_t count = words ? words->size() : 0;
    const auto last = count > 0 ? cap_of(words->back()) : std::nullopt;
    if (words && count == 0) {
        cap_ = 0;
    } else if (count == 1 && last) {
        cap_ = *last;
    } else if (count > 0 && words->front() == "push" &&
               (count - (last ? 1 : 0) == 1 || (count - (last ? 1 : 0) == 2 && is_name((*words)[1])))) {
        stack_.push_back({count - (last ? 1 : 0) == 2 ? (*words)[1] : "", cap_});
        cap_ = last.value_or(cap_);
    } else if (count > 0 && words->front() == "pop" && (count == 1 || (count == 2 && is_name((*words)[1])))) {
        pop(offset, count == 2 ? (*words)[1] : "");
    } else {
        wrong_.push_back({offset, "not in this version: this form of '#pragma pack'; write pack(push, N), pack(pop), "
                                  "pack(N) or pack() with N of 1, 2, 4, 8 or 16"});
    }
    changes_.push_back({offset, cap_});
}

void Packing::pop(std::size_t offset, const std::string& name) {
    auto kept = stack_.rbegin();
    if (!name.empty())
        kept = std::find_if(stack_.rbegin(), stack_.rend(), [&](const Kept& one) { return one.name == name; });
    if (kept == stack_.rend()) {
        wrong_.push_back({offset, name.empty() ? "this '#pragma pack(pop)' has no '#pragma pack(push)' before it"
                                               : fmt::format("no '#pragma pack(push, {})' stands before this", name)});
        return;
    }
    cap_ = kept->cap;
    stack_.erase(std::prev(kept.base()), stack_.end());
}

int Packing::at(std::size_t offset) const {
    const auto behind = std::upper_bound(changes_.begin(), changes_.end(), offset,
                                         [](std::size_t place, const Change& one) { return place < one.offset; });
    return behind == changes_.begin() ? 0 : std::prev(behind)->cap;
}

} // namespace hydra::frontend
