// The grammar's flat lists of operands and operators are taken apart by precedence: sums of products.
#include "frontend/processes/affine.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

using Result = std::optional<Affine>;

Affine scaled(Affine value, const Scalar& by) {
    for (auto& [index, coefficient] : value.coefficients)
        coefficient = coefficient * by;
    value.constant = value.constant * by;
    return value;
}

void sum_up(Affine& to, const Affine& value) {
    for (const auto& [index, coefficient] : value.coefficients)
        to.add(index, coefficient);
    to.constant = to.constant + value.constant;
    to.divides = to.divides || value.divides;
}

class AffineReader {
  public:
    AffineReader(const CmapsUnit& unit, const IsIndex& is_index, const InC& in_c, std::string& wrong)
        : unit_(unit), is_index_(is_index), in_c_(in_c), wrong_(wrong) {}

    Result read(antlr4::tree::ParseTree* node) {
        auto* context = dynamic_cast<antlr4::ParserRuleContext*>(node);
        if (context == nullptr)
            return refuse("");
        if (!mentions(node)) {
            Affine result;
            const auto text = unit_.text(context);
            char* end = nullptr;
            errno = 0;
            const long value = std::strtol(text.c_str(), &end, 0);
            const bool whole = errno == 0 && end != text.c_str() &&
                               (*end == '\0' || std::string(end) == "L" || std::string(end) == "l");
            result.constant = whole ? Scalar::of(value) : Scalar::of(in_c_(context));
            return result;
        }
        if (auto* assignment = dynamic_cast<P::AssignmentContext*>(node);
            assignment != nullptr && assignment->children.size() > 1)
            return sum(assignment);
        if (auto* unary = dynamic_cast<P::UnaryContext*>(node))
            return signed_or_plain(unary);
        if (node->children.size() == 1)
            return read(node->children[0]);
        return refuse(unit_.text(context));
    }

  private:
    Result refuse(const std::string& what) {
        if (wrong_.empty())
            wrong_ = what;
        return std::nullopt;
    }

    [[nodiscard]] bool mentions(antlr4::tree::ParseTree* node) const {
        if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(node))
            return is_index_(std::string(unit_.text(leaf->getSymbol())));
        for (auto* child : node->children)
            if (mentions(child))
                return true;
        return false;
    }

    Result signed_or_plain(P::UnaryContext* unary) {
        if (unary->operand() != nullptr && (unary->PLUS() != nullptr || unary->MINUS() != nullptr)) {
            auto value = read(unary->operand());
            return value && unary->MINUS() != nullptr ? scaled(*value, Scalar::of(-1)) : value;
        }
        if (auto* name = plain_name(unary); name != nullptr && is_index_(std::string(unit_.text(name)))) {
            Affine result;
            result.coefficients.emplace(unit_.text(name), Scalar::of(1));
            return result;
        }
        if (unary->primary() != nullptr && unary->postfix().empty() && unary->primary()->expression() != nullptr)
            return read(unary->primary()->expression());
        return refuse(unit_.text(unary));
    }

    Result sum(P::AssignmentContext* assignment) {
        if (!assignment->QUESTION().empty())
            return refuse(unit_.text(assignment));
        Affine total;
        const auto& operands = assignment->operand();
        const auto& operators = assignment->infix();
        for (std::size_t at = 0; at < operands.size();) {
            const bool minus = at > 0 && operators[at - 1]->MINUS() != nullptr;
            if (at > 0 && !minus && operators[at - 1]->PLUS() == nullptr)
                return refuse(unit_.text(assignment));
            auto value = read(operands[at]);
            std::string written = value ? unit_.text(operands[at]) : "";
            for (++at; value && at < operands.size(); ++at) {
                auto* infix = operators[at - 1];
                if (infix->PLUS() != nullptr || infix->MINUS() != nullptr)
                    break;
                written += " " + unit_.text(infix) + " " + unit_.text(operands[at]);
                value = product(*value, infix, read(operands[at]), written);
            }
            if (!value)
                return refuse(unit_.text(assignment));
            sum_up(total, minus ? scaled(*value, Scalar::of(-1)) : *value);
        }
        return total;
    }

    Result product(const Affine& a, P::InfixContext* infix, const Result& b, const std::string& written) {
        if (!b)
            return std::nullopt;
        if (infix->STAR() != nullptr && (a.coefficients.empty() || b->coefficients.empty()))
            return a.coefficients.empty() ? scaled(*b, a.constant) : scaled(a, b->constant);
        const bool by_number = b->coefficients.empty() && b->constant.number().value_or(0) > 0;
        if ((infix->DIV() != nullptr || infix->REM() != nullptr) && by_number) {
            auto result = a;
            result.divides = true;
            return result;
        }
        return refuse(written);
    }

    const CmapsUnit& unit_;
    const IsIndex& is_index_;
    const InC& in_c_;
    std::string& wrong_;
};

} // namespace

