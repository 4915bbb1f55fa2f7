// See build_statements.h.
#include "frontend/sema/build_statements.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "frontend/sema/build_declarations.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

// Whether an operand of assembly does something when it is evaluated: `"r"(x = 1)`, `"r"(f())`.
bool does_something(std::string_view operand) {
    for (std::size_t at = 0; at < operand.size(); ++at) {
        const char c = operand[at], next = at + 1 < operand.size() ? operand[at + 1] : ' ';
        const char last = at > 0 ? operand[at - 1] : ' ';
        const bool compares = next == '=' || last == '=' || last == '!' ||
                              ((last == '<' || last == '>') && (at < 2 || operand[at - 2] != last));
        if ((c == '=' && !compares) || ((c == '+' || c == '-') && next == c) || c == '{')
            return true;
        if (c == '(' && at > 0 && (std::isalnum(static_cast<unsigned char>(last)) != 0 || last == '_' || last == ')'))
            return true; // a call, or like one
    }
    return false;
}

// Whether inline assembly is only there to keep the compiler from moving or dropping things: without an instruction,
// and what it is said to write are values that it is given, "+r"(x), "=r"(x) : "0"(x).
bool does_nothing(std::string_view text) {
    enum { before, instructions, outputs, rest } part = before;
    int depth = 0;
    std::size_t operand = 0;                 // where one begins
    std::string_view constraint;             // of the one that comes next
    std::vector<std::string_view> written;   // by "=r"
    std::map<std::string, std::string> kept; // what stands in "0"(…), "1"(…)
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '(' && depth == 2)
            operand = at + 1;
        if (c == ')' && depth == 1) {
            const auto value = text.substr(operand, at - operand);
            if (does_something(value))
                return false;
            if (part == outputs)
                written.push_back(constraint.starts_with('+') ? "" : value);
            else
                kept.emplace(constraint, value);
        }
        if (depth != 1)
            continue;
        part = c == '(' && part == before ? instructions : part;
        if (c == ':')
            part = part == instructions ? outputs : rest;
        if (c != '"')
            continue;
        const std::size_t end = std::min(text.find('"', at + 1), text.size());
        const auto words = text.substr(at + 1, end - at - 1);
        const bool is_blank = words.find_first_not_of(" ;\\nt") == std::string_view::npos;
        if (part == instructions && !is_blank)
            return false;
        constraint = words;
        at = end;
    }
    for (std::size_t i = 0; i < written.size(); ++i)
        if (const auto given = kept.find(std::to_string(i));
            !written[i].empty() && (given == kept.end() || given->second != written[i]))
            return false;
    return part != before;
}

struct Operand {
    std::string constraint; // with quotes
    grammar::HydraCParser::ExpressionContext* expression;
};

// The operands of a part; nullopt: one has no expression.
std::optional<std::vector<Operand>> operands_of(const BuildContext& context,
                                                grammar::HydraCParser::AsmPartContext* part) {
    std::vector<Operand> found;
    for (auto* one : part->asmOperand()) {
        if (one->expression() == nullptr)
            return std::nullopt;
        found.push_back({std::string(context.text(one->STRING(0)->getSymbol())), one->expression()});
    }
    return found;
}

// The instructions are not read. Operands that are numbers tell all: what is written holds values that follow from what
// is read, unless the statement is volatile. Behind pointers, and in structures, instructions may do anything.
class AssemblyReader {
  public:
    AssemblyReader(const BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                   grammar::HydraCParser::UnlabelledContext* statement)
        : context_(context), values_(values), expressions_(expressions), statement_(statement) {}

