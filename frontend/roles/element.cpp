// The body is written out token by token; names of parameters are what changes.
#include "frontend/roles/element.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/roles/element_rules.h"
#include "frontend/roles/emitter.h"
#include "frontend/roles/periodic.h"

namespace hydra::frontend::cmaps {

namespace {

std::optional<long> plain_number(const std::string& text) {
    const bool number = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
    return number ? std::optional(std::stol(text)) : std::nullopt;
}

// Where a periodic subscript is, in what runs: the name of a parameter, or an element of a table; empty: neither.
std::string place_of(SectionForm::Dimension& dimension, const Code& k, CmapsUnit& unit) {
    const auto add = [&](long number) -> const std::string& {
        auto& name = dimension.places[number];
        if (name.empty())
            name = unit.fresh(fmt::format("{}_p{}", dimension.first, number));
        return name;
    };
    if (const auto number = plain_number(k.text()))
        return add(*number);
    if (dimension.table_length == 0)
        return {};
    for (long each = 0; each < dimension.table_length; ++each)
        add(each);
    if (dimension.table.empty())
        dimension.table = unit.fresh(dimension.first + "_places");
    return dimension.table + "[" + k.text() + "]";
}

// Definitions of the tables that the body uses, in what runs.
Code tables(const std::map<std::string, SectionForm>& sections) {
    Code out;
    for (const auto& [parameter, form] : sections)
        for (const auto& each : form.dimensions) {
            if (each.table.empty())
                continue;
            std::string list;
            for (long k = 0; k < each.table_length; ++k)
                list += (k == 0 ? "" : ", ") + each.places.at(k);
            out += fmt::format("\n    HYDRA_RUNS(const long {}[] = {{{}}};)", each.table, list);
        }
    return out;
}

// An element of a section, in the array.
Code element_of(SectionForm& form, const std::vector<Code>& subscripts, CmapsUnit& unit) {
    Code out = form.array;
    Code number; // among all elements
    std::size_t next = 0;
    std::size_t row = 0;
    for (auto& dimension : form.dimensions) {
        Code place = dimension.first, further;
        Code at("0");
        if (dimension.is_section && next < subscripts.size()) {
            const auto& k = subscripts[next++];
            at = k;
            further = Code("(") + k + ")";
            const auto way = dimension.step == "1" ? k : Code(dimension.step + " * (") + k + ")";
            place = dimension.first == "0"
                        ? way
                        : Code(dimension.first + " + ") + (dimension.step == "1" ? Code("(") + k + ")" : way);
        }
        if (!dimension.extent.empty())
            place =
                turned(dimension.is_doubted ? Code("hydra_rt_opaque(") + place + ")" : place, dimension.extent,
                       dimension.all.empty() ? Code()
                                             : all_places(dimension.all, dimension.moves_by, dimension.shift, further),
                       place_of(dimension, at, unit));
        out += Code("[") + place + "]";
        number = number.empty() ? place : Code("(") + number + ") * " + form.lengths[row++] + " + " + place;
        if (form.lengths.empty())
            number = {};
    }
    return form.lengths.empty() ? out : Code(form.array) + "[" + number + "]";
}

class ElementBody final : public Emitter {
  public:
    ElementBody(const RoleFunction& function, CmapsUnit& unit, std::map<std::string, SectionForm>& sections,
                const support::SourceRange& call)
        : Emitter(unit), function_(function), sections_(sections), call_(call) {}

  protected:
    bool special(antlr4::ParserRuleContext* context, Code& out) override {
        if (auto* body = dynamic_cast<P::FunctionBodyContext*>(context); body != nullptr && !sections_.empty()) {
            token(body->LBRACE()->getSymbol(), out);
            Code inside;
            for (const auto& parameter : function_.parameters)
                if (const auto found = sections_.find(parameter.name);
                    found != sections_.end() && found->second.is_copied)
                    inside += copied(parameter, found->second);
            for (auto* item : body->blockItem())
                walk(item, inside);
            out += tables(sections_) + inside;
            token(body->RBRACE()->getSymbol(), out);
            return true;
        }
        auto* unary = dynamic_cast<P::UnaryContext*>(context);
        return unary != nullptr && (dereferenced(unary, out) || element(unary, out) || section(unary, out));
    }

  private:
    [[nodiscard]] const RoleParameter* parameter(const antlr4::Token* name) const {
        if (name == nullptr)
            return nullptr;
        const auto found = std::find_if(function_.parameters.begin(), function_.parameters.end(),
                                        [&](const auto& each) { return each.name == unit_.text(name); });
        return found == function_.parameters.end() ? nullptr : &*found;
    }

    // An element that is handed over by address.
    [[nodiscard]] const RoleParameter* by_address(const antlr4::Token* name) const {
        const auto* found = parameter(name);
        return found != nullptr && found->role != Role::in && found->extents.empty() ? found : nullptr;
    }

    // `*x`, where x means the element already.
    bool dereferenced(P::UnaryContext* unary, Code& out) {
        if (unary->STAR() == nullptr || unary->operand() == nullptr)
            return false;
        auto* name = plain_name(unary->operand());
        if (by_address(name) == nullptr)
            return false;
        instead(unary->getStart(), unary->getStop(), Code("(*") + named(name) + ")", out);
        return true;
    }

    [[nodiscard]] Code named(antlr4::Token* name) const { return {std::string(unit_.text(name)), unit_.range(name)}; }

