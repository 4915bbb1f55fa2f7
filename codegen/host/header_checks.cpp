// See header_checks.h. Each check is a function, which gives nothing where the types leave no doubt.
#include "codegen/host/header_checks.h"

#include <fmt/format.h>

#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

class Header {
  public:
    Header(const Context& context, const ir::Kernel& kernel)
        : context_(context), kernel_(kernel), loop_(*kernel.loop->as<ir::For>()), form_(loop_.canonical) {}

    std::vector<HeaderCheck> checks() {
        if (!kernel_.space.astray.empty()) {
            checks_.push_back(
                {fmt::format("if ({}) {};", kernel_.space.astray.text(), step_fails()), "C's loop would not end"});
        }
        refuse(ends_at_most(), fmt::format("the iterations cannot be counted: the loop over '{}' begins or ends at the "
                                           "largest number of its type",
                                           form_.variable->name));
        const bool mixed = compared() != nullptr && compared()->is_unsigned() && !form_.variable->type->is_unsigned();
        refuse(never_ends(),
               fmt::format("the iterations cannot be counted: {} holds {} '{}' can have", condition(),
                           mixed ? "at the end of the values that" : "for every value that", form_.variable->name));
        refuse(begins_as_unsigned(), fmt::format("the loop's variable begins below zero, and {} compares it as an "
                                                 "unsigned number, which is above 2147483647: convert the bound to a "
                                                 "signed type where that is not meant",
                                                 condition()));
        refuse(lies_above_long(),
               "the iterations cannot be counted: the loop runs between numbers of which one is 2 to "
               "the power of 63 or more");
        refuse(misjudged(), fmt::format("the iterations cannot be counted: {} compares as unsigned numbers what is "
                                        "below zero, or the way to the bound is 2 to the power of 63 or more",
                                        condition()));
        refuse(wraps(), "the loop's variable would wrap around on the way to its bound");
        return std::move(checks_);
    }

  private:
    void refuse(const std::string& wrong, const std::string& text) {
        if (!wrong.empty()) {
            checks_.push_back(
                {fmt::format("if ({}) hydra_rt_fail({}, {});", wrong, string_literal(kernel_.at), string_literal(text)),
                 "it cannot be counted"});
        }
    }
    [[nodiscard]] std::string name(const char* what) const { return context_.name(what); }
    [[nodiscard]] std::string condition() const {
        return form_.bound == nullptr ? "the loop's condition"
                                      : fmt::format("'{} {} {}'", form_.variable->name, ir::spelling(form_.compare),
                                                    ir::print_c(*ir::strip(form_.bound)));
    }
    // Where both operands have been converted to the type in which they are compared; null: the IR was read as text.
    [[nodiscard]] ir::TypeRef compared() const {
        const auto* compare = loop_.cond ? ir::strip(loop_.cond.get())->as<ir::Binary>() : nullptr;
        return compare == nullptr || form_.start == nullptr || form_.bound == nullptr ? nullptr : compare->lhs->type;
    }
    // Without the conversions that C makes.
    static const ir::Expr& as_written(const ir::Expr& expr) {
        const auto* bare = ir::strip(&expr);
        for (const auto* cast = bare->as<ir::Cast>(); cast != nullptr && cast->implicit; cast = bare->as<ir::Cast>())
            bare = ir::strip(cast->operand.get());
        return *bare;
    }