    // Fills what is known of it.
    void read(ir::Asm& made) {
        const auto parts = statement_->asmPart();
        const auto outputs = parts.empty() ? std::vector<Operand>() : operands_of(context_, parts[0]);
        const auto inputs = parts.size() < 2 ? std::vector<Operand>() : operands_of(context_, parts[1]);
        if (!outputs || !inputs || names_objects())
            return;
        std::vector<Value> targets, given;
        for (const auto& each : *outputs) {
            targets.push_back(expressions_.expression(each.expression));
            if (each.constraint.find('+') != std::string::npos)
                given.push_back(expressions_.expression(each.expression));
        }
        // What changes a value goes on from it; a counter has a value of its own, and says so, or reads nothing.
        const bool reads_nothing = given.empty() && inputs->empty();
        made.varies = given.size() < targets.size() && (reads_nothing || !statement_->VOLATILE().empty());
        for (const auto& each : *inputs)
            given.push_back(expressions_.expression(each.expression));
        for (auto& value : given)
            values_.rvalue(value);
        const auto is_number = [](const Value& value) {
            return value.expr->type->is_arithmetic() && !holds_address(*value.expr);
        };
        const bool plain = std::all_of(given.begin(), given.end(), is_number) &&
                           std::all_of(targets.begin(), targets.end(), [&](const Value& target) {
                               return is_number(target) && target.expr->lvalue && !target.expr->type->quals.is_const &&
                                      (!made.varies || ir::named_variable(target.expr.get()) != nullptr);
                           });
        if (plain)
            made.effect = effect(std::move(targets), std::move(given));
    }

  private:
    // Whether an instruction names a variable or function of the program.
    [[nodiscard]] bool names_objects() const {
        std::string text, word;
        for (auto* part : statement_->STRING())
            text += context_.text(part->getSymbol());
        for (const char c : text + " ") {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
                word += c;
                continue;
            }
            const Symbol symbol = word.empty() ? Symbol{} : context_.scopes.find(word);
            auto* const* variable = std::get_if<ir::VarDecl*>(&symbol);
            if (std::holds_alternative<ir::FunctionDecl*>(symbol) ||
                (variable != nullptr && (*variable)->has_static_lifetime()))
                return true;
            word.clear();
        }
        return false;
    }
    // An address that goes as a number.
    static bool holds_address(const ir::Expr& value) {
        const auto* cast = value.as<ir::Cast>();
        bool found = cast != nullptr && cast->operand->type != nullptr && cast->operand->type->is_pointer();
        ir::for_each_child(value, [&](const ir::Expr& child) { found = found || holds_address(child); });
        return found;
    }

    [[nodiscard]] ir::ExprPtr expr(ir::TypeRef type, decltype(ir::Expr::node) node) const {
        return std::make_unique<ir::Expr>(
            ir::Expr{context_.range(begin_of(statement_), end_of(statement_)), type, false, std::move(node)});
    }

    // `x = asm_1(a, b), y = asm_1()`; all that is read is in the first.
    ir::ExprPtr effect(std::vector<Value> targets, std::vector<Value> given) const {
        ir::BuiltinExpr first;
        first.name = fmt::format("__hydra_asm_{}", begin_of(statement_)); // no other one gives the same values
        for (auto& value : given)
            first.args.push_back(std::move(value.expr));
        const auto name = first.name;
        const auto* result = targets.empty() ? context_.basic(ir::TypeKind::Void) : targets[0].expr->type->unqualified;
        auto value = expr(result, std::move(first));
        ir::ExprPtr all;
        for (auto& target : targets) {
            const auto* type = target.expr->type->unqualified;
            if (!value)
                value = expr(type, ir::BuiltinExpr{name, {}, {}});
            auto stored =
                expr(type, ir::Binary{ir::BinaryOp::assign, std::move(target.expr), std::exchange(value, nullptr)});
            all = all ? expr(type, ir::Binary{ir::BinaryOp::comma, std::move(all), std::move(stored)})
                      : std::move(stored);
        }
        return all ? std::move(all) : std::move(value);
    }

    const BuildContext& context_;
    const ValueBuilder& values_;
    ExpressionBuilder& expressions_;
    grammar::HydraCParser::UnlabelledContext* statement_;
};

// Of a statement that begins with `asm`; nothing where it does nothing.
std::optional<ir::Asm> assembly(const BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                                grammar::HydraCParser::UnlabelledContext* statement) {
    ir::Asm made;
    made.text = context.tokens.getText(statement->getStart(), statement->getStop());
    if (does_nothing(made.text))
        return std::nullopt;
    if (statement->balanced() == nullptr)
        AssemblyReader(context, values, expressions, statement).read(made);
    return made;
}

} // namespace

