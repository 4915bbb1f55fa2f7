// Statements, initializers, and where directives stand.
#include <fmt/format.h>

#include "frontend/sema/build.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

ir::StmtPtr Builder::make_stmt(std::size_t begin, std::size_t end, decltype(ir::Stmt::node) node) {
    return std::make_unique<ir::Stmt>(ir::Stmt{range(begin, end), std::move(node)});
}

void Builder::block(const std::vector<P::BlockItemContext*>& items, ir::Compound& into) {
    for (auto* item : items) {
        ir::StmtPtr body;
        if (auto* one = item->declaration()) {
            ir::DeclStmt node;
            declaration(one, &node);
            body = make_stmt(begin_of(one), end_of(one), std::move(node));
        } else
            body = unlabelled(item->unlabelled());
        into.items.push_back(labelled(item->label(), std::move(body), item));
    }
}

ir::StmtPtr Builder::statement(P::StatementContext* context) {
    return labelled(context->label(), unlabelled(context->unlabelled()), context);
}

ir::StmtPtr Builder::labelled(const std::vector<P::LabelContext*>& labels, ir::StmtPtr body, Context* whole) {
    if (labels.size() > static_cast<std::size_t>(max_height)) {
        error(whole, "too many labels on one statement");
        throw TreeTooDeep{};
    }
    std::size_t end = end_of(whole);
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        std::size_t begin = begin_of(*label);
        if (auto* name = (*label)->name()) {
            std::string_view id = text(name->getStart());
            if (!state_.labels.emplace(id, true).second)
                error(name, fmt::format("duplicate label '{}'", id));
            body = make_stmt(begin, end, ir::Label{std::string(id), std::move(body)});
            continue;
        }
        if (state_.switches == 0)
            error(*label, fmt::format("{} label not within a switch statement",
                                      (*label)->CASE() != nullptr ? "case" : "'default'"));
        if ((*label)->DEFAULT() != nullptr) {
            body = make_stmt(begin, end, ir::Default{std::move(body)});
            continue;
        }
        ir::Case node;
        auto bound = [&](P::AssignmentContext* context) {
            Value value = assignment(context);
            rvalue(value);
            if (!is_error(value) && !value.expr->type->is_integer())
                error(value, "case label is not an integer");
            return std::move(value.expr);
        };
        node.low = bound((*label)->assignment(0));
        if ((*label)->assignment().size() > 1)
            node.high = bound((*label)->assignment(1));
        node.body = std::move(body);
        body = make_stmt(begin, end, std::move(node));
    }
    return body;
}

ir::StmtPtr Builder::compound(P::CompoundContext* context) {
    scopes_.push();
    ir::Compound node;
    block(context->blockItem(), node);
    scopes_.pop();
    return make_stmt(begin_of(context), end_of(context), std::move(node));
}

ir::StmtPtr Builder::unlabelled(P::UnlabelledContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    if (context->compound() != nullptr)
        return compound(context->compound());
    switch (context->getStart()->getType()) {
    case P::SEMI:
        return make_stmt(begin, end, ir::Null{});
    case P::IF: {
        ir::If node;
        node.cond = condition(context->expression());
        node.then = statement(context->statement(0));
        if (context->ELSE() != nullptr)
            node.otherwise = statement(context->statement(1));
        return make_stmt(begin, end, std::move(node));
    }
    case P::SWITCH: {
        ir::Switch node;
        Value value = expression(context->expression());
        promote(value);
        if (!is_error(value) && !value.expr->type->is_integer())
            error(value, "switch quantity not an integer");
        node.value = std::move(value.expr);
        ++state_.switches;
        node.body = statement(context->statement(0));
        --state_.switches;
        return make_stmt(begin, end, std::move(node));
    }
    case P::WHILE: {
        ir::While node;
        node.cond = condition(context->expression());
        ++state_.loops;
        node.body = statement(context->statement(0));
        --state_.loops;
        return make_stmt(begin, end, std::move(node));
    }
    case P::DO: {
        ir::DoWhile node;
        ++state_.loops;
        node.body = statement(context->statement(0));
        --state_.loops;
        node.cond = condition(context->expression());
        return make_stmt(begin, end, std::move(node));
    }
    case P::FOR:
        return for_loop(context->forLoop(), nullptr);
    case P::HYDRA_LOOP:
        return for_loop(context->forLoop(), context->getStart());
    case P::HYDRA_STRAY:
        attach_directive(directive(context->getStart()), nullptr, diagnostics_);
        return make_stmt(begin, end, ir::Null{});
    case P::GOTO: {
        ir::Goto node;
        if (context->STAR() != nullptr)
            node.computed = full_expression(context->expression());
        else {
            state_.label_uses.push_back(context->name(0)->getStart());
            node.label = std::string(text(context->name(0)->getStart()));
        }
        return make_stmt(begin, end, std::move(node));
    }
    case P::CONTINUE:
        if (state_.loops == 0)
            error(context->getStart(), "continue statement not within a loop");
        return make_stmt(begin, end, ir::Continue{});
    case P::BREAK:
        if (state_.loops == 0 && state_.switches == 0)
            error(context->getStart(), "break statement not within loop or switch");
        return make_stmt(begin, end, ir::Break{});
    case P::RETURN:
        return return_statement(context);
    case P::ASM:
        return make_stmt(begin, end, ir::Asm{tokens_.getText(context->getStart(), context->getStop())});
    case P::LABEL:
        return make_stmt(begin, end, ir::Null{});
    default:
        return make_stmt(begin, end, ir::ExprStmt{full_expression(context->expression())});
    }
}

