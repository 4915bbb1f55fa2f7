// The algorithm is the usual one with hide sets (Prosser's, which C89's wording came from): an identifier is not
// expanded again by the macros it came out of; arguments are expanded alone before they are put in, unless # or ##
// takes them.
#include "frontend/source/macro_expand.h"

#include <algorithm>
#include <memory>

namespace hydra::frontend {

namespace {

using Match = ExpectedToken::Match;

constexpr int deepest = 100;               // nested arguments; past that the position is given up
constexpr std::size_t most_work = 2000000; // tokens looked at in one invocation

// Macros without a definition that could be seen; their values need not be known.
const Match* dynamic_macro(std::string_view name) {
    static constexpr Match number = Match::any_number;
    static constexpr Match string = Match::any_string;
    if (name.size() < 8 || name.substr(0, 2) != "__")
        return nullptr;
    if (name == "__LINE__" || name == "__COUNTER__" || name == "__INCLUDE_LEVEL__")
        return &number;
    const bool text = name == "__FILE__" || name == "__DATE__" || name == "__TIME__" || name == "__TIMESTAMP__" ||
                      name == "__BASE_FILE__" || name == "__FILE_NAME__";
    return text ? &string : nullptr;
}

bool is(const PpToken& token, std::string_view text) { return token.text == text; }

std::string destringized(std::string_view literal) {
    const auto first = literal.find('"');
    std::string text;
    for (auto i = first + 1; i + 1 < literal.size(); ++i) {
        const bool escape = literal[i] == '\\' && (literal[i + 1] == '"' || literal[i + 1] == '\\');
        i += escape ? 1 : 0;
        text += literal[i];
    }
    return text;
}

} // namespace

bool ExpectedToken::fits(const PpToken& token) const {
    switch (match) {
    case Match::exact:
        return token.text == text;
    case Match::any_string:
        return token.kind == PpKind::string;
    case Match::any_number:
        return token.kind == PpKind::number;
    case Match::anything:
        return true;
    }
    return false;
}

struct MacroExpander::Source {
    const std::vector<RawToken>& raw;
    std::size_t next, limit;
};

void MacroExpander::apply(const MacroEvent& event) {
    const auto known = macros_.find(event.name);
    if (known != macros_.end())
        macros_.erase(known);
    if (event.defined) {
        Macro macro;
        macro.event = &event;
        macros_.emplace(event.name, std::move(macro));
    }
}

bool MacroExpander::is_invocation(const std::vector<RawToken>& raw, std::size_t at, std::size_t limit) const {
    const auto& token = raw[at];
    if (token.kind != PpKind::identifier)
        return false;
    const auto known = macros_.find(token.text);
    const bool function_like = known != macros_.end() ? known->second.event->function_like : is(token, "_Pragma");
    if (known == macros_.end() && !function_like)
        return dynamic_macro(token.text) != nullptr;
    return !function_like || (at + 1 < limit && is(raw[at + 1], "("));
}

MacroExpander::Expansion MacroExpander::expand(const std::vector<RawToken>& raw, std::size_t at, std::size_t limit) {
    work_done_ = 0;
    Source source{raw, at + 1, limit};
    Tokens work;
    work.push_back({raw[at], Match::exact, {}});
    const auto out = run(std::move(work), &source);
    Expansion result;
    result.next = source.next;
    result.complete = work_done_ < most_work;
    for (const auto& token : out)
        result.tokens.push_back({token.token.text, token.match});
    return result;
}

void MacroExpander::parse(Macro& macro) {
    if (macro.parsed)
        return;
    macro.parsed = true;
    auto tokens = read_tokens(macro.event->definition);
    std::size_t at = 1;
    if (macro.event->function_like) {
        for (at = 2; at < tokens.size() && !is(tokens[at], ")"); ++at) {
            if (is(tokens[at], "...")) {
                macro.variadic = true;
                if (is(tokens[at - 1], "(") || is(tokens[at - 1], ","))
                    macro.params.emplace_back("__VA_ARGS__");
            } else if (!is(tokens[at], ",")) {
                macro.params.push_back(tokens[at].text);
            }
        }
        ++at;
    }
    at = std::min(at, tokens.size());
    macro.body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end());
}

