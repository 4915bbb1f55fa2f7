// Reads the text of a hydra pragma, token by token, with a message for each thing that is wrong in it.
#include "frontend/directive/directive.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "frontend/source/pp_tokens.h"

namespace hydra::frontend {

using ir::ReductionOp;
using ir::VarDecl;

namespace {

constexpr std::array<std::string_view, 5> clause_names{"shared", "private", "firstprivate", "reduction", "if"};
// In what CMAPS becomes, and nowhere else.
constexpr std::string_view layout_clause = "layout";

// Clauses that OpenMP has, and what HYDRA has for them.
const std::map<std::string_view, std::string_view>& clauses_of_openmp() {
    static const std::map<std::string_view, std::string_view> known{
        {"lastprivate", "write private(x): behind the loop, x has the value from the last iteration"},
        {"collapse",
         "it is not needed: write the directive before the outermost loop, and hydracc finds the inner ones"},
        {"schedule", "it is not needed: hydracc chooses, and HYDRA_PARTITION says it for a run"},
        {"nowait", "it is not needed: no rank waits for what it does not read"},
        {"num_threads", "it is not needed: HYDRA_NUM_THREADS says it for a run"},
        {"default", "it is not needed: what no clause names is shared, and hydracc checks it"},
        {"ordered", "leave out the directive: iterations that follow one another are a serial loop"},
        {"linear", "compute the variable from the loop variable, in the body"},
        {"copyin", "it is not needed: all iterations see the same variables"},
        {"map", "it is not needed: hydracc finds what has to be where"},
        {"simd", "it is not needed: hydracc finds such loops"},
        {"proc_bind", "it is not needed"}};
    return known;
}

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

template <class Names> std::optional<std::string> nearest(std::string_view name, const Names& names) {
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(name.size() / 3, 1) + 1;
    for (const auto& candidate : names) {
        if (const auto d = distance(name, candidate); d < least) {
            least = d;
            best = std::string(candidate);
        }
    }
    return best;
}

std::optional<ReductionOp> reduction_op(std::string_view text) {
    static const std::map<std::string_view, ReductionOp> ops{
        {"+", ReductionOp::add},          {"-", ReductionOp::add},         {"*", ReductionOp::mul},
        {"&", ReductionOp::bit_and},      {"|", ReductionOp::bit_or},      {"^", ReductionOp::bit_xor},
        {"&&", ReductionOp::logical_and}, {"||", ReductionOp::logical_or}, {"min", ReductionOp::min},
        {"max", ReductionOp::max}};
    const auto known = ops.find(text);
    return known != ops.end() ? std::optional(known->second) : std::nullopt;
}

// Why the operator cannot work on the type; empty where it can.
std::string operator_problem(ReductionOp op, ir::TypeRef type) {
    const bool bits = op == ReductionOp::bit_and || op == ReductionOp::bit_or || op == ReductionOp::bit_xor;
    const bool order = op == ReductionOp::min || op == ReductionOp::max;
    if (type->is_pointer())
        return "a pointer; reductions work on numbers";
    if (!type->is_arithmetic())
        return "no number; reductions work on numbers";
    if (bits && !type->is_integer())
        return "not an integer";
    if (order && type->is_complex())
        return "complex, which has no order";
    return "";
}

class Reader {
  public:
    Reader(std::string_view line, std::size_t offset, const PositionMap& positions, const NameLookup& lookup,
           support::Diagnostics& diagnostics, const VisibleNames& visible, const ExpressionReader& expressions)
        : tokens_(read_tokens(line)), offset_(offset), positions_(positions), lookup_(lookup),
          diagnostics_(diagnostics), visible_(visible), expressions_(expressions) {}

    std::unique_ptr<ir::Directive> run() {
        at_ = 3; // # pragma hydra
        if (!words())
            return nullptr;
        directive_ = std::make_unique<ir::Directive>();
        directive_->range = range(0, tokens_.size() - 1);
        for (bool first = true; at_ < tokens_.size(); first = false) {
            if (!first && is(","))
                ++at_;
            if (!clause())
                break;
        }
        return std::move(directive_);
    }