ir::StmtPtr Builder::return_statement(P::UnlabelledContext* context) {
    ir::Return node;
    TypeRef result = state_.function != nullptr ? state_.function->type->inner : basic(TypeKind::Error);
    if (context->expression() != nullptr) {
        Value value = expression(context->expression());
        if (result->kind == TypeKind::Void)
            rvalue(value); // the native compiler warns
        else
            convert_for(value, result, "returning");
        node.value = std::move(value.expr);
    }
    return make_stmt(begin_of(context), end_of(context), std::move(node));
}

std::unique_ptr<ir::Directive> Builder::directive(antlr4::Token* token) {
    return parse_directive(
        text(token), token->getStartIndex(), positions_, [this](const std::string& name) { return named_thing(name); },
        diagnostics_, [this] { return scopes_.variables(); },
        [this](std::size_t begin, std::size_t end) { return clause_expression(begin, end); });
}

NamedThing Builder::named_thing(const std::string& name) {
    Symbol symbol = scopes_.find(name);
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

std::unique_ptr<ir::Directive> Builder::tried_directive(std::size_t begin) {
    const support::SourceRange at = positions_.range(begin, begin + 1);
    for (const TriedDirective& tried : tried_) {
        if (tried.loop.file != at.file || tried.loop.begin != at.begin)
            continue;
        auto made = parse_directive(
            tried.line, begin, positions_, [this](const std::string& name) { return named_thing(name); }, diagnostics_);
        if (made != nullptr) { // its own bytes are nowhere: it stands in front of the loop, and overlaps nothing
            made->range = {at.file, at.begin, at.begin, at.verbatim};
            for (ir::Reduction& reduction : made->reductions)
                reduction.range = made->range;
        }
        return made;
    }
    return nullptr;
}

// The pragma is one token of the program's text, so the parser has not seen what is in it. Its place is kept by blanks
// before it. Typedef names are no types here, so casts to them are syntax errors.
ir::ExprPtr Builder::clause_expression(std::size_t begin, std::size_t end) {
    const std::string padded = std::string(begin, ' ') + std::string(tokens_.text(begin, end));
    NameTable names;
    TokenStream tokens(padded, names);
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
        error(begin, end, "an expression is expected here; store what is more involved in a variable before the loop");
        return nullptr;
    }
    Value value = assignment(context);
    rvalue(value);
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
        error(begin, end,
              "a clause's expression is an integer without calls or assignments; store it in a variable "
              "before the loop");
        return nullptr;
    }
    return std::move(value.expr);
}

ir::StmtPtr Builder::for_loop(P::ForLoopContext* context, antlr4::Token* pragma) {
    // The clauses speak of the names outside the loop.
    std::unique_ptr<ir::Directive> held = pragma != nullptr ? directive(pragma) : tried_directive(begin_of(context));
    scopes_.push();
    ir::For node;
    if (auto* one = context->declaration()) {
        ir::DeclStmt variables;
        declaration(one, &variables);
        node.init = make_stmt(begin_of(one), end_of(one), std::move(variables));
    }
    // Which of the expressions is which follows from the semicolons before it.
    int part = context->declaration() != nullptr ? 1 : 0;
    for (auto* child : context->children) {
        if (is_terminal(child, P::SEMI))
            ++part;
        auto* one = as<P::ExpressionContext>(child);
        if (one == nullptr)
            continue;
        if (part == 0)
            node.init = make_stmt(begin_of(one), end_of(one), ir::ExprStmt{full_expression(one)});
        else if (part == 1)
            node.cond = condition(one);
        else
            node.inc = full_expression(one);
    }
    ++state_.loops;
    node.body = statement(context->statement());
    --state_.loops;
    scopes_.pop();
    ir::StmtPtr loop = make_stmt(begin_of(context), end_of(context), std::move(node));
    if (held != nullptr)
        attach_directive(std::move(held), loop.get(), diagnostics_);
    return loop;
}

void Builder::finish_labels() {
    std::set<std::string_view> reported;
    for (auto* use : state_.label_uses)
        if (state_.labels.find(text(use)) == state_.labels.end() && reported.insert(text(use)).second)
            error(use, fmt::format("label '{}' used but not defined", text(use)));
}

} // namespace hydra::frontend