ir::StmtPtr StatementBuilder::make_stmt(std::size_t begin, std::size_t end, decltype(ir::Stmt::node) node) const {
    return std::make_unique<ir::Stmt>(ir::Stmt{context_.range(begin, end), std::move(node)});
}

void StatementBuilder::block(const std::vector<P::BlockItemContext*>& items, ir::Compound& into) {
    for (auto* item : items) {
        ir::StmtPtr body;
        if (auto* one = item->declaration()) {
            ir::DeclStmt node;
            declarations_.declaration(one, &node);
            body = make_stmt(begin_of(one), end_of(one), std::move(node));
        } else
            body = unlabelled(item->unlabelled());
        into.items.push_back(labelled(item->label(), std::move(body), item));
    }
}

ir::StmtPtr StatementBuilder::function_body(P::FunctionBodyContext* context) {
    ir::Compound body;
    block(context->blockItem(), body);
    finish_labels();
    return make_stmt(begin_of(context), end_of(context), std::move(body));
}

ir::StmtPtr StatementBuilder::statement(P::StatementContext* context) {
    return labelled(context->label(), unlabelled(context->unlabelled()), context);
}

ir::StmtPtr StatementBuilder::labelled(const std::vector<P::LabelContext*>& labels, ir::StmtPtr body, Context* whole) {
    if (labels.size() > static_cast<std::size_t>(max_height)) {
        context_.error(whole, "too many labels on one statement");
        throw TreeTooDeep{};
    }
    std::size_t end = end_of(whole);
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        std::size_t begin = begin_of(*label);
        if (auto* name = (*label)->name()) {
            std::string_view id = context_.text(name->getStart());
            if (!context_.state.labels.emplace(id, true).second)
                context_.error(name, fmt::format("duplicate label '{}'", id));
            body = make_stmt(begin, end, ir::Label{std::string(id), std::move(body)});
            continue;
        }
        if (context_.state.switches == 0)
            context_.error(*label, fmt::format("{} label not within a switch statement",
                                               (*label)->CASE() != nullptr ? "case" : "'default'"));
        if ((*label)->DEFAULT() != nullptr) {
            body = make_stmt(begin, end, ir::Default{std::move(body)});
            continue;
        }
        ir::Case node;
        auto bound = [&](P::AssignmentContext* context) {
            Value value = expressions_.assignment(context);
            values_.rvalue(value);
            if (!is_error(value) && !value.expr->type->is_integer())
                context_.error(value, "case label is not an integer");
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

ir::StmtPtr StatementBuilder::compound(P::CompoundContext* context) {
    context_.scopes.push();
    ir::Compound node;
    block(context->blockItem(), node);
    context_.scopes.pop();
    return make_stmt(begin_of(context), end_of(context), std::move(node));
}

ir::StmtPtr StatementBuilder::unlabelled(P::UnlabelledContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    if (context->compound() != nullptr)
        return compound(context->compound());
    switch (context->getStart()->getType()) {
    case P::SEMI:
        return make_stmt(begin, end, ir::Null{});
    case P::IF: {
        ir::If node;
        node.cond = expressions_.condition(context->expression());
        node.then = statement(context->statement(0));
        if (context->ELSE() != nullptr)
            node.otherwise = statement(context->statement(1));
        return make_stmt(begin, end, std::move(node));
    }
    case P::SWITCH: {
        ir::Switch node;
        Value value = expressions_.expression(context->expression());
        values_.promote(value);
        if (!is_error(value) && !value.expr->type->is_integer())
            context_.error(value, "switch quantity not an integer");
        node.value = std::move(value.expr);
        ++context_.state.switches;
        node.body = statement(context->statement(0));
        --context_.state.switches;
        return make_stmt(begin, end, std::move(node));
    }
    case P::WHILE: {
        ir::While node;
        node.cond = expressions_.condition(context->expression());
        ++context_.state.loops;
        node.body = statement(context->statement(0));
        --context_.state.loops;
        return make_stmt(begin, end, std::move(node));
    }
    case P::DO: {
        ir::DoWhile node;
        ++context_.state.loops;
        node.body = statement(context->statement(0));
        --context_.state.loops;
        node.cond = expressions_.condition(context->expression());
        return make_stmt(begin, end, std::move(node));
    }
    case P::FOR:
        return for_loop(context->forLoop(), nullptr);
    case P::HYDRA_LOOP:
        return for_loop(context->forLoop(), context->getStart());
    case P::HYDRA_STRAY:
        directives_.attach(directives_.directive(context->getStart()), nullptr);
        return make_stmt(begin, end, ir::Null{});
    case P::GOTO: {
        ir::Goto node;
        if (context->STAR() != nullptr)
            node.computed = expressions_.full_expression(context->expression());
        else {
            context_.state.label_uses.push_back(context->name(0)->getStart());
            node.label = std::string(context_.text(context->name(0)->getStart()));
        }
        return make_stmt(begin, end, std::move(node));
    }
    case P::CONTINUE:
        if (context_.state.loops == 0)
            context_.error(context->getStart(), "continue statement not within a loop");
        return make_stmt(begin, end, ir::Continue{});
    case P::BREAK:
        if (context_.state.loops == 0 && context_.state.switches == 0)
            context_.error(context->getStart(), "break statement not within loop or switch");
        return make_stmt(begin, end, ir::Break{});
    case P::RETURN:
        return return_statement(context);
    case P::ASM: {
        auto found = assembly(context_, values_, expressions_, context);
        return found ? make_stmt(begin, end, std::move(*found)) : make_stmt(begin, end, ir::Null{});
    }
    case P::LABEL:
        return make_stmt(begin, end, ir::Null{});
    default:
        return make_stmt(begin, end, ir::ExprStmt{expressions_.full_expression(context->expression())});
    }
}

ir::StmtPtr StatementBuilder::return_statement(P::UnlabelledContext* context) {
    ir::Return node;
    TypeRef result =
        context_.state.function != nullptr ? context_.state.function->type->inner : context_.basic(TypeKind::Error);
    if (context->expression() != nullptr) {
        Value value = expressions_.expression(context->expression());
        if (result->kind == TypeKind::Void)
            values_.rvalue(value); // the native compiler warns
        else
            values_.convert_for(value, result, "returning");
        node.value = std::move(value.expr);
    }
    return make_stmt(begin_of(context), end_of(context), std::move(node));
}

ir::StmtPtr StatementBuilder::for_loop(P::ForLoopContext* context, antlr4::Token* pragma) {
    // The clauses speak of the names outside the loop.
    auto held = pragma != nullptr ? directives_.directive(pragma) : directives_.tried_directive(begin_of(context));
    context_.scopes.push();
    ir::For node;
    if (auto* one = context->declaration()) {
        ir::DeclStmt variables;
        declarations_.declaration(one, &variables);
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
            node.init = make_stmt(begin_of(one), end_of(one), ir::ExprStmt{expressions_.full_expression(one)});
        else if (part == 1)
            node.cond = expressions_.condition(one);
        else
            node.inc = expressions_.full_expression(one);
    }
    ++context_.state.loops;
    node.body = statement(context->statement());
    --context_.state.loops;
    context_.scopes.pop();
    ir::StmtPtr loop = make_stmt(begin_of(context), end_of(context), std::move(node));
    if (held != nullptr)
        directives_.attach(std::move(held), loop.get());
    return loop;
}

void StatementBuilder::finish_labels() const {
    std::set<std::string_view> reported;
    for (auto* use : context_.state.label_uses)
        if (context_.state.labels.find(context_.text(use)) == context_.state.labels.end() &&
            reported.insert(context_.text(use)).second)
            context_.error(use, fmt::format("label '{}' used but not defined", context_.text(use)));
}

} // namespace hydra::frontend
