// See formulas.h.
#include "driver/report/formulas.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

#include "passes/symbolic/isl_bridge.h"

namespace hydra::driver {

namespace {

using ir::SymbolicExpr;
using Form = ir::Access::Form;

// Thrown where there is no formula.
struct NoFormula {
    std::string why;
};

// Without casts to types of integers, which formulas take for the numbers themselves.
std::string without_casts(const std::string& text) {
    static const std::vector<std::string> words{"const", "unsigned", "signed", "long", "int", "short", "size_t"};
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t close = text[at] == '(' ? text.find(')', at) : std::string::npos;
        bool is_cast = close != std::string::npos;
        for (std::size_t from = at + 1; is_cast && from < close;) {
            const std::size_t to = std::min(text.find(' ', from), close);
            is_cast = std::find(words.begin(), words.end(), text.substr(from, to - from)) != words.end();
            from = to + 1;
        }
        if (is_cast && close > at + 1)
            at = close;
        else
            out += text[at];
    }
    return out;
}

// Without parentheses around all of it.
std::string without_group(std::string text) {
    while (text.starts_with("(") && text.find(')') + 1 == text.size())
        text = text.substr(1, text.size() - 2);
    return text;
}

// What host code computes, in the program's names; what has no formula is a name of its own. what: if nothing better
// can be said.
SymbolicExpr host_formula(const ir::HostExpr& host, const std::string& shown, const char* what) {
    using Op = SymbolicExpr::Op;
    if (host.is_call_of("hydra_rt_ceild") && host.operands().size() == 3) {
        const SymbolicExpr over = host_formula(host.operands()[1], "", what);
        const SymbolicExpr by = host_formula(host.operands()[2], "", what);
        return SymbolicExpr::operation(Op::floor_quotient, {over + by - 1, by});
    }
    const std::string text = without_casts(host.text());
    try {
        return SymbolicExpr::parse(text);
    } catch (const std::invalid_argument&) {
        constexpr std::size_t readable_length = 40;
        const std::string name = without_group(shown.empty() ? text : shown);
        const bool is_readable = name.find("hydra_") == std::string::npos && name.size() <= readable_length;
        return SymbolicExpr::symbol(is_readable ? name : what);
    }
}

class FormulaMaker {
  public:
    explicit FormulaMaker(const ir::Kernel& kernel) : kernel_(kernel) {}

    LoopFormulas make() {
        if (kernel_.analysis.replicated)
            throw NoFormula{"every rank runs all of it"};
        out_.begin = host_formula(kernel_.space.begin, "", "first iteration");
        out_.end = host_formula(kernel_.space.end, "", "end of the iterations");
        const ir::Alignment& alignment = kernel_.distribution.alignment;
        for (const ir::Slot& slot : kernel_.touches.slots)
            add_array(slot);
        if (alignment.slot >= 0) {
            out_.array = alignment.slot;
            out_.dim = alignment.dim;
            out_.scale = alignment.scale;
            out_.offset = host_formula(alignment.offset, "", "offset");
        }
        out_.sections = sections(kernel_.touches.accesses);
        const ir::Boxes& boxes = kernel_.distribution.boxes;
        if (boxes.any() && boxes.again == nullptr && kernel_.distribution.alignment.slot >= 0) {
            out_.boxes_dim = boxes.dim;
            out_.boxes_offset = boxes.offset;
            out_.boxes = sections(boxes.accesses);
            out_.arrays[static_cast<std::size_t>(out_.array)].across = boxes.dim;
        }
        return std::move(out_);
    }

  private:
    void add_array(const ir::Slot& slot) {
        LoopFormulas::Array array{slot.name, slot.elem, {std::nullopt}, -1, -1};
        for (const SymbolicExpr& length : slot.lengths)
            array.lengths.push_back(length.constant() == 0 ? std::nullopt : std::optional(in_names(length)));
        out_.arrays.push_back(std::move(array));
    }

    // In the program's names.
    SymbolicExpr in_names(SymbolicExpr expr) const {
        for (const ir::Key& key : kernel_.touches.keys)
            if (expr.mentions(key.name))
                expr = expr.substituted(key.name, host_formula(key.host, key.shown, "a value of the run"));
        const std::pair<const char*, const char*> ends[] = {
            {ir::chunk_begin, "#lo"}, {ir::chunk_end, "#hi"}, {ir::rounds_begin, "#from"}, {ir::rounds_end, "#to"}};
        for (const auto& [symbol, name] : ends)
            expr = expr.substituted(symbol, SymbolicExpr::symbol(name));
        return expr;
    }