    // `x`, `x.m`, `x->m`.
    bool element(P::UnaryContext* unary, Code& out) {
        auto* name = head_name(unary);
        if (by_address(name) == nullptr)
            return false;
        const auto& postfix = unary->postfix();
        std::size_t first = 0;
        if (!postfix.empty() && (postfix[0]->DOT() != nullptr || postfix[0]->ARROW() != nullptr)) {
            instead(name, postfix[0]->getStop(),
                    named(name) + "->" + Code(unit_.text(postfix[0]->name()), unit_.range(postfix[0]->name())), out);
            first = 1;
        } else {
            instead(name, name, Code("(*") + named(name) + ")", out);
        }
        for (; first < postfix.size(); ++first)
            walk(postfix[first], out);
        return true;
    }

    bool section(P::UnaryContext* unary, Code& out) {
        auto* name = head_name(unary);
        const auto* found = parameter(name);
        const auto form = found == nullptr ? sections_.end() : sections_.find(found->name);
        if (form == sections_.end() || form->second.is_copied)
            return false;
        const auto& postfix = unary->postfix();
        std::vector<Code> subscripts;
        for (auto* each : postfix) {
            if (each->subscript() == nullptr || subscripts.size() == found->extents.size())
                break;
            const auto& expressions = each->subscript()->expression();
            if (expressions.size() != 1)
                return false;
            subscripts.push_back(emit(expressions[0]));
        }
        if (subscripts.size() == found->extents.size()) {
            instead(unary->getStart(), postfix[subscripts.size() - 1]->getStop(),
                    element_of(form->second, subscripts, unit_), out);
        } else {
            if (!form->second.in_one_piece() || !subscripts.empty())
                unit_.error(call_, fmt::format("'{}' hands on section '{}' as a whole, so its elements must follow one "
                                               "another in memory, and these do not",
                                               function_.name, found->name));
            instead(name, name,
                    Code("(&") + element_of(form->second, std::vector<Code>(found->extents.size(), Code("0")), unit_) +
                        ")",
                    out);
        }
        for (auto at = subscripts.size(); at < postfix.size(); ++at)
            walk(postfix[at], out);
        return true;
    }

    // A variable of the parameter's name, with what the section holds at first.
    Code copied(const RoleParameter& parameter, SectionForm& form) {
        std::string lengths, loops, element = parameter.name;
        std::vector<Code> counters;
        for (auto* extent : parameter.extents) {
            const auto counter = fmt::format("hydra_{}_{}", parameter.name, counters.size());
            const auto length = unit_.text(extent->assignment());
            lengths += "[" + length + "]";
            loops += fmt::format("for (long {0} = 0; {0} < {1}; {0}++) ", counter, length);
            element += "[" + counter + "]";
            counters.emplace_back(counter);
        }
        return Code("\n    " + parameter.type + " " + parameter.name + lengths + ";\n    " + loops + element + " = ") +
               element_of(form, counters, unit_) + ";";
    }

    const RoleFunction& function_;
    std::map<std::string, SectionForm>& sections_;
    const support::SourceRange& call_;
};

} // namespace

bool SectionForm::in_one_piece() const {
    // Only the last dimension is one, step by step.
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        const auto& each = dimensions[d];
        if (!each.extent.empty() || (each.is_section && (d + 1 < dimensions.size() || each.step != "1")))
            return false;
    }
    return true;
}

Code element_heading(const RoleFunction& function, const CmapsUnit& unit, const std::string& name) {
    Code out = function.is_static ? "static void " : "void ";
    out += Code(name, function.range) + "(";
    bool first = true;
    for (const auto& each : function.parameters) {
        out += first ? "" : ", ";
        first = false;
        const bool pointer = each.role != Role::in && each.extents.empty();
        const bool constant = each.role == Role::in && !each.extents.empty();
        out += (constant ? "const " : "") + each.type + (pointer ? " *" : " ");
        out += Code(each.name, each.range);
        for (auto* extent : each.extents)
            out += "[" + (extent->assignment() == nullptr ? "" : unit.text(extent->assignment())) + "]";
    }
    return out + (first ? "void)" : ")");
}

Code element_body(const RoleFunction& function, CmapsUnit& unit) {
    check_element(function, unit);
    std::map<std::string, SectionForm> none;
    return element_body(function, unit, none, function.range);
}

Code element_in_buffers(const RoleFunction& function, CmapsUnit& unit, std::map<std::string, SectionForm>& sections) {
    Code before, after, arguments, frees;
    for (const auto& each : function.parameters) {
        arguments += (arguments.empty() ? "" : ", ") + each.name;
        const auto form = sections.find(each.name);
        if (form == sections.end())
            continue;
        std::string loops, element = each.name, count, row;
        std::vector<Code> counters;
        for (auto* extent : each.extents) {
            const auto counter = fmt::format("hydra_{}_{}", each.name, counters.size());
            const auto length = unit.text(extent->assignment());
            loops += fmt::format("for (long {0} = 0; {0} < {1}; {0}++) ", counter, length);
            element += "[" + counter + "]";
            count += fmt::format("(unsigned long)({}) * ", length);
            if (!counters.empty())
                row += "[" + length + "]";
            counters.emplace_back(counter);
        }
        before += fmt::format("    {} {} = malloc({}sizeof({}));\n", each.type,
                              row.empty() ? "*" + each.name : "(*" + each.name + ")" + row, count, each.type);
        before += Code("    " + loops + element + " = ") + element_of(form->second, counters, unit) + ";\n";
        if (each.role != Role::in)
            after += Code("    " + loops) + element_of(form->second, counters, unit) + " = " + element + ";\n";
        frees += "    free(" + each.name + ");\n";
    }
    return Code("{\n") + tables(sections) + before + "    " + function.name + "(" + arguments + ");\n" + after + frees +
           "}";
}

Code element_body(const RoleFunction& function, CmapsUnit& unit, std::map<std::string, SectionForm>& sections,
                  const support::SourceRange& call) {
    return ElementBody(function, unit, sections, call).emit(function.element_body);
}

} // namespace hydra::frontend::cmaps
