// One case a reduction: items that belong to it set a value to what changes nothing, or join it over up to so many
// blocks. What the operators mean beside their sign (equal zeros, NaNs, "nothing yet") is runtime/base/scalars.cpp's.
#include "codegen/device/device_joins.h"

#include <fmt/format.h>

#include "support/diag.h"

namespace hydra::codegen {

namespace {

constexpr int joined_blocks = 64; // HYDRA_RT_JOINED

class JoinWriter {
  public:
    JoinWriter(const Dialect& dialect, DeviceTypes& types) : dialect_(dialect), types_(types) {}

    std::string write(const ir::Directive& directive, const std::string& name) {
        const auto& reductions = directive.reductions;
        const auto& stored = directive.last_stored;
        std::string parameters, clearing, joining;
        for (std::size_t index = 0; index < reductions.size() + stored.size(); ++index) {
            parameters += fmt::format(
                ",\n        long start{0}, long all{0}, long low{0}, long high{0}, unsigned long none{0}", index);
        }
        for (std::size_t index = 0; index < reductions.size(); ++index) {
            take(reductions[index]);
            clearing += one(index, clear(index));
            joining += one(index, join(index));
        }
        for (std::size_t index = 0; index < stored.size(); ++index) {
            take(stored[index]);
            clearing += one(reductions.size() + index, unstored(reductions.size() + index));
            joining += one(reductions.size() + index, later(reductions.size() + index));
        }
        constexpr std::string_view text = R"(/* Makes blocks' partial results neutral, or joins them: see hydra_rt.h. */
{0} {1}({2}char *partials, long block_bytes, long blocks, long step, long backwards,
        long items, long elements{3})
{{
    long e = {4};
    if (e >= items) {{
        return;
    }}
    const long group = e / elements;
    e = e % elements;
    if (step == 0) {{
        if (e == 0 && group == 0) {{
            *({2}long *)(partials + blocks * block_bytes) = 0;
        }}
        {2}char *partial = partials + group * block_bytes;
{5}        return;
    }}
    const long first = group * {6} * step;
    const long end = blocks - first < {6} * step ? blocks : first + {6} * step;
{7}}}
)";
        return fmt::format(text, dialect_.kernel, name, dialect_.global, parameters, dialect_.number, clearing,
                           joined_blocks, joining);
    }

  private:
    // Notes the reduction that is written next.
    void take(const ir::Reduction& reduction) {
        reduction_ = &reduction;
        auto type = reduction.variable->type;
        for (bool first = true; type->is_array() || (first && type->is_pointer()); first = false)
            type = type->inner;
        type = type->unqualified != nullptr ? type->unqualified : type;
        kind_ = type->kind;
        bytes_ = ir::size_of(type).value_or(0);
        type_ = types_.declare(type, "");
        is_floating_ = kind_ == ir::TypeKind::Float || kind_ == ir::TypeKind::Double;
        begins_anew_ = (reduction.op == ir::ReductionOp::min || reduction.op == ir::ReductionOp::max) &&
                       (reduction.form == ir::ExtremeForm::anew_first || reduction.form == ir::ExtremeForm::anew_last);
        is_noted_ =
            !reduction.is_array() && (begins_anew_ || (reduction.op == ir::ReductionOp::logical_or && !is_floating_));
    }

    void take(const ir::LastStored& stored) {
        const auto type = stored.type->unqualified != nullptr ? stored.type->unqualified : stored.type;
        type_ = types_.declare(type, "");
    }

    [[nodiscard]] std::string when(const std::string& address) const {
        return fmt::format("*({}long *)({})", dialect_.global, address);
    }

    // hydra_rt_last: in no iteration yet, and nothing.
    [[nodiscard]] std::string unstored(std::size_t index) const {
        return fmt::format("        {} = -9223372036854775807L - 1;\n        *{} = 0;\n",
                           when(fmt::format("partial + start{}", index)),
                           cell(fmt::format("partial + start{} + 16", index)));
    }