void Affine::add(const std::string& index, const Scalar& coefficient) {
    const auto found = coefficients.find(index);
    const auto sum = found == coefficients.end() ? coefficient : found->second + coefficient;
    if (sum.is(0))
        coefficients.erase(index);
    else
        coefficients[index] = sum;
}

Scalar Scalar::of(long value) {
    Scalar result;
    result.number_ = value;
    return result;
}

Scalar Scalar::of(const std::string& term) {
    Scalar result;
    result.terms_.emplace_back(term, 1);
    return result;
}

std::string Scalar::text() const {
    std::string out;
    for (const auto& [term, times] : terms_) {
        const bool minus = times < 0;
        const auto absolute = minus ? -times : times;
        out += out.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
        out += absolute == 1 ? term : fmt::format("{} * {}", absolute, term);
    }
    if (out.empty())
        return std::to_string(number_);
    return number_ == 0 ? out : fmt::format("{} {} {}", out, number_ < 0 ? '-' : '+', number_ < 0 ? -number_ : number_);
}

Scalar operator+(const Scalar& a, const Scalar& b) {
    auto result = a;
    result.number_ += b.number_;
    for (const auto& [term, times] : b.terms_) {
        const auto found = std::find_if(result.terms_.begin(), result.terms_.end(),
                                        [&, &name = term](const auto& each) { return each.first == name; });
        if (found == result.terms_.end())
            result.terms_.emplace_back(term, times);
        else if ((found->second += times) == 0)
            result.terms_.erase(found);
    }
    return result;
}

Scalar operator-(const Scalar& a, const Scalar& b) { return a + b * Scalar::of(-1); }

Scalar operator*(const Scalar& a, const Scalar& b) {
    const auto& number = a.number() ? a : b;
    const auto& other = a.number() ? b : a;
    if (!number.number())
        return Scalar::of(fmt::format("({}) * ({})", a.text(), b.text()));
    if (number.is(0))
        return Scalar::of(0);
    auto result = other;
    result.number_ *= *number.number();
    for (auto& [term, times] : result.terms_)
        times *= *number.number();
    return result;
}

// Whether the text names an index that does not matter.
static bool names_other_index(antlr4::tree::ParseTree* node, const CmapsUnit& unit, const IsIndex& is_index,
                              const Affine& read) {
    if (node == nullptr)
        return false;
    if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(node)) {
        const std::string text(unit.text(leaf->getSymbol()));
        return is_index(text) && !read.coefficients.contains(text);
    }
    return std::any_of(node->children.begin(), node->children.end(),
                       [&](auto* child) { return names_other_index(child, unit, is_index, read); });
}

std::optional<Affine> affine(antlr4::ParserRuleContext* expression, const CmapsUnit& unit, const IsIndex& is_index,
                             const InC& in_c, std::string& wrong) {
    auto result = AffineReader(unit, is_index, in_c, wrong).read(expression);
    if (!result)
        return result;
    result->text = in_c(expression);
    if (!result->divides && names_other_index(expression, unit, is_index, *result)) { // `i + j - j`
        result->text = result->constant.text();
        for (const auto& [index, coefficient] : result->coefficients)
            result->text += fmt::format(" + ({}) * {}", coefficient.text(), index);
    }
    return result;
}

} // namespace hydra::frontend::cmaps
