// See response_files.h.
#include "driver/response_files.h"

#include <fstream>
#include <iterator>
#include <string_view>

namespace hydra::driver {

namespace {

// The words of a file that `@FILE` names: parted by blanks; quotes hold them together, and a backslash takes the
// meaning from what follows it.
std::vector<std::string> words_of_file(const std::string& text) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool parts = quote == 0 && std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos;
        if (!parts && !in_word)
            words.emplace_back();
        in_word = !parts;
        if (parts)
            continue;
        if (c == '\\' && at + 1 < text.size())
            words.back() += text[++at];
        else if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
        else
            words.back() += c;
    }
    return words;
}

} // namespace

std::vector<std::string> with_response_files(const std::vector<std::string>& words, int depth) {
    constexpr int deepest = 20;
    std::vector<std::string> all;
    for (const auto& word : words) {
        std::ifstream in;
        if (word.size() > 1 && word[0] == '@' && depth < deepest)
            in.open(word.substr(1), std::ios::binary);
        if (!in.is_open()) {
            all.push_back(word);
            continue;
        }
        const auto more = with_response_files(words_of_file({std::istreambuf_iterator<char>(in), {}}), depth + 1);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

} // namespace hydra::driver