MacroExpander::Tokens MacroExpander::run(Tokens work, Source* source) {
    Tokens out;
    if (++depth_ > deepest)
        work_done_ = most_work;
    while (!work.empty() && work_done_ < most_work) {
        ++work_done_;
        const Token token = std::move(work.front());
        work.pop_front();
        if (token.token.kind == PpKind::identifier && token.match == Match::exact) {
            const auto known = macros_.find(token.token.text);
            if (known != macros_.end()) {
                auto& macro = known->second;
                const bool hidden = std::find(token.hidden.begin(), token.hidden.end(), &macro) != token.hidden.end();
                if (!hidden && invoke(macro, token, work, source))
                    continue;
            } else if (const auto* match = dynamic_macro(token.token.text)) {
                out.push_back({token.token, *match, {}});
                continue;
            } else if (source != nullptr && is(token.token, "_Pragma") && pragma_operator(work, source, out)) {
                continue;
            }
        }
        out.push_back(token);
    }
    --depth_;
    return out;
}

// Puts the macro's replacement before the work; false where it is function-like and no arguments follow.
bool MacroExpander::invoke(Macro& macro, const Token& name, Tokens& work, Source* source) {
    parse(macro);
    auto hidden = name.hidden;
    std::vector<Tokens> args;
    if (macro.event->function_like) {
        Token close;
        if (!arguments(work, source, args, close))
            return false;
        std::erase_if(hidden, [&close](const Macro* m) {
            return std::find(close.hidden.begin(), close.hidden.end(), m) == close.hidden.end();
        });
    }
    hidden.push_back(&macro);
    auto replacement = substitute(macro, args);
    for (auto& token : replacement) {
        for (const auto* hide : hidden)
            if (std::find(token.hidden.begin(), token.hidden.end(), hide) == token.hidden.end())
                token.hidden.push_back(hide);
    }
    work_done_ += replacement.size();
    work.insert(work.begin(), replacement.begin(), replacement.end());
    return true;
}

// `_Pragma ( "text" )`: its line comes out as `# pragma text`.
bool MacroExpander::pragma_operator(Tokens& work, Source* source, Tokens& out) {
    std::vector<Tokens> args;
    Token close;
    if (!arguments(work, source, args, close) || args.size() != 1 || args[0].size() != 1)
        return false;
    const auto& text = texts_.emplace_back("# pragma " + destringized(args[0][0].token.text));
    for (const auto& token : read_tokens(text))
        out.push_back({token, Match::exact, {}});
    return true;
}

// Takes `( … )` off the front of the work and, past its end, off the source. False, and nothing taken, without one.
bool MacroExpander::arguments(Tokens& work, Source* source, std::vector<Tokens>& args, Token& close) {
    std::size_t from_work = 0;
    auto from_source = source != nullptr ? source->next : 0;
    const auto take = [&](Token& token) {
        if (from_work < work.size()) {
            token = work[from_work++];
            return true;
        }
        if (source == nullptr || from_source >= source->limit || source->raw[from_source].in_pragma)
            return false;
        token = {source->raw[from_source++], Match::exact, {}};
        return true;
    };
    Token token;
    if (!take(token) || !is(token.token, "("))
        return false;
    args.emplace_back();
    for (int level = 1;;) {
        if (!take(token))
            return false;
        ++work_done_;
        level += is(token.token, "(") ? 1 : is(token.token, ")") ? -1 : 0;
        if (level == 0)
            break;
        if (level == 1 && is(token.token, ","))
            args.emplace_back();
        else
            args.back().push_back(token);
    }
    close = token;
    work.erase(work.begin(), work.begin() + static_cast<std::ptrdiff_t>(from_work));
    if (source != nullptr)
        source->next = from_source;
    return true;
}

// The body with each `__VA_OPT__(x)` replaced by x or nothing.
std::vector<PpToken> MacroExpander::resolve_va_opt(const Macro& macro, const std::vector<Tokens>& args) const {
    const bool given = args.size() >= macro.params.size() && !args.empty() &&
                       std::any_of(args.begin() + static_cast<std::ptrdiff_t>(macro.params.size()) - 1, args.end(),
                                   [](const Tokens& arg) { return !arg.empty(); });
    std::vector<PpToken> body;
    for (std::size_t i = 0; i < macro.body.size(); ++i) {
        if (!is(macro.body[i], "__VA_OPT__") || i + 1 >= macro.body.size() || !is(macro.body[i + 1], "(")) {
            body.push_back(macro.body[i]);
            continue;
        }
        int level = 1;
        for (i += 2; i < macro.body.size(); ++i) {
            level += is(macro.body[i], "(") ? 1 : is(macro.body[i], ")") ? -1 : 0;
            if (level == 0)
                break;
            if (given)
                body.push_back(macro.body[i]);
        }
    }
    return body;
}