  private:
    [[nodiscard]] bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].text == text; }
    [[nodiscard]] bool is_name() const { return at_ < tokens_.size() && tokens_[at_].kind == PpKind::identifier; }
    [[nodiscard]] support::SourceRange range(std::size_t first, std::size_t last) const {
        last = std::min(last, tokens_.size() - 1);
        first = std::min(first, last);
        return positions_.range(offset_ + tokens_[first].begin, offset_ + tokens_[last].end);
    }
    support::Diagnostic& error(std::size_t token, std::string message) {
        return diagnostics_.error(range(token, token), std::move(message));
    }

    bool words() {
        if (is("parallel") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "for") {
            at_ += 2;
            return true;
        }
        if (at_ >= tokens_.size()) {
            error(2, "'#pragma hydra' without a directive; write 'parallel for'")
                .fixes.push_back({range(0, tokens_.size() - 1), "parallel for", true});
            return false;
        }
        auto last = at_;
        std::string said(tokens_[at_].text);
        if (last + 1 < tokens_.size() && tokens_[last + 1].kind == PpKind::identifier &&
            (last + 2 >= tokens_.size() || tokens_[last + 2].text != "(")) {
            ++last;
            said += " " + std::string(tokens_[last].text);
        }
        const std::array<std::string_view, 3> near{"parallel for", "parallel", "for"};
        diagnostics_.error(range(at_, last), fmt::format("unknown directive '{}'; {}", said,
                                                         nearest(said, near) ? "did you mean 'parallel for'?"
                                                                             : "the only one is 'parallel for'"));
        return false;
    }

    // False where nothing sensible can follow.
    bool clause() {
        if (!is_name()) {
            if (at_ < tokens_.size()) {
                error(at_, fmt::format("'{}' after the clauses is not understood; a clause is shared(…), private(…), "
                                       "firstprivate(…), reduction(op:…) or if(…)",
                                       tokens_[at_].text));
            } else {
                error(at_ - 1, "a clause is missing after ','");
            }
            return false;
        }
        const auto name_at = at_++;
        const auto name = tokens_[name_at].text;
        if (name == layout_clause && is("("))
            return layout(name_at);
        const bool known = std::find(clause_names.begin(), clause_names.end(), name) != clause_names.end();
        if (!known) {
            const auto near = nearest(name, clause_names);
            const auto of_openmp = clauses_of_openmp().find(name);
            error(name_at, fmt::format("unknown clause '{}'; {}", name,
                                       of_openmp != clauses_of_openmp().end()
                                           ? "OpenMP has it: " + std::string(of_openmp->second)
                                       : near ? "did you mean '" + *near + "'?"
                                              : "the clauses are shared, private, firstprivate, reduction and if"));
            skip_parentheses();
            return true;
        }
        if (!is("(")) {
            error(name_at, fmt::format("clause '{0}' needs a {1} in parentheses: {0}({2})", name,
                                       name == "if" ? "condition" : "list",
                                       name == "reduction" ? "op:variable"
                                       : name == "if"      ? "condition"
                                                           : "variable"));
            return true;
        }
        ++at_;
        if (name == "if")
            return condition(name_at);
        std::optional<ReductionOp> op;
        if (name == "reduction" && !operation(op)) {
            --at_;
            while (at_ > name_at + 1 && !is("("))
                --at_;
            skip_parentheses();
            return true;
        }
        return list(name, name_at, op);
    }

    bool operation(std::optional<ReductionOp>& op) {
        if (at_ + 1 >= tokens_.size() || tokens_[at_ + 1].text != ":") {
            error(at_, is("%:")
                           ? "'%' is no reduction operator; there are + * - & | ^ && || min max" // '%:' is one token
                           : "a reduction names its operator before the variables: reduction(+:x)");
            return false;
        }
        op = reduction_op(tokens_[at_].text);
        if (!op) {
            error(at_,
                  fmt::format("'{}' is no reduction operator; there are + * - & | ^ && || min max", tokens_[at_].text));
        }
        at_ += 2;
        return true;
    }

