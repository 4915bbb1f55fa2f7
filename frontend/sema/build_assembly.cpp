// The instructions are not read. Operands that are numbers tell all: what is written holds values that follow from what
// is read, unless the statement is volatile. Behind pointers, and in structures, instructions may do anything.
#include "frontend/sema/build_assembly.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hydra::frontend {

namespace {

using P = grammar::HydraCParser;

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
// and what it is said to write are values that it is given, "+r"(x).
bool does_nothing(std::string_view text) {
    enum { before, instructions, outputs, rest } part = before;
    int depth = 0;
    std::size_t operand = 0; // where one begins
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '(' && depth == 2)
            operand = at + 1;
        if (c == ')' && depth == 1 && does_something(text.substr(operand, at - operand)))
            return false;
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
        if ((part == instructions && !is_blank) || (part == outputs && !words.starts_with('+')))
            return false;
        at = end;
    }
    return part != before;
}

struct Operand {
    std::string constraint; // with quotes
    P::ExpressionContext* expression;
};

// The operands of a part; nullopt: one has no expression.
std::optional<std::vector<Operand>> operands_of(const BuildContext& context, P::AsmPartContext* part) {
    std::vector<Operand> found;
    for (auto* one : part->asmOperand()) {
        if (one->expression() == nullptr)
            return std::nullopt;
        found.push_back({std::string(context.text(one->STRING(0)->getSymbol())), one->expression()});
    }
    return found;
}

class Reader {
  public:
    Reader(const BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
           P::UnlabelledContext* statement)
        : context_(context), values_(values), expressions_(expressions), statement_(statement) {}

    // Fills what is known of it.
    void read(ir::Asm& made) {
        const auto parts = statement_->asmPart();
        const auto outputs = parts.empty() ? std::vector<Operand>() : operands_of(context_, parts[0]);
        const auto inputs = parts.size() < 2 ? std::vector<Operand>() : operands_of(context_, parts[1]);
        if (!outputs || !inputs)
            return;
        std::vector<Value> targets, given;
        for (const auto& each : *outputs) {
            targets.push_back(expressions_.expression(each.expression));
            if (each.constraint.find('+') != std::string::npos)
                given.push_back(expressions_.expression(each.expression));
        }
        // What changes a value goes on from it; a counter has a value of its own.
        made.varies = !targets.empty() && given.empty() && !statement_->VOLATILE().empty();
        for (const auto& each : *inputs)
            given.push_back(expressions_.expression(each.expression));
        for (auto& value : given)
            values_.rvalue(value);
        const auto is_number = [](const Value& value) { return value.expr->type->is_arithmetic(); };
        const bool plain = std::all_of(given.begin(), given.end(), is_number) &&
                           std::all_of(targets.begin(), targets.end(), [&](const Value& target) {
                               return is_number(target) && target.expr->lvalue && !target.expr->type->quals.is_const &&
                                      (!made.varies || ir::named_variable(target.expr.get()) != nullptr);
                           });
        if (plain)
            made.effect = effect(std::move(targets), std::move(given));
    }

  private:
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
    P::UnlabelledContext* statement_;
};

} // namespace

std::optional<ir::Asm> assembly(const BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                                P::UnlabelledContext* statement) {
    ir::Asm made;
    made.text = context.tokens.getText(statement->getStart(), statement->getStop());
    if (does_nothing(made.text))
        return std::nullopt;
    if (statement->balanced() == nullptr)
        Reader(context, values, expressions, statement).read(made);
    return made;
}

} // namespace hydra::frontend
