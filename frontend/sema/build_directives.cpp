// See build_directives.h.
#include "frontend/sema/build_directives.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend {

std::unique_ptr<ir::Directive> DirectiveBuilder::directive(antlr4::Token* token) {
    return hook_.parse(
        context_.text(token), token->getStartIndex(), [this](const std::string& name) { return named_thing(name); },
        [this] { return context_.scopes.variables(); },
        [this](std::size_t begin, std::size_t end) { return clause_expression(begin, end); });
}

NamedThing DirectiveBuilder::named_thing(const std::string& name) const {
    Symbol symbol = context_.scopes.find(name);
    NamedThing thing;
    if (auto* const* variable = std::get_if<ir::VarDecl*>(&symbol)) {
        thing.kind = NamedThing::Kind::variable;
        thing.variable = *variable;
    } else if (std::holds_alternative<ir::FunctionDecl*>(symbol))
        thing.kind = NamedThing::Kind::function;
    else if (std::holds_alternative<const ir::EnumConstant*>(symbol))
        thing.kind = NamedThing::Kind::enum_constant;
    else if (std::holds_alternative<const ir::TypedefDecl*>(symbol))
        thing.kind = NamedThing::Kind::type;
    return thing;
}

std::unique_ptr<ir::Directive> DirectiveBuilder::tried_directive(std::size_t begin) {
    const support::SourceRange at = context_.positions.range(begin, begin + 1);
    for (const TriedDirective& tried : tried_) {
        if (tried.loop.file != at.file || tried.loop.begin != at.begin)
            continue;
        const auto expression = [&](std::size_t first, std::size_t last) {
            auto read = copied_expression(tried.line, first - begin, last - begin, begin);
            if (read != nullptr)
                put_in_front(*read, at);
            return read;
        };
        auto made = hook_.parse(
            tried.line, begin, [this](const std::string& name) { return named_thing(name); }, nullptr, expression);
        if (made != nullptr) { // its own bytes are nowhere: it stands in front of the loop, and overlaps nothing
            made->range = {at.file, at.begin, at.begin, at.verbatim};
            for (ir::Reduction& reduction : made->reductions)
                reduction.range = made->range;
        }
        return made;
    }
    return nullptr;
}

// Where the text stands in the program last, whatever blanks are in it: its bytes; nullopt: nowhere.
static std::optional<std::pair<std::size_t, std::size_t>> last_place(std::string_view program, std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    for (std::size_t begin = program.size(); begin-- > 0;) {
        std::size_t at = begin, found = 0;
        while (found < text.size() && at < program.size())
            if (is_blank(text[found]))
                ++found;
            else if (at > begin && is_blank(program[at]))
                ++at;
            else if (program[at] == text[found])
                ++at, ++found;
            else
                break;
        if (found == text.size())
            return std::pair(begin, at);
    }
    return std::nullopt;
}

// In a section `h[0:n]` that the line has from another directive of the program's, which stands in front of the loop;
// or `h[:n]`, where the number does.
ir::ExprPtr DirectiveBuilder::copied_expression(const std::string& line, std::size_t first, std::size_t last,
                                                std::size_t loop) {
    std::size_t item = first;
    for (int depth = 0; item > 0; --item) {
        const char before = line[item - 1];
        if (depth == -1 && (before == '(' || before == ',' || before == ':'))
            break;
        depth += before == ']' ? 1 : before == '[' ? -1 : 0;
    }
    const auto program = context_.tokens.text(0, loop);
    const auto origin = program.rfind(line.substr(item, last - item));
    if (origin != std::string_view::npos)
        return clause_expression(origin + first - item, origin + last - item);
    const auto alone = last_place(program, std::string_view(line).substr(first, last - first));
    return alone ? clause_expression(alone->first, alone->second) : nullptr;
}

void DirectiveBuilder::put_in_front(ir::Expr& expr, const support::SourceRange& at) {
    expr.range = {at.file, at.begin, at.begin, at.verbatim};
    ir::for_each_child(expr, [&](const ir::Expr& child) { put_in_front(const_cast<ir::Expr&>(child), at); }); // ours
}

// The pragma is one token of the program's text, so the parser has not seen what is in it. Typedef names are no types
// here, so casts to them are syntax errors.
ir::ExprPtr DirectiveBuilder::clause_expression(std::size_t begin, std::size_t end) {
    NameTable names;
    TokenStream tokens(context_.tokens.text(0, end), names, begin);
    P parser(&tokens);
    parser.use(&names);
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
    P::AssignmentContext* context = nullptr;
    try {
        context = parser.assignment();
    } catch (const antlr4::ParseCancellationException&) {
        context = nullptr;
    }
    if (context == nullptr || !tokens.errors().empty() || end_of(context) != end) {
        context_.error(begin, end,
                       "an expression is expected here; store what is more involved in a variable before the loop");
        return nullptr;
    }
    Value value = expressions_.assignment(context);
    values_.rvalue(value);
    if (is_error(value))
        return nullptr;
    bool plain = value.expr->type->is_integer();
    std::function<void(const ir::Expr&)> look = [&](const ir::Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        const auto* binary = expr.as<ir::Binary>();
        plain = plain && expr.as<ir::Call>() == nullptr && expr.as<ir::StatementExpr>() == nullptr &&
                (unary == nullptr || unary->op < ir::UnaryOp::pre_inc || unary->op > ir::UnaryOp::post_dec) &&
                (binary == nullptr || !ir::is_assignment(binary->op));
        ir::for_each_child(expr, look);
    };
    look(*value.expr);
    if (!plain) {
        context_.error(begin, end,
                       "a clause's expression is an integer without calls or assignments; store it in a variable "
                       "before the loop");
        return nullptr;
    }
    return std::move(value.expr);
}

} // namespace hydra::frontend