    // What the later iteration stored, whatever the order of the blocks.
    [[nodiscard]] std::string later(std::size_t index) const {
        return fmt::format("        {0}char *place = partials + start{1};\n"
                           "        for (long reach = step; first + reach < end; reach *= 2) {{\n"
                           "            for (long b = first; b + reach < end; b += 2 * reach) {{\n"
                           "                {0}char *left = {2};\n"
                           "                {0}char *right = {3};\n"
                           "                if ({4} > {5}) {{\n"
                           "                    {5} = {4};\n"
                           "                    *{6} = *{7};\n"
                           "                }}\n            }}\n        }}\n",
                           dialect_.global, index, at("b"), at("(b + reach)"), when("right"), when("left"),
                           cell("left + 16"), cell("right + 16"));
    }

    // A block's place, in the order of the program's iterations.
    static std::string at(const std::string& block) {
        return fmt::format("place + (backwards ? blocks - 1 - {0} : {0}) * block_bytes", block);
    }

    static std::string one(std::size_t index, const std::string& body) {
        return fmt::format("    if (e < all{0}) {{\n{1}        return;\n    }}\n    e -= all{0};\n", index, body);
    }

    [[nodiscard]] std::string cell(const std::string& address) const {
        return fmt::format("({}{} *)({})", dialect_.global, type_, address);
    }

    // The neutral value, of which the bits are handed over.
    [[nodiscard]] std::string none(std::size_t index) const {
        const bool opencl = dialect_.is_opencl();
        if (kind_ == ir::TypeKind::Double)
            return fmt::format("{}none{})", opencl ? "as_double(" : "__longlong_as_double((long long)", index);
        if (kind_ == ir::TypeKind::Float)
            return fmt::format("{}none{})", opencl ? "as_float((unsigned int)" : "__int_as_float((int)", index);
        return fmt::format("({})none{}", type_, index);
    }

    // Whether the value is the neutral one, bit for bit.
    [[nodiscard]] std::string is_none(const std::string& value, std::size_t index) const {
        const bool opencl = dialect_.is_opencl();
        if (kind_ == ir::TypeKind::Double) {
            return fmt::format("{}{}) == none{}", opencl ? "as_ulong(" : "(unsigned long)__double_as_longlong(", value,
                               index);
        }
        if (kind_ == ir::TypeKind::Float) {
            return fmt::format("{}{}) == (unsigned int)none{}", opencl ? "as_uint(" : "(unsigned int)__float_as_int(",
                               value, index);
        }
        return fmt::format("{} == {}", value, none(index));
    }

    std::string clear(std::size_t index) const {
        auto text = fmt::format("        *{} = {};\n", cell(fmt::format("partial + start{} + e * {}", index, bytes_)),
                                none(index));
        if (is_noted_)
            text += fmt::format("        *({}int *)(partial + start{} + 16) = 0;\n", dialect_.global, index);
        return text;
    }

    std::string join(std::size_t index) const {
        auto text =
            fmt::format("        {0}char *place = partials + start{1} + e * {2};\n", dialect_.global, index, bytes_);
        if (reduction_->is_array()) { // what was accumulated around the section is kept, and told
            text +=
                fmt::format("        if (e < low{0} || e >= high{0}) {{\n"
                            "            for (long b = first; b < end; b += step) {{\n"
                            "                const {1} value = *{2};\n"
                            "                if (!({3})) {{\n"
                            "                    *{4} = value;\n"
                            "                    *({5}long *)(partials + blocks * block_bytes) = 1;\n"
                            "                }}\n            }}\n            return;\n        }}\n",
                            index, type_, cell(at("b")), is_none("value", index), cell(at("first")), dialect_.global);
        }
        text += fmt::format("        for (long reach = step; first + reach < end; reach *= 2) {{\n"
                            "            for (long b = first; b + reach < end; b += 2 * reach) {{\n"
                            "                {0}char *left = {1};\n"
                            "                {0}char *right = {2};\n"
                            "                const {3} x = *{4}, y = *{5};\n",
                            dialect_.global, at("b"), at("(b + reach)"), type_, cell("left"), cell("right"));
        const auto store = fmt::format("*{} = {};\n", cell("left"), combined(index));
        if (!is_noted_) {
            text += "                " + store;
        } else {
            text += fmt::format("                const int note = *({0}int *)(right + 16);\n"
                                "                if (note != 0) {{\n",
                                dialect_.global);
            text += begins_anew_ ? fmt::format("                    *{} = (note & 1) != 0 ? y : {};\n", cell("left"),
                                               combined(index))
                                 : "                    " + store;
            text += fmt::format("                    *({0}int *)(left + 16) |= note;\n                }}\n",
                                dialect_.global);
        }
        return text + "            }\n        }\n";
    }