    // Whether the last step of a loop leads over the end of its variable's type, so that C's loop goes on at the other
    // end: in types that wrap around, as far as long has more values.
    [[nodiscard]] std::string steps_over() const {
        const auto& type = *form_.variable->type;
        const auto bytes = ir::size_of(&type).value_or(8);
        const auto last = fmt::format("{} + {} * {}", name("from"), name("end"), name("by"));
        if (bytes >= 4 && !type.is_unsigned())
            return "";
        if (bytes > 4) // whoever counts up ends far below 2 to the power of 64
            return kernel_.space.descending ? fmt::format("{} > 0 && {} < 0", name("end"), last) : "";
        const long values = 1L << (8 * bytes), least = type.is_unsigned() ? 0 : -values / 2;
        return fmt::format("{} > 0 && {} {} {}", name("end"), last, kernel_.space.descending ? "<" : ">",
                           kernel_.space.descending ? least : least + values - 1);
    }
    // The end of a run whose step has not the sign that the loop's condition needs, in the words of the program: where
    // that is the other way round, the front end has turned `i += c` into `i -= -c`.
    [[nodiscard]] std::string step_fails() const {
        const auto& form = form_;
        const auto* minus = ir::strip(form.step)->as<ir::Unary>();
        const bool turned = minus != nullptr && minus->op == ir::UnaryOp::minus;
        const ir::Expr& step = turned ? *minus->operand : *form.step;
        const bool is_unsigned = ir::strip(&step)->type->is_unsigned();
        const bool meets = form.compare == ir::BinaryOp::ne;
        const auto text = ir::print_c(*ir::strip(&step));
        const auto shown = ir::strip(&step)->as<ir::DeclRef>() != nullptr ? text : "(" + text + ")";
        const auto* needed = meets                   ? "other than 0"
                             : turned && is_unsigned ? "what a negative number becomes in an unsigned type"
                             : turned                ? "below 0"
                             : is_unsigned           ? "above 0 and below 2 to the power of 63"
                                                     : "above 0";
        auto remedy = fmt::format("behind 'if ({} {} 0)'", shown, meets ? "!=" : turned ? "<" : ">");
        if (is_unsigned && !meets)
            remedy = "behind an 'if'";
        return fmt::format(
            "hydra_rt_step_fails({}, {}, (long)({}), {}, {})", string_literal(kernel_.at),
            string_literal(fmt::format("the step '{}' of the loop over '{}' is ", text, form.variable->name)), text,
            is_unsigned ? 1 : 0,
            string_literal(fmt::format(
                ", which {} the end that '{} {} {}' sets: it has to be {}; where it may be "
                "another one and the loop is to be left out, put the loop {}",
                is_unsigned && !turned ? "is too large to count with, or does not lead to" : "does not lead to",
                form.variable->name, ir::spelling(form.compare), ir::print_c(*form.bound), needed, remedy)));
    }
    // The condition under which the variable would have to leave its type for the loop to end (`i >= 0u`): C's goes on
    // with the type's other end. Where that is undefined, only what is certain counts.
    [[nodiscard]] std::string never_ends() const {
        const auto& form = form_;
        const auto type = form.variable->type;
        const auto bytes = ir::size_of(type).value_or(8);
        const bool is_unsigned = type->is_unsigned(), down = form.descending;
        if (form.bound == nullptr || kernel_.space.counted || (bytes >= 8 && !(is_unsigned && down)))
            return "";
        const auto bits = static_cast<int>(bytes) * 8;
        const long least = is_unsigned ? 0 : -(1L << (bits - 1));
        const long most = bytes >= 8 ? 0 : is_unsigned ? (1L << bits) - 1 : (1L << (bits - 1)) - 1;
        const bool inclusive = form.compare == ir::BinaryOp::le || form.compare == ir::BinaryOp::ge;
        const auto* bound = &as_written(*form.bound);
        if (const auto constant = ir::constant_value(*form.bound)) {
            const bool certain =
                down ? *constant <= least - (inclusive ? 0 : 1) : *constant > most - (inclusive ? 1 : 0);
            if (!certain)
                return "";
        } else {
            const auto width = ir::size_of(bound->type).value_or(8);
            const bool fits = down ? bound->type->is_unsigned() || (!is_unsigned && width <= bytes)
                                   : width < bytes || (width == bytes && bound->type->is_unsigned() == is_unsigned);
            if ((!is_unsigned && bytes >= 4) || (!inclusive && fits))
                return "";
        }
        if (bytes >= 8) // the bound is 0, and no number of the upper half
            return inclusive ? fmt::format("{0} < {1} && {0} == 0", name("begin"), name("end")) : "";
        return fmt::format("{0} < {1} && {2}", name("begin"), name("end"),
                           down ? fmt::format("{} <= {}", name("begin"), least)
                                : fmt::format("{} > {}", name("end"), most));
    }