    // Of if(…), from behind the parenthesis on.
    bool condition(std::size_t clause_at) {
        const auto first = at_;
        skip_rest();
        if (tokens_[at_ - 1].text != ")" || !closes(first, at_ - 1)) {
            error(clause_at, "the condition of 'if' is not closed with ')'");
            return false;
        }
        const auto end = at_ - 1;
        if (first == end) {
            error(clause_at, "clause 'if' has no condition");
            return true;
        }
        if (directive_->condition != nullptr) {
            error(clause_at, "two 'if' clauses; write one, with '&&' or '||' between the conditions");
            return true;
        }
        if (expressions_) // an integer: whatever else is reported
            directive_->condition = expressions_(offset_ + tokens_[first].begin, offset_ + tokens_[end - 1].end);
        return true;
    }

    // Of layout(kind, n, extent, scale, offset, columns, across, column, first, count): hydra_rt_placed.
    bool layout(std::size_t clause_at) {
        const auto open = at_++;
        skip_rest();
        if (tokens_[at_ - 1].text != ")" || !closes(open + 1, at_ - 1)) {
            error(clause_at, "the values of 'layout' are not closed with ')'");
            return false;
        }
        const auto end = at_ - 1;
        int depth = 0;
        auto from = open + 1;
        for (auto i = from; i <= end; ++i) {
            const auto text = tokens_[i].text;
            depth += text == "(" || text == "[" ? 1 : text == ")" || text == "]" ? -1 : 0;
            if (i != end && !(text == "," && depth == 0))
                continue;
            if (from < i && expressions_)
                if (auto value = expressions_(offset_ + tokens_[from].begin, offset_ + tokens_[i - 1].end))
                    directive_->layout.push_back(std::move(value));
            from = i + 1;
        }
        if (expressions_ && directive_->layout.size() != 10)
            error(clause_at, "clause 'layout' has ten values: kind, number, extent, scale, offset, columns, across, "
                             "column, first, count");
        return true;
    }

    // Whether the parenthesis at `end` is that of the list which begins at `first`.
    [[nodiscard]] bool closes(std::size_t first, std::size_t end) const {
        int level = 1;
        for (auto i = first; i <= end; ++i)
            level += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
        return level == 0;
    }

    bool list(std::string_view clause, std::size_t clause_at, std::optional<ReductionOp> op) {
        if (is(")")) {
            error(at_++, fmt::format("clause '{}' names no variable", clause));
            return true;
        }
        for (;;) {
            if (!is_name()) {
                const auto what = at_ < tokens_.size() ? std::string(tokens_[at_].text) : "the end of the line";
                error(at_, fmt::format("a variable's name is expected in '{}', not '{}'", clause, what));
                skip_rest();
                return at_ < tokens_.size();
            }
            const auto name_at = at_++;
            if (is("[") && clause != "reduction") {
                skip_brackets();
                diagnostics_
                    .error(range(name_at, at_ - 1),
                           fmt::format("a clause names whole variables; write '{}({})'", clause, tokens_[name_at].text))
                    .fixes.push_back({range(name_at, at_ - 1), std::string(tokens_[name_at].text)});
            } else if (is(".") || is("->")) {
                skip_member();
                diagnostics_.error(range(name_at, at_ - 1),
                                   fmt::format("a clause names whole variables, not a struct's members; use a variable "
                                               "of its own and store it in '{}' after the loop",
                                               text_of(name_at, at_ - 1)));
            } else {
                variable(clause, name_at, op);
            }
            if (is(")")) {
                ++at_;
                return true;
            }
            if (!is(",")) {
                if (at_ >= tokens_.size()) {
                    error(clause_at, fmt::format("the list of '{}' is not closed with ')'", clause));
                    return false;
                }
                error(at_, fmt::format("',' or ')' is expected in '{}', not '{}'", clause, tokens_[at_].text));
                skip_rest();
                return at_ < tokens_.size();
            }
            ++at_;
        }
    }

