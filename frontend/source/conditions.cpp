// A branch is taken where the preprocessor has left tokens of it. A group is written out where it stands in the middle
// of a statement: behind a loop's head, an `else` or a pragma, or with braces of which it holds one alone.
#include "frontend/source/conditions.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "frontend/source/pp_tokens.h"

namespace hydra::frontend {

namespace {

struct ConditionLine {
    std::uint32_t begin = 0, end = 0; // its logical line, without the newline
    std::string_view word;
};

// The end of a line that may go on behind a backslash.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] != '\n' || (at > 0 && text[at - 1] == '\\')))
        ++at;
    return at;
}

// The lines that begin with `#`, outside of comments and literals.
std::vector<ConditionLine> directives_in(std::string_view text) {
    std::vector<ConditionLine> found;
    bool fresh = true; // nothing but blanks so far on the line
    for (std::size_t at = 0; at < text.size();) {
        const auto until = [&](std::string_view end) {
            return std::min(text.find(end, at + 2), text.size() - end.size()) + end.size();
        };
        const char c = text[at];
        if (text.compare(at, 2, "/*") == 0) {
            at = until("*/");
        } else if (text.compare(at, 2, "//") == 0) {
            at = end_of_line(text, at);
        } else if (c == '#' && fresh) {
            std::size_t end = at;
            while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) {
                if (text.compare(end, 2, "//") == 0) {
                    end = end_of_line(text, end);
                    break;
                }
                const bool comment = text.compare(end, 2, "/*") == 0;
                end = comment ? std::min(text.find("*/", end + 2), text.size() - 2) + 2 : end + 1;
            }
            const auto word = std::min(text.find_first_not_of(" \t", at + 1), end);
            auto behind = word;
            while (behind < end && text[behind] >= 'a' && text[behind] <= 'z')
                ++behind;
            found.push_back(
                {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end), text.substr(word, behind - word)});
            at = end;
        } else if (c == '"' || c == '\'') {
            for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at)
                at += text[at] == '\\' ? 1 : 0;
            ++at;
            fresh = false;
        } else {
            fresh = c == '\n' || (fresh && (c == ' ' || c == '\t'));
            ++at;
        }
    }
    return found;
}

struct ConditionBranch {
    std::uint32_t number = 0; // as read_raw counts them
    std::uint32_t begin = 0, end = 0;
};

struct ConditionGroup {
    std::vector<ConditionBranch> branches;
    std::uint32_t begin = 0, end = 0;
    std::vector<std::size_t> directives; // its own, by number
};

class ConditionWriter {
  public:
    ConditionWriter(std::string_view text, const std::set<std::uint32_t>& taken)
        : text_(text), taken_(taken), raw_(read_raw(text)), directives_(directives_in(text)) {
        std::vector<ConditionGroup> open;
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < directives_.size(); ++i) {
            const auto& [begin, end, word] = directives_[i];
            const bool opens = word.starts_with("if"), turns = word.starts_with("el"), closes = word == "endif";
            if (opens)
                open.push_back({{}, begin, 0, {}});
            if (open.empty() || !(opens || turns || closes))
                continue;
            ConditionGroup& group = open.back();
            group.directives.push_back(i);
            if (!group.branches.empty())
                group.branches.back().end = begin;
            if (!closes) {
                group.branches.push_back({++number, end, 0});
                continue;
            }
            group.end = end;
            groups_.push_back(std::move(group));
            open.pop_back();
        }
    }

    std::optional<std::string> run() {
        std::string out(text_);
        bool any = false;
        for (const ConditionGroup& group : groups_) {
            const ConditionBranch* taken = branch_of(group);
            if (!cuts_statement(group, taken) || !holds_code_alone(group, taken))
                continue;
            any = true;
            for (const auto index : group.directives)
                clear(out, directives_[index].begin, directives_[index].end);
            for (const ConditionBranch& branch : group.branches)
                if (&branch != taken)
                    clear(out, branch.begin, branch.end);
        }
        return any ? std::optional(out) : std::nullopt;
    }

  private:
    static void clear(std::string& text, std::uint32_t begin, std::uint32_t end) {
        for (auto at = begin; at < end; ++at)
            text[at] = text[at] == '\n' ? '\n' : ' ';
    }

    [[nodiscard]] static bool is_in(const RawToken& token, std::uint32_t begin, std::uint32_t end) {
        return token.begin >= begin && token.begin < end;
    }

    // The one that the preprocessor took; null: none, or one without tokens.
    [[nodiscard]] const ConditionBranch* branch_of(const ConditionGroup& group) const {
        for (const ConditionBranch& branch : group.branches)
            for (const RawToken& token : raw_.tokens)
                if (is_in(token, branch.begin, branch.end) && taken_.contains(token.branch))
                    return &branch;
        return nullptr;
    }

    [[nodiscard]] bool cuts_statement(const ConditionGroup& group, const ConditionBranch* taken) const {
        const RawToken* before = nullptr; // the last one that the preprocessor left
        const RawToken* last = nullptr;
        int depth = 0;
        bool closes_more = false;
        for (const RawToken& token : raw_.tokens) {
            const bool is_left = token.branch == 0 || taken_.contains(token.branch);
            if (token.begin < group.begin && is_left)
                before = &token;
            if (taken == nullptr || !is_left || !is_in(token, taken->begin, taken->end) || token.in_pragma)
                continue;
            last = &token;
            depth += token.text == "{" || token.text == "(" ? 1 : token.text == "}" || token.text == ")" ? -1 : 0;
            closes_more = closes_more || depth < 0;
        }
        if (before == nullptr || last == nullptr)
            return false;
        return closes_more || depth != 0 || last->text == ")" || before->in_pragma || before->text == ")" ||
               before->text == "else" || before->text == "do";
    }

    // No macros are defined and nothing is included in what stays.
    [[nodiscard]] bool holds_code_alone(const ConditionGroup& group, const ConditionBranch* taken) const {
        return std::none_of(
            directives_.begin(), directives_.end(),
            [&](const ConditionLine& each) {
                return each.begin > group.begin && each.begin < group.end && !each.word.starts_with("if") &&
                       !each.word.starts_with("el") && each.word != "endif" && each.word != "pragma" &&
                       (taken == nullptr || (each.begin >= taken->begin && each.begin < taken->end));
            });
    }

    std::string_view text_;
    const std::set<std::uint32_t>& taken_;
    RawFile raw_;
    std::vector<ConditionLine> directives_;
    std::vector<ConditionGroup> groups_;
};

} // namespace

std::optional<std::string> conditions_written_out(const PositionMap& positions, support::FileId file,
                                                  const support::SourceManager& sources) {
    const std::string& text = sources.file(file).text;
    if (text.find('#') == std::string::npos)
        return std::nullopt;
    return ConditionWriter(text, positions.branches(file)).run();
}

} // namespace hydra::frontend