    // The condition under which the loop begins because C compares a number below zero as an unsigned one of 32 bits,
    // and then does not run up to its bound in steps of one (passes/access/outline_pass.cpp counts those that do).
    [[nodiscard]] std::string begins_as_unsigned() const {
        const auto& form = form_;
        const auto* compare = loop_.cond ? ir::strip(loop_.cond.get())->as<ir::Binary>() : nullptr;
        const auto start = form.start == nullptr ? 0 : ir::constant_value(*form.start); // null: the IR was read as text
        const bool counted = !kernel_.space.counted && !form.descending;
        if (compare == nullptr || form.compare == ir::BinaryOp::ne || counted || (start && *start >= 0) ||
            form.variable->type->is_unsigned() || !compare->lhs->type->is_unsigned() ||
            ir::size_of(compare->lhs->type) != 4)
            return "";
        return fmt::format("{0} < 0 && (unsigned){0} {1} (unsigned)({2})", kernel_.space.start.text(),
                           ir::spelling(form.compare), ir::print_c(*form.bound));
    }
    // One more than where the loop ends, or than where one that counts down begins, has to be a number.
    [[nodiscard]] std::string ends_at_most() const {
        const auto* type = compared();
        if (type == nullptr || kernel_.space.counted || type->is_unsigned() || ir::size_of(type) != 8)
            return "";
        const bool inclusive = form_.compare == ir::BinaryOp::le || form_.compare == ir::BinaryOp::ge;
        std::string wrong;
        const auto forbid = [&](const ir::Expr& expr) {
            const auto& bare = as_written(expr);
            if (ir::constant_value(bare).value_or(9223372036854775807L) == 9223372036854775807L &&
                ir::size_of(bare.type).value_or(8) == 8)
                wrong +=
                    fmt::format("{}(long)({}) == 9223372036854775807", wrong.empty() ? "" : " || ", ir::print_c(expr));
        };
        if (form_.descending)
            forbid(*form_.start);
        if (form_.compare != ir::BinaryOp::ne && form_.descending != inclusive)
            forbid(*form_.bound);
        return wrong;
    }

    // Of 64 bits without a sign, what is 2 to the power of 63 or more reads as a number below zero.
    [[nodiscard]] std::string lies_above_long() const {
        const auto type = form_.variable->type->kind;
        if (kernel_.space.counted || (type != ir::TypeKind::ULong && type != ir::TypeKind::ULLong))
            return "";
        return fmt::format("(unsigned long){0} < (unsigned long){1} && {1} < 0", name("begin"), name("end"));
    }

    // Whether C's loop begins where none of its iterations are counted, or the other way round: a variable that is
    // narrower than the comparison or has a sign, where the comparison has none; a distance that `long` cannot hold.
    [[nodiscard]] std::string misjudged() const {
        const auto* type = compared();
        if (type == nullptr || form_.compare == ir::BinaryOp::ne || ir::size_of(type) != 8)
            return "";
        const bool converted =
            type->is_unsigned() && !(form_.variable->type->is_unsigned() && ir::size_of(form_.variable->type) == 8);
        if (!converted && !kernel_.space.counted)
            return "";
        const auto small = [&](const ir::Expr& expr) { // a number that is not below zero and far from the end of long
            const auto& bare = as_written(expr);
            const auto constant = ir::constant_value(bare);
            return constant ? *constant >= 0 && *constant < (1L << 62)
                            : bare.type->is_unsigned() && ir::size_of(bare.type).value_or(8) < 8;
        };
        if (small(*form_.start) && small(*form_.bound))
            return "";
        const std::string as = type->is_unsigned() ? "(unsigned long)" : "";
        return fmt::format("({0}({1}) {2} {0}({3})) != ({4} < {5})", as, kernel_.space.start.text(),
                           ir::spelling(form_.compare), ir::print_c(*form_.bound), name("begin"), name("end"));
    }

    [[nodiscard]] std::string wraps() const {
        if (form_.compare != ir::BinaryOp::ne)
            return kernel_.space.counted ? steps_over() : "";
        const auto type = form_.variable->type->kind;
        const bool widest = !kernel_.space.counted && (type == ir::TypeKind::ULong || type == ir::TypeKind::ULLong);
        const std::string as = widest ? "(unsigned long)" : "";
        return fmt::format("{0}{1} > {0}{2}", as, name("begin"), name("end"));
    }

    const Context& context_;
    const ir::Kernel& kernel_;
    const ir::For& loop_;
    const ir::CanonicalLoop& form_;
    std::vector<HeaderCheck> checks_;
};

} // namespace

std::vector<HeaderCheck> header_checks(const Context& context, const ir::Kernel& kernel) {
    return Header(context, kernel).checks();
}

} // namespace hydra::codegen