    void variable(std::string_view clause, std::size_t at, std::optional<ReductionOp> op) {
        const std::string name(tokens_[at].text);
        const auto thing = lookup_(name);
        using Kind = NamedThing::Kind;
        if (thing.kind != Kind::variable) {
            const auto near = thing.kind == Kind::none && visible_ ? nearest(name, visible_()) : std::nullopt;
            const auto problem = thing.kind == Kind::function        ? "is a function, not a variable"
                                 : thing.kind == Kind::type          ? "is a type, not a variable"
                                 : thing.kind == Kind::enum_constant ? "is an enumeration constant, not a variable"
                                                                     : "is not declared here";
            error(at, fmt::format("'{}' {}{}", name, problem, near ? "; did you mean '" + *near + "'?" : ""));
            return;
        }
        const auto* type = thing.variable->type;
        const auto place = range(at, at);
        if (const auto earlier = named_.find(thing.variable); earlier != named_.end()) {
            auto& diagnostic = error(at, fmt::format("'{}' is in two clauses or twice in one: '{}' and '{}'; keep one",
                                                     name, earlier->second.first, clause));
            diagnostic.notes.push_back({earlier->second.second, "named here first"});
            skip_brackets();
            return;
        }
        named_[thing.variable] = {std::string(clause), place};
        if (type->kind == ir::TypeKind::Error)
            return;
        if (clause != "shared" && type->quals.is_const)
            error(at, fmt::format("'{}' is const; only shared({}) makes sense", name, name));
        else if (clause == "shared")
            directive_->shared.push_back(thing.variable);
        else if (clause == "private")
            directive_->private_.push_back(thing.variable);
        else if (clause == "firstprivate")
            directive_->firstprivate.push_back(thing.variable);
        else
            reduction(at, *thing.variable, op);
    }

    void reduction(std::size_t at, const VarDecl& variable, std::optional<ReductionOp> op) {
        const auto& name = variable.name;
        std::vector<ir::SectionBound> section;
        while (is("[")) {
            auto bound = section_bound();
            if (!bound)
                return;
            section.push_back(std::move(*bound));
        }
        ir::TypeRef type = variable.type;
        std::size_t dims = 0;
        for (; type->is_array() || (dims == 0 && type->is_pointer()); ++dims)
            type = type->inner;
        if (section.size() > dims) {
            error(at, dims == 0 ? fmt::format("'{}' is no array; write reduction(op:{})", name, name)
                                : fmt::format("'{}' has only {} dimension{}", name, dims, dims == 1 ? "" : "s"));
            return;
        }
        if (variable.type->is_pointer() &&
            (section.empty() || (section[0].length == nullptr && !section[0].one_element))) {
            error(at, fmt::format("'{0}' is a pointer, which does not tell how many elements are reduced; write "
                                  "{0}[0:n] with their number n",
                                  name));
            return;
        }
        if (!op)
            return;
        if (const auto problem = operator_problem(*op, type); !problem.empty()) {
            error(at, fmt::format("the reduction's operator does not fit '{}': its type '{}' is {}", name,
                                  ir::declare(type, ""), problem));
            return;
        }
        directive_->reductions.push_back({*op, &variable, range(at, at_ - 1), std::move(section)});
    }