    LoopFormulas::Range range(const ir::Bound& bound) const {
        LoopFormulas::Range range;
        if (!bound.lo.has_constant(passes::anywhere))
            range.lo = in_names(bound.lo);
        if (!bound.hi.has_constant(passes::anywhere))
            range.hi = in_names(bound.hi);
        range.step = in_names(bound.step);
        return range;
    }

    std::vector<LoopFormulas::Section> sections(const std::vector<ir::Access>& accesses) {
        std::vector<LoopFormulas::Section> all;
        for (const ir::Access& access : accesses)
            if (std::optional<LoopFormulas::Section> made = section(access);
                made && std::find(all.begin(), all.end(), *made) == all.end())
                all.push_back(std::move(*made));
        return all;
    }

    // Nothing: ranks need none of it from others.
    std::optional<LoopFormulas::Section> section(const ir::Access& access) {
        const bool reads = access.kind == ir::AccessKind::read;
        if (access.kind == ir::AccessKind::reduce || access.everywhere || (reads && is_everywhere(access)))
            return std::nullopt;
        if (access.form != Form::box)
            throw NoFormula{fmt::format("what '{}' touches is {}", access.text,
                                        access.form == Form::found ? "found when the program runs"
                                                                   : "not a part that a formula describes")};
        if (access.kind == ir::AccessKind::may_write)
            throw NoFormula{fmt::format("whether '{}' is written, data decide", access.text)};
        const ir::Slot& slot = kernel_.touches.slots[static_cast<std::size_t>(access.slot)];
        if (reads && slot.element != nullptr && slot.element->is_pointer())
            return std::nullopt; // pointers in tables: every rank has them
        if (access.box.size() != slot.dims())
            throw NoFormula{fmt::format("'{}' names parts of different shapes", access.text)};
        if (slot.role != ir::Slot::Role::only)
            throw NoFormula{fmt::format("what '{}' touches is found when the program runs", access.text)};
        LoopFormulas::Section made{access.slot, !reads, access.text, {}, std::nullopt};
        for (const ir::Bound& bound : access.box)
            made.box.push_back(range(bound));
        if (access.guard)
            made.guard = in_names(*access.guard);
        note_direction(access);
        return made;
    }

    // Whether every rank has what is read: what boxes read does not say it itself.
    bool is_everywhere(const ir::Access& access) const {
        const auto& all = kernel_.touches.accesses;
        return access.movement.everywhere || std::any_of(all.begin(), all.end(), [&](const ir::Access& other) {
                   return other.kind == access.kind && other.slot == access.slot && other.text == access.text &&
                          other.movement.everywhere;
               });
    }

    // The dimensions of the array that lie with the iterations and with the rounds, as the access has it.
    void note_direction(const ir::Access& access) {
        LoopFormulas::Array& array = out_.arrays[static_cast<std::size_t>(access.slot)];
        const bool is_placed = access.slot == kernel_.distribution.alignment.slot;
        const auto in_rounds = [](const SymbolicExpr& end) {
            return end.mentions(ir::rounds_begin) || end.mentions(ir::rounds_end);
        };
        for (std::size_t d = 0; d < access.box.size() && array.across < 0; ++d)
            if (in_rounds(access.box[d].lo) || in_rounds(access.box[d].hi))
                array.across = static_cast<int>(d);
        if (array.along >= 0 || is_placed) {
            array.along = is_placed ? kernel_.distribution.alignment.dim : array.along;
            return;
        }
        for (std::size_t d = 0; d < access.box.size() && array.along < 0; ++d)
            if (ir::depends_on_chunk(access.box[d].lo) || ir::depends_on_chunk(access.box[d].hi))
                array.along = static_cast<int>(d);
    }

    const ir::Kernel& kernel_;
    LoopFormulas out_;
};

} // namespace

LoopFormulas loop_formulas(const ir::Kernel& kernel) {
    try {
        return FormulaMaker(kernel).make();
    } catch (const NoFormula& none) {
        LoopFormulas out;
        out.why_not = none.why;
        return out;
    }
}

} // namespace hydra::driver