    // x, followed by what was accumulated into y.
    [[nodiscard]] std::string combined(std::size_t index) const {
        const auto op = reduction_->op;
        const bool is_bool = kind_ == ir::TypeKind::Bool;
        switch (op) {
        case ir::ReductionOp::add:
        case ir::ReductionOp::mul: {
            const bool adds = op == ir::ReductionOp::add;
            if (is_bool)
                return adds ? "x || y" : "x && y";
            const auto sign = adds ? '+' : '*';
            const auto wide = bytes_ > 4 ? "unsigned long" : "unsigned int"; // it wraps
            return is_floating_ ? fmt::format("x {} y", sign)
                                : fmt::format("({0})(({1})x {2} ({1})y)", type_, wide, sign);
        }
        case ir::ReductionOp::bit_and:
            return fmt::format("({})(x & y)", type_);
        case ir::ReductionOp::bit_or:
            return fmt::format("({})(x | y)", type_);
        case ir::ReductionOp::bit_xor:
            return fmt::format("({})(x ^ y)", type_);
        case ir::ReductionOp::logical_and:
            return is_bool ? "x && y" : fmt::format("{} ? x : ({})(x != 0 && y != 0)", is_none("y", index), type_);
        case ir::ReductionOp::logical_or:
            return is_floating_ ? fmt::format("{} ? x : ({})(x != 0 || y != 0)", is_none("y", index), type_)
                                : fmt::format("({})(x != 0 || y != 0)", type_);
        case ir::ReductionOp::min:
        case ir::ReductionOp::max:
            return extreme(index);
        }
        throw support::InternalError("unknown reduction operator");
    }

    [[nodiscard]] std::string extreme(std::size_t index) const {
        const bool least = reduction_->op == ir::ReductionOp::min;
        const auto better = [&](bool or_equal) {
            return fmt::format("y {}{} x", least ? '<' : '>', or_equal ? "=" : "");
        };
        const std::string anew = is_floating_ ? " || (isnan(x) && !isnan(y))" : "";
        switch (reduction_->form) {
        case ir::ExtremeForm::first:
            return better(false) + " ? y : x";
        case ir::ExtremeForm::last:
            return better(true) + " ? y : x";
        case ir::ExtremeForm::anew_first:
            return better(false) + anew + " ? y : x";
        case ir::ExtremeForm::anew_last:
            return better(true) + anew + " ? y : x";
        case ir::ExtremeForm::library:
        case ir::ExtremeForm::library_swapped: {
            const bool swapped = reduction_->form == ir::ExtremeForm::library_swapped;
            const bool narrow = kind_ == ir::TypeKind::Float && !dialect_.is_opencl();
            return fmt::format("{} ? x : {}{}({})", is_none("y", index), least ? "fmin" : "fmax", narrow ? "f" : "",
                               swapped ? "y, x" : "x, y");
        }
        }
        throw support::InternalError("unknown form of a minimum");
    }

    const Dialect& dialect_;
    DeviceTypes& types_;
    const ir::Reduction* reduction_ = nullptr;
    ir::TypeKind kind_ = ir::TypeKind::Int;
    std::int64_t bytes_ = 0;
    std::string type_;
    bool is_floating_ = false, begins_anew_ = false, is_noted_ = false;
};

} // namespace

std::string join_kernel(const Dialect& dialect, DeviceTypes& types, const ir::Directive& directive,
                        const std::string& name) {
    return JoinWriter(dialect, types).write(directive, name);
}

} // namespace hydra::codegen