    // `[lo : length]` and its shorter forms, from the bracket on; nullopt where it is none, which is reported.
    std::optional<ir::SectionBound> section_bound() {
        const auto open = at_++;
        std::size_t colon = 0;
        for (int level = 0; at_ < tokens_.size() && (level > 0 || !is("]")); ++at_) {
            level += is("(") || is("[") || is("?") ? 1 : is(")") || is("]") ? -1 : 0;
            if (is(":") && level > 0 && tokens_[at_].text == ":" && conditional_open(open + 1, at_))
                --level;
            else if (is(":") && level == 0 && colon == 0)
                colon = at_;
        }
        if (!is("]")) {
            error(open, "the array section is not closed with ']'");
            return std::nullopt;
        }
        const auto close = at_++;
        ir::SectionBound bound;
        bound.one_element = colon == 0;
        const auto part = [&](std::size_t first, std::size_t end, ir::ExprPtr& into) {
            if (first < end)
                into = expressions_ ? expressions_(offset_ + tokens_[first].begin, offset_ + tokens_[end - 1].end)
                                    : nullptr;
            return first >= end || into != nullptr;
        };
        if (colon == 0 && close == open + 1) {
            error(open, "the array section is empty; write '[lower : length]'");
            return std::nullopt;
        }
        const auto middle = colon == 0 ? close : colon;
        if (!part(open + 1, middle, bound.lo) || (colon != 0 && !part(colon + 1, close, bound.length)))
            return std::nullopt;
        if (const auto length = bound.length ? ir::constant_value(*bound.length) : std::nullopt;
            length && *length < 0) {
            error(colon + 1, "the length of an array section cannot be negative");
            return std::nullopt;
        }
        return bound;
    }

    // Whether a `?` before the token still waits for its `:`.
    [[nodiscard]] bool conditional_open(std::size_t from, std::size_t to) const {
        int open = 0;
        for (auto i = from; i < to; ++i)
            open += tokens_[i].text == "?" ? 1 : tokens_[i].text == ":" && open > 0 ? -1 : 0;
        return open > 0;
    }

    [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const {
        std::string text;
        for (auto i = first; i <= last; ++i)
            text += tokens_[i].text;
        return text;
    }

    void skip_member() {
        while (is(".") || is("->") || is("["))
            if (is("["))
                skip_brackets();
            else
                at_ += 2;
        at_ = std::min(at_, tokens_.size());
    }

    void skip_brackets() {
        for (int level = 0; at_ < tokens_.size() && (level > 0 || is("[")); ++at_)
            level += is("[") ? 1 : is("]") ? -1 : 0;
    }
    // Past the `)` that closes the list in work.
    void skip_rest() {
        for (int level = 1; at_ < tokens_.size() && level > 0; ++at_)
            level += is("(") ? 1 : is(")") ? -1 : 0;
    }
    void skip_parentheses() {
        if (is("(")) {
            ++at_;
            skip_rest();
        }
    }

    std::vector<PpToken> tokens_;
    std::size_t offset_;
    const PositionMap& positions_;
    const NameLookup& lookup_;
    support::Diagnostics& diagnostics_;
    const VisibleNames& visible_;
    const ExpressionReader& expressions_;
    std::size_t at_ = 0;
    std::unique_ptr<ir::Directive> directive_;
    std::map<const VarDecl*, std::pair<std::string, support::SourceRange>> named_;
};

} // namespace

std::unique_ptr<ir::Directive> parse_directive(std::string_view line, std::size_t offset, const PositionMap& positions,
                                               const NameLookup& lookup, support::Diagnostics& diagnostics,
                                               const VisibleNames& visible_names, const ExpressionReader& expressions) {
    return Reader(line, offset, positions, lookup, diagnostics, visible_names, expressions).run();
}

void attach_directive(std::unique_ptr<ir::Directive> directive, ir::Stmt* statement,
                      support::Diagnostics& diagnostics) {
    if (!directive)
        return;
    auto* loop = statement != nullptr ? statement->as<ir::For>() : nullptr;
    if (loop == nullptr) {
        diagnostics.error(directive->range,
                          "'parallel for' must stand directly before a 'for' statement; move it there");
    } else if (loop->directive) {
        auto& diagnostic = diagnostics.error(directive->range, "two directives for one loop; keep one");
        diagnostic.notes.push_back({loop->directive->range, "the other one"});
    } else {
        loop->directive = std::move(directive);
    }
}

void misplaced_directive(std::string_view line, std::size_t offset, const PositionMap& positions,
                         support::Diagnostics& diagnostics) {
    const auto end = line.find_last_not_of(" \t\r\n");
    diagnostics.error(positions.range(offset, offset + (end == std::string_view::npos ? 1 : end + 1)),
                      "'#pragma hydra' must stand directly before a 'for' statement in a function; move it there");
}

