// Clauses are names with or without parentheses; words of the directive are what stands before the first of them.
#include "frontend/openmp/omp_line.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/source/pp_tokens.h"

namespace hydra::frontend {

namespace {

constexpr std::array<std::string_view, 38> directive_words{
    "parallel",  "for",           "simd",          "teams",     "distribute", "target",   "loop",    "sections",
    "section",   "single",        "master",        "masked",    "task",       "taskloop", "barrier", "taskwait",
    "taskgroup", "taskyield",     "critical",      "atomic",    "flush",      "ordered",  "cancel",  "cancellation",
    "point",     "threadprivate", "declare",       "end",       "enter",      "exit",     "data",    "update",
    "scan",      "requires",      "metadirective", "workshare", "scope",      "depobj"};

constexpr std::array<std::string_view, 19> acc_words{
    "parallel", "kernels", "serial",  "loop",      "data", "enter",    "exit", "update", "routine", "atomic",
    "wait",     "cache",   "declare", "host_data", "init", "shutdown", "set",  "end",    "read"};

class Line {
  public:
    explicit Line(std::string_view line) : line_(line), tokens_(read_tokens(line)) {}

    std::optional<OmpDirective> read() {
        if (tokens_.size() < 4 || tokens_[1].text != "pragma" || (tokens_[2].text != "omp" && tokens_[2].text != "acc"))
            return std::nullopt;
        out_.acc = tokens_[2].text == "acc";
        at_ = 3;
        while (at_ < tokens_.size() && is_word(tokens_[at_].text))
            out_.words.emplace_back(tokens_[at_++].text);
        if (out_.has("threadprivate") && at_ < tokens_.size() && tokens_[at_].text == "(") {
            OmpClause named{"threadprivate", {}, {}};
            const auto [first, last] = skip();
            list(named, first, last);
            out_.clauses.push_back(std::move(named));
        } else if (at_ < tokens_.size() && tokens_[at_].text == "(") { // the name of a critical section, a list
            skip();
        }
        while (at_ < tokens_.size())
            clause();
        return std::move(out_);
    }

  private:
    // `ordered` and `simd` are clauses, too; a clause stands behind the words of a loop.
    bool is_word(std::string_view text) const {
        if (out_.acc) // `wait` is a clause, too
            return (text != "wait" || out_.words.empty()) &&
                   std::find(acc_words.begin(), acc_words.end(), text) != acc_words.end();
        if (text == "ordered" && !out_.words.empty())
            return false;
        return std::find(directive_words.begin(), directive_words.end(), text) != directive_words.end();
    }

    // From `(` to behind its `)`.
    std::pair<std::size_t, std::size_t> skip() {
        const auto first = at_ + 1;
        int depth = 0;
        do {
            depth += opens(tokens_[at_].text) ? 1 : closes(tokens_[at_].text) ? -1 : 0;
            ++at_;
        } while (at_ < tokens_.size() && depth > 0);
        return {first, std::max(first, at_ - 1)};
    }
    static bool opens(std::string_view text) { return text == "(" || text == "["; }
    static bool closes(std::string_view text) { return text == ")" || text == "]"; }

    [[nodiscard]] std::string text(std::size_t first, std::size_t last) const {
        return first >= last
                   ? ""
                   : std::string(line_.substr(tokens_[first].begin, tokens_[last - 1].end - tokens_[first].begin));
    }

    void clause() {
        const auto& token = tokens_[at_];
        if (token.kind != PpKind::identifier) {
            ++at_;
            return;
        }
        OmpClause clause;
        clause.name = token.text;
        ++at_;
        if (at_ < tokens_.size() && tokens_[at_].text == "(") {
            const auto [first, last] = skip();
            list(clause, first, last);
        }
        out_.clauses.push_back(std::move(clause));
    }

    // `op : a, b`, `modifier, op : a`, or a list alone.
    void list(OmpClause& clause, std::size_t first, std::size_t last) const {
        int depth = 0;
        auto from = first;
        const bool has_op =
            clause.name.ends_with("reduction") || clause.name == "lastprivate" || clause.name == "linear";
        for (auto i = first; i <= last; ++i) {
            const auto end = i == last;
            const std::string_view word = end ? "," : tokens_[i].text;
            if (!end)
                depth += opens(word) ? 1 : closes(word) ? -1 : 0;
            // `:` behind the operator; `%:` and `::` are tokens of their own
            if (!end && depth == 0 && word == ":" && has_op && clause.op.empty() && clause.name != "linear") {
                clause.op = text(from, i);
                clause.items.clear();
                from = i + 1;
            } else if (depth == 0 && word == ",") {
                if (from < i)
                    clause.items.push_back(text(from, i));
                from = i + 1;
            }
        }
        if (clause.name == "lastprivate")
            clause.op.clear();
    }

    std::string_view line_;
    std::vector<PpToken> tokens_;
    std::size_t at_ = 0;
    OmpDirective out_;
};

} // namespace

bool OmpDirective::has(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool OmpDirective::has_clause(std::string_view name) const {
    return std::any_of(
        clauses.begin(), clauses.end(), [&](const OmpClause& each) { return each.name == name; });
}

bool OmpDirective::shares_loop() const {
    if (acc)
        return (has("loop") || has("kernels")) && !has_clause("seq");
    return !has("declare") && !has("cancel") && (has("for") || has("distribute") || has("loop"));
}

bool OmpDirective::opens_region() const {
    if (acc)
        return has("parallel") || has("kernels") || has("serial") || has("loop");
    const bool data = has("data") || has("enter") || has("exit") || has("update") || has("declare") || has("end");
    return !data && !has("cancel") && !has("cancellation") &&
           (has("parallel") || has("teams") || has("target") || has("task") || has("taskloop") || has("sections") ||
            has("single") || has("scope") || has("for") || has("distribute") || has("loop") || has("simd"));
}

bool OmpDirective::synchronises() const { return has("critical") || has("atomic") || has("ordered"); }

std::string OmpDirective::text() const { return fmt::format("{} {}", acc ? "acc" : "omp", fmt::join(words, " ")); }

std::optional<OmpDirective> read_omp_line(std::string_view line) { return Line(line).read(); }

} // namespace hydra::frontend