MacroExpander::Tokens MacroExpander::substitute(const Macro& macro, const std::vector<Tokens>& given) {
    // One token list a parameter; what is left over goes, commas included, to the last one of a variadic macro.
    std::vector<Tokens> args(macro.params.size());
    for (std::size_t i = 0; i < given.size() && !args.empty(); ++i) {
        const auto to = std::min(i, args.size() - 1);
        if (i > to) {
            PpToken comma{PpKind::punctuator, ",", 0, 0, false};
            args[to].push_back({comma, Match::exact, {}});
        }
        args[to].insert(args[to].end(), given[i].begin(), given[i].end());
    }
    std::vector<std::unique_ptr<Tokens>> expanded(args.size());
    const auto expand_arg = [&](std::size_t param) -> const Tokens& {
        if (!expanded[param])
            expanded[param] = std::make_unique<Tokens>(run(args[param], nullptr));
        return *expanded[param];
    };
    const auto param_of = [&macro](const PpToken& token) -> std::ptrdiff_t {
        const auto at = std::find(macro.params.begin(), macro.params.end(), token.text);
        return token.kind == PpKind::identifier && at != macro.params.end() ? at - macro.params.begin() : -1;
    };
    const auto body = macro.variadic ? resolve_va_opt(macro, given) : macro.body;
    const Token placemarker{{}, Match::exact, {}};
    Tokens out;
    const auto append = [&out](const Tokens& tokens, bool space) {
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            out.push_back(tokens[k]);
            if (k == 0)
                out.back().token.space_before = space;
        }
    };
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto& token = body[i];
        const bool pasted_next = i + 1 < body.size() && (is(body[i + 1], "##") || is(body[i + 1], "%:%:"));
        if (macro.event->function_like && is(token, "#") && i + 1 < body.size() && param_of(body[i + 1]) >= 0) {
            out.push_back(stringify(args[static_cast<std::size_t>(param_of(body[++i]))]));
            out.back().token.space_before = token.space_before;
        } else if ((is(token, "##") || is(token, "%:%:")) && !out.empty() && i + 1 < body.size()) {
            const auto param = param_of(body[++i]);
            if (param < 0) {
                out.back() = paste(out.back(), {body[i], Match::exact, {}});
                continue;
            }
            const auto index = static_cast<std::size_t>(param);
            const bool rest = macro.variadic && index + 1 == args.size();
            if (rest && is(out.back().token, ",")) { // GNU: the comma goes where the rest is empty
                if (args[index].empty())
                    out.pop_back();
                else
                    append(expand_arg(index), false);
                continue;
            }
            if (!args[index].empty()) {
                out.back() = paste(out.back(), args[index][0]);
                out.insert(out.end(), args[index].begin() + 1, args[index].end());
            }
        } else if (const auto param = param_of(token); param >= 0) {
            const auto index = static_cast<std::size_t>(param);
            if (!pasted_next)
                append(expand_arg(index), token.space_before);
            else if (args[index].empty())
                out.push_back(placemarker);
            else
                append(args[index], token.space_before);
        } else {
            out.push_back({token, Match::exact, {}});
        }
    }
    std::erase_if(out, [](const Token& token) { return token.token.text.empty(); });
    return out;
}

MacroExpander::Token MacroExpander::stringify(const Tokens& arg) {
    auto& text = texts_.emplace_back("\"");
    for (std::size_t i = 0; i < arg.size(); ++i) {
        const auto& token = arg[i].token;
        text += i > 0 && token.space_before ? " " : "";
        const bool literal = token.kind == PpKind::string || token.kind == PpKind::character;
        for (const char c : token.text) {
            text += literal && (c == '"' || c == '\\') ? "\\" : "";
            text += c;
        }
    }
    text += '"';
    return {{PpKind::string, text, 0, 0, false}, Match::any_string, {}};
}

MacroExpander::Token MacroExpander::paste(const Token& a, const Token& b) {
    const auto& text = texts_.emplace_back(std::string(a.token.text) + std::string(b.token.text));
    const auto tokens = read_tokens(text);
    Token joined = a;
    joined.token.text = text;
    joined.token.kind = tokens.empty() ? PpKind::other : tokens[0].kind;
    joined.match = a.match == Match::exact && b.match == Match::exact ? Match::exact : Match::anything;
    std::erase_if(joined.hidden,
                  [&b](const Macro* m) { return std::find(b.hidden.begin(), b.hidden.end(), m) == b.hidden.end(); });
    return joined;
}

} // namespace hydra::frontend