namespace {

bool holds_place(const ir::Stmt& stmt, const support::SourceRange& place, bool in_loop) {
    const auto* loop = stmt.as<ir::For>();
    in_loop = in_loop || (loop != nullptr && loop->directive);
    if (in_loop && stmt.range.file == place.file && stmt.range.begin <= place.begin && place.begin < stmt.range.end)
        return true;
    bool found = false;
    ir::for_each_child(
        stmt, [](const ir::Expr&) {},
        [&](const ir::Stmt& child) { found = found || holds_place(child, place, in_loop); });
    return found;
}

// Those clauses of an OpenMP loop directive that mean the same here, as they are written.
std::string kept_clauses(std::string_view line, const std::vector<PpToken>& tokens) {
    std::string text;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i + 1].text != "(")
            continue;
        auto last = i + 1;
        for (int level = 1; level > 0 && last + 1 < tokens.size();) {
            const auto next = tokens[++last].text;
            level += next == "(" ? 1 : next == ")" ? -1 : 0;
        }
        if (std::find(clause_names.begin(), clause_names.end(), tokens[i].text) != clause_names.end())
            text += fmt::format(" {}", line.substr(tokens[i].begin, tokens[last].end - tokens[i].begin));
        i = last;
    }
    return text;
}

} // namespace

bool refuse_omp_inside(const ir::TranslationUnit& unit, std::string_view line, std::size_t offset,
                       const PositionMap& positions, support::Diagnostics& diagnostics) {
    const auto tokens = read_tokens(line);
    const auto word = tokens.size() > 3 ? tokens[3].text : std::string_view();
    if (word != "atomic" && word != "critical" && word != "ordered")
        return false;
    const auto place = positions.range(offset, offset + tokens.back().end);
    const bool inside =
        std::any_of(unit.functions.begin(), unit.functions.end(), [&](const ir::FunctionDecl& function) {
            return function.body && holds_place(*function.body, place, false);
        });
    if (inside) {
        diagnostics.error(place,
                          fmt::format("'#pragma omp {}' in a parallel loop: there are no locks between ranks; take "
                                      "it out and name what the loop accumulates, as in 'reduction(+:x)'",
                                      word));
    }
    return inside;
}

void warn_misspelt_pragma(std::string_view line, std::size_t offset, const PositionMap& positions,
                          support::Diagnostics& diagnostics) {
    const auto tokens = read_tokens(line);
    auto& warning =
        diagnostics.warning(positions.range(offset, offset + (tokens.empty() ? 1 : tokens.back().end)),
                            fmt::format("'#pragma {}' is ignored; the directive begins with '#pragma hydra'",
                                        tokens.size() > 2 ? std::string(tokens[2].text) : ""),
                            "hydra-pragma");
    if (tokens.size() > 2)
        warning.fixes.push_back({positions.range(offset + tokens[2].begin, offset + tokens[2].end), "hydra"});
}

void warn_omp_pragma(std::string_view line, std::size_t offset, const PositionMap& positions,
                     support::Diagnostics& diagnostics) {
    const auto tokens = read_tokens(line);
    const bool loop = std::any_of(tokens.begin(), tokens.end(), [](const PpToken& t) { return t.text == "for"; });
    const auto end = tokens.empty() ? 1 : tokens.back().end;
    const auto place = positions.range(offset, offset + end);
    const auto instead = fmt::format("#pragma hydra parallel for{}", loop ? kept_clauses(line, tokens) : "");
    auto& warning =
        diagnostics.warning(place,
                            loop ? fmt::format("'#pragma omp' is ignored; write '{}' before this loop", instead)
                                 : fmt::format("'#pragma omp' is ignored; parallel loops are marked '{}'", instead),
                            "hydra-omp");
    if (loop)
        warning.fixes.push_back({place, instead});
}

} // namespace hydra::frontend
